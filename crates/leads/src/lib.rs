//! Leads: a visitor's request, on disk before the visitor is thanked, in the company's mailbox after.

mod blank;
pub mod canary;
mod context;
mod intake;
mod lead;
mod metrics;
mod outcome;
mod phone;
mod privacy;
mod queue;
mod screening;
pub mod staff;

pub use crate::context::Context;
pub use crate::intake::form_answer::{FormPages, FormResponse, Outcome};
pub use crate::intake::http::{PATH, router};
pub use crate::lead::{Field, Lead, NewLead, Refusal, SERVICES, Typed};
pub use crate::metrics::{Fate, OutcomeCounter};
pub use crate::outcome::{Came, LeadObserver};
pub use crate::queue::lead_queue::{AcceptError, Key, LeadQueue, Receipt};
pub use crate::queue::reference::Reference;
pub use crate::queue::spool::counts as journal_counts;
pub use crate::screening::guard::Guard;
pub use crate::screening::quarantine::ReleaseJob;
pub use crate::screening::quarantined::Quarantined;
pub use crate::staff::daily_jobs::{CareSettings, DailyJobs};
pub use crate::staff::email::LeadMail;
pub use crate::staff::promise::Promise;
pub use crate::staff::query::{Listed, count_overdue, held_summary, newest_received_at};
pub use crate::staff::stage::Stage;
pub use crate::staff::webhook::WebhookDelivery;
