//! A rate limit for each of any number of keys, in memory of a fixed size: each key is hashed to one of so many slots, by a
//! digest that means nothing outside this process. Two keys in one slot share its limit, and no key is kept.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};

use crate::clock::Clock;

/// A limit for each key.
pub struct SlotLimiter {
    digest: RandomState,
    slots: usize,
    limiter: RateLimiter<usize, Slots, SteadyClock, NoOpMiddleware<Duration>>,
}

impl SlotLimiter {
    /// `slots` is how many keys can be told apart, about.
    pub fn new(clock: Clock, quota: Quota, slots: usize) -> Self {
        let states = Slots((0..slots).map(|_| InMemoryState::default()).collect());
        let limiter = RateLimiter::new(quota, states, SteadyClock(clock));
        SlotLimiter { digest: RandomState::new(), slots, limiter }
    }

    /// Whether this key may once more now.
    pub fn allows(&self, key: impl Hash) -> bool {
        let slot = self.digest.hash_one(key) as usize % self.slots;
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
