//! The ways a lead leaves the house, and what carries it there.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::entity::prelude::*;

use crate::mail::{MailMessage, Mailer};

/// A way to deliver a lead. Each has rows of its own, so that one that is down holds up no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum Channel {
    #[sea_orm(string_value = "mail")]
    Mail,
    /// A post to another program of the company's.
    #[sea_orm(string_value = "webhook")]
    Webhook,
}

impl Channel {
    pub const ALL: [Channel; 2] = [Channel::Mail, Channel::Webhook];

    /// Those by which each new lead goes out.
    pub fn of(webhook: bool) -> &'static [Channel] {
        if webhook { &Channel::ALL } else { &[Channel::Mail] }
    }

    /// The name in the database, in lists and in logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Mail => "mail",
            Channel::Webhook => "webhook",
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What came of one try: the receiver's answer, or why there is none.
pub type Sent = Result<String, DeliveryFailure>;

/// A try that came to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryFailure {
    /// One line for staff and for the log: nothing of a visitor's.
    pub error: String,
    /// What the receiver said, which may repeat the visitor's words: for staff only.
    pub said: String,
    /// No later try can go better.
    pub for_good: bool,
    /// How long the receiver asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl DeliveryFailure {
    /// One that a later try may mend.
    pub fn for_now(error: impl Into<String>) -> Self {
        DeliveryFailure { error: error.into(), ..DeliveryFailure::default() }
    }

    /// One that no later try can mend.
    pub fn for_good(error: impl Into<String>) -> Self {
        DeliveryFailure { error: error.into(), for_good: true, ..DeliveryFailure::default() }
    }

    /// The whole of it, for staff.
    pub fn told(&self) -> String {
        match (self.error.as_str(), self.said.as_str()) {
            (error, "") => error.to_owned(),
            (error, said) => format!("{error}: {said}"),
        }
    }
}

/// What a [`DeliveryChannel`] answers with, some time later.
pub type Delivering<'a> = Pin<Box<dyn Future<Output = Sent> + Send + 'a>>;

/// Carries leads by one channel.
pub trait DeliveryChannel: Send + Sync + 'static {
    fn channel(&self) -> Channel;

    /// Whether new leads go out by it. One that is not used any more still has what was owed before.
    fn is_used(&self) -> bool {
        true
    }

    /// The longest one [`DeliveryChannel::carry`] can take.
    fn patience(&self) -> Duration;

    /// Delivers the lead of that id.
    fn carry(&self, lead_id: String) -> Delivering<'_>;
}

/// Who writes the letters: the outbox knows that a mail is owed for a lead, not what is in it.
pub trait ComposeMail: Send + Sync + 'static {
    /// The letter for a lead, or one line on why there is none.
    fn write(
        &self,
        lead_id: String,
    ) -> Pin<Box<dyn Future<Output = Result<MailMessage, NotComposed>> + Send + '_>>;
}

/// Why there is no letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComposed {
    /// The lead could not be read just now.
    NotNow(String),
    /// No letter can be made of it, now or later: a person has to look.
    Never(String),
}

impl From<NotComposed> for DeliveryFailure {
    fn from(why: NotComposed) -> Self {
        match why {
            NotComposed::NotNow(error) => DeliveryFailure::for_now(error),
            NotComposed::Never(error) => DeliveryFailure::for_good(error),
        }
    }
}

/// Carries leads by mail.
pub struct MailDelivery {
    mailer: Mailer,
    letters: Arc<dyn ComposeMail>,
}

impl MailDelivery {
    pub fn new(mailer: Mailer, letters: Arc<dyn ComposeMail>) -> Self {
        MailDelivery { mailer, letters }
    }
}

impl DeliveryChannel for MailDelivery {
    fn channel(&self) -> Channel {
        Channel::Mail
    }

    fn patience(&self) -> Duration {
        self.mailer.patience()
    }

    fn carry(&self, lead_id: String) -> Delivering<'_> {
        Box::pin(async move {
            let letter = self.letters.write(lead_id).await?;
            self.mailer.send(letter).await.map_err(DeliveryFailure::for_now)
        })
    }
}
