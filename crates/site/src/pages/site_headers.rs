//! The headers that every page and every file of the site carries, and the policy of each page.

use http::header::CONTENT_SECURITY_POLICY;
use http::{HeaderName, HeaderValue};

/// Headers that every response of a kind carries.
#[derive(Debug, Clone, Default)]
pub struct SiteHeaders {
    /// With a policy that allows all of `styles`.
    pub pages: Vec<(HeaderName, HeaderValue)>,
    pub files: Vec<(HeaderName, HeaderValue)>,
    /// The style sheets that documents may contain, and what allows each in the policy.
    pub styles: Vec<(String, String)>,
}

impl SiteHeaders {
    /// The headers of a page, with a policy that allows those style sheets which are in it.
    pub fn of_page(&self, html: &str) -> Vec<(HeaderName, HeaderValue)> {
        let absent: Vec<_> = self.styles.iter().filter(|(style, _)| !html.contains(style)).collect();
        let mut headers = self.pages.clone();
        for (name, value) in &mut headers {
            if *name == CONTENT_SECURITY_POLICY
                && let Ok(policy) = value.to_str()
            {
                let without = |policy: String, (_, source): &&(String, String)| {
                    policy.replace(&format!(" {source}"), "")
                };
                let policy = absent.iter().fold(policy.to_owned(), without);
                *value = HeaderValue::try_from(policy).expect("a part of a value");
            }
        }
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pages_policy_allows_the_style_sheets_that_are_in_it_and_no_others() {
        let policy =
            HeaderValue::from_static("script-src 'self' 'a'; style-src 'self' 'b' 'c'; img-src 'self'");
        let headers = SiteHeaders {
            pages: vec![(CONTENT_SECURITY_POLICY, policy)],
            files: Vec::new(),
            styles: [("p{}", "'b'"), ("q{}", "'c'")]
                .map(|(style, source)| (style.into(), source.into()))
                .into(),
        };
        let policy_of = |html: &str| headers.of_page(html)[0].1.to_str().expect("text").to_owned();
        let policy =
            |styles: &str| format!("script-src 'self' 'a'; style-src 'self'{styles}; img-src 'self'");
        assert_eq!(policy_of("<style>p{}</style><style>q{}</style>"), policy(" 'b' 'c'"));
        assert_eq!(policy_of("<style>q{}</style>"), policy(" 'c'"));
        assert_eq!(policy_of("<style>r{}</style>"), policy(""));
    }
}
