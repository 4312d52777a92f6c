//! Whether another site sent a POST (cross-site request forgery), by what the browser says in its headers.

use http::{HeaderMap, HeaderName, header};
use url::Url;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a post was sent by another site than one of `cors_origins`. A browser needs no permission to post a form here, nor
/// JSON as `text/plain`, so the browser's own word is checked where it gives one (OWASP ASVS 3.5.2); clients that give none,
/// which are programs, are believed.
pub fn is_foreign(headers: &HeaderMap, site_host: Option<&str>, cors_origins: &[String]) -> bool {
    let origin = header_text(headers, &header::ORIGIN);
    if origin.is_some_and(|origin| cors_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))) {
        return false;
    }
    match header_text(headers, &SEC_FETCH_SITE) {
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

/// Whether a browser says that a page of this site sent a post: stricter than not being foreign, for what only browsers
/// use.
pub fn is_own(headers: &HeaderMap, site_host: Option<&str>) -> bool {
    let says = headers.contains_key(SEC_FETCH_SITE) || headers.contains_key(header::ORIGIN);
    says && !is_foreign(headers, site_host, &[])
}

/// Whether a host is the one this request was sent to, or the site's public one.
pub fn is_ours(host: &str, headers: &HeaderMap, site_host: Option<&str>) -> bool {
    let asked = header_text(headers, &header::HOST).map(without_default_port);
    asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host))
        || site_host.is_some_and(|site| without_default_port(site).eq_ignore_ascii_case(host))
}

/// Host and port of an address, without the port that its scheme has anyway.
pub fn authority(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":80").or_else(|| host.strip_suffix(":443")).unwrap_or(host)
}

/// A header's text; nothing if it is not there, or no text.
pub fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
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
    fn what_only_browsers_use_wants_their_word() {
        let own = |pairs: &[(&str, &str)]| {
            let mut all = vec![("host", "amwaj.example")];
            all.extend_from_slice(pairs);
            is_own(&headers(&all), None)
        };
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(own(&[("origin", "https://amwaj.example")]));
        assert!(!own(&[]), "a program, or a browser that hides where the form came from");
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("sec-fetch-site", "same-site"), ("origin", "https://shop.amwaj.example")]));
        assert!(!own(&[("sec-fetch-site", "cross-site"), ("origin", "https://amwaj.example")]));
    }
}
