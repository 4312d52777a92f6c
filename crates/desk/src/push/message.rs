//! A phone's message: in the declarative form, which a phone can show without waking our script, and which the script
//! of other phones reads too. A locked screen names the service and the time, and no data of the visitor unless owners
//! want it.

use serde_json::{Value, json};

use crate::settings::LockedScreen;
use base::clock::{dubai_text, dubai_time};
use base::text::shown;
use leads::Lead;

/// The member that marks the declarative form, and its value (W3C Push API, "declarative push message").
const DECLARATIVE: u32 = 8030;
/// Urgency of a message, and for how long a push service keeps it (RFC 8030).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    High,
    Normal,
}

impl Urgency {
    pub fn as_str(self) -> &'static str {
        match self {
            Urgency::High => "high",
            Urgency::Normal => "normal",
        }
    }
}

/// One message to phones.
#[derive(Clone, Debug)]
pub struct PushMessage {
    pub body: Value,
    pub urgency: Urgency,
    /// Lifetime of the message, in seconds.
    pub ttl_seconds: i64,
}

/// The most characters of a visitor's name.
const MAX_NAME_CHARS: usize = 40;
/// The least that a message is worth showing: a phone may be without a network for a while.
const MIN_TTL_SECONDS: i64 = 3600;

/// Why a phone rings for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    New,
    /// Half of the promised time is over.
    StillWaiting,
    /// All of it.
    Late,
}

/// Writes messages with links to the desk at `origin`, the address without a slash at the end.
pub struct Composer {
    pub origin: String,
    pub locked_screen: LockedScreen,
}

impl Composer {
    /// That a request waits.
    pub fn request(&self, lead: &Lead, occasion: Occasion, waiting: u64, now_ms: i64) -> PushMessage {
        let what = self.what(lead);
        let title = match occasion {
            Occasion::New => what,
            Occasion::StillWaiting => format!("Still waiting: {what}"),
            Occasion::Late => format!("Late: {what}"),
        };
        let left = lead.due_at.map(|due| (due, (due - now_ms) / 60_000));
        let body = match (occasion, left) {
            (Occasion::New, Some((due, left))) if left < 24 * 60 => {
                format!("Answer by {} ({})", clock_time(due), span(left))
            }
            (Occasion::New, Some((due, _))) => format!("Answer by {}", dubai_text(due)),
            (Occasion::StillWaiting, Some((_, left))) => {
                format!("{} left, nobody has answered", span(left.max(0)))
            }
            (Occasion::Late, Some((due, _))) => format!("Was due at {}", clock_time(due)),
            (_, None) => "Nobody has answered".to_owned(),
        };
        let ttl_seconds = lead.due_at.map_or(0, |due| (due - now_ms) / 1000).max(MIN_TTL_SECONDS);
        let body = self.body(&title, &body, lead.reference.as_str(), waiting, false);
        // What shall ring rings on a phone asleep: such a phone gets others minutes late (RFC 8030, section 5.3).
        PushMessage { body, urgency: Urgency::High, ttl_seconds }
    }

    /// That somebody has answered: takes the place of the message about the request, without a sound.
    pub fn answered(&self, lead: &Lead, by: &str, waiting: u64) -> PushMessage {
        let title = format!("Answered by {by}");
        let body = self.body(&title, &self.what(lead), lead.reference.as_str(), waiting, true);
        PushMessage { body, urgency: Urgency::Normal, ttl_seconds: MIN_TTL_SECONDS }
    }

    /// As much of a request as a locked screen may show.
    fn what(&self, lead: &Lead) -> String {
        match self.locked_screen {
            LockedScreen::Request => "A request".to_owned(),
            LockedScreen::Service => what(lead),
            LockedScreen::Name => {
                let name: String = shown(&lead.typed.name).chars().take(MAX_NAME_CHARS).collect();
                // A name keeps its own direction, whatever its neighbours.
                format!("{}: \u{2068}{name}\u{2069}", what(lead))
            }
        }
    }

    fn body(&self, title: &str, body: &str, reference: &str, waiting: u64, silent: bool) -> Value {
        json!({
            "web_push": DECLARATIVE,
            "notification": {
                "title": title,
                "body": body,
                "navigate": format!("{}/desk/requests/{reference}", self.origin),
                // One request has one notification: a later one takes its place.
                "tag": reference,
                "silent": silent,
            },
            "app_badge": waiting,
        })
    }
}

/// Asks a phone whether it rings; `origin` as in [`Composer`].
pub fn test_message(origin: &str) -> PushMessage {
    let mut body = json!({
        "web_push": DECLARATIVE,
        "notification": {
            "title": "This phone rings",
            "body": "A quiet test, nothing to do.",
            "navigate": format!("{origin}/desk/"),
            "tag": "test",
            "silent": true,
        },
    });
    // A phone that shows messages by itself wakes the script for this one, so that it can answer.
    body["mutable"] = true.into();
    body["test"] = true.into();
    PushMessage { body, urgency: Urgency::High, ttl_seconds: 60 }
}

/// `Plumbing Services`, or `Plumbing Services, emergency`.
pub fn what(lead: &Lead) -> String {
    let service = shown(&lead.typed.service);
    if lead.emergency { format!("{service}, emergency") } else { service }
}

/// `14:18`
fn clock_time(ms: i64) -> String {
    dubai_time(ms)[11..16].to_owned()
}

/// `60 min` or `23 h`
fn span(minutes: i64) -> String {
    if minutes <= 120 { format!("{minutes} min") } else { format!("{} h", minutes / 60) }
}
