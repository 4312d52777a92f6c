//! TODO head

pub mod cli;
pub mod daily_jobs;
pub mod digest;
pub mod email;
pub mod export;
pub mod promise;
pub mod query;
pub mod silence;
pub mod stage;
pub mod webhook;
