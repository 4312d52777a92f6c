//! Who asks: the visitor's own address behind the company's proxies, made into something that can be counted and
//! not read back. The address itself is neither stored nor logged.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};
use sha2::{Digest, Sha256};

use crate::config::IpRange;
use crate::random::Random;

/// The one header that is read. Every common proxy writes it; `Forwarded` (RFC 7239) says the same, and two
/// headers that disagree would only give a visitor a choice of who to be.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// A visitor, told apart from others for as long as this process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visitor(pub(super) u64);

/// Tells visitors apart.
pub(super) struct Visitors {
    trusted: Vec<IpRange>,
    /// Drawn at the start, so that the digest of an address means nothing elsewhere.
    key: [u8; 32],
    /// Whether a proxy that is not listed was spoken of.
    warned: AtomicBool,
}

impl Visitors {
    pub fn new(trusted: Vec<IpRange>, random: &Random) -> Self {
        Visitors { trusted, key: random.bytes(), warned: AtomicBool::new(false) }
    }

    /// Who sent a request; nothing where nobody can be told apart: a trusted proxy that names nobody.
    pub fn of(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Visitor> {
        let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
        if headers.contains_key(FORWARDED_FOR) && self.is_forgotten(peer.ip()) {
            tracing::warn!(
                proxy = %peer.ip(),
                "a proxy that AMWAJ_TRUSTED_PROXIES does not list passes visitors on: they all count as one"
            );
        }
        let address = address(peer.ip(), headers, &self.trusted)?;
        let digest = Sha256::new().chain_update(self.key).chain_update(address.to_string()).finalize();
        let first: [u8; 8] = digest[..8].try_into().expect("eight bytes of thirty-two");
        Some(Visitor(u64::from_be_bytes(first)))
    }

    /// Whether a machine of the company's own network seems to be a proxy that was not listed; says so once.
    fn is_forgotten(&self, peer: IpAddr) -> bool {
        let near = match peer.to_canonical() {
            IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
            IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
        };
        let listed = self.trusted.iter().any(|range| range.contains(peer));
        near && !listed && !self.warned.swap(true, Ordering::Relaxed)
    }
}

/// The visitor's address: the connection's own, or, where that is a trusted proxy, the right-most one that a
/// trusted proxy wrote down and that is no trusted proxy itself. What stands left of it is the visitor's
/// own invention. An IPv6 visitor is its /64: a household has as many addresses as it likes within one.
fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpRange]) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|range| range.contains(address));
    if !is_trusted(peer) {
        return Some(network(peer));
    }
    let lines = headers.get_all(FORWARDED_FOR).iter().map(|line| line.to_str().unwrap_or("?"));
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let mut nearest = None;
    for hop in hops.into_iter().rev().filter(|hop| !hop.is_empty()) {
        // A proxy that writes "unknown", or a socket's name, knows nobody.
        let address = read(hop)?;
        nearest = Some(network(address));
        if !is_trusted(address) {
            break;
        }
    }
    nearest
}

/// An address as proxies write it: bare, in brackets, or with a port.
fn read(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(hop);
    let with_port = || hop.parse::<SocketAddr>().map(|address| address.ip());
    bare.parse().or_else(|_| with_port()).ok()
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&str]) -> Option<String> {
        let trusted: Vec<IpRange> =
            ["10.0.0.0/8", "127.0.0.1"].iter().map(|range| range.parse().expect("a range")).collect();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().expect("a value"));
        }
        address(peer.parse().expect("an address"), &headers, &trusted).map(|address| address.to_string())
    }

    #[test]
    fn a_visitor_cannot_choose_who_to_be() {
        let seen = |peer, forwarded: &[&str]| seen(peer, forwarded).expect("somebody");
        assert_eq!(seen("203.0.113.7", &["198.51.100.1"]), "203.0.113.7", "no proxy: the header is a claim");
        assert_eq!(seen("203.0.113.7", &["127.0.0.1"]), "203.0.113.7");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1, 203.0.113.7"]), "203.0.113.7", "the left is made up");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1", "203.0.113.7"]), "203.0.113.7", "in two lines too");
        assert_eq!(seen("127.0.0.1", &["1.1.1.1, 203.0.113.7, 10.1.2.3"]), "203.0.113.7", "two proxies");
        assert_eq!(seen("127.0.0.1", &["10.0.0.9, 203.0.113.7"]), "203.0.113.7", "posing as a proxy");
        assert_eq!(seen("127.0.0.1", &["nonsense, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(seen("127.0.0.1", &["10.0.0.9, 10.0.0.8"]), "10.0.0.9", "from within the company");
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        let forwarded = |text| seen("127.0.0.1", &[text]);
        assert_eq!(forwarded("203.0.113.7:41000").as_deref(), Some("203.0.113.7"));
        assert_eq!(forwarded("[2001:db8:1:2::5]:41000").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(forwarded("[2001:db8:1:2::5]").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(forwarded("::ffff:203.0.113.7").as_deref(), Some("203.0.113.7"));
        assert_eq!(forwarded("203.0.113.7, ").as_deref(), Some("203.0.113.7"));
    }

    #[test]
    fn an_ipv6_household_is_one_visitor_and_the_next_one_another() {
        assert_eq!(seen("2001:db8:1:2:3:4:5:6", &[]), seen("2001:db8:1:2:ffff::1", &[]));
        assert_ne!(seen("2001:db8:1:2::1", &[]), seen("2001:db8:1:3::1", &[]));
    }

    #[test]
    fn a_trusted_proxy_that_names_nobody_leaves_nobody_to_count() {
        for nobody in [&[][..], &["unknown"], &["203.0.113.7, unix:"], &[""]] {
            assert_eq!(seen("127.0.0.1", nobody), None, "{nobody:?}");
        }
    }

    #[test]
    fn a_proxy_that_nobody_listed_is_spoken_of_once_and_a_visitor_never() {
        let visitors = Visitors::new(vec!["10.0.0.1".parse().expect("a range")], &Random::scripted(1));
        let forgotten = |peer: &str| visitors.is_forgotten(peer.parse().expect("an address"));
        assert!(!forgotten("203.0.113.7") && !forgotten("2001:db8::1") && !forgotten("10.0.0.1"));
        assert!(forgotten("172.16.0.2"));
        assert!(!forgotten("127.0.0.1"), "once is enough");
    }

    #[test]
    fn the_same_address_is_the_same_visitor_in_one_process_only() {
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::from(([203, 0, 113, 7], 40_000))));
        let of = |seed| {
            let visitors = Visitors::new(Vec::new(), &Random::scripted(seed));
            visitors.of(&extensions, &HeaderMap::new()).expect("somebody")
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(99));
    }
}
