//! Rate limiting: how often one visitor may post. A few requests pass, more are quarantined for a person to look at, and a
//! flood is throttled: refused for a while with 429, which the log calls a rate limit.
//!
//! Each limit is a token bucket for each visitor: so many requests as a burst, then one for each token that is refilled.
//! All of it is kept in memory, for a bounded number of visitors; those silent for longest are forgotten.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};
use parking_lot::Mutex;
use quick_cache::unsync::Cache;

use crate::screening::visitor::Visitor;
use base::clock::Clock;

/// A burst, and how long one token of it takes to be refilled.
type TokenBucket = (u32, Duration);

/// Requests that pass.
const FREE: TokenBucket = (5, Duration::from_secs(60));
/// The same over a day: a bot that keeps just below the first limit would still fill the mailbox.
const FREE_PER_DAY: TokenBucket = (30, Duration::from_secs(3600));
/// Beyond this every request is refused: a real visitor calls, and a bot waits.
const FLOOD: TokenBucket = (60, Duration::from_secs(30));
/// Refusals that are rendered in the site's look; rendering costs more than the request did.
const RENDERED_REFUSALS: TokenBucket = (5, Duration::from_secs(60));
/// The most visitors that each limit remembers, about 2 MB each.
pub(crate) const MAX_VISITORS: usize = 32_768;

/// What the limits say about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateDecision {
    Free,
    /// More than one visitor should need: stored in quarantine.
    Many,
    /// Far more: refused; the visitor may try again after this long.
    Refused(Duration),
}

/// The rate limits of every visitor.
pub(crate) struct RateLimits {
    free: Limiter,
    free_per_day: Limiter,
    flood: Limiter,
    rendered_refusals: Limiter,
}

impl RateLimits {
    pub fn new(clock: &Clock) -> Self {
        let limiter = |(burst, refill_interval): TokenBucket| {
            let burst = NonZeroU32::new(burst).expect("a burst lets at least one pass");
            let quota = Quota::with_period(refill_interval).expect("a time").allow_burst(burst);
            Limiter::new(quota, BoundedStore::new(), SteadyClock(clock.clone()))
        };
        RateLimits {
            free: limiter(FREE),
            free_per_day: limiter(FREE_PER_DAY),
            flood: limiter(FLOOD),
            rendered_refusals: limiter(RENDERED_REFUSALS),
        }
    }

    /// Counts one request of a visitor, whatever is in it.
    ///
    /// # Errors
    /// How long the visitor has to wait, when it is refused.
    pub fn count(&self, visitor: Visitor) -> Result<(), Duration> {
        let now = self.flood.clock().now();
        self.flood.check_key(&visitor.0).map_err(|refused| refused.wait_time_from(now))
    }

    /// Counts one request that is about to be stored.
    pub fn check(&self, visitor: Visitor) -> RateDecision {
        if let Err(wait) = self.count(visitor) {
            return RateDecision::Refused(wait);
        }
        let passes = |limiter: &Limiter| limiter.check_key(&visitor.0).is_ok();
        if passes(&self.free) && passes(&self.free_per_day) { RateDecision::Free } else { RateDecision::Many }
    }

    /// Whether a visitor who is refused still gets a page in the site's look.
    pub fn may_render_page(&self, visitor: Visitor) -> bool {
        self.rendered_refusals.check_key(&visitor.0).is_ok()
    }
}

type Limiter = RateLimiter<u64, BoundedStore, SteadyClock, NoOpMiddleware<Duration>>;

/// The part of the clock that is never set back.
#[derive(Clone)]
struct SteadyClock(Clock);

impl GovernorClock for SteadyClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

/// The state of each visitor for one limiter, bounded.
struct BoundedStore(Mutex<Cache<u64, Nanos>>);

impl BoundedStore {
    fn new() -> Self {
        BoundedStore(Mutex::new(Cache::new(MAX_VISITORS)))
    }
}

impl StateStore for BoundedStore {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut visitors = self.0.lock();
        let (passed, next) = decide(visitors.get(key).copied())?;
        visitors.insert(*key, next);
        Ok(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOMEBODY: Visitor = Visitor(7);

    fn decisions(limits: &RateLimits, count: usize) -> Vec<RateDecision> {
        (0..count).map(|_| limits.check(SOMEBODY)).collect()
    }

    #[test]
    fn five_requests_pass_at_once_and_one_more_each_minute() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        assert_eq!(
            decisions(&limits, 6),
            [[RateDecision::Free; 5].as_slice(), &[RateDecision::Many]].concat()
        );
        clock.advance(Duration::from_secs(59));
        assert_eq!(decisions(&limits, 1), [RateDecision::Many]);
        clock.advance(Duration::from_secs(1));
        assert_eq!(decisions(&limits, 2), [RateDecision::Free, RateDecision::Many]);
        clock.advance(Duration::from_secs(3600));
        assert_eq!(
            decisions(&limits, 6),
            [[RateDecision::Free; 5].as_slice(), &[RateDecision::Many]].concat()
        );
        assert_eq!(limits.check(Visitor(8)), RateDecision::Free, "somebody else notices nothing");
    }

    #[test]
    fn a_bot_that_keeps_just_below_the_limit_is_quarantined_after_an_hour() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        let mut free = 0;
        for _ in 0..24 * 60 {
            clock.advance(Duration::from_secs(60));
            free += usize::from(limits.check(SOMEBODY) == RateDecision::Free);
        }
        assert!((30..=54).contains(&free), "{free} in a day");
    }

    #[test]
    fn sixty_at_once_are_refused_and_the_refusal_says_for_how_long() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        let first = decisions(&limits, 61);
        assert_eq!(first[59], RateDecision::Many);
        assert_eq!(first[60], RateDecision::Refused(Duration::from_secs(30)));
        clock.advance(Duration::from_secs(30));
        assert_eq!(
            decisions(&limits, 2),
            [RateDecision::Many, RateDecision::Refused(Duration::from_secs(30))]
        );
    }

    #[test]
    fn a_million_addresses_take_no_more_memory_than_the_bound() {
        let limits = RateLimits::new(&Clock::manual(0));
        for address in 0..1_000_000 {
            assert_eq!(limits.count(Visitor(address)), Ok(()));
        }
        let kept = limits.flood.into_state_store().0.lock().len();
        assert!((MAX_VISITORS / 2..=MAX_VISITORS).contains(&kept), "{kept}");
    }

    #[test]
    fn a_visitor_who_keeps_posting_is_not_forgotten_among_many_others() {
        let limits = RateLimits::new(&Clock::manual(0));
        let mut free = 0;
        for address in 1_000..101_000 {
            limits.check(Visitor(address));
            if address % 1_000 == 0 {
                free += usize::from(limits.check(SOMEBODY) == RateDecision::Free);
            }
        }
        assert_eq!(free, 5);
    }
}
