//! Mails that are owed, and the worker that sends them: claim, send, back off, give up in the open.

mod record;
pub mod row;
mod worker;

pub use row::{State, Summary, owed, retry, summary};
pub use worker::{Bell, Letters, Unwritten, Worker, WorkerOptions};
