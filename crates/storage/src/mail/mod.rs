//! Sends one mail: by SMTP, or into files where no mail server is set.

mod files;
mod smtp;

use base::text::without_password;
use lettre::message::Mailbox;
use std::fmt;
use std::time::Duration;

use lettre::Message;

pub use crate::mail::files::MailFolder;
pub use crate::mail::smtp::Smtp;

/// A mail that is ready to go.
#[derive(Clone, Debug)]
pub struct MailMessage {
    /// A name for people and files, such as the lead's reference. The same letter has the same name.
    pub name: String,
    pub message: Message,
}

/// Where mails go.
#[derive(Clone, Debug)]
pub enum Mailer {
    Smtp(Smtp),
    Folder(MailFolder),
}

impl Mailer {
    /// The mail server of the settings, or the folder where none is set.
    ///
    /// # Errors
    /// When the mail server's address cannot be used; the settings have been checked, so this is rare.
    pub fn new(settings: &MailSettings, folder: std::path::PathBuf) -> Result<Self, String> {
        match &settings.smtp_url {
            Some(url) => Smtp::new(url, settings.smtp_timeout).map(Mailer::Smtp),
            None => Ok(Mailer::Folder(MailFolder::new(folder))),
        }
    }

    /// Sends it and says what the mail server answered.
    ///
    /// # Errors
    /// One line for staff: what the mail server said, or why it could not be asked. The mail may have
    /// been taken all the same where the connection broke after the last dot.
    pub async fn send(&self, letter: MailMessage) -> Result<String, String> {
        match self {
            Mailer::Smtp(smtp) => smtp.send(letter).await,
            Mailer::Folder(folder) => folder.write(letter).await,
        }
    }

    /// The longest a [`Mailer::send`] can take.
    pub fn patience(&self) -> Duration {
        match self {
            Mailer::Smtp(smtp) => smtp.timeout(),
            Mailer::Folder(_) => Duration::from_secs(60),
        }
    }
}

/// How leads are mailed.
#[derive(Clone)]
pub struct MailSettings {
    /// Without one, mails become files under the data folder.
    pub smtp_url: Option<String>,
    /// The longest wait for one mail to be taken, from connecting to the final answer.
    pub smtp_timeout: Duration,
    /// Where leads go. Empty only where `smtp_url` is not set.
    pub to: Vec<Mailbox>,
    /// The company's own address that leads come from. There wherever `smtp_url` is set.
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
