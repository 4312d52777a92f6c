//! The names under which visitors reach this site, as far as the settings say: its public one, the same with or without
//! `www.`, and those on its certificate.

use http::{HeaderMap, HeaderName, header};
use url::Url;

/// Empty where no public address is set.
#[derive(Clone, Debug, Default)]
pub struct SiteNames {
    /// The public address, without a slash at the end.
    origin: String,
    /// Its host, with the port where that is not the scheme's own.
    own: Option<String>,
    others: Vec<String>,
}

impl SiteNames {
    /// `more` are names that lead to this server too.
    pub fn new(site_url: Option<&Url>, more: &[String]) -> Self {
        let Some((url, own)) = site_url.and_then(|url| Some((url, authority(url)?))) else {
            return Self::default();
        };
        let others =
            sibling(url).into_iter().chain(more.iter().cloned()).filter(|name| *name != own).collect();
        Self { origin: url.as_str().trim_end_matches('/').to_owned(), own: Some(own), others }
    }

    /// The public one alone, where a page at another name has no say: that may be another server's.
    #[must_use]
    pub fn own_only(self) -> Self {
        Self { others: Vec::new(), ..self }
    }

    pub fn is_own(&self, host: &str) -> bool {
        self.own.as_deref().is_some_and(|own| is_same(own, host))
    }

    /// Whether it's any of the names.
    pub fn has(&self, host: &str) -> bool {
        self.is_own(host) || self.is_other(host)
    }

    fn is_other(&self, host: &str) -> bool {
        self.others.iter().any(|name| is_same(name, host))
    }

    /// The public address, for a request that was sent to another of the names.
    pub fn leads_to(&self, headers: &HeaderMap) -> Option<&str> {
        header_text(headers, &header::HOST).filter(|host| self.is_other(host)).map(|_| self.origin.as_str())
    }
}

fn is_same(name: &str, host: &str) -> bool {
    let host = without_default_port(host.strip_suffix(':').unwrap_or(host));
    // With the dot at the end it is the same name, said in full.
    without_default_port(name).eq_ignore_ascii_case(host.strip_suffix('.').unwrap_or(host))
}

/// Host and port of the same name without `www.`, or with it; `None` for an IP address.
pub fn sibling(url: &Url) -> Option<String> {
    let own = authority(url)?;
    url.domain().map(|_| own.strip_prefix("www.").map_or_else(|| format!("www.{own}"), str::to_owned))
}

/// Host and port of an address, without the port that its scheme has anyway.
pub fn authority(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

pub(crate) fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":80").or_else(|| host.strip_suffix(":443")).unwrap_or(host)
}

/// A header's text; `None` if it is missing or not text.
pub fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_also_its_name_with_or_without_www_and_what_is_on_its_certificate() {
        let names = |url: &str| SiteNames::new(Some(&url.parse().expect(url)), &["shop.example".to_owned()]);
        let www = names("https://www.amwaj.example");
        assert!(www.is_own("WWW.amwaj.example:443") && !www.is_own("amwaj.example"));
        for host in [
            "amwaj.example",
            "amwaj.example:443",
            "amwaj.example.",
            "amwaj.example.:443",
            "amwaj.example:",
            "shop.example",
            "www.amwaj.example",
        ] {
            assert!(www.has(host), "{host}");
        }
        for host in [
            "amwaj.example.evil.example",
            "evil.example",
            "127.0.0.1:8080",
            "amwaj.example:8443",
            ".",
            "amwaj.example..",
            "",
        ] {
            assert!(!www.has(host), "{host}");
        }
        assert!(names("https://amwaj.example").has("www.amwaj.example"));
        assert!(names("http://amwaj.example:8080").has("www.amwaj.example:8080"));
        assert!(!names("http://127.0.0.1:8080").has("www.127.0.0.1:8080"), "an address has no www.");
        assert!(!SiteNames::default().has("amwaj.example"));
    }

    #[test]
    fn only_another_of_its_names_leads_to_the_public_address() {
        let names = SiteNames::new(Some(&"https://www.amwaj.example".parse().expect("right")), &[]);
        let leads = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a value"));
            names.leads_to(&headers).map(str::to_owned)
        };
        assert_eq!(leads("amwaj.example").as_deref(), Some("https://www.amwaj.example"));
        // Whoever asks for an address, or for the name of an upstream, would be led in circles by a proxy that passes it.
        for host in ["www.amwaj.example", "127.0.0.1:8080", "backend", "evil.example"] {
            assert_eq!(leads(host), None, "{host}");
        }
    }
}
