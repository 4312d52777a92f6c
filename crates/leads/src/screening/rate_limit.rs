//! Rate limits of requests. Thousands of people share one address of a mobile network, so a limit hardly ever refuses a
//! request: it decides whether the request has a mail of its own or is in the summary mail, and only a flood is refused
//! (429), of one phone number long before that of a network.

use std::time::Duration;

use crate::screening::visitor::Visitor;
use base::clock::Clock;
use base::keyed_limiter::{KeyedLimiter, TokenBucket};

/// Mails of one network.
const OWN_MAILS: TokenBucket = (5, Duration::from_secs(5 * 60));
/// Mails beyond those, of the whole site.
const SHARED_MAILS: TokenBucket = (30, Duration::from_secs(2 * 60));
/// The same of one phone number, so that a bot with one number leaves them to its neighbours.
const SHARED_MAILS_OF_NUMBER: TokenBucket = (3, Duration::from_secs(20 * 60));
/// Requests with one phone number from one network: a real visitor calls, and a bot waits.
const FLOOD_OF_NUMBER: TokenBucket = (60, Duration::from_secs(30));
/// Requests of one network: what is stored has to be bounded, and no mobile network sends a company 300 an hour.
const FLOOD_OF_NETWORK: TokenBucket = (300, Duration::from_secs(12));

pub(crate) struct RateLimits {
    own_mails: KeyedLimiter,
    shared_mails: KeyedLimiter,
    shared_mails_of_number: KeyedLimiter,
    flood_of_number: KeyedLimiter,
    flood_of_network: KeyedLimiter,
}

impl RateLimits {
    pub fn new(clock: &Clock) -> Self {
        RateLimits {
            own_mails: KeyedLimiter::new(clock, OWN_MAILS),
            shared_mails: KeyedLimiter::new(clock, SHARED_MAILS),
            shared_mails_of_number: KeyedLimiter::new(clock, SHARED_MAILS_OF_NUMBER),
            flood_of_number: KeyedLimiter::new(clock, FLOOD_OF_NUMBER),
            flood_of_network: KeyedLimiter::new(clock, FLOOD_OF_NETWORK),
        }
    }

    /// Counts one request, whatever is in it.
    ///
    /// # Errors
    /// The visitor's waiting time, when it is part of a flood.
    pub fn count(&self, visitor: Visitor, number: &str) -> Result<(), Duration> {
        self.flood_of_number.check((visitor, number))?;
        self.flood_of_network.check(visitor)
    }

    /// Takes one mail from what the network or the site may still send at once.
    pub fn may_mail(&self, visitor: Visitor, number: &str) -> bool {
        self.own_mails.allows(visitor)
            || (self.shared_mails_of_number.allows(number) && self.shared_mails.allows(()))
    }
}
