//! Where a POST comes from: whether another site sent it (cross-site request forgery), and what its headers say about the
//! visit.

use http::{HeaderMap, HeaderName, header};
use url::Url;

use crate::context::Context;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a post was sent by another site than one of `cors_origins`. A browser needs no permission to post a form here, nor
/// JSON as `text/plain`, so the browser's own word is checked where it gives one (OWASP ASVS 3.5.2); clients that give none,
/// which are programs, are believed.
pub fn is_foreign(headers: &HeaderMap, site_host: Option<&str>, cors_origins: &[String]) -> bool {
    let origin = text(headers, &header::ORIGIN);
    if origin.is_some_and(|origin| cors_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))) {
        return false;
    }
    match text(headers, &SEC_FETCH_SITE) {
        Some("same-origin" | "none") => return false,
        Some("cross-site") => return true,
        _ => {}
    }
    let Some(origin) = origin else {
        return headers.contains_key(header::ORIGIN);
    };
    let Some(origin) = Url::parse(origin).ok().and_then(|url| authority(&url)) else {
        return true;
    };
    !is_ours(&origin, headers, site_host)
}

/// Fills what the post itself did not say about the visit.
pub fn complete(context: &mut Context, headers: &HeaderMap, site_host: Option<&str>) {
    if context.language.is_none() {
        let accepted = text(headers, &header::ACCEPT_LANGUAGE).unwrap_or_default();
        let first = accepted.split([',', ';']).next().unwrap_or_default().trim();
        context.language = (!first.is_empty() && first != "*").then(|| first.to_owned());
    }
    let Some(from) = text(headers, &header::REFERER).and_then(|from| Url::parse(from).ok()) else {
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

/// Whether a host is the one this request was sent to, or the site's public one.
fn is_ours(host: &str, headers: &HeaderMap, site_host: Option<&str>) -> bool {
    let asked = text(headers, &header::HOST).map(without_default_port);
    asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host))
        || site_host.is_some_and(|site| without_default_port(site).eq_ignore_ascii_case(host))
}

/// Host and port of an address, without the port that its scheme has anyway.
fn authority(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":80").or_else(|| host.strip_suffix(":443")).unwrap_or(host)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
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
    fn r46_posts_of_other_sites_are_recognised() {
        let foreign = |pairs: &[(&str, &str)]| {
            let mut all = vec![("host", "amwaj.example")];
            all.extend_from_slice(pairs);
            is_foreign(&headers(&all), Some("www.amwaj.example"), &["https://app.example".to_owned()])
        };
        assert!(!foreign(&[]), "old clients send nothing");
        assert!(!foreign(&[("origin", "https://amwaj.example")]));
        assert!(!foreign(&[("origin", "https://AMWAJ.example:443")]));
        assert!(!foreign(&[("origin", "https://www.amwaj.example")]), "behind a proxy");
        assert!(!foreign(&[("origin", "null"), ("sec-fetch-site", "same-origin")]));
        assert!(foreign(&[("origin", "null")]));
        assert!(foreign(&[("origin", "https://evil.example")]));
        assert!(foreign(&[("origin", "https://amwaj.example.evil.example")]));
        assert!(foreign(&[("origin", "https://amwaj.example:8443")]));
        assert!(foreign(&[("origin", "https://amwaj.example"), ("sec-fetch-site", "cross-site")]));
        assert!(!foreign(&[("origin", "https://app.example"), ("sec-fetch-site", "cross-site")]));
        assert!(foreign(&[("origin", "https://app.example.evil.example"), ("sec-fetch-site", "cross-site")]));
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
