//! Delivery channels: the ways in which a lead is delivered to the company (mail, webhook, a line in a summary mail), and
//! what a delivery can result in.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sea_orm::entity::prelude::*;

use crate::mail::{MailMessage, RecipientAnswer};

/// A way to deliver a lead. Each has its own rows in the outbox, so that one that is down doesn't delay the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum Channel {
    #[sea_orm(string_value = "mail")]
    Mail,
    /// A signed post to another program of the company's.
    #[sea_orm(string_value = "webhook")]
    Webhook,
    /// A message to each phone of the staff that asked for it (Web Push).
    #[sea_orm(string_value = "push")]
    Push,
    /// One mail for many leads (see [`crate::outbox::summary_mail`]). No worker claims these rows: a scheduled job makes
    /// all that are owed at once.
    #[sea_orm(string_value = "summary")]
    Summary,
}

impl Channel {
    pub const ALL: [Channel; 4] = [Channel::Mail, Channel::Webhook, Channel::Push, Channel::Summary];

    /// The channels that deliver each new lead by itself.
    pub fn in_use(webhook_is_set: bool) -> &'static [Channel] {
        if webhook_is_set { &[Channel::Mail, Channel::Webhook] } else { &[Channel::Mail] }
    }

    /// The name in the database, in lists and in logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Mail => "mail",
            Channel::Webhook => "webhook",
            Channel::Push => "push",
            Channel::Summary => "summary",
        }
    }
}

/// The channels that deliver each new lead while the site runs: phones ring from the moment at which the first one asks
/// for it. Cheap to clone; clones change together.
#[derive(Clone, Debug)]
pub struct ChannelsInUse {
    webhook_is_set: bool,
    phones: Arc<AtomicBool>,
}

impl ChannelsInUse {
    pub fn new(webhook_is_set: bool) -> Self {
        ChannelsInUse { webhook_is_set, phones: Arc::default() }
    }

    /// Says whether there is a phone that asked for messages.
    pub fn set_phones(&self, are_there: bool) {
        self.phones.store(are_there, Ordering::Relaxed);
    }

    pub fn now(&self) -> &'static [Channel] {
        match (self.webhook_is_set, self.phones.load(Ordering::Relaxed)) {
            (webhook_is_set, false) => Channel::in_use(webhook_is_set),
            (false, true) => &[Channel::Mail, Channel::Push],
            (true, true) => &[Channel::Mail, Channel::Webhook, Channel::Push],
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The result of one delivery attempt: the receiver's response, or why there is none.
pub type DeliveryResult = Result<String, DeliveryFailure>;

/// Why a delivery attempt failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryFailure {
    /// One line for staff and for the log, with no personal data in it.
    pub error: String,
    /// The receiver's response, which may repeat what the visitor typed: for staff, never for the log.
    pub response: String,
    /// Whether no retry can succeed.
    pub is_permanent: bool,
    /// Time for which retries go on, if shorter than for other failures.
    pub retry_for: Option<Duration>,
    /// Time that the receiver asks us to wait (`Retry-After`).
    pub retry_after: Option<Duration>,
    /// The response of a recipient who has it. Once no retry follows, the delivery counts as sent.
    pub accepted: Option<String>,
}

impl DeliveryFailure {
    /// One that a retry may get past.
    pub fn temporary(error: impl Into<String>) -> Self {
        DeliveryFailure { error: error.into(), ..DeliveryFailure::default() }
    }

    /// One that no retry can get past.
    pub fn permanent(error: impl Into<String>) -> Self {
        DeliveryFailure { error: error.into(), is_permanent: true, ..DeliveryFailure::default() }
    }

    /// The error and the receiver's response, for staff.
    pub(super) fn text_for_staff(&self) -> String {
        match (self.error.as_str(), self.response.as_str()) {
            (error, "") => error.to_owned(),
            (error, response) => format!("{error}: {response}"),
        }
    }
}

/// One delivery attempt.
#[derive(Clone, Debug)]
pub struct DeliveryAttempt {
    pub result: DeliveryResult,
    /// For a mail, the answer for each recipient that this attempt tried.
    pub recipients: Vec<RecipientAnswer>,
}

impl DeliveryAttempt {
    /// Whether no receiver has it and a retry may get past what was wrong, as while the receiver is away.
    pub(super) fn reached_nobody(&self) -> bool {
        self.result.as_ref().is_err_and(|failure| !failure.is_permanent && failure.accepted.is_none())
    }
}

impl From<DeliveryResult> for DeliveryAttempt {
    fn from(result: DeliveryResult) -> Self {
        DeliveryAttempt { result, recipients: Vec::new() }
    }
}

/// Future of [`DeliveryChannel::deliver`].
pub type DeliveryFuture<'a> = Pin<Box<dyn Future<Output = DeliveryAttempt> + Send + 'a>>;

/// Delivers leads by one channel.
pub trait DeliveryChannel: Send + Sync + 'static {
    fn channel(&self) -> Channel;

    /// Whether new leads are delivered by it. A channel that is no longer used still has its earlier deliveries.
    fn is_used(&self) -> bool {
        true
    }

    /// The longest that one [`DeliveryChannel::deliver`] can take; the lease on a delivery is a little longer.
    fn timeout(&self) -> Duration;

    /// Attempts to deliver the lead with this id.
    fn deliver(&self, lead_id: String) -> DeliveryFuture<'_>;
}

/// Composes the mail of a lead. The outbox knows that a mail is owed for a lead, not what is in it.
pub trait ComposeMail: Send + Sync + 'static {
    /// The mail for the lead with this id, or why there is none.
    fn compose(
        &self,
        lead_id: String,
    ) -> Pin<Box<dyn Future<Output = Result<MailMessage, NotComposed>> + Send + '_>>;
}

/// Why a mail could not be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComposed {
    /// The lead could not be read just now.
    Temporary(String),
    /// No mail can be made of it, now or later: a person has to look.
    Permanent(String),
}

impl From<NotComposed> for DeliveryFailure {
    fn from(why: NotComposed) -> Self {
        match why {
            NotComposed::Temporary(error) => DeliveryFailure::temporary(error),
            NotComposed::Permanent(error) => DeliveryFailure::permanent(error),
        }
    }
}
