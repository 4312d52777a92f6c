//! What is known of a lead that is, or was, held for a person to look at.

/// A lead that looked as if no person had sent it. Its mail is owed from its release on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    /// In words, separated by commas; nothing the visitor wrote.
    pub reasons: String,
    /// Unix milliseconds; nothing while its mail is not owed.
    pub released_at: Option<i64>,
    /// When a person said that it is spam, in Unix milliseconds.
    pub dismissed_at: Option<i64>,
}

impl Quarantined {
    /// In one word: `held` while it waits for a person to look at it, `spam` once one dismissed it; nothing
    /// once it is released.
    pub fn state(&self) -> Option<&'static str> {
        match (self.released_at, self.dismissed_at) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("spam"),
            (None, None) => Some("held"),
        }
    }

    /// Whether a person has to look at it yet.
    pub fn is_waiting(&self) -> bool {
        self.released_at.is_none() && self.dismissed_at.is_none()
    }
}
