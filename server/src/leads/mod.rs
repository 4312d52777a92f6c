//! Leads: a visitor's request, on disk before the visitor is thanked, in the company's mailbox after.

mod blank;
mod body;
pub mod cli;
mod desk;
mod email;
mod export;
mod guard;
mod http;
mod lead;
mod links;
mod offers;
mod origin;
mod phone;
mod quarantine;
mod query;
mod rate;
mod reference;
mod row;
mod signs;
mod store;
mod visitor;

pub use desk::{AcceptError, Desk, Key, Receipt};
pub use email::LeadLetters;
pub use guard::Guard;
pub use http::{FormAnswer, FormPages, Outcome, router};
pub use lead::{Context, Field, Held, Lead, NewLead, Refusal, SERVICES, Typed};
pub use quarantine::Releasing;
pub use query::{Listed, held_summary, newest_received_at};
pub use reference::Reference;
