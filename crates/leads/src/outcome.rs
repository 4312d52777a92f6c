//! The outcome of one POST: the one type that travels from the queue back to the visitor. The answer, the metric and
//! the visitor statistics are all derived from it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::StatusCode;

use crate::context::Context;
use crate::lead::{InvalidLead, LeadField};
use crate::reference::Reference;

/// Error for visitors whose request could not be stored (R45); the form's page has it in `content/words.toml`.
pub(crate) const NOT_STORED: &str = "Error submitting request. Please try again or call us directly.";
/// Beginning of every answer about a stored request (R47); the reference follows.
pub(crate) const STORED: &str = "Message sent successfully. Reference ";
const OTHER_SITE: &str = "Please send the form from our own site.";
const KEY_REUSED: &str = "This request was already sent with other words; please send it as a new one.";
/// Waiting time for clients when it was the server that could not store the request.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Outcome of one POST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadOutcome {
    /// On disk, together with the deliveries it owes.
    Stored {
        reference: Reference,
        /// False when the same request had been stored before.
        first_time: bool,
        /// Whether its deliveries are withheld until somebody releases it.
        quarantined: bool,
    },
    /// Its size, its type or its shape is wrong, or it did not arrive whole.
    Unreadable { status: StatusCode, sentence: String },
    /// A page of another site sent it.
    OtherSite,
    /// These required fields are missing or blank (R44).
    Missing(Vec<LeadField>),
    /// A field is not what it must be; one sentence for the visitor.
    Invalid(String),
    /// Its idempotency key belongs to a lead with other words.
    KeyReused,
    /// This visitor sends far too much, and may try again after this long.
    RateLimited(Duration),
    /// Too many requests are waiting, or the server is stopping.
    Busy,
    /// The database could not store it, or did not say so in time.
    DatabaseUnavailable,
}

/// Event of the visitor statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadEvent {
    /// Stored for the first time.
    Sent,
    /// Stored for the first time, and quarantined.
    Quarantined,
    /// Complete, and not stored.
    Failed,
}

/// Called with each event that the visitor statistics count, and how the visitor came to the site. Canaries are left out.
pub type LeadObserver = Arc<dyn Fn(LeadEvent, &Context) + Send + Sync>;

impl LeadOutcome {
    /// A form or a body that cannot be read as a request: 400 and one sentence.
    pub(crate) fn bad_request(sentence: &str) -> Self {
        LeadOutcome::Unreadable { status: StatusCode::BAD_REQUEST, sentence: sentence.to_owned() }
    }

    pub fn status(&self) -> StatusCode {
        match self {
            LeadOutcome::Stored { .. } => StatusCode::OK,
            LeadOutcome::Unreadable { status, .. } => *status,
            LeadOutcome::OtherSite => StatusCode::FORBIDDEN,
            LeadOutcome::Missing(_) | LeadOutcome::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            LeadOutcome::KeyReused => StatusCode::CONFLICT,
            LeadOutcome::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// One sentence for the visitor; `phone` is the company's number, as people write it.
    pub fn sentence(&self, phone: &str) -> String {
        match self {
            LeadOutcome::Stored { reference, .. } => format!("{STORED}{reference}."),
            LeadOutcome::Unreadable { sentence, .. } | LeadOutcome::Invalid(sentence) => sentence.clone(),
            LeadOutcome::OtherSite => OTHER_SITE.to_owned(),
            LeadOutcome::Missing(fields) => InvalidLead::Missing(fields.clone()).to_string(),
            LeadOutcome::KeyReused => KEY_REUSED.to_owned(),
            LeadOutcome::RateLimited(_) => format!(
                "Many requests have just come from your connection. Please try again in a minute, or call us on \
                 {phone}: we answer at any hour."
            ),
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => NOT_STORED.to_owned(),
        }
    }

    /// Delay after which the same request may succeed; `None` when waiting does not help.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            LeadOutcome::RateLimited(wait) => Some(*wait),
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => Some(RETRY_AFTER),
            _ => None,
        }
    }

    /// The label of `amwaj_leads_total`.
    pub fn metric(&self) -> &'static str {
        match self {
            LeadOutcome::Stored { first_time: true, .. } => "stored",
            LeadOutcome::Stored { first_time: false, .. } => "repeated",
            LeadOutcome::Unreadable { .. } => "unreadable",
            LeadOutcome::OtherSite => "other site",
            LeadOutcome::Missing(_) => "missing",
            LeadOutcome::Invalid(_) => "invalid",
            LeadOutcome::KeyReused => "key reused",
            LeadOutcome::RateLimited(_) => "flood",
            LeadOutcome::Busy => "busy",
            LeadOutcome::DatabaseUnavailable => "database",
        }
    }

    /// Its event in the visitor statistics, if any: a missing field is corrected at once, and a flood is not a visitor.
    pub fn event(&self) -> Option<LeadEvent> {
        match self {
            LeadOutcome::Stored { first_time: false, .. } => None,
            LeadOutcome::Stored { quarantined: true, .. } => Some(LeadEvent::Quarantined),
            LeadOutcome::Stored { .. } => Some(LeadEvent::Sent),
            LeadOutcome::Unreadable { .. }
            | LeadOutcome::OtherSite
            | LeadOutcome::Missing(_)
            | LeadOutcome::RateLimited(_) => None,
            LeadOutcome::Invalid(_)
            | LeadOutcome::KeyReused
            | LeadOutcome::Busy
            | LeadOutcome::DatabaseUnavailable => Some(LeadEvent::Failed),
        }
    }

    /// The reference of the stored lead.
    pub fn reference(&self) -> Option<&Reference> {
        match self {
            LeadOutcome::Stored { reference, .. } => Some(reference),
            _ => None,
        }
    }
}

impl From<InvalidLead> for LeadOutcome {
    fn from(invalid: InvalidLead) -> Self {
        match invalid {
            InvalidLead::Missing(fields) => LeadOutcome::Missing(fields),
            other => LeadOutcome::Invalid(other.to_string()),
        }
    }
}

/// Every label of [`LeadOutcome::metric`].
const METRICS: [&str; 10] = [
    "stored",
    "repeated",
    "unreadable",
    "other site",
    "missing",
    "invalid",
    "key reused",
    "flood",
    "busy",
    "database",
];

/// Counts outcomes since this server's start.
#[derive(Debug, Default)]
pub struct OutcomeCounter {
    outcomes: [AtomicU64; METRICS.len()],
    /// Requests of pages that the site can't tell from its own.
    unknown_pages: AtomicU64,
}

impl OutcomeCounter {
    pub(crate) fn record(&self, outcome: &LeadOutcome) {
        let at = METRICS.iter().position(|label| *label == outcome.metric());
        self.outcomes[at.expect("every label is listed")].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn record_unknown_page(&self) {
        self.unknown_pages.fetch_add(1, Ordering::Relaxed);
    }

    pub fn unknown_pages(&self) -> u64 {
        self.unknown_pages.load(Ordering::Relaxed)
    }

    /// Each label with its count, zeros included.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        METRICS.into_iter().zip(self.outcomes.iter().map(|count| count.load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_is_counted_once_under_its_own_label() {
        let stored = |first_time| LeadOutcome::Stored {
            reference: Reference::read("AMW-7K3F9"),
            first_time,
            quarantined: false,
        };
        let counter = OutcomeCounter::default();
        for outcome in [
            stored(true),
            stored(false),
            LeadOutcome::bad_request("No."),
            LeadOutcome::OtherSite,
            LeadOutcome::Missing(vec![LeadField::Name]),
            LeadOutcome::Invalid("No.".to_owned()),
            LeadOutcome::KeyReused,
            LeadOutcome::RateLimited(Duration::ZERO),
            LeadOutcome::Busy,
            LeadOutcome::DatabaseUnavailable,
        ] {
            counter.record(&outcome);
        }
        assert!(counter.counts().all(|(_, count)| count == 1), "{counter:?}");
    }
}
