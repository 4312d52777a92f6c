//! Identifies visitors for the rate limits: the network of the client behind the company's proxies, hashed so that it can
//! be counted and not read back. The address itself is neither stored nor logged.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};

use base::client_ip;
use base::client_ip::FORWARDED_FOR;
use base::ip_range::IpRange;

/// The visitors of one network, an IPv4 address or an IPv6 /48, distinguished from others for as long as this process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor(pub(crate) u64);

/// Identifies visitors.
pub(crate) struct Visitors {
    trusted: Vec<IpRange>,
    /// Drawn at random at the start, so that the hash of an address means nothing elsewhere.
    digest: RandomState,
    /// Whether the log has mentioned a proxy that is not listed.
    warned: AtomicBool,
}

impl Visitors {
    pub fn new(trusted: Vec<IpRange>) -> Self {
        Visitors { trusted, digest: RandomState::new(), warned: AtomicBool::new(false) }
    }

    /// Sender of a request; `None` when a trusted proxy does not say, so that visitors cannot be told apart.
    pub fn identify(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Visitor> {
        let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
        if headers.contains_key(FORWARDED_FOR) && self.is_unlisted_proxy(peer.ip()) {
            tracing::warn!(
                proxy = %peer.ip(),
                "a proxy that AMWAJ_TRUSTED_PROXIES does not list passes visitors on: they all count as one"
            );
        }
        let address = client_ip::resolve(peer.ip(), headers, &self.trusted)?;
        Some(Visitor(self.digest.hash_one(client_ip::subscriber(address))))
    }

    /// Whether a host of the company's own network seems to be a proxy that is not listed; true once.
    fn is_unlisted_proxy(&self, peer: IpAddr) -> bool {
        let near = match peer.to_canonical() {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
            IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
        };
        let listed = self.trusted.iter().any(|range| range.contains(peer));
        near && !listed && !self.warned.swap(true, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unlisted_proxy_is_logged_once_and_a_visitor_never() {
        let visitors = Visitors::new(vec!["10.0.0.1".parse().expect("a range")]);
        let unlisted = |peer: &str| visitors.is_unlisted_proxy(peer.parse().expect("an address"));
        assert!(!unlisted("203.0.113.7") && !unlisted("2001:db8::1") && !unlisted("10.0.0.1"));
        assert!(unlisted("172.16.0.2"));
        assert!(!unlisted("127.0.0.1"), "once is enough");
    }

    #[test]
    fn an_ipv4_address_or_an_ipv6_48_is_one_visitor_in_one_process_only() {
        let of = |visitors: &Visitors, address: &str| {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(SocketAddr::new(address.parse().expect("an address"), 40_000)));
            visitors.identify(&extensions, &HeaderMap::new()).expect("somebody")
        };
        let (here, elsewhere) = (Visitors::new(Vec::new()), Visitors::new(Vec::new()));
        assert_eq!(of(&here, "203.0.113.7"), of(&here, "203.0.113.7"));
        assert_ne!(of(&here, "203.0.113.7"), of(&here, "203.0.113.8"));
        assert_ne!(of(&here, "203.0.113.7"), of(&elsewhere, "203.0.113.7"));
        assert_eq!(of(&here, "2001:db8:1:2::1"), of(&here, "2001:db8:1:ff00::1"));
        assert_ne!(of(&here, "2001:db8:1:2::1"), of(&here, "2001:db8:2:2::1"));
    }
}
