//! A visitor's IP address behind the company's proxies (`X-Forwarded-For`), and the networks that limits count it by: an
//! IPv6 /64 is one household, a /48 one subscriber. Addresses are never stored or logged.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::HeaderMap;

use crate::ip_range::IpRange;

/// The only header that is read. Every common proxy writes it. `Forwarded` (RFC 7239) carries the same information, but
/// reading both would let a visitor pick an identity by making them disagree.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// The visitor's [`network`]: the peer's own, or, where the peer is a trusted proxy, that of the right-most address in
/// `X-Forwarded-For` that is not a trusted proxy (the left-most one if all are trusted). Everything left of that
/// address may be forged. `None` if a trusted proxy names no usable address.
pub fn resolve(peer: IpAddr, headers: &HeaderMap, trusted: &[IpRange]) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|range| range.contains(address));
    if !is_trusted(peer) {
        return Some(network(peer));
    }
    let lines = headers.get_all(FORWARDED_FOR).iter().map(|line| line.to_str().unwrap_or("?"));
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let mut nearest = None;
    for hop in hops.into_iter().rev().filter(|hop| !hop.is_empty()) {
        // Proxies write "unknown" or a socket's name where they don't know the address.
        let address = parse_hop(hop)?;
        nearest = Some(network(address));
        if !is_trusted(address) {
            break;
        }
    }
    nearest
}

/// An address as proxies write it: bare, in brackets, or with a port.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.split(']').next()).unwrap_or(hop);
    let with_port = || hop.parse::<SocketAddr>().map(|address| address.ip());
    bare.parse().or_else(|_| with_port()).ok()
}

/// The widest network that one customer may have all of: an IPv4 address, or the /48 of an IPv6 address.
pub fn subscriber(address: IpAddr) -> IpAddr {
    prefix_of(address, 48)
}

/// The network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, since one household can
/// use any address within its /64. An IPv4 address written as IPv6 is IPv4.
pub fn network(address: IpAddr) -> IpAddr {
    prefix_of(address, 64)
}

/// The first bits of an IPv6 address; the whole of an IPv4 address.
fn prefix_of(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> (128 - bits) << (128 - bits))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(peer: &str, forwarded: &[&str]) -> Option<String> {
        let trusted: Vec<IpRange> =
            ["10.0.0.0/8", "127.0.0.1"].iter().map(|range| range.parse().expect("a range")).collect();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().expect("a value"));
        }
        resolve(peer.parse().expect("an address"), &headers, &trusted).map(|address| address.to_string())
    }

    #[test]
    fn a_visitor_cannot_forge_an_address() {
        let visitor = |peer, forwarded: &[&str]| resolved(peer, forwarded).expect("an address");
        assert_eq!(
            visitor("203.0.113.7", &["198.51.100.1"]),
            "203.0.113.7",
            "no proxy: the header is a claim"
        );
        assert_eq!(visitor("203.0.113.7", &["127.0.0.1"]), "203.0.113.7");
        assert_eq!(
            visitor("127.0.0.1", &["198.51.100.1, 203.0.113.7"]),
            "203.0.113.7",
            "the left is made up"
        );
        assert_eq!(visitor("127.0.0.1", &["198.51.100.1", "203.0.113.7"]), "203.0.113.7", "in two lines too");
        assert_eq!(visitor("127.0.0.1", &["1.1.1.1, 203.0.113.7, 10.1.2.3"]), "203.0.113.7", "two proxies");
        assert_eq!(visitor("127.0.0.1", &["10.0.0.9, 203.0.113.7"]), "203.0.113.7", "posing as a proxy");
        assert_eq!(visitor("127.0.0.1", &["nonsense, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(visitor("127.0.0.1", &["10.0.0.9, 10.0.0.8"]), "10.0.0.9", "from within the company");
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        let forwarded = |text| resolved("127.0.0.1", &[text]);
        assert_eq!(forwarded("203.0.113.7:41000").as_deref(), Some("203.0.113.7"));
        assert_eq!(forwarded("[2001:db8:1:2::5]:41000").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(forwarded("[2001:db8:1:2::5]").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(forwarded("::ffff:203.0.113.7").as_deref(), Some("203.0.113.7"));
        assert_eq!(forwarded("203.0.113.7, ").as_deref(), Some("203.0.113.7"));
    }

    #[test]
    fn an_ipv6_household_is_one_visitor_and_the_next_one_another() {
        assert_eq!(resolved("2001:db8:1:2:3:4:5:6", &[]), resolved("2001:db8:1:2:ffff::1", &[]));
        assert_ne!(resolved("2001:db8:1:2::1", &[]), resolved("2001:db8:1:3::1", &[]));
    }

    #[test]
    fn all_ipv6_networks_of_one_customer_are_one_subscriber() {
        let of = |address: &str| subscriber(address.parse().expect("an address")).to_string();
        assert_eq!(of("2001:db8:1:ff::1"), "2001:db8:1::");
        assert_eq!(of("2001:db8:2:2::1"), "2001:db8:2::");
        assert_eq!(
            (of("203.0.113.7"), of("::ffff:203.0.113.7")),
            ("203.0.113.7".into(), "203.0.113.7".into())
        );
    }

    #[test]
    fn a_trusted_proxy_that_names_no_address_leaves_no_visitor_to_count() {
        for nobody in [&[][..], &["unknown"], &["203.0.113.7, unix:"], &[""]] {
            assert_eq!(resolved("127.0.0.1", nobody), None, "{nobody:?}");
        }
    }
}
