//! Screens each request before it is stored: it passes, goes into quarantine for a person to look at (what it says is likely
//! spam), or is refused as part of a flood. How many came from its network only decides whether staff hear of it by a mail
//! of its own, since a neighbour is no reason to wait. A request that was thanked for is never dropped here.

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
use crate::screening::rate_limit::RateLimits;
use crate::screening::spam_signals;
use crate::screening::spam_signals::BotSignals;
use crate::screening::visitor::{Visitor, Visitors};
use base::clock::Clock;
use base::ip_range::IpRange;

/// The most requests with one number, and of one visitor, that are being stored at the same time: the queue belongs to
/// everyone.
const MAX_CONCURRENT_PER_NUMBER: usize = 32;
const MAX_CONCURRENT_PER_VISITOR: usize = 256;
/// Texts and decisions remembered, at most.
const MAX_REMEMBERED: usize = 32_768;
/// A text that comes from this many networks within [`COPIES_WINDOW`] was not written by those who send it.
const MAX_COPIES: usize = 5;
const COPIES_WINDOW: Duration = Duration::from_secs(3600);
/// Shorter texts are no copies: people do write "AC not cooling" in the same words.
const MIN_COPY_LETTERS: usize = 40;

/// The guard's decision about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Screening {
    Passed(StaffNotice),
    /// To be stored in quarantine, for these reasons.
    Quarantined(String),
    /// Not to be stored; the visitor may try again after this long.
    RateLimited(Duration),
}

/// All requests of a visitor, or those with one phone number.
type StoringKey = (Visitor, Option<String>);

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
    /// Number of requests that are being stored.
    storing: Mutex<HashMap<StoringKey, usize>>,
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
    pub fn new(trusted: Vec<IpRange>, clock: Clock) -> Self {
        Guard(Arc::new(Inner {
            visitors: Visitors::new(trusted),
            rate_limits: RateLimits::new(&clock),
            clock,
            decisions: Mutex::new(Cache::new(MAX_REMEMBERED)),
            texts: Mutex::new(Cache::new(MAX_REMEMBERED)),
            storing: Mutex::default(),
        }))
    }

    /// Sender of a request; `None` when visitors cannot be told apart.
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
        if let Some(Err(wait)) = visitor.map(|from| limits.count(from, lead.number())) {
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
        // An emergency takes no mail from anybody's budget.
        let mailed = Promise::of(lead) == Promise::Emergency
            || visitor.is_none_or(|from| limits.may_mail(from, lead.number()));
        Screening::Passed(if mailed { StaffNotice::Mail } else { StaffNotice::Summary })
    }

    /// Remembers who sent a text. Returns whether it came from several networks within the hour.
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
    /// The visitor's waiting time, when it is part of a flood.
    pub(crate) fn count_request(&self, visitor: Option<Visitor>) -> Result<(), Duration> {
        visitor.map_or(Ok(()), |visitor| self.0.rate_limits.count(visitor, ""))
    }

    /// The permit to store one request, until it is dropped; `None` when too many of this visitor are being stored.
    pub(crate) fn acquire_permit(&self, visitor: Option<Visitor>, lead: &NewLead) -> Option<StorePermit> {
        let keys = visitor.map(|from| [(from, Some(lead.number().to_owned())), (from, None)]);
        if let Some(keys) = &keys {
            let mut storing = self.0.storing.lock();
            let max = [MAX_CONCURRENT_PER_NUMBER, MAX_CONCURRENT_PER_VISITOR];
            if keys.iter().zip(max).any(|(key, max)| storing.get(key).is_some_and(|count| *count >= max)) {
                return None;
            }
            for key in keys {
                *storing.entry(key.clone()).or_default() += 1;
            }
        }
        Some(StorePermit { guard: self.clone(), keys })
    }
}

/// Held while one request is being stored.
pub(crate) struct StorePermit {
    guard: Guard,
    /// Its keys in `storing`.
    keys: Option<[StoringKey; 2]>,
}

impl Drop for StorePermit {
    fn drop(&mut self) {
        let mut storing = self.guard.0.storing.lock();
        for key in self.keys.take().into_iter().flatten() {
            match storing.get_mut(&key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(storing.remove(&key)),
            }
        }
    }
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
