//! Sender and recipients of mails to staff, and the mails that are about more than one lead.

use std::time::{Duration, UNIX_EPOCH};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, MultiPart};
use lettre::{Address, Message};
use storage::mail::{MailMessage, MailSettings};

/// Marks that keep absence notes and ticket systems from answering: RFC 3834 (section 5), and what Exchange looks for.
const FROM_A_MACHINE: [(&str, &str); 2] =
    [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All")];

/// Sender and recipients of mails.
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
        let message = self.head(&name, subject, &self.to, now_ms).header(ContentType::TEXT_PLAIN).body(text);
        Ok(MailMessage { name, message: message.map_err(not_made)? })
    }

    /// The same, of plain text and HTML.
    ///
    /// # Errors
    /// One line on why no mail can be made of it.
    pub fn html_mail(
        &self,
        name: String,
        subject: String,
        text: String,
        html: String,
        now_ms: i64,
    ) -> Result<MailMessage, String> {
        let both = MultiPart::alternative_plain_html(text, html);
        let message = self.head(&name, subject, &self.to, now_ms).multipart(both);
        Ok(MailMessage { name, message: message.map_err(not_made)? })
    }

    /// The headers of every mail of the site. `id` makes its Message-ID, so that a second copy can be recognised.
    pub(super) fn head(&self, id: &str, subject: String, to: &[Mailbox], now_ms: i64) -> MessageBuilder {
        let message = Message::builder()
            .from(self.from.clone())
            .subject(subject)
            .date(UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0)))
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())));
        let message = FROM_A_MACHINE.into_iter().fold(message, |message, (name, value)| {
            let name = HeaderName::new_from_ascii_str(name);
            message.raw_header(HeaderValue::new(name, value.to_owned()))
        });
        to.iter().fold(message, |message, to| message.to(to.clone()))
    }
}

/// One line on why there is no mail.
pub(super) fn not_made(error: lettre::error::Error) -> String {
    format!("no mail can be made: {error}")
}
