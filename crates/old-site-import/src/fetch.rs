//! Downloads lists and pictures from other sites: limited in time and size, and never from inside the company's own
//! network (SSRF), unless the list itself came from there.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use url::{Host, Url};

/// For one response, from connecting to its last byte.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_REDIRECTS: usize = 5;

/// An HTTP client for other sites.
pub struct Fetcher {
    client: reqwest::Client,
    /// The address that staff named themselves; its host and port may be inside their network.
    trusted: Option<Url>,
}

impl Fetcher {
    /// `trusted` is the address that staff named: only its host and port may be inside their network.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub fn new(trusted: Option<&Url>) -> Result<Self, String> {
        let trusted = trusted.cloned();
        let trusted_host = trusted.as_ref().and_then(Url::host_str).map(str::to_string);
        let redirects_may_enter = trusted.clone();
        let redirects = Policy::custom(move |attempt| {
            if attempt.previous().len() > MAX_REDIRECTS {
                return attempt.error("it redirects in circles");
            }
            match check_allowed(attempt.url(), redirects_may_enter.as_ref()) {
                Ok(()) => attempt.follow(),
                Err(why) => attempt.error(why),
            }
        });
        let client = reqwest::Client::builder()
            .redirect(redirects)
            .dns_resolver(Arc::new(PublicResolver { trusted_host }))
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .user_agent(concat!("amwaj/", env!("CARGO_PKG_VERSION")))
            .no_proxy()
            .build();
        Ok(Self { client: client.map_err(|error| error.to_string())?, trusted })
    }

    /// The bytes at `url`, at most `max_bytes`.
    ///
    /// # Errors
    /// Half a sentence that says why they cannot be downloaded.
    pub async fn get(&self, url: &Url, max_bytes: usize) -> Result<Bytes, String> {
        check_allowed(url, self.trusted.as_ref())?;
        let mut response = self.client.get(url.clone()).send().await.map_err(|error| root_cause(&error))?;
        if !response.status().is_success() {
            return Err(format!("the other site answers {}", response.status()));
        }
        let too_large = || format!("it has more than {} MB", max_bytes >> 20);
        if response.content_length().is_some_and(|length| length > max_bytes as u64) {
            return Err(too_large());
        }
        let mut bytes = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| root_cause(&error))? {
            if bytes.len() + chunk.len() > max_bytes {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }
}

/// The innermost cause, without the URL, which the reader knows.
fn root_cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "the other site takes too long".to_string();
    }
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

/// Refuses URLs that lead into a private network, but for the trusted host and port.
fn check_allowed(url: &Url, trusted: Option<&Url>) -> Result<(), String> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("`{}:` is no address of the web", url.scheme()));
    }
    if let Some(trusted) = trusted.filter(|trusted| trusted.host_str() == url.host_str()) {
        // A site may show pictures by http as well as by https; another port is another program's.
        let ports = [url, trusted].map(Url::port_or_known_default);
        let same = ports[0] == ports[1] || ports.iter().all(|port| matches!(port, Some(80 | 443)));
        return if same { Ok(()) } else { Err("it stands at another port than the site".to_string()) };
    }
    let inside = match url.host() {
        Some(Host::Ipv4(address)) => !is_public(address.into()),
        Some(Host::Ipv6(address)) => !is_public(address.into()),
        Some(Host::Domain(_)) => false,
        None => true,
    };
    if inside { Err(INSIDE.to_string()) } else { Ok(()) }
}

const INSIDE: &str = "it stands inside a private network";

/// A DNS resolver that drops addresses inside a private network, but for the trusted host.
struct PublicResolver {
    trusted_host: Option<String>,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let may_be_inside = self.trusted_host.as_deref() == Some(name.as_str());
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let some = !found.is_empty();
            let allowed: Vec<SocketAddr> =
                found.into_iter().filter(|address| may_be_inside || is_public(address.ip())).collect();
            if some && allowed.is_empty() {
                return Err(INSIDE.into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Whether an address belongs to the open internet.
/// Source: IANA's special-purpose address registries (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_documentation()
                || matches!(
                    (a, b, c),
                    (0 | 240..=255, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18 | 19, _)
                ))
        }
        IpAddr::V6(v6) => {
            if let Some(v4) = v6.to_ipv4_mapped() {
                return is_public(v4.into());
            }
            let first = v6.segments()[0];
            // Global unicast, but for tunnels that lead to any address of version 4.
            (0x2000..0x4000).contains(&first) && first != 0x2002 && v6.segments()[..2] != [0x2001, 0]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(url: &str, trusted: Option<&str>) -> bool {
        let address = |url| Url::parse(url).expect("an address");
        check_allowed(&address(url), trusted.map(address).as_ref()).is_ok()
    }

    #[test]
    fn nothing_is_downloaded_from_inside_the_network() {
        for url in [
            "http://127.0.0.1/",
            "http://10.1.2.3/a.jpg",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://[::1]/",
            "http://[fd00::1]/",
            "http://[fe80::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[2002:7f00:1::]/",
            "http://0x7f.1/",
            "http://2130706433/",
            "http://0.0.0.0/",
            "file:///etc/passwd",
            "ftp://example.com/a.jpg",
        ] {
            assert!(!may(url, Some("https://admin.example/")), "{url}");
        }
        assert!(may("https://8.8.8.8/a.jpg", None) && may("https://[2606:4700::1]/a.jpg", None));
    }

    #[test]
    fn of_the_host_that_staff_named_only_its_own_port_is_trusted() {
        assert!(may("http://127.0.0.1:9/a.jpg", Some("http://127.0.0.1:9/admin")));
        assert!(!may("http://127.0.0.1:18182/a.jpg", Some("http://127.0.0.1:9/admin")));
        assert!(!may("http://intranet.example:5432/", Some("https://intranet.example/")));
        assert!(may("http://old.example/a.jpg", Some("https://old.example/admin")), "by http as well");
    }

    #[tokio::test]
    async fn a_name_that_resolves_to_an_inside_address_is_refused_too() {
        let fetcher = Fetcher::new(None).expect("a client");
        let url = Url::parse("http://localhost:9/a.jpg").expect("an address");
        let said = fetcher.get(&url, 1).await.expect_err("refused");
        assert!(said.contains(INSIDE), "{said}");
    }
}
