//! Slows down those who guess codes: a few tries of an address, then one now and then. There is no limit for all together,
//! which would let a few strangers close the desk for everybody. Addresses are not kept.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::ConnectInfo;
use http::{Extensions, HeaderMap};

use base::client_ip;
use base::client_ip::subscriber;
use base::clock::Clock;
use base::ip_range::IpRange;
use base::keyed_limiter::{KeyedLimiter, TokenBucket};

/// Tries of one subscriber.
const TRIES: TokenBucket = (10, Duration::from_secs(60));

pub(crate) struct SlowDown {
    trusted_proxies: Vec<IpRange>,
    tries: KeyedLimiter,
}

impl SlowDown {
    pub fn new(clock: &Clock, trusted_proxies: Vec<IpRange>) -> Self {
        SlowDown { trusted_proxies, tries: KeyedLimiter::new(clock, TRIES) }
    }

    /// The address that a request comes from, behind the company's proxies. `None` where a proxy doesn't say.
    pub fn visitor(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
        client_ip::resolve(peer.ip(), headers, &self.trusted_proxies)
    }

    /// Whether somebody may try a code once more now. Behind a proxy that names nobody everybody may: one limit for all of
    /// them would let a single stranger close the desk.
    pub fn allows(&self, visitor: Option<IpAddr>) -> bool {
        visitor.is_none_or(|address| self.tries.allows(subscriber(address)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_tries_then_one_a_minute_and_other_addresses_notice_nothing() {
        let clock = Clock::manual(43_200_000);
        let slow_down = SlowDown::new(&clock, Vec::new());
        let allowed =
            |last: u8| (0..50).filter(|_| slow_down.allows(Some(IpAddr::from([192, 0, 2, last])))).count();
        assert_eq!(allowed(1), 10);
        assert_eq!(allowed(2), 10);
        clock.advance(Duration::from_secs(60));
        assert_eq!(allowed(1), 1);
    }

    #[test]
    fn tries_of_many_addresses_keep_nobody_else_out() {
        let slow_down = SlowDown::new(&Clock::manual(43_200_000), Vec::new());
        let many = (0..12_u8).flat_map(|net| (0..100_u8).map(move |host| IpAddr::from([198, 51, net, host])));
        for address in many.flat_map(|address| [address; 20]) {
            slow_down.allows(Some(address));
        }
        let mut staff = (0..100_u8).map(|host| IpAddr::from([192, 0, 2, host]));
        assert!(staff.all(|address| slow_down.allows(Some(address))));
    }

    #[test]
    fn all_addresses_of_one_subscriber_are_one_and_those_behind_a_silent_proxy_are_not() {
        let slow_down = SlowDown::new(&Clock::manual(43_200_000), Vec::new());
        let subscriber = (0..50_u16).map(|net| IpAddr::from([0x2001, 0xdb8, 7, net, 0, 0, 0, net]));
        assert_eq!(subscriber.filter(|address| slow_down.allows(Some(*address))).count(), 10);
        assert_eq!((0..50).filter(|_| slow_down.allows(None)).count(), 50);
    }
}
