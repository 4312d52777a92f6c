//! The rate limit of reports: how many one address may send, a few hundred a minute, since whole offices and mobile
//! networks share one. Addresses are not kept: each is hashed to one of a fixed number of slots, by a digest that means
//! nothing outside this process; two addresses in one slot share its limit.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};

use base::clock::Clock;

/// How many addresses can be told apart, about.
const SLOTS: usize = 4096;
/// The most reports of one address at once, and how many more each minute.
const MAX_REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(600).expect("more than none");

pub(super) struct ReportRateLimit {
    digest: RandomState,
    limiter: RateLimiter<usize, Slots, SteadyClock, NoOpMiddleware<Duration>>,
}

impl ReportRateLimit {
    pub fn new(clock: Clock) -> Self {
        let slots = Slots((0..SLOTS).map(|_| InMemoryState::default()).collect());
        let quota = Quota::per_minute(MAX_REPORTS_PER_MINUTE);
        Self { digest: RandomState::new(), limiter: RateLimiter::new(quota, slots, SteadyClock(clock)) }
    }

    /// Whether an address may send one more report now.
    pub fn allows(&self, address: IpAddr) -> bool {
        let slot = self.digest.hash_one(address) as usize % SLOTS;
        self.limiter.check_key(&slot).is_ok()
    }
}

struct Slots(Box<[InMemoryState]>);

impl StateStore for Slots {
    type Key = usize;

    fn measure_and_replace<T, F, E>(&self, slot: &usize, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0[*slot].measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

/// The time that only goes forward.
#[derive(Clone)]
struct SteadyClock(Clock);

impl governor::clock::Clock for SteadyClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_may_send_so_many_reports_a_minute_and_others_notice_nothing() {
        let clock = Clock::manual(43_200_000);
        let limit = ReportRateLimit::new(clock.clone());
        let allowed = |last: u8| (0..1000).filter(|_| limit.allows(IpAddr::from([10, 0, 0, last]))).count();
        assert_eq!(allowed(1), 600);
        assert_eq!(allowed(1), 0);
        assert_eq!(allowed(2), 600);
        clock.advance(Duration::from_secs(60));
        assert_eq!(allowed(1), 600);
    }
}
