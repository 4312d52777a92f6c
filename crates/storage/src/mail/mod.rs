//! Sends one mail: by SMTP, or into files where no mail server is set. `lettre` composes the messages and speaks SMTP.

mod answer;
mod files;
mod later;
mod smtp;
mod smtp_server;

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{Address, Message};

use base::text::without_password;

use crate::mail::answer::sent_to_one;

pub use crate::mail::answer::{MailFailure, RecipientAnswer};
pub use crate::mail::files::MailFolder;
pub use crate::mail::smtp::Smtp;
pub use crate::mail::smtp_server::SmtpServer;

/// A generous bound for writing one file.
const FOLDER_TIMEOUT: Duration = Duration::from_secs(60);

/// A mail that is ready to be sent.
#[derive(Clone, Debug)]
pub struct MailMessage {
    /// A name for people and for the file, such as the lead's reference. The same mail always has the same name.
    pub name: String,
    pub message: Message,
}

/// Where mails are sent to.
#[derive(Clone, Debug)]
pub enum Mailer {
    Smtp(Smtp),
    Folder(MailFolder),
}

impl Mailer {
    /// The mail server of the settings, or the folder if unset.
    ///
    /// # Errors
    /// When the mail server's URL cannot be used; the settings have been checked, so this is rare.
    pub fn new(settings: &MailSettings, folder: std::path::PathBuf) -> Result<Self, String> {
        match &settings.smtp_url {
            Some(url) => Smtp::new(url, &settings.own_name, settings.smtp_timeout)
                .map(|smtp| Mailer::Smtp(smtp.retrying_after(settings.first_retry))),
            None => Ok(Mailer::Folder(MailFolder::new(folder))),
        }
    }

    /// Sends a mail to these of its recipients, each in a transaction of its own, so that no mailbox that is dead or full
    /// keeps it from the others. One answer for each, in their order. Where the connection broke after the last dot,
    /// the server may have accepted the mail all the same.
    pub async fn send(&self, mail: &MailMessage, to: &[Address]) -> Vec<RecipientAnswer> {
        match self {
            Mailer::Smtp(smtp) => smtp.send(mail, to).await,
            Mailer::Folder(folder) => {
                let written = folder.write(mail).await.map_err(MailFailure::temporary);
                let answer =
                    |address: &Address| RecipientAnswer { address: address.clone(), answer: written.clone() };
                to.iter().map(answer).collect()
            }
        }
    }

    /// Sends a mail to all its recipients; it counts as sent once one of them has it. Who could not be reached then is tried
    /// again for a day, while this process runs.
    ///
    /// # Errors
    /// Why nobody has it.
    pub async fn send_to_all(&self, mail: &MailMessage) -> Result<String, MailFailure> {
        let answers = self.send(mail, mail.message.envelope().to()).await;
        if let (Mailer::Smtp(smtp), true) = (self, answers.iter().any(|one| one.answer.is_ok())) {
            later::send(smtp, mail, &answers);
        }
        sent_to_one(answers)
    }

    /// The longest that a [`Mailer::send`] can take.
    pub fn timeout(&self) -> Duration {
        match self {
            Mailer::Smtp(smtp) => smtp.timeout(),
            Mailer::Folder(_) => FOLDER_TIMEOUT,
        }
    }
}

/// Settings of mailing leads.
#[derive(Clone)]
pub struct MailSettings {
    /// Without one, mails become files under the data folder.
    pub smtp_url: Option<String>,
    /// How this server calls itself in EHLO. Not the machine's own name, which is a container's number where mail servers
    /// ask for one that exists.
    pub own_name: String,
    /// The timeout of sending one mail to one recipient, from connecting to the final response.
    pub smtp_timeout: Duration,
    /// The pause before a recipient who lacks a mail is tried again.
    pub first_retry: Duration,
    /// The recipients of leads. Empty only where `smtp_url` is not set.
    pub to: Vec<Mailbox>,
    /// The sender of leads, an address of the company's. Present wherever `smtp_url` is set.
    pub from: Option<Mailbox>,
}

impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings")
            .field("smtp_url", &self.smtp_url.as_deref().map(without_password))
            .field("own_name", &self.own_name)
            .field("smtp_timeout", &self.smtp_timeout)
            .field("first_retry", &self.first_retry)
            .field("to", &self.to)
            .field("from", &self.from)
            .finish()
    }
}
