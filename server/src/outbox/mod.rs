//! Deliveries that are owed, and the worker that makes them: claim, send, back off, give up in the open.

mod channel;
mod record;
pub mod row;
pub mod timeline;
mod worker;

pub use channel::{ByMail, Carrier, Carrying, Channel, Failure, Letters, Sent, Unwritten};
pub use row::{State, Summary, retry, summary, summary_of};
pub use worker::{Bell, Worker, WorkerOptions};
