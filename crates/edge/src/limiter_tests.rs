//! The limits of networks; what clients see of them is tested over sockets in `tests/it/abuse/crowds.rs`.

use super::*;

fn limiter(max_connections: usize, per_address: usize) -> ConnectionLimiter {
    let limits = Limits { max_connections, max_connections_per_address: per_address, ..Limits::default() };
    ConnectionLimiter::new(limits, Vec::new(), Arc::default())
}

/// Number of connections that one machine gets if it uses another /64 of its /48, or of its /56, for each.
fn taken(limiter: &ConnectionLimiter, address: impl Fn(u16) -> String) -> usize {
    let permits: Vec<_> = (0..200)
        .filter_map(|number| {
            limiter.acquire(SocketAddr::new(address(number).parse().expect("an address"), 1))
        })
        .collect();
    permits.len()
}

#[test]
fn whoever_has_many_ipv6_networks_is_still_one_client() {
    assert_eq!(taken(&limiter(4096, 8), |number| format!("2001:db8:0:{:x}::1", number * 256)), 32, "one /48");
    assert_eq!(taken(&limiter(4096, 8), |number| format!("2001:db8:0:{number:x}::1")), 16, "one /56");
    assert_eq!(taken(&limiter(4096, 8), |number| format!("2001:db8::{number:x}")), 8, "one /64");
    assert_eq!(taken(&limiter(4096, 8), |number| format!("2001:db8:{number:x}::1")), 200, "many /48");
    assert_eq!(taken(&limiter(4096, 8), |number| format!("192.0.2.{number}")), 200, "IPv4");
}
