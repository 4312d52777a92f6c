//! Details of the visit from a POST's headers.

use http::{HeaderMap, header};
use url::Url;

use crate::context::Context;
use base::cross_site::{is_ours, is_same_origin};
use base::site_names::{SiteNames, authority, header_text};

/// Fills in details of the visit that the post itself lacks.
pub fn complete(context: &mut Context, headers: &HeaderMap, site: &SiteNames) {
    if context.language.is_none() {
        let accepted = header_text(headers, &header::ACCEPT_LANGUAGE).unwrap_or_default();
        let first = accepted.split([',', ';']).next().unwrap_or_default().trim();
        context.language = (!first.is_empty() && first != "*").then(|| first.to_owned());
    }
    let Some(from) = header_text(headers, &header::REFERER).and_then(|from| Url::parse(from).ok()) else {
        return;
    };
    let ours = is_same_origin(headers) || authority(&from).is_some_and(|host| is_ours(&host, headers, site));
    if !ours {
        context.referrer.get_or_insert_with(|| from.to_string());
        return;
    }
    // A visit in a new tab says the page that it was opened from.
    let opened_from = context.referrer.as_deref().and_then(|from| Url::parse(from).ok());
    let opened_from = opened_from.filter(|opener| opener.origin() == from.origin());
    for (name, value) in opened_from.iter().chain([&from]).flat_map(Url::query_pairs) {
        if let Some(slot) = context.campaign_mut(&name) {
            slot.get_or_insert_with(|| value.into_owned());
        }
    }
    let query = from.query().map(|query| format!("?{query}")).unwrap_or_default();
    context.page.get_or_insert_with(|| format!("{}{query}", from.path()));
}

#[cfg(test)]
mod tests {
    use http::HeaderName;

    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"))
            })
            .collect()
    }

    #[test]
    fn the_page_and_campaign_are_read_from_the_referer_without_scripts() {
        let mut context = Context::default();
        let sent = headers(&[
            ("host", "amwaj.example"),
            ("referer", "https://amwaj.example/contact-us?utm_source=news&gclid=x%20y&z=1"),
            ("accept-language", "ar-AE,ar;q=0.9,en;q=0.8"),
        ]);
        complete(&mut context, &sent, &SiteNames::default());
        assert_eq!(context.page.as_deref(), Some("/contact-us?utm_source=news&gclid=x%20y&z=1"));
        assert_eq!(context.utm_source.as_deref(), Some("news"));
        assert_eq!(context.gclid.as_deref(), Some("x y"));
        assert_eq!(context.language.as_deref(), Some("ar-AE"));
        assert_eq!(context.referrer, None);
    }

    #[test]
    fn behind_a_proxy_that_loses_the_name_the_browsers_word_says_that_the_page_is_ours() {
        let referer = ("referer", "https://amwaj.example/contact-us?gclid=x");
        for (word, page) in [("same-origin", Some("/contact-us?gclid=x")), ("same-site", None)] {
            let mut context = Context::default();
            let sent = headers(&[("host", "127.0.0.1:8080"), referer, ("sec-fetch-site", word)]);
            complete(&mut context, &sent, &SiteNames::default());
            assert_eq!(context.page.as_deref(), page, "{word}");
            assert_eq!(context.referrer.is_some(), page.is_none(), "{word}");
        }
    }

    #[test]
    fn the_campaign_of_a_new_tab_is_that_of_the_page_it_was_opened_from() {
        let sent = headers(&[("host", "amwaj.example"), ("referer", "https://amwaj.example/")]);
        for (opener, campaign) in [
            ("https://amwaj.example/ac?utm_campaign=ac-night", Some("ac-night")),
            ("https://other.example/ac?utm_campaign=spoof", None),
        ] {
            let mut context = Context { referrer: Some(opener.into()), ..Context::default() };
            complete(&mut context, &sent, &SiteNames::default());
            assert_eq!(context.utm_campaign.as_deref(), campaign, "{opener}");
        }
    }

    #[test]
    fn what_the_client_said_itself_has_precedence_and_another_site_is_the_referrer() {
        let mut context = Context { language: Some("en".into()), ..Context::default() };
        let sent = headers(&[
            ("host", "amwaj.example"),
            ("referer", "https://search.example/?utm_source=spoof"),
            ("accept-language", "ar"),
        ]);
        complete(&mut context, &sent, &SiteNames::default());
        assert_eq!(context.language.as_deref(), Some("en"));
        assert_eq!(context.referrer.as_deref(), Some("https://search.example/?utm_source=spoof"));
        assert_eq!((context.page, context.utm_source), (None, None));
    }
}
