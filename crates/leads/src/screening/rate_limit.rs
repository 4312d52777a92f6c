//! How often one visitor may ask: freely, then held for a person to look at, then not at all for a while.
//!
//! All of it is kept in memory, for a bounded number of visitors; those silent for longest are forgotten.

use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use governor::clock::Clock as Time;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};
use quick_cache::unsync::Cache;

use crate::screening::visitor::Visitor;
use base::clock::Clock;

/// Requests that pass at once, and how long each takes to grow back.
const FREELY: (u32, Duration) = (5, Duration::from_secs(60));
/// The same over a day: a machine that keeps just below the first limit would still fill the mailbox.
const FREELY_A_DAY: (u32, Duration) = (30, Duration::from_secs(3600));
/// Beyond this nothing more is taken: whoever is real calls, and a machine waits.
const FLOOD: (u32, Duration) = (60, Duration::from_secs(30));
/// Answers beyond the flood that are drawn in the site's look; drawing costs more than the request did.
const DRAWN: (u32, Duration) = (5, Duration::from_secs(60));
/// The most visitors that are remembered for each of these, about 2 MB each.
pub(crate) const MAX_VISITORS: usize = 32_768;

/// Whether a request may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Free,
    /// More than one visitor should have to say.
    Many,
    /// Far more; some may be taken again after this long.
    Flood(Duration),
}

/// The allowances of every visitor.
pub(crate) struct Rates {
    freely: Limiter,
    freely_a_day: Limiter,
    flood: Limiter,
    drawn: Limiter,
}

impl Rates {
    pub fn new(clock: &Clock) -> Self {
        let limiter = |(burst, one_per): (u32, Duration)| {
            let burst = NonZeroU32::new(burst).expect("a burst lets at least one pass");
            let quota = Quota::with_period(one_per).expect("a time").allow_burst(burst);
            Limiter::new(quota, Bounded::new(), Steady(clock.clone()))
        };
        Rates {
            freely: limiter(FREELY),
            freely_a_day: limiter(FREELY_A_DAY),
            flood: limiter(FLOOD),
            drawn: limiter(DRAWN),
        }
    }

    /// OutcomeCounter one request of a visitor, whatever is in it.
    pub fn knock(&self, visitor: Visitor) -> Result<(), Duration> {
        let now = self.flood.clock().now();
        self.flood.check_key(&visitor.0).map_err(|refused| refused.wait_time_from(now))
    }

    /// OutcomeCounter one request that is about to be stored.
    pub fn pace(&self, visitor: Visitor) -> Pace {
        if let Err(wait) = self.knock(visitor) {
            return Pace::Flood(wait);
        }
        let passes = |limiter: &Limiter| limiter.check_key(&visitor.0).is_ok();
        if passes(&self.freely) && passes(&self.freely_a_day) { Pace::Free } else { Pace::Many }
    }

    /// Whether a visitor beyond the flood still gets a page in the site's look.
    pub fn may_be_drawn(&self, visitor: Visitor) -> bool {
        self.drawn.check_key(&visitor.0).is_ok()
    }
}

type Limiter = RateLimiter<u64, Bounded, Steady, NoOpMiddleware<Duration>>;

/// The part of the clock that nobody sets back.
#[derive(Clone)]
struct Steady(Clock);

impl Time for Steady {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.steady()
    }
}

/// Where a limiter keeps what it knows of each visitor, bounded.
struct Bounded(Mutex<Cache<u64, Nanos>>);

impl Bounded {
    fn new() -> Self {
        Bounded(Mutex::new(Cache::new(MAX_VISITORS)))
    }

    fn kept(&self) -> MutexGuard<'_, Cache<u64, Nanos>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl StateStore for Bounded {
    type Key = u64;

    fn measure_and_replace<T, F, E>(&self, key: &u64, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut kept = self.kept();
        let (passed, next) = decide(kept.get(key).copied())?;
        kept.insert(*key, next);
        Ok(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOMEBODY: Visitor = Visitor(7);

    fn paces(rates: &Rates, count: usize) -> Vec<Pace> {
        (0..count).map(|_| rates.pace(SOMEBODY)).collect()
    }

    #[test]
    fn five_pass_at_once_and_one_more_each_minute() {
        let clock = Clock::manual(0);
        let rates = Rates::new(&clock);
        assert_eq!(paces(&rates, 6), [[Pace::Free; 5].as_slice(), &[Pace::Many]].concat());
        clock.advance(Duration::from_secs(59));
        assert_eq!(paces(&rates, 1), [Pace::Many]);
        clock.advance(Duration::from_secs(1));
        assert_eq!(paces(&rates, 2), [Pace::Free, Pace::Many]);
        clock.advance(Duration::from_secs(3600));
        assert_eq!(paces(&rates, 6), [[Pace::Free; 5].as_slice(), &[Pace::Many]].concat());
        assert_eq!(rates.pace(Visitor(8)), Pace::Free, "somebody else notices nothing");
    }

    #[test]
    fn a_machine_that_keeps_just_below_the_limit_is_held_after_an_hour() {
        let clock = Clock::manual(0);
        let rates = Rates::new(&clock);
        let mut free = 0;
        for _ in 0..24 * 60 {
            clock.advance(Duration::from_secs(60));
            free += usize::from(rates.pace(SOMEBODY) == Pace::Free);
        }
        assert!((30..=54).contains(&free), "{free} in a day");
    }

    #[test]
    fn sixty_at_once_are_a_flood_that_says_when_it_is_over() {
        let clock = Clock::manual(0);
        let rates = Rates::new(&clock);
        let first = paces(&rates, 61);
        assert_eq!(first[59], Pace::Many);
        assert_eq!(first[60], Pace::Flood(Duration::from_secs(30)));
        clock.advance(Duration::from_secs(30));
        assert_eq!(paces(&rates, 2), [Pace::Many, Pace::Flood(Duration::from_secs(30))]);
    }

    #[test]
    fn a_million_addresses_take_no_more_memory_than_the_bound() {
        let rates = Rates::new(&Clock::manual(0));
        for address in 0..1_000_000 {
            assert_eq!(rates.knock(Visitor(address)), Ok(()));
        }
        let kept = rates.flood.into_state_store().kept().len();
        assert!((MAX_VISITORS / 2..=MAX_VISITORS).contains(&kept), "{kept}");
    }

    #[test]
    fn who_keeps_asking_is_not_forgotten_among_many_others() {
        let rates = Rates::new(&Clock::manual(0));
        let mut free = 0;
        for address in 1_000..101_000 {
            rates.pace(Visitor(address));
            if address % 1_000 == 0 {
                free += usize::from(rates.pace(SOMEBODY) == Pace::Free);
            }
        }
        assert_eq!(free, 5);
    }
}
