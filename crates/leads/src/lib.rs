//! Leads: a visitor's request is on disk before the visitor is thanked, and in the company's mailbox afterwards.

mod blank;
pub mod canary;
mod context;
mod intake;
mod lead;
mod notice;
mod outcome;
pub mod phone;
mod phrases;
mod privacy;
mod promise;
mod queue;
mod reference;
mod screening;
pub mod staff;
mod stored_lead;

pub use crate::context::Context;
pub use crate::intake::form_answer::{FormPages, FormResponse};
pub use crate::intake::http::{PATH, UNKNOWN_PAGE_REMEDY, router};
pub use crate::lead::{IdempotencyKey, InvalidLead, LeadField, NewLead, SERVICES, Typed};
pub use crate::outcome::{LeadEvent, LeadObserver, LeadOutcome, OutcomeCounter};
pub use crate::promise::{Promise, Promises};
pub use crate::queue::lead_queue::LeadQueue;
pub use crate::queue::spool_folder::{SpoolCounts, files_to_look_at as spool_files_to_look_at, spool_counts};
pub use crate::reference::Reference;
pub use crate::screening::guard::Guard;
pub use crate::staff::daily_jobs::{CareSettings, DailyJobs};
pub use crate::staff::email::LeadMail;
pub use crate::staff::quarantine::ReleaseJob;
pub use crate::staff::query::{
    ListedLead, count_overdue, count_unknown_pages, newest_received_at, quarantine_summary,
};
pub use crate::staff::webhook::WebhookDelivery;
pub use crate::stored_lead::{Lead, Quarantined, Stage};
