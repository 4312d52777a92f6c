//! Mails to staff without a lead behind them, for those recipients who could not be reached when others had it. No row of
//! the outbox keeps them: after a restart the next mail of the kind says the same.

use std::time::Duration;

use lettre::Address;
use tokio::time::{Instant, sleep};

use crate::mail::answer::RecipientAnswer;
use crate::mail::{MailMessage, Smtp};

/// What such a mail says is old after a day.
const GIVE_UP_AFTER: Duration = Duration::from_secs(24 * 3600);
const MAX_PAUSE: Duration = Duration::from_secs(3600);

/// Sends the mail again to those who lack it and did not refuse it, with pauses that double.
pub(super) fn send(smtp: &Smtp, mail: &MailMessage, answers: &[RecipientAnswer]) {
    let to = waiting(answers);
    if !to.is_empty() {
        tokio::spawn(until_all_have_it(smtp.clone(), mail.clone(), to));
    }
}

fn waiting(answers: &[RecipientAnswer]) -> Vec<Address> {
    let waits = |one: &&RecipientAnswer| one.answer.as_ref().is_err_and(|failure| !failure.is_refusal);
    answers.iter().filter(waits).map(|one| one.address.clone()).collect()
}

async fn until_all_have_it(smtp: Smtp, mail: MailMessage, mut to: Vec<Address>) {
    let end = Instant::now() + GIVE_UP_AFTER;
    let mut pause = smtp.first_retry;
    while Instant::now() < end {
        sleep(pause).await;
        to = waiting(&smtp.send(&mail, &to).await);
        if to.is_empty() {
            return;
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
    tracing::error!(recipients = to.len(), "recipients never had a mail to staff");
}
