//! Networks that share a connection limit: an IPv4 address; of an IPv6 address its /64, which one household has, and
//! also its /56 and /48, which whoever rents a single server may have.

use std::net::{IpAddr, Ipv6Addr};

use base::client_ip;

/// One client's network, or a wider one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    first: IpAddr,
    /// Its limit, as a multiple of one client's.
    pub times: usize,
}

/// The networks that an address belongs to, the client's own first.
pub(crate) fn networks(address: IpAddr) -> Vec<Network> {
    let own = client_ip::network(address);
    let mut networks = vec![Network { first: own, times: 1 }];
    if let IpAddr::V6(v6) = own {
        let wider = [(56, 2), (48, 4)].map(|(prefix, times)| {
            let host_bits = 128 - prefix;
            Network { first: Ipv6Addr::from_bits(v6.to_bits() >> host_bits << host_bits).into(), times }
        });
        networks.extend(wider);
    }
    networks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_is_counted_by_three_networks_and_an_ipv4_address_by_itself() {
        let of = |text: &str| {
            let networks = networks(text.parse().expect("an address"));
            networks.iter().map(|network| format!("{} {}", network.first, network.times)).collect::<Vec<_>>()
        };
        assert_eq!(
            of("2001:db8:1:2345:6::7"),
            ["2001:db8:1:2345:: 1", "2001:db8:1:2300:: 2", "2001:db8:1:: 4"]
        );
        assert_eq!(of("192.0.2.7"), ["192.0.2.7 1"]);
        assert_eq!(of("::ffff:192.0.2.7"), ["192.0.2.7 1"]);
    }
}
