//! Who mails to staff come from and go to, and the plain ones of the daily mail and the summary mail.

use std::time::{Duration, UNIX_EPOCH};

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{Address, Message};
use storage::mail::{MailMessage, MailSettings};

/// Who mails come from and go to.
#[derive(Clone, Debug)]
pub struct MailRoute {
    pub from: Mailbox,
    pub to: Vec<Mailbox>,
    /// Where canaries go.
    pub canary: Mailbox,
}

impl MailRoute {
    /// The addresses of the settings; stand-ins where mails only become files.
    pub fn new(settings: &MailSettings) -> Self {
        let local = |user| {
            let address = lettre::Address::new(user, "localhost").expect("a plain address");
            Mailbox::new(None, address)
        };
        let to = if settings.to.is_empty() { vec![local("leads")] } else { settings.to.clone() };
        let from = settings.from.clone().unwrap_or_else(|| local("website"));
        MailRoute { canary: from.clone(), from, to }
    }

    /// The bare addresses of all staff.
    pub fn addresses(&self) -> Vec<Address> {
        self.to.iter().map(|mailbox| mailbox.email.clone()).collect()
    }

    /// A mail of plain text to all staff; `name` also makes its Message-ID, so a name that is used again is the same mail.
    ///
    /// # Errors
    /// One line on why no mail can be made of it.
    pub fn plain_mail(
        &self,
        name: String,
        subject: String,
        text: String,
        now_ms: i64,
    ) -> Result<MailMessage, String> {
        let mut message = Message::builder()
            .from(self.from.clone())
            .subject(subject)
            .date(UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0)))
            .message_id(Some(format!("<{name}@{}>", self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            message = message.to(to.clone());
        }
        let message = message.body(text).map_err(|error| format!("no mail can be made: {error}"))?;
        Ok(MailMessage { name, message })
    }
}
