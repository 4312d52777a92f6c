//! What a form post without scripts is answered with, as data: the page around it is drawn elsewhere.

use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use serde::Serialize;
use ts_rs::TS;

use crate::lead::{Field, Typed};

/// The answer to a form post without scripts, as data: the page is drawn elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "leads.ts")]
pub struct FormResponse {
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Of the stored lead, such as `AMW-7K3F9`; null where none was stored.
    pub reference: Option<String>,
    /// The required fields that were missing or blank.
    pub missing: Vec<Field>,
    /// What was typed, to be filled in again; empty once it is stored.
    pub values: Typed,
    /// For the form's hidden field `idempotency_key`; may be empty.
    pub key: String,
}

/// What became of a form post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "outcome", rename_all = "lowercase")]
#[ts(export, export_to = "leads.ts")]
pub enum Outcome {
    /// Stored.
    Sent,
    /// A required field is missing.
    Missing,
    /// Something else is wrong with it: one sentence for the visitor.
    Invalid { sentence: String },
    /// The server could not store it.
    Failed,
}

/// What leads need to know of the site around them: the pages that answer a form post, as HTML, and its words.
pub trait FormPages: Send + Sync {
    /// In the site's look.
    fn page(&self, answer: FormResponse) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>>;

    /// Without it, for a flood: drawing takes longer than asking.
    fn bare_page(&self, answer: &FormResponse) -> Bytes;

    /// The company's number, as people write it.
    fn phone(&self) -> String;

    /// The messages that the form starts with when a visitor comes from a plan or an urgent link.
    fn own_texts(&self) -> Vec<String>;
}
