//! Leads: a visitor's request, on disk before the visitor is thanked, in the company's mailbox after.

mod body;
pub mod canary;
pub mod cli;
mod counts;
mod desk;
mod email;
mod export;
mod http;
mod lead;
mod origin;
mod phone;
mod query;
mod reference;
mod row;
pub mod silence;
mod store;

pub use counts::{Counts, Fate};
pub use desk::{AcceptError, Desk, Key, Receipt};
pub use email::LeadLetters;
pub use http::{FormAnswer, FormPages, Outcome, PATH, router};
pub use lead::{Context, Field, Lead, NewLead, Refusal, SERVICES, Typed};
pub use query::{Listed, newest_received_at};
pub use reference::Reference;
