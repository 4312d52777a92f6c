//! Rate limiting: how often one visitor may post. It never quarantines and hardly ever refuses, since thousands of people
//! share one address of a mobile network: beyond a few requests the next ones are marked, and only a flood is throttled
//! (429), of one phone number long before that of an address.
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

/// Requests that are mailed like any other.
const FREE: TokenBucket = (5, Duration::from_secs(60));
/// The same over a day: a bot that keeps just below the first limit would still fill the mailbox.
const FREE_PER_DAY: TokenBucket = (30, Duration::from_secs(3600));
/// The same for the IPv6 networks around a visitor, /56 and /48: one customer has thousands of addresses.
const FREE_WIDER: [TokenBucket; 2] = [(20, Duration::from_secs(900)), (40, Duration::from_secs(450))];
/// Beyond this, requests with the same phone number from the same address are refused: a real visitor calls, and a bot waits.
const FLOOD_OF_NUMBER: TokenBucket = (60, Duration::from_secs(30));
/// Beyond this, all requests of an address are refused, 300 an hour: what is stored has to be bounded, and no mobile
/// network sends a company so much. A site that gets a hundred requests on a day, all from one address, is far from it.
const FLOOD: TokenBucket = (300, Duration::from_secs(12));
/// The same for an IPv6 /48: 1,200 an hour.
const FLOOD_WIDEST: TokenBucket = (1_200, Duration::from_secs(3));
/// Mails at once for marked requests, for the whole site; the others are in summary mails.
const MARKED_MAILS: TokenBucket = (30, Duration::from_secs(120));
/// The same for one phone number at one address, so that a bot with one number leaves the budget to its neighbours.
const MARKED_MAILS_OF_NUMBER: TokenBucket = (3, Duration::from_secs(1_200));
/// Refusals that are rendered in the site's look; rendering costs more than the request did.
const RENDERED_REFUSALS: TokenBucket = (5, Duration::from_secs(60));
/// The most visitors that each limit remembers, about 2 MB each.
pub(crate) const MAX_VISITORS: usize = 32_768;
/// The same for wider networks, which are fewer.
const MAX_WIDER: usize = 4_096;

/// What the limits say about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateDecision {
    Free,
    /// More than one visitor should need: marked.
    Many,
    /// A flood: refused; the visitor may try again after this long.
    Refused(Duration),
}

/// The rate limits of every visitor.
pub(crate) struct RateLimits {
    free: Limiter,
    free_per_day: Limiter,
    free_wider: [Limiter; 2],
    flood_of_number: Limiter,
    flood: Limiter,
    flood_widest: Limiter,
    marked_mails: Limiter,
    marked_mails_of_number: Limiter,
    rendered_refusals: Limiter,
}

impl RateLimits {
    pub fn new(clock: &Clock) -> Self {
        let limiter = |(burst, refill_interval): TokenBucket, max_keys| {
            let burst = NonZeroU32::new(burst).expect("a burst lets at least one pass");
            let quota = Quota::with_period(refill_interval).expect("a time").allow_burst(burst);
            Limiter::new(quota, BoundedStore::new(max_keys), SteadyClock(clock.clone()))
        };
        RateLimits {
            free: limiter(FREE, MAX_VISITORS),
            free_per_day: limiter(FREE_PER_DAY, MAX_VISITORS),
            free_wider: FREE_WIDER.map(|bucket| limiter(bucket, MAX_WIDER)),
            flood_of_number: limiter(FLOOD_OF_NUMBER, MAX_VISITORS),
            flood: limiter(FLOOD, MAX_VISITORS),
            flood_widest: limiter(FLOOD_WIDEST, MAX_WIDER),
            marked_mails: limiter(MARKED_MAILS, 1),
            marked_mails_of_number: limiter(MARKED_MAILS_OF_NUMBER, MAX_VISITORS),
            rendered_refusals: limiter(RENDERED_REFUSALS, MAX_VISITORS),
        }
    }

    /// Counts one request of a visitor, whatever is in it. `number` stands for its phone number at this address.
    ///
    /// # Errors
    /// How long the visitor has to wait, when it is refused.
    pub fn count(&self, visitor: Visitor, number: u64) -> Result<(), Duration> {
        let check = |limiter: &Limiter, key: u64| {
            let now = limiter.clock().now();
            limiter.check_key(&key).map_err(|refused| refused.wait_time_from(now))
        };
        check(&self.flood_of_number, number)?;
        check(&self.flood, visitor.address)?;
        visitor.wider.map_or(Ok(()), |[_, widest]| check(&self.flood_widest, widest))
    }

    /// Counts one request that is about to be stored.
    pub fn check(&self, visitor: Visitor, number: u64) -> RateDecision {
        if let Err(wait) = self.count(visitor, number) {
            return RateDecision::Refused(wait);
        }
        let passes = |limiter: &Limiter, key: u64| limiter.check_key(&key).is_ok();
        let wider =
            |keys: [u64; 2]| self.free_wider.iter().zip(keys).all(|(limiter, key)| passes(limiter, key));
        let free = passes(&self.free, visitor.address)
            && passes(&self.free_per_day, visitor.address)
            && visitor.wider.is_none_or(wider);
        if free { RateDecision::Free } else { RateDecision::Many }
    }

    /// Takes one marked mail from the site's budget, unless that is used up.
    pub fn may_mail_marked(&self, number: u64) -> bool {
        self.marked_mails_of_number.check_key(&number).is_ok() && self.marked_mails.check_key(&0).is_ok()
    }

    /// Whether a visitor who is refused still gets a page in the site's look.
    pub fn may_render_page(&self, visitor: Visitor) -> bool {
        self.rendered_refusals.check_key(&visitor.address).is_ok()
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
    fn new(max_keys: usize) -> Self {
        BoundedStore(Mutex::new(Cache::new(max_keys)))
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

    const SOMEBODY: Visitor = Visitor { address: 7, wider: None };
    const NUMBER: u64 = 1;

    fn decisions(limits: &RateLimits, count: usize) -> Vec<RateDecision> {
        (0..count).map(|_| limits.check(SOMEBODY, NUMBER)).collect()
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
        assert_eq!(
            limits.check(Visitor { address: 8, wider: None }, 2),
            RateDecision::Free,
            "somebody else notices nothing"
        );
    }

    #[test]
    fn a_bot_that_keeps_just_below_the_limit_is_marked_after_an_hour() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        let mut free = 0;
        for _ in 0..24 * 60 {
            clock.advance(Duration::from_secs(60));
            free += usize::from(limits.check(SOMEBODY, NUMBER) == RateDecision::Free);
        }
        assert!((30..=54).contains(&free), "{free} in a day");
    }

    #[test]
    fn sixty_of_one_number_are_refused_and_the_refusal_says_for_how_long() {
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
    fn another_number_at_the_same_address_is_refused_only_beyond_what_a_mobile_network_sends() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        decisions(&limits, 100);
        let others: Vec<RateDecision> = (100..340).map(|number| limits.check(SOMEBODY, number)).collect();
        assert!(others.iter().all(|decision| *decision == RateDecision::Many), "60 and 240 are 300");
        assert_eq!(limits.check(SOMEBODY, 340), RateDecision::Refused(Duration::from_secs(12)));
        clock.advance(Duration::from_secs(3600));
        let passed = (0..600).filter(|number| limits.count(SOMEBODY, 1_000 + number).is_ok()).count();
        assert_eq!(passed, 300, "an hour later");
    }

    #[test]
    fn ipv6_networks_count_as_a_whole() {
        let limits = RateLimits::new(&Clock::manual(0));
        let free = |wider: fn(u64) -> [u64; 2], from: u64| {
            let visitor = |address| Visitor { address, wider: Some(wider(address)) };
            let decisions = (from..from + 300).map(|address| limits.check(visitor(address), address));
            decisions.filter(|decision| *decision == RateDecision::Free).count()
        };
        assert_eq!(free(|_| [1, 2], 0), 20, "300 /64s of one /56");
        assert_eq!(free(|address| [address, 3], 1_000), 40, "300 /56s of one /48");
    }

    #[test]
    fn the_budget_of_marked_mails_is_thirty_an_hour() {
        let clock = Clock::manual(0);
        let limits = RateLimits::new(&clock);
        let mails = || (0..100).filter(|number| limits.may_mail_marked(*number)).count();
        let of_one = (0..10).filter(|_| limits.may_mail_marked(1_000)).count();
        assert_eq!((of_one, mails()), (3, 27), "one number does not use it up");
        clock.advance(Duration::from_secs(600));
        assert_eq!(mails(), 5);
    }

    #[test]
    fn a_million_addresses_take_no_more_memory_than_the_bound() {
        let limits = RateLimits::new(&Clock::manual(0));
        for address in 0..1_000_000 {
            assert_eq!(limits.count(Visitor { address, wider: None }, address), Ok(()));
        }
        let kept = limits.flood.into_state_store().0.lock().len();
        assert!((MAX_VISITORS / 2..=MAX_VISITORS).contains(&kept), "{kept}");
    }

    #[test]
    fn a_visitor_who_keeps_posting_is_not_forgotten_among_many_others() {
        let limits = RateLimits::new(&Clock::manual(0));
        let mut free = 0;
        for address in 1_000..101_000 {
            limits.check(Visitor { address, wider: None }, address);
            if address % 1_000 == 0 {
                free += usize::from(limits.check(SOMEBODY, NUMBER) == RateDecision::Free);
            }
        }
        assert_eq!(free, 5);
    }
}
