//! The outbox: for each lead the deliveries that are owed, and the worker that makes them. The worker claims a delivery
//! with a lease, attempts it, retries with exponential backoff, and gives up visibly.

use std::time::Duration;

mod channel;
mod claim;
mod mail_delivery;
pub mod recipients;
mod record;
pub mod row;
pub mod summary_mail;
pub mod timeline;
mod worker;

pub use crate::outbox::channel::{
    Channel, ChannelsInUse, ComposeMail, DeliveryAttempt, DeliveryChannel, DeliveryFailure, DeliveryFuture,
    DeliveryResult, NotComposed,
};
pub use crate::outbox::mail_delivery::MailDelivery;
pub use crate::outbox::row::{DeliveryState, OutboxSummary, channel_summary, retry, summary};
pub use crate::outbox::worker::{OutboxNotify, Worker, WorkerOptions};

/// The backoff between two attempts of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutboxSettings {
    /// The wait after the first attempt; it doubles after each further one.
    pub first_retry: Duration,
    /// The longest wait.
    pub max_retry: Duration,
}
