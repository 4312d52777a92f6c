//! Slows down those who guess codes: a few tries, then one a minute, for each address and, above that, for all together.
//! Addresses are not kept.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::ConnectInfo;
use governor::Quota;
use http::{Extensions, HeaderMap};

use base::client_ip;
use base::clock::Clock;
use base::ip_range::IpRange;
use base::slot_limiter::SlotLimiter;

/// How many addresses can be told apart, about.
const SLOTS: usize = 4096;
/// Tries of one address at once; then one a minute.
const BURST: NonZeroU32 = NonZeroU32::new(10).expect("more than none");
/// Tries of all addresses together, each minute.
const ALL_PER_MINUTE: NonZeroU32 = NonZeroU32::new(120).expect("more than none");

/// How often somebody may try.
pub(crate) struct SlowDown {
    trusted_proxies: Vec<IpRange>,
    each: SlotLimiter,
    all: SlotLimiter,
}

impl SlowDown {
    pub fn new(clock: Clock, trusted_proxies: Vec<IpRange>) -> Self {
        let each = Quota::per_minute(NonZeroU32::MIN).allow_burst(BURST);
        SlowDown {
            trusted_proxies,
            each: SlotLimiter::new(clock.clone(), each, SLOTS),
            all: SlotLimiter::new(clock, Quota::per_minute(ALL_PER_MINUTE), 1),
        }
    }

    /// The address that a request comes from, behind the company's proxies.
    pub fn visitor(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
        client_ip::resolve(peer.ip(), headers, &self.trusted_proxies)
    }

    /// Whether somebody may try once more now.
    pub fn allows(&self, visitor: Option<IpAddr>) -> bool {
        self.each.allows(visitor) && self.all.allows(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ten_tries_then_one_a_minute_and_other_addresses_notice_nothing() {
        let clock = Clock::manual(43_200_000);
        let slow_down = SlowDown::new(clock.clone(), Vec::new());
        let allowed =
            |last: u8| (0..50).filter(|_| slow_down.allows(Some(IpAddr::from([192, 0, 2, last])))).count();
        assert_eq!(allowed(1), 10);
        assert_eq!(allowed(2), 10);
        clock.advance(Duration::from_secs(60));
        assert_eq!(allowed(1), 1);
    }

    #[test]
    fn many_addresses_together_are_slowed_down_too() {
        let slow_down = SlowDown::new(Clock::manual(43_200_000), Vec::new());
        let many = (0..=255_u8).flat_map(|a| (0..2_u8).map(move |b| IpAddr::from([198, 51, b, a])));
        assert_eq!(many.filter(|address| slow_down.allows(Some(*address))).count(), 120);
    }
}
