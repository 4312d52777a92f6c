//! TODO head

pub mod guard;
pub mod links;
pub mod offers;
pub mod phrases;
pub mod quarantine;
pub mod quarantined;
pub mod rate_limit;
pub mod spam_signals;
pub mod visitor;
