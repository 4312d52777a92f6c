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
use crate::phone;
use crate::promise::Promises;

/// The answer to a form post without scripts, as data: the page is drawn elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(export, export_to = "leads.ts", rename = "FormAnswer"))]
pub struct FormResponse {
    #[serde(flatten)]
    outcome: FormOutcome,
    /// Of the stored lead, such as `AMW-7K3F9`; absent if no lead was stored.
    pub reference: Option<String>,
    /// The required fields that were missing or blank.
    pub missing: Vec<LeadField>,
    /// The typed values, to be filled in again; empty once the lead is stored.
    pub values: Typed,
    /// The typed number of a stored lead, where no number could be read in it.
    pub doubtful_phone: Option<String>,
    /// For the form's hidden field `idempotency_key`; may be empty.
    pub key: String,
    /// The number of the request that the server failed at; null where it didn't.
    pub request_id: Option<String>,
    /// For a page without the site's look.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub sentence: String,
}

/// Outcome of a form post.
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
    /// The form's page for an outcome. `values` and `key` are those that the form sent; `company` is the company's number; `id`
    /// is the request's.
    pub(crate) fn new(
        outcome: &LeadOutcome,
        values: Typed,
        key: String,
        company: &str,
        id: Option<RequestId>,
    ) -> Self {
        let sentence = outcome.sentence(company);
        let shown = match outcome {
            LeadOutcome::Stored { .. } => FormOutcome::Sent,
            LeadOutcome::Missing(_) => FormOutcome::Missing,
            LeadOutcome::Busy | LeadOutcome::DatabaseUnavailable => FormOutcome::Failed,
            LeadOutcome::Invalid(_)
            | LeadOutcome::Unreadable { .. }
            | LeadOutcome::OtherSite
            | LeadOutcome::KeyReused
            | LeadOutcome::RateLimited(_) => FormOutcome::Invalid { sentence: sentence.clone() },
        };
        let stored = outcome.reference().is_some();
        let doubtful = stored && phone::normalise(&values.phone).is_none();
        // With a key that belongs to other words, sending these once more without it is a new request.
        let keeps_key = !stored && *outcome != LeadOutcome::KeyReused;
        FormResponse {
            outcome: shown,
            reference: outcome.reference().map(ToString::to_string),
            missing: if let LeadOutcome::Missing(fields) = outcome { fields.clone() } else { Vec::new() },
            doubtful_phone: doubtful.then(|| values.phone.clone()),
            values: if stored { Typed::default() } else { values },
            key: if keeps_key { key } else { String::new() },
            request_id: id.filter(|_| outcome.status().is_server_error()).map(|id| id.to_string()),
            sentence,
        }
    }
}

/// The site around the leads: the pages that answer a form, as HTML, and its words.
pub trait FormPages: Send + Sync {
    /// In the site's look.
    fn page(&self, answer: FormResponse) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>>;

    /// This sentence and the phone number without the site's look, for a flood: it is not rendered.
    fn bare_page(&self, sentence: &str) -> Bytes;

    /// The company's number, as people write it.
    fn phone(&self) -> String;

    /// The messages that the form is prefilled with when a visitor comes from a plan or an urgent link.
    fn own_texts(&self) -> Vec<String>;

    /// Response times that its pages promise.
    fn promises(&self) -> Promises;
}
