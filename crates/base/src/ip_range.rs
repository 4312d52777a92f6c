//! Ranges of addresses, for the list of proxies whose word about the visitor's address is believed.

use std::net::IpAddr;
use std::str::FromStr;

/// One address or a range such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpRange {
    base: IpAddr,
    prefix: u32,
}

impl IpRange {
    /// Whether the address is in the range. An IPv4 address written as IPv6 counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        let (base, base_bits) = bits(self.base);
        let (address, address_bits) = bits(address.to_canonical());
        let host_bits = base_bits - self.prefix;
        base_bits == address_bits && (host_bits == 128 || (base ^ address) >> host_bits == 0)
    }
}

impl FromStr for IpRange {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (base, prefix) = match text.trim().split_once('/') {
            Some((base, prefix)) => (base, Some(prefix)),
            None => (text.trim(), None),
        };
        let base: IpAddr = base.parse().map_err(|_| ())?;
        let longest = bits(base).1;
        let prefix = match prefix {
            Some(prefix) => prefix.parse().map_err(|_| ())?,
            None => longest,
        };
        if prefix > longest { Err(()) } else { Ok(IpRange { base, prefix }) }
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
    fn a_range_holds_its_own_addresses_and_no_others() {
        assert!(within("10.0.0.0/8", "10.200.1.2") && !within("10.0.0.0/8", "11.0.0.1"));
        assert!(within("127.0.0.1", "::ffff:127.0.0.1") && !within("127.0.0.1", "127.0.0.2"));
        assert!(within("fd00::/8", "fd12::1") && !within("fd00::/8", "fe80::1"));
        assert!(within("::/0", "2001:db8::1") && within("0.0.0.0/0", "8.8.8.8"));
        assert!(!within("::/0", "8.8.8.8"));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["", "10.0.0.0/33", "proxy.local", "10.0.0.0/-1", "::1/129"] {
            assert!(text.parse::<IpRange>().is_err(), "{text}");
        }
    }
}
