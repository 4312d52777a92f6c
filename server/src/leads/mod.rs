//! Leads: a visitor's request, on disk before the visitor is thanked, in the company's mailbox after.

mod body;
pub mod cli;
mod desk;
mod email;
mod export;
mod http;
mod journal;
mod lead;
mod origin;
mod phone;
mod query;
mod reference;
mod row;
mod store;
mod writer;

pub use desk::{AcceptError, Desk, Key, Receipt};
pub use email::LeadLetters;
pub use http::{FormAnswer, FormPages, Outcome, router};
pub use journal::counts as journal_counts;
pub use lead::{Context, Field, Lead, NewLead, Refusal, SERVICES, Typed};
pub use query::{Listed, newest_received_at};
pub use reference::Reference;
