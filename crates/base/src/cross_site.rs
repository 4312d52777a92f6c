//! Where a POST came from, by what the browser says in its headers: a page of this site or another one (cross-site request
//! forgery).

use http::{HeaderMap, HeaderName, header};
use url::Url;

use crate::site_names::{SiteNames, authority, header_text, without_default_port};
use crate::text::shown;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The most characters of a name that somebody sent, in the log.
const MAX_SHOWN_CHARS: usize = 100;

/// The sender of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostSender {
    /// A page of this site or of one of the allowed origins, or no page: programs say nothing, and are believed.
    OwnPage,
    /// Another site's page.
    OtherSite,
    /// A page whose name is none of ours, in a request that was sent to no name of ours either: perhaps a proxy asks by a
    /// name of its own. See [`names`].
    Unknown,
}

/// Finds out who sent a post. A browser needs no permission to post a form here, nor JSON as `text/plain`, so the browser's
/// own word is checked where it gives one (OWASP ASVS 3.5.2). No script can set `Sec-Fetch-Site`: where it says
/// `same-origin` a page of ours sent the post, whatever a proxy made of `Host`.
pub fn sender(headers: &HeaderMap, site: &SiteNames, cors_origins: &[String]) -> PostSender {
    let origin = header_text(headers, &header::ORIGIN);
    if origin.is_some_and(|origin| cors_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))) {
        return PostSender::OwnPage;
    }
    let word = header_text(headers, &SEC_FETCH_SITE);
    match word {
        Some("same-origin" | "none") => return PostSender::OwnPage,
        Some("cross-site") => return PostSender::OtherSite,
        _ => {}
    }
    let Some(origin) = origin else {
        let says_nothing = word.is_none() && !headers.contains_key(header::ORIGIN);
        return if says_nothing { PostSender::OwnPage } else { PostSender::OtherSite };
    };
    let Some(page) = Url::parse(origin).ok().and_then(|url| authority(&url)) else {
        return PostSender::OtherSite;
    };
    let asked = header_text(headers, &header::HOST).unwrap_or_default();
    if is_ours(&page, headers, site) {
        PostSender::OwnPage
    } else if word.is_some() || site.has(asked) {
        PostSender::OtherSite
    } else {
        PostSender::Unknown
    }
}

/// Whether a browser says that a page of this site sent a post: stricter than [`sender`], for what only browsers use.
pub fn is_own(headers: &HeaderMap, site: &SiteNames) -> bool {
    let says = headers.contains_key(SEC_FETCH_SITE) || headers.contains_key(header::ORIGIN);
    says && sender(headers, site, &[]) == PostSender::OwnPage
}

/// Whether a host is the one this request was sent to, or one of the site's names.
pub fn is_ours(host: &str, headers: &HeaderMap, site: &SiteNames) -> bool {
    let asked = header_text(headers, &header::HOST).map(without_default_port);
    asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host)) || site.has(host)
}

/// Whether the browser says that the page it posted from, or came from, has the same origin as this address.
pub fn is_same_origin(headers: &HeaderMap) -> bool {
    header_text(headers, &SEC_FETCH_SITE) == Some("same-origin")
}

/// The page's origin and the name that was asked for, for the log.
pub fn names(headers: &HeaderMap) -> (String, String) {
    let name = |header: &HeaderName| {
        let text = header_text(headers, header).unwrap_or("?");
        shown(text).chars().take(MAX_SHOWN_CHARS).collect()
    };
    (name(&header::ORIGIN), name(&header::HOST))
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

    fn of(pairs: &[(&str, &str)]) -> PostSender {
        let site = SiteNames::new(Some(&"https://www.amwaj.example".parse().expect("an address")), &[]);
        sender(&headers(pairs), &site, &["https://app.example".to_owned()])
    }

    #[test]
    fn r46_posts_of_other_sites_are_recognised() {
        let foreign = |pairs: &[(&str, &str)]| {
            of(&[&[("host", "www.amwaj.example")], pairs].concat()) == PostSender::OtherSite
        };
        assert!(!foreign(&[]), "old clients send nothing");
        assert!(!foreign(&[("origin", "https://WWW.amwaj.example:443")]));
        assert!(!foreign(&[("origin", "https://amwaj.example")]), "the name without www.");
        assert!(!foreign(&[("origin", "null"), ("sec-fetch-site", "same-origin")]));
        assert!(!foreign(&[("origin", "https://amwaj.example"), ("sec-fetch-site", "same-site")]));
        assert!(foreign(&[("origin", "null")]));
        assert!(foreign(&[("sec-fetch-site", "same-site")]), "a neighbour that hides its name");
        assert!(foreign(&[("origin", "https://evil.example")]));
        assert!(foreign(&[("origin", "https://amwaj.example.evil.example")]));
        assert!(foreign(&[("origin", "https://amwaj.example:8443")]));
        assert!(foreign(&[("origin", "https://amwaj.example"), ("sec-fetch-site", "cross-site")]));
        assert!(!foreign(&[("origin", "https://app.example"), ("sec-fetch-site", "cross-site")]));
        assert!(foreign(&[("origin", "https://app.example.evil.example"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn r46_behind_a_proxy_that_loses_the_name_a_post_is_ours_or_its_page_is_unknown() {
        let upstream = |pairs: &[(&str, &str)]| of(&[&[("host", "127.0.0.1:8080")], pairs].concat());
        for ours in ["https://www.amwaj.example", "https://amwaj.example", "http://127.0.0.1:8080"] {
            assert_eq!(upstream(&[("origin", ours)]), PostSender::OwnPage, "{ours}");
        }
        let other_name = ("origin", "https://amwaj-dubai.example");
        assert_eq!(upstream(&[other_name, ("sec-fetch-site", "same-origin")]), PostSender::OwnPage);
        assert_eq!(upstream(&[other_name]), PostSender::Unknown);
        assert_eq!(upstream(&[other_name, ("sec-fetch-site", "cross-site")]), PostSender::OtherSite);
        assert_eq!(upstream(&[other_name, ("sec-fetch-site", "same-site")]), PostSender::OtherSite);
        assert_eq!(upstream(&[("origin", "null")]), PostSender::OtherSite);
        let unset = sender(&headers(&[("host", "backend"), other_name]), &SiteNames::default(), &[]);
        assert_eq!(unset, PostSender::Unknown);
    }

    #[test]
    fn names_for_the_log_are_short_and_steer_no_terminal() {
        let long = "x".repeat(5000);
        let (origin, host) = names(&headers(&[("origin", &long), ("host", "a\tb")]));
        assert_eq!((origin.len(), host.as_str()), (MAX_SHOWN_CHARS, "a b"));
        assert_eq!(names(&HeaderMap::new()).0, "?");
    }

    #[test]
    fn what_only_browsers_use_wants_their_word() {
        let own = |pairs: &[(&str, &str)]| {
            let mut all = vec![("host", "amwaj.example")];
            all.extend_from_slice(pairs);
            is_own(&headers(&all), &SiteNames::default())
        };
        assert!(own(&[("sec-fetch-site", "same-origin")]));
        assert!(own(&[("origin", "https://amwaj.example")]));
        assert!(!own(&[]), "a program, or a browser that hides where the form came from");
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("sec-fetch-site", "same-site"), ("origin", "https://shop.amwaj.example")]));
        assert!(!own(&[("sec-fetch-site", "cross-site"), ("origin", "https://amwaj.example")]));
    }
}
