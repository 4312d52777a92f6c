//! Sends one mail: by SMTP, or into files where no mail server is set. `lettre` composes the messages and speaks SMTP.

mod files;
mod smtp;

use std::fmt;
use std::time::Duration;

use lettre::Message;
use lettre::message::Mailbox;

use base::text::without_password;

pub use crate::mail::files::MailFolder;
pub use crate::mail::smtp::Smtp;

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
    /// The mail server of the settings, or the folder where none is set.
    ///
    /// # Errors
    /// When the mail server's URL cannot be used; the settings have been checked, so this is rare.
    pub fn new(settings: &MailSettings, folder: std::path::PathBuf) -> Result<Self, String> {
        match &settings.smtp_url {
            Some(url) => Smtp::new(url, settings.smtp_timeout).map(Mailer::Smtp),
            None => Ok(Mailer::Folder(MailFolder::new(folder))),
        }
    }

    /// Sends a mail and returns the mail server's response.
    ///
    /// # Errors
    /// One line for staff: what the mail server responded, or why it could not be reached. Where the connection broke
    /// after the last dot, the server may have accepted the mail all the same.
    pub async fn send(&self, mail: MailMessage) -> Result<String, String> {
        match self {
            Mailer::Smtp(smtp) => smtp.send(mail).await,
            Mailer::Folder(folder) => folder.write(mail).await,
        }
    }

    /// The longest that a [`Mailer::send`] can take.
    pub fn timeout(&self) -> Duration {
        match self {
            Mailer::Smtp(smtp) => smtp.timeout(),
            Mailer::Folder(_) => FOLDER_TIMEOUT,
        }
    }
}

/// How leads are mailed.
#[derive(Clone)]
pub struct MailSettings {
    /// Without one, mails become files under the data folder.
    pub smtp_url: Option<String>,
    /// The timeout of sending one mail, from connecting to the final response.
    pub smtp_timeout: Duration,
    /// The recipients of leads. Empty only where `smtp_url` is not set.
    pub to: Vec<Mailbox>,
    /// The sender of leads, an address of the company's. Present wherever `smtp_url` is set.
    pub from: Option<Mailbox>,
}

impl fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailSettings")
            .field("smtp_url", &self.smtp_url.as_deref().map(without_password))
            .field("smtp_timeout", &self.smtp_timeout)
            .field("to", &self.to)
            .field("from", &self.from)
            .finish()
    }
}
