//! Deliveries that are owed, and the worker that makes them: claim, send, back off, give up in the open.

use std::time::Duration;

mod channel;
mod record;
pub mod row;
pub mod timeline;
mod worker;

pub use crate::outbox::channel::{
    Channel, ComposeMail, Delivering, DeliveryChannel, DeliveryFailure, MailDelivery, NotComposed, Sent,
};
pub use crate::outbox::row::{State, Summary, retry, summary, summary_of};
pub use crate::outbox::worker::{OutboxNotify, Worker, WorkerOptions};

/// How long to wait between tries to send a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutboxSettings {
    pub first_retry: Duration,
    pub max_retry: Duration,
}
