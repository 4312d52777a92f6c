//! The visitor's own address behind the company's proxies. It is only ever counted by, never stored or logged.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::HeaderMap;

use crate::ip_range::IpRange;

/// The one header that is read. Every common proxy writes it; `Forwarded` (RFC 7239) says the same, and two
/// headers that disagree would only give a visitor a choice of who to be.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// The visitor's address: the connection's own, or, where that is a trusted proxy, the right-most one that a
/// trusted proxy wrote down and that is no trusted proxy itself. What stands left of it is the visitor's
/// own invention. An IPv6 visitor is its /64: a household has as many addresses as it likes within one.
pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpRange]) -> Option<IpAddr> {
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
        of(peer.parse().expect("an address"), &headers, &trusted).map(|address| address.to_string())
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
}
