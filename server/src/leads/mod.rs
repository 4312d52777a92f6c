//! Leads: a visitor's request, on disk before the visitor is thanked, in the company's mailbox after.

mod body;
pub mod cli;
mod desk;
mod digest;
mod duties;
mod email;
mod export;
mod http;
mod lead;
mod origin;
mod phone;
mod privacy;
mod promise;
mod query;
mod reference;
mod row;
mod stage;
mod store;
mod webhook;

pub use desk::{AcceptError, Desk, Key, Receipt};
pub use duties::Duties;
pub use email::LeadLetters;
pub use http::{FormAnswer, FormPages, Outcome, router};
pub use lead::{Context, Field, Lead, NewLead, Refusal, SERVICES, Typed};
pub use promise::Promise;
pub use query::{Listed, count_overdue, newest_received_at};
pub use reference::Reference;
pub use stage::Stage;
pub use webhook::ByWebhook;
