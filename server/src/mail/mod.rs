//! Sends one mail: by SMTP, or into files where no mail server is set.

mod files;
mod smtp;

use std::time::Duration;

use lettre::Message;

use crate::config::MailSettings;
pub use files::MailFolder;
pub use smtp::Smtp;

/// A mail that is ready to go.
#[derive(Clone, Debug)]
pub struct Letter {
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
    pub async fn send(&self, letter: Letter) -> Result<String, String> {
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
