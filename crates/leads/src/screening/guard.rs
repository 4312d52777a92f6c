//! What stands between the form and the mailbox: decides of each request whether it passes, is held for a person
//! to look at, or is one of a flood. Nothing here ever drops a request that was thanked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use http::{Extensions, HeaderMap};
use quick_cache::unsync::Cache;
use sha2::{Digest, Sha256};

use crate::lead::NewLead;
use crate::queue::lead_queue::{CONTENT_KEY_TIME, Key};
use crate::screening::rate_limit::{MAX_VISITORS, Pace, Rates};
use crate::screening::spam_signals;
use crate::screening::spam_signals::BotSignals;
use crate::screening::visitor::{Visitor, Visitors};
use base::clock::Clock;
use base::ip_range::IpRange;
use base::random::Random;

/// The most requests of one visitor that are being stored at the same time: the queue belongs to everyone.
const AT_ONCE: usize = 32;
/// How many texts and requests are remembered.
const REMEMBERED: usize = MAX_VISITORS;
/// A text from this many addresses within [`COPIES_WITHIN`] was not written by those who send it.
const COPIES: usize = 5;
const COPIES_WITHIN: Duration = Duration::from_secs(3600);
/// People do write "AC not cooling" in the same words.
const SHORTEST_COPY: usize = 40;
const MANY: &str = "many requests from one address";

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Pass,
    /// Stored, and held for these reasons.
    Hold(String),
    /// Not taken; some may be after this long.
    Flood(Duration),
}

/// Cheap to clone; all clones count together.
#[derive(Clone)]
pub struct Guard(Arc<Inner>);

struct Inner {
    clock: Clock,
    visitors: Visitors,
    rates: Rates,
    /// What was decided of a request when it came first, by its key and words.
    decided: Mutex<Cache<u64, Decided>>,
    texts: Mutex<Cache<u64, Copies>>,
    inside: Mutex<HashMap<Visitor, usize>>,
}

#[derive(Clone)]
struct Decided {
    at: Duration,
    verdict: Verdict,
}

#[derive(Clone, Default)]
struct Copies {
    since: Duration,
    from: Vec<Visitor>,
}

impl Guard {
    /// `trusted` are the proxies whose word about a visitor's address is believed.
    pub fn new(trusted: Vec<IpRange>, clock: Clock, random: &Random) -> Self {
        Guard(Arc::new(Inner {
            visitors: Visitors::new(trusted, random),
            rates: Rates::new(&clock),
            clock,
            decided: Mutex::new(Cache::new(REMEMBERED)),
            texts: Mutex::new(Cache::new(REMEMBERED)),
            inside: Mutex::default(),
        }))
    }

    /// Who sent a request; nothing where nobody can be told apart.
    pub(crate) fn visitor(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Visitor> {
        self.0.visitors.of(extensions, headers)
    }

    /// Decides of a request. The same request again is decided as before and counts no second time.
    /// `own_texts` are the messages that the form itself starts with.
    pub(crate) fn judge(
        &self,
        visitor: Option<Visitor>,
        lead: &NewLead,
        key: Option<&Key>,
        manner: BotSignals,
        own_texts: &[String],
    ) -> Verdict {
        let now = self.0.clock.steady();
        let request = key.map(|key| fingerprint(&[&format!("{key:?}"), &lead.digest()]));
        if let Some(request) = request
            && let Some(decided) = locked(&self.0.decided).get(&request)
            && (matches!(key, Some(Key::Given(_))) || now < decided.at + CONTENT_KEY_TIME)
        {
            return decided.verdict.clone();
        }
        let verdict = self.judge_anew(visitor, lead, manner, own_texts, now);
        if let Some(request) = request
            && !matches!(verdict, Verdict::Flood(_))
        {
            locked(&self.0.decided).insert(request, Decided { at: now, verdict: verdict.clone() });
        }
        verdict
    }

    fn judge_anew(
        &self,
        visitor: Option<Visitor>,
        lead: &NewLead,
        manner: BotSignals,
        own_texts: &[String],
        now: Duration,
    ) -> Verdict {
        let many = match visitor.map_or(Pace::Free, |visitor| self.0.rates.pace(visitor)) {
            Pace::Flood(wait) => return Verdict::Flood(wait),
            pace => pace == Pace::Many,
        };
        let message = &lead.typed().message;
        let copies =
            !own_texts.contains(message) && visitor.is_some_and(|from| self.copies(message, from, now));
        let signs = spam_signals::reasons_to_hold(lead.typed(), manner, copies).unwrap_or_default();
        let mut reasons: Vec<String> = signs.iter().map(ToString::to_string).collect();
        if many {
            reasons.push(MANY.to_owned());
        }
        if reasons.is_empty() { Verdict::Pass } else { Verdict::Hold(reasons.join(", ")) }
    }

    /// Notes who sent a text, and whether it came from several addresses within the hour.
    fn copies(&self, message: &str, from: Visitor, now: Duration) -> bool {
        let letters: String = message.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
        if letters.chars().count() < SHORTEST_COPY {
            return false;
        }
        let text = fingerprint(&[&letters]);
        let mut texts = locked(&self.0.texts);
        let mut copies = texts.get(&text).cloned().unwrap_or_default();
        if copies.from.is_empty() || now >= copies.since + COPIES_WITHIN {
            copies = Copies { since: now, from: Vec::new() };
        }
        if copies.from.len() < COPIES && !copies.from.contains(&from) {
            copies.from.push(from);
        }
        let several = copies.from.len() == COPIES;
        texts.insert(text, copies);
        several
    }

    /// OutcomeCounter a request that is not about to be stored.
    pub(crate) fn knock(&self, visitor: Option<Visitor>) -> Result<(), Duration> {
        visitor.map_or(Ok(()), |visitor| self.0.rates.knock(visitor))
    }

    /// Whether the answer to one of a flood may be drawn in the site's look.
    pub(crate) fn may_be_drawn(&self, visitor: Option<Visitor>) -> bool {
        visitor.is_none_or(|visitor| self.0.rates.may_be_drawn(visitor))
    }

    /// A place among those being stored, until it is dropped; nothing where this visitor has too many.
    pub(crate) fn enter(&self, visitor: Option<Visitor>) -> Option<Place> {
        if let Some(visitor) = visitor {
            let mut inside = locked(&self.0.inside);
            let count = inside.entry(visitor).or_default();
            if *count >= AT_ONCE {
                return None;
            }
            *count += 1;
        }
        Some(Place { guard: self.clone(), visitor })
    }
}

/// One request that is being stored.
pub(crate) struct Place {
    guard: Guard,
    visitor: Option<Visitor>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(visitor) = self.visitor else { return };
        let mut inside = locked(&self.guard.0.inside);
        match inside.get_mut(&visitor) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(inside.remove(&visitor)),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The same for the same texts, and told apart from all others by anyone with less than a lifetime of trying.
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
