//! A lead that is on disk, how far the company has come with it, and whether it is in quarantine.

use crate::context::Context;
use crate::lead::Typed;
use crate::reference::Reference;

/// A lead that is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    pub id: String,
    pub reference: Reference,
    /// Unix milliseconds.
    pub received_at: i64,
    pub typed: Typed,
    pub phone_e164: Option<String>,
    pub context: Context,
    pub stage: Stage,
    /// When the company promised to answer, in Unix milliseconds; `None` for a lead from before there were promises.
    pub due_at: Option<i64>,
    /// When its personal data was erased, in Unix milliseconds.
    pub erased_at: Option<i64>,
    /// `None` for almost all of them.
    pub quarantined: Option<Quarantined>,
    /// Whether the site sent it to itself.
    pub canary: bool,
    /// Whether staff promised the answer that emergencies get.
    pub emergency: bool,
}

impl Lead {
    /// Whether nobody has answered although the promised time is over.
    pub fn is_overdue(&self, now_ms: i64) -> bool {
        self.is_open() && self.due_at.is_some_and(|due| due <= now_ms)
    }

    /// Whether a visitor waits for an answer; also one in quarantine, until a person said that it is spam.
    pub fn is_open(&self) -> bool {
        let dismissed = self.quarantined.as_ref().is_some_and(Quarantined::is_dismissed);
        self.stage == Stage::New && self.erased_at.is_none() && !dismissed
    }
}

/// The company's progress with a lead, as staff say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nobody has answered yet.
    New,
    Contacted,
    /// A visit or a contract is agreed.
    Booked,
    /// No visit and no contract comes of it.
    Lost,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::New, Stage::Contacted, Stage::Booked, Stage::Lost];

    /// The word in the database, in lists and in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::New => "new",
            Stage::Contacted => "contacted",
            Stage::Booked => "booked",
            Stage::Lost => "lost",
        }
    }

    /// Reads a stored word. One from a later version counts as new: somebody should look.
    pub(crate) fn from_stored(text: &str) -> Self {
        Stage::named(text).unwrap_or(Stage::New)
    }

    /// The stage of that word.
    pub fn named(text: &str) -> Option<Self> {
        Stage::ALL.into_iter().find(|stage| stage.as_str() == text)
    }
}

/// A lead that looked like spam. Its own deliveries are owed from its release on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    /// In words, separated by commas; without any of the visitor's own.
    pub reasons: String,
    /// Unix milliseconds; `None` while its deliveries are not owed.
    pub released_at: Option<i64>,
    /// When a person said that it is spam, in Unix milliseconds.
    pub dismissed_at: Option<i64>,
}

impl Quarantined {
    /// In one word: `held` while it waits for a person to look at it, `spam` once one dismissed it; `None` once it is
    /// released.
    pub fn state(&self) -> Option<&'static str> {
        match (self.released_at, self.dismissed_at) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("spam"),
            (None, None) => Some("held"),
        }
    }

    /// Whether a person said that it is spam, and released it in no case since.
    pub fn is_dismissed(&self) -> bool {
        self.released_at.is_none() && self.dismissed_at.is_some()
    }

    /// Whether a person still has to look at it.
    pub fn is_waiting(&self) -> bool {
        self.released_at.is_none() && self.dismissed_at.is_none()
    }
}
