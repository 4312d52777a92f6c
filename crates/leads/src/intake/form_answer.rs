//! The answer to a form posted without scripts, as data: the site renders the page.

use std::future::Future;
use std::pin::Pin;

use base::request_id::RequestId;
use bytes::Bytes;
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::lead::{LeadField, Typed};
use crate::outcome::LeadOutcome;

/// The answer to a form post without scripts, as data: the page is drawn elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(export, export_to = "leads.ts", rename = "FormAnswer"))]
pub struct FormResponse {
    #[serde(flatten)]
    outcome: FormOutcome,
    /// Of the stored lead, such as `AMW-7K3F9`; null where none was stored.
    pub reference: Option<String>,
    /// The required fields that were missing or blank.
    pub missing: Vec<LeadField>,
    /// What was typed, to be filled in again; empty once it is stored.
    pub values: Typed,
    /// For the form's hidden field `idempotency_key`; may be empty.
    pub key: String,
    /// The number of the request that the server failed at; null where it didn't.
    pub request_id: Option<String>,
    /// For a page without the site's look.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub sentence: String,
}

/// What became of a form post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "outcome", rename_all = "lowercase")]
#[cfg_attr(test, ts(export, export_to = "leads.ts", rename = "Outcome"))]
enum FormOutcome {
    /// Stored.
    Sent,
    /// A required field is missing.
    Missing,
    /// Something else is wrong with it: one sentence for the visitor.
    Invalid { sentence: String },
    /// The server could not store it.
    Failed,
}

impl FormResponse {
    /// What the form's page shows of an outcome. `values` and `key` are what the form sent; `phone` is the company's;
    /// `id` is the request's.
    pub(crate) fn new(
        outcome: &LeadOutcome,
        values: Typed,
        key: String,
        phone: &str,
        id: Option<RequestId>,
    ) -> Self {
        let sentence = outcome.sentence(phone);
        let shown = match outcome {
            LeadOutcome::Stored { .. } => FormOutcome::Sent,
            LeadOutcome::Missing(_) => FormOutcome::Missing,
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => FormOutcome::Failed,
            LeadOutcome::Invalid(_)
            | LeadOutcome::Unreadable { .. }
            | LeadOutcome::KeyReused
            | LeadOutcome::RateLimited(_) => FormOutcome::Invalid { sentence: sentence.clone() },
        };
        let stored = outcome.reference().is_some();
        // With a key that belongs to other words, sending these once more without it is a new request.
        let keeps_key = !stored && *outcome != LeadOutcome::KeyReused;
        FormResponse {
            outcome: shown,
            reference: outcome.reference().map(ToString::to_string),
            missing: if let LeadOutcome::Missing(fields) = outcome { fields.clone() } else { Vec::new() },
            values: if stored { Typed::default() } else { values },
            key: if keeps_key { key } else { String::new() },
            request_id: id.filter(|_| outcome.status().is_server_error()).map(|id| id.to_string()),
            sentence,
        }
    }
}

/// What leads need of the site around them: the pages that answer a form, as HTML, and its words.
pub trait FormPages: Send + Sync {
    /// In the site's look.
    fn page(&self, answer: FormResponse) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>>;

    /// Without the site's look, for visitors beyond the rate limit: rendering costs more than asking.
    fn bare_page(&self, answer: &FormResponse) -> Bytes;

    /// The company's number, as people write it.
    fn phone(&self) -> String;

    /// The messages that the form is prefilled with when a visitor comes from a plan or an urgent link.
    fn own_texts(&self) -> Vec<String>;
}
