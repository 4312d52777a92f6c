//! Ranges of IP addresses in CIDR notation, for the list of trusted proxies.

use std::net::IpAddr;
use std::str::FromStr;

/// One address or a range such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpRange {
    network: IpAddr,
    prefix: u32,
}

impl IpRange {
    /// Whether the address is in the range. An IPv4 address written as IPv6 counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        let (network, network_bits) = bits(self.network);
        let (address, address_bits) = bits(address.to_canonical());
        let host_bits = network_bits - self.prefix;
        network_bits == address_bits && (host_bits == 128 || (network ^ address) >> host_bits == 0)
    }
}

impl FromStr for IpRange {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (network, prefix) = match text.trim().split_once('/') {
            Some((network, prefix)) => (network, Some(prefix)),
            None => (text.trim(), None),
        };
        let network: IpAddr = network.parse().map_err(|_| ())?;
        let max_prefix = bits(network).1;
        let prefix = match prefix {
            Some(prefix) => prefix.parse().map_err(|_| ())?,
            None => max_prefix,
        };
        if prefix > max_prefix { Err(()) } else { Ok(IpRange { network, prefix }) }
    }
}

/// The address as a number, and how many bits its family has.
fn bits(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(v4) => (u128::from(v4.to_bits()), 32),
        IpAddr::V6(v6) => (v6.to_bits(), 128),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(range: &str, address: &str) -> bool {
        let range: IpRange = range.parse().expect("a range");
        range.contains(address.parse().expect("an address"))
    }

    #[test]
    fn a_range_contains_its_own_addresses_and_no_others() {
        assert!(within("10.0.0.0/8", "10.200.1.2") && !within("10.0.0.0/8", "11.0.0.1"));
        assert!(within("127.0.0.1", "::ffff:127.0.0.1") && !within("127.0.0.1", "127.0.0.2"));
        assert!(within("fd00::/8", "fd12::1") && !within("fd00::/8", "fe80::1"));
        assert!(within("::/0", "2001:db8::1") && within("0.0.0.0/0", "8.8.8.8"));
        assert!(!within("::/0", "8.8.8.8"));
    }

    #[test]
    fn anything_but_an_address_or_a_range_is_rejected() {
        for text in ["", "10.0.0.0/33", "proxy.local", "10.0.0.0/-1", "::1/129"] {
            assert!(text.parse::<IpRange>().is_err(), "{text}");
        }
    }
}
