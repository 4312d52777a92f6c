//! Identifies visitors for the rate limit: the client's address behind the company's proxies, hashed so that it can be
//! counted and not read back, and for IPv6 the wider networks around it. The address itself is neither stored nor logged.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};
use sha2::{Digest, Sha256};

use base::client_ip;
use base::client_ip::FORWARDED_FOR;
use base::ip_range::IpRange;
use base::random::Random;

/// The IPv6 networks that count beside a visitor's own /64, as prefix lengths: whoever rents a server or a line gets one of
/// them whole.
const WIDER_PREFIXES: [u32; 2] = [56, 48];

/// A visitor, distinguished from others for as long as this process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visitor {
    pub(crate) address: u64,
    /// Its /56 and its /48; nothing for IPv4.
    pub(crate) wider: Option<[u64; WIDER_PREFIXES.len()]>,
}

/// Identifies visitors.
pub(crate) struct Visitors {
    trusted: Vec<IpRange>,
    /// Drawn at random at the start, so that the hash of an address means nothing elsewhere.
    key: [u8; 32],
    /// Whether the log has mentioned a proxy that is not listed.
    warned: AtomicBool,
}

impl Visitors {
    pub fn new(trusted: Vec<IpRange>, random: &Random) -> Self {
        Visitors { trusted, key: random.bytes(), warned: AtomicBool::new(false) }
    }

    /// Who sent a request; nothing when a trusted proxy does not say, so that visitors cannot be told apart.
    pub fn identify(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Visitor> {
        let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
        if headers.contains_key(FORWARDED_FOR) && self.is_unlisted_proxy(peer.ip()) {
            tracing::warn!(
                proxy = %peer.ip(),
                "a proxy that AMWAJ_TRUSTED_PROXIES does not list passes visitors on: they all count as one"
            );
        }
        let address = client_ip::resolve(peer.ip(), headers, &self.trusted)?;
        let wider = match address {
            IpAddr::V4(_) => None,
            IpAddr::V6(v6) => Some(WIDER_PREFIXES.map(|prefix| {
                let network = Ipv6Addr::from_bits(v6.to_bits() >> (128 - prefix) << (128 - prefix));
                self.hash(&format!("{network}/{prefix}"))
            })),
        };
        Some(Visitor { address: self.hash(&address.to_string()), wider })
    }

    fn hash(&self, network: &str) -> u64 {
        let digest = Sha256::new().chain_update(self.key).chain_update(network).finalize();
        u64::from_be_bytes(digest[..8].try_into().expect("eight bytes of thirty-two"))
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
        let visitors = Visitors::new(vec!["10.0.0.1".parse().expect("a range")], &Random::scripted(1));
        let unlisted = |peer: &str| visitors.is_unlisted_proxy(peer.parse().expect("an address"));
        assert!(!unlisted("203.0.113.7") && !unlisted("2001:db8::1") && !unlisted("10.0.0.1"));
        assert!(unlisted("172.16.0.2"));
        assert!(!unlisted("127.0.0.1"), "once is enough");
    }

    fn visitor(seed: u64, address: &str) -> Visitor {
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::new(address.parse().expect("an address"), 40_000)));
        let visitors = Visitors::new(Vec::new(), &Random::scripted(seed));
        visitors.identify(&extensions, &HeaderMap::new()).expect("somebody")
    }

    #[test]
    fn the_same_address_is_the_same_visitor_in_one_process_only() {
        assert_eq!(visitor(1, "203.0.113.7"), visitor(1, "203.0.113.7"));
        assert_ne!(visitor(1, "203.0.113.7"), visitor(99, "203.0.113.7"));
        assert_eq!(visitor(1, "203.0.113.7").wider, None);
    }

    #[test]
    fn ipv6_visitors_of_one_customer_share_their_wider_networks() {
        let wider = |address| visitor(1, address).wider.expect("IPv6 has them");
        let (home, next) = (wider("2001:db8:1:2::1"), wider("2001:db8:1:ff::1"));
        assert_eq!(home, next, "the same /56");
        let other = wider("2001:db8:1:100::1");
        assert!(home[0] != other[0] && home[1] == other[1], "another /56 of the same /48");
        assert_ne!(home[1], wider("2001:db8:2:2::1")[1]);
    }
}
