//! Screens each request before it is stored: it passes, goes into quarantine for a person to look at (what it says is likely
//! spam), or is refused by the rate limit. Of how often its address writes only depends how staff hear of it, since a
//! neighbour is no reason to wait. A request that was thanked for is never dropped here.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use http::{Extensions, HeaderMap};
use parking_lot::Mutex;
use quick_cache::unsync::Cache;
use sha2::{Digest, Sha256};

use crate::lead::{CONTENT_KEY_TIME, IdempotencyKey, NewLead};
use crate::notice::StaffNotice;
use crate::promise::Promise;
use crate::screening::rate_limit::{MAX_VISITORS, RateDecision, RateLimits};
use crate::screening::spam_signals;
use crate::screening::spam_signals::BotSignals;
use crate::screening::visitor::{Visitor, Visitors};
use base::clock::Clock;
use base::ip_range::IpRange;
use base::random::Random;

/// The most requests with one number, and of one visitor, that are being stored at the same time: the queue belongs to
/// everyone.
const MAX_CONCURRENT_PER_NUMBER: usize = 32;
const MAX_CONCURRENT_PER_VISITOR: usize = 256;
/// How many texts and decisions are remembered.
const MAX_REMEMBERED: usize = MAX_VISITORS;
/// A text that comes from this many addresses within [`COPIES_WINDOW`] was not written by those who send it.
const MAX_COPIES: usize = 5;
const COPIES_WINDOW: Duration = Duration::from_secs(3600);
/// Shorter texts are no copies: people do write "AC not cooling" in the same words.
const MIN_COPY_LETTERS: usize = 40;

/// What the guard decided about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Screening {
    Passed(StaffNotice),
    /// To be stored in quarantine, for these reasons.
    Quarantined(String),
    /// Not to be stored; the visitor may try again after this long.
    RateLimited(Duration),
}

/// Cheap to clone; all clones count together.
#[derive(Clone)]
pub struct Guard(Arc<Inner>);

struct Inner {
    clock: Clock,
    visitors: Visitors,
    rate_limits: RateLimits,
    /// The decision about a request when it came first, by its key and words.
    decisions: Mutex<Cache<u64, Decision>>,
    texts: Mutex<Cache<u64, Copies>>,
    /// How many requests of each visitor, and with each number of theirs, are being stored.
    storing: Mutex<HashMap<u64, usize>>,
}

#[derive(Clone)]
struct Decision {
    at: Duration,
    screening: Screening,
}

#[derive(Clone, Default)]
struct Copies {
    since: Duration,
    from: Vec<Visitor>,
}

impl Guard {
    /// `trusted` are the proxies whose `X-Forwarded-For` is believed.
    pub fn new(trusted: Vec<IpRange>, clock: Clock, random: &Random) -> Self {
        Guard(Arc::new(Inner {
            visitors: Visitors::new(trusted, random),
            rate_limits: RateLimits::new(&clock),
            clock,
            decisions: Mutex::new(Cache::new(MAX_REMEMBERED)),
            texts: Mutex::new(Cache::new(MAX_REMEMBERED)),
            storing: Mutex::default(),
        }))
    }

    /// Who sent a request; nothing when visitors cannot be told apart.
    pub(crate) fn visitor(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Visitor> {
        self.0.visitors.identify(extensions, headers)
    }

    /// Decides about a request. The same request again gets the same decision and counts no second time.
    /// `own_texts` are the messages that the form itself is prefilled with.
    pub(crate) fn screen(
        &self,
        visitor: Option<Visitor>,
        lead: &NewLead,
        key: Option<&IdempotencyKey>,
        bot_signals: BotSignals,
        own_texts: &[String],
    ) -> Screening {
        let now = self.0.clock.steady();
        let request = key.map(|key| fingerprint(&[&format!("{key:?}"), &lead.digest()]));
        if let Some(request) = request
            && let Some(decision) = self.0.decisions.lock().get(&request)
            && (matches!(key, Some(IdempotencyKey::Given(_))) || now < decision.at + CONTENT_KEY_TIME)
        {
            return decision.screening.clone();
        }
        let screening = self.screen_new(visitor, lead, bot_signals, own_texts, now);
        if let Some(request) = request
            && !matches!(screening, Screening::RateLimited(_))
        {
            let decision = Decision { at: now, screening: screening.clone() };
            self.0.decisions.lock().insert(request, decision);
        }
        screening
    }

    fn screen_new(
        &self,
        visitor: Option<Visitor>,
        lead: &NewLead,
        bot_signals: BotSignals,
        own_texts: &[String],
        now: Duration,
    ) -> Screening {
        let limits = &self.0.rate_limits;
        let number = visitor.map(|from| number_of(from, lead.number()));
        let rate =
            visitor.zip(number).map_or(RateDecision::Free, |(from, number)| limits.check(from, number));
        if let RateDecision::Refused(wait) = rate {
            return Screening::RateLimited(wait);
        }
        let message = &lead.typed().message;
        let copied =
            !own_texts.contains(message) && visitor.is_some_and(|from| self.is_copied(message, from, now));
        let signals = spam_signals::quarantine_reasons(lead.typed(), bot_signals, copied).unwrap_or_default();
        if !signals.is_empty() {
            let reasons: Vec<String> = signals.iter().map(ToString::to_string).collect();
            return Screening::Quarantined(reasons.join(", "));
        }
        Screening::Passed(match rate {
            RateDecision::Free => StaffNotice::Mail,
            _ if Promise::of(lead) == Promise::Emergency => StaffNotice::MarkedMail,
            _ if number.is_some_and(|number| limits.may_mail_marked(number)) => StaffNotice::MarkedMail,
            _ => StaffNotice::Summary,
        })
    }

    /// Remembers who sent a text. Returns whether it came from several addresses within the hour.
    fn is_copied(&self, message: &str, from: Visitor, now: Duration) -> bool {
        let letters: String = message.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
        if letters.chars().count() < MIN_COPY_LETTERS {
            return false;
        }
        let text = fingerprint(&[&letters]);
        let mut texts = self.0.texts.lock();
        let mut copies = texts.get(&text).cloned().unwrap_or_default();
        if copies.from.is_empty() || now >= copies.since + COPIES_WINDOW {
            copies = Copies { since: now, from: Vec::new() };
        }
        if copies.from.len() < MAX_COPIES && !copies.from.contains(&from) {
            copies.from.push(from);
        }
        let several = copies.from.len() == MAX_COPIES;
        texts.insert(text, copies);
        several
    }

    /// Counts a request that is not going to be stored. All of a visitor's count together, and not as any number's.
    ///
    /// # Errors
    /// How long the visitor has to wait, when the rate limit refuses it.
    pub(crate) fn count_request(&self, visitor: Option<Visitor>) -> Result<(), Duration> {
        visitor.map_or(Ok(()), |visitor| self.0.rate_limits.count(visitor, number_of(visitor, "")))
    }

    /// Whether a visitor whom the rate limit refuses gets an answer in the site's look.
    pub(crate) fn may_render_page(&self, visitor: Option<Visitor>) -> bool {
        visitor.is_none_or(|visitor| self.0.rate_limits.may_render_page(visitor))
    }

    /// The permit to store one request, until it is dropped; nothing when too many of this visitor are being stored.
    pub(crate) fn acquire_permit(&self, visitor: Option<Visitor>, lead: &NewLead) -> Option<StorePermit> {
        let keys = visitor.map(|from| [number_of(from, lead.number()), from.address]);
        if let Some(keys) = keys {
            let mut storing = self.0.storing.lock();
            let max = [MAX_CONCURRENT_PER_NUMBER, MAX_CONCURRENT_PER_VISITOR];
            if keys.iter().zip(max).any(|(key, max)| storing.get(key).is_some_and(|count| *count >= max)) {
                return None;
            }
            for key in keys {
                *storing.entry(key).or_default() += 1;
            }
        }
        Some(StorePermit { guard: self.clone(), keys })
    }
}

/// Held while one request is being stored.
pub(crate) struct StorePermit {
    guard: Guard,
    /// What it counts as in `storing`.
    keys: Option<[u64; 2]>,
}

impl Drop for StorePermit {
    fn drop(&mut self) {
        let mut storing = self.guard.0.storing.lock();
        for key in self.keys.into_iter().flatten() {
            match storing.get_mut(&key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(storing.remove(&key)),
            }
        }
    }
}

/// A phone number at a visitor's address; the same number at another address is another.
fn number_of(visitor: Visitor, number: &str) -> u64 {
    fingerprint(&[&visitor.address.to_string(), number])
}

/// The same for the same texts, and for all practical purposes for no others.
fn fingerprint(texts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let digest = hash.finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("eight bytes of thirty-two"))
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
