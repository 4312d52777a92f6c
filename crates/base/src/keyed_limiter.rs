//! A rate limit (throttle) for each of any number of keys: a token bucket each. All is kept in memory, for a bounded number
//! of keys; those not seen for longest are forgotten. A key is kept as a digest that means nothing outside this process.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};
use parking_lot::Mutex;
use quick_cache::unsync::Cache;

use crate::clock::Clock;

/// A burst, and how long one token of it takes to be refilled.
pub type TokenBucket = (u32, Duration);

/// The most keys that a limiter remembers, about 2 MB.
const MAX_KEYS: usize = 32_768;

/// A token bucket for each key.
pub struct KeyedLimiter {
    digest: RandomState,
    limiter: RateLimiter<u64, BoundedStates, SteadyClock, NoOpMiddleware<Duration>>,
}

impl KeyedLimiter {
    pub fn new(clock: &Clock, (burst, refill): TokenBucket) -> Self {
        let burst = NonZeroU32::new(burst).expect("a burst lets at least one pass");
        let quota = Quota::with_period(refill).expect("a refill takes time").allow_burst(burst);
        let states = BoundedStates(Mutex::new(Cache::new(MAX_KEYS)));
        let limiter = RateLimiter::new(quota, states, SteadyClock(clock.clone()));
        KeyedLimiter { digest: RandomState::new(), limiter }
    }

    /// Takes one token of this key.
    ///
    /// # Errors
    /// How long it takes until there is one.
    pub fn check(&self, key: impl Hash) -> Result<(), Duration> {
        let now = self.limiter.clock().now();
        let checked = self.limiter.check_key(&self.digest.hash_one(key));
        checked.map_err(|refused| refused.wait_time_from(now))
    }

    /// Whether this key may once more now.
    pub fn allows(&self, key: impl Hash) -> bool {
        self.check(key).is_ok()
    }
}

/// The state of each key.
struct BoundedStates(Mutex<Cache<u64, Nanos>>);

impl StateStore for BoundedStates {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut states = self.0.lock();
        let (passed, next) = decide(states.get(key).copied())?;
        states.insert(*key, next);
        Ok(passed)
    }
}

/// The part of the clock that is never set back.
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

    const MINUTE: Duration = Duration::from_secs(60);

    fn limiter() -> (KeyedLimiter, Clock) {
        let clock = Clock::manual(43_200_000);
        (KeyedLimiter::new(&clock, (5, MINUTE)), clock)
    }

    #[test]
    fn a_key_has_its_burst_then_one_token_at_a_time_and_other_keys_notice_nothing() {
        let (limiter, clock) = limiter();
        let allowed = |key: &str| (0..9).filter(|_| limiter.allows(key)).count();
        assert_eq!((allowed("a"), allowed("b")), (5, 5));
        clock.advance(MINUTE / 4);
        assert_eq!(limiter.check("a"), Err(MINUTE / 4 * 3), "the refusal says for how long");
        clock.advance(MINUTE / 4 * 3);
        assert_eq!(allowed("a"), 1);
        clock.advance(MINUTE * 60);
        assert_eq!(allowed("a"), 5);
    }

    #[test]
    fn a_million_keys_take_no_more_memory_than_the_bound() {
        let (limiter, _) = limiter();
        assert!((0..1_000_000).all(|key| limiter.allows(key)));
        let kept = limiter.limiter.into_state_store().0.lock().len();
        assert!((MAX_KEYS / 2..=MAX_KEYS).contains(&kept), "{kept}");
    }

    #[test]
    fn a_key_that_is_seen_again_and_again_is_not_forgotten_among_many_others() {
        let (limiter, _) = limiter();
        let mut allowed = 0;
        for key in 1..100_000 {
            limiter.allows(key);
            if key % 1_000 == 0 {
                allowed += usize::from(limiter.allows(0));
            }
        }
        assert_eq!(allowed, 5);
    }
}
