//! What a POST's headers say about the visit.

use http::{HeaderMap, header};
use url::Url;

use crate::context::Context;
use base::cross_site::{authority, header_text, is_ours};

/// Fills what the post itself did not say about the visit.
pub fn complete(context: &mut Context, headers: &HeaderMap, site_host: Option<&str>) {
    if context.language.is_none() {
        let accepted = header_text(headers, &header::ACCEPT_LANGUAGE).unwrap_or_default();
        let first = accepted.split([',', ';']).next().unwrap_or_default().trim();
        context.language = (!first.is_empty() && first != "*").then(|| first.to_owned());
    }
    let Some(from) = header_text(headers, &header::REFERER).and_then(|from| Url::parse(from).ok()) else {
        return;
    };
    let ours = authority(&from).is_some_and(|host| is_ours(&host, headers, site_host));
    if !ours {
        context.referrer.get_or_insert_with(|| from.to_string());
        return;
    }
    for (name, value) in from.query_pairs() {
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
        complete(&mut context, &sent, None);
        assert_eq!(context.page.as_deref(), Some("/contact-us?utm_source=news&gclid=x%20y&z=1"));
        assert_eq!(context.utm_source.as_deref(), Some("news"));
        assert_eq!(context.gclid.as_deref(), Some("x y"));
        assert_eq!(context.language.as_deref(), Some("ar-AE"));
        assert_eq!(context.referrer, None);
    }

    #[test]
    fn what_the_client_said_itself_has_precedence_and_another_site_is_the_referrer() {
        let mut context = Context { language: Some("en".into()), ..Context::default() };
        let sent = headers(&[
            ("host", "amwaj.example"),
            ("referer", "https://search.example/?utm_source=spoof"),
            ("accept-language", "ar"),
        ]);
        complete(&mut context, &sent, None);
        assert_eq!(context.language.as_deref(), Some("en"));
        assert_eq!(context.referrer.as_deref(), Some("https://search.example/?utm_source=spoof"));
        assert_eq!((context.page, context.utm_source), (None, None));
    }
}
