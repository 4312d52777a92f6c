//! Delivers leads by mail: to each recipient on its own, and to nobody twice. A lead's mail is sent once a recipient has it
//! and nobody is left who could still get it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use lettre::Address;
use sea_orm::DbErr;

use crate::db::Db;
use crate::mail::{MailFailure, Mailer, RecipientAnswer};
use crate::outbox::channel::{
    Channel, ComposeMail, DeliveryAttempt, DeliveryChannel, DeliveryFailure, DeliveryFuture, DeliveryResult,
};
use crate::outbox::recipients;
use crate::outbox::recipients::RecipientState;

/// Delivers leads by mail.
pub struct MailDelivery {
    db: Db,
    mailer: Mailer,
    composer: Arc<dyn ComposeMail>,
}

impl MailDelivery {
    pub fn new(db: Db, mailer: Mailer, composer: Arc<dyn ComposeMail>) -> Self {
        MailDelivery { db, mailer, composer }
    }

    async fn attempt(&self, lead_id: String) -> Result<DeliveryAttempt, DeliveryFailure> {
        let mail = self.composer.compose(lead_id.clone()).await?;
        let unavailable =
            |error: DbErr| DeliveryFailure::temporary(format!("its recipients could not be read: {error}"));
        let tried = recipients::for_lead(self.db.reader(), &lead_id).await.map_err(unavailable)?;
        let accepted = tried.iter().find(|row| row.state == RecipientState::Sent);
        let accepted = accepted.map(|row| row.answer.clone().unwrap_or_default());
        let lacks = |address: &Address| {
            let row = tried.iter().find(|row| row.address == address.to_string());
            match row.map(|row| row.state) {
                Some(RecipientState::Sent) => false,
                // As long as nobody has it, a mailbox that somebody mends is worth another try.
                Some(RecipientState::Refused) => accepted.is_none(),
                Some(RecipientState::Waiting) | None => true,
            }
        };
        let mut seen = HashSet::new();
        let to: Vec<Address> =
            mail.message.envelope().to().iter().filter(|one| seen.insert(*one)).cloned().collect();
        let lacking: Vec<Address> = to.iter().filter(|one| lacks(one)).cloned().collect();
        let recipients = self.mailer.send(&mail, &lacking).await;
        let refused = recipients.iter().filter(|one| is_refused(one)).count();
        if refused > 0 {
            tracing::warn!(lead = lead_id, refused, recipients = to.len(), "recipients refused the mail");
        }
        Ok(DeliveryAttempt { result: result(&recipients, accepted, to.len()), recipients })
    }
}

fn is_refused(one: &RecipientAnswer) -> bool {
    one.answer.as_ref().is_err_and(|failure| failure.is_refusal)
}

/// The result of an attempt: `accepted` is the response of a recipient who had the mail before, `count` how many
/// recipients it has.
fn result(answers: &[RecipientAnswer], accepted: Option<String>, count: usize) -> DeliveryResult {
    let text = answers.iter().map(|one| line(one, count)).collect::<Vec<_>>().join("; ");
    let now_accepted = answers.iter().find_map(|one| one.answer.clone().ok());
    let accepted = now_accepted.or(accepted);
    let failures: Vec<&MailFailure> = answers.iter().filter_map(|one| one.answer.as_ref().err()).collect();
    let is_over = failures.iter().all(|failure| failure.is_refusal);
    let accepted = match accepted {
        Some(accepted) if is_over => return Ok(if text.is_empty() { accepted } else { text }),
        accepted => accepted,
    };
    let Some(first) = failures.first() else {
        return Err(DeliveryFailure::permanent("it has no recipient"));
    };
    let (error, response) = match count {
        1 => (first.error.clone(), first.response.clone()),
        _ => (format!("{} of {count} recipients lack it: {}", failures.len(), first.error), text),
    };
    Err(DeliveryFailure { error, response, accepted, ..DeliveryFailure::default() })
}

/// One recipient's answer for staff, by name where there are several.
fn line(one: &RecipientAnswer, count: usize) -> String {
    let text = match &one.answer {
        Ok(response) => response.clone(),
        Err(failure) if failure.is_refusal && count > 1 => format!("refused, {}", failure.text_for_staff()),
        Err(failure) => failure.text_for_staff(),
    };
    if count > 1 { format!("{}: {text}", one.address) } else { text }
}

impl DeliveryChannel for MailDelivery {
    fn channel(&self) -> Channel {
        Channel::Mail
    }

    fn timeout(&self) -> Duration {
        self.mailer.timeout()
    }

    fn deliver(&self, lead_id: String) -> DeliveryFuture<'_> {
        Box::pin(async move { self.attempt(lead_id).await.unwrap_or_else(|failure| Err(failure).into()) })
    }
}
