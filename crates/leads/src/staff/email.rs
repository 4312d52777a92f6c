//! One mail per lead to the company: everything a person needs to answer with one tap, and nothing a
//! visitor typed where it could become a header or markup.

use std::future::Future;
use std::pin::Pin;

use lettre::message::MultiPart;
use sea_orm::DbErr;

use crate::staff::answer_links::LazyAnswerLinks;
use crate::staff::email_body::{EmailBody, one_line};
use crate::staff::mail_route::{MailRoute, not_made};
use crate::staff::query;
use crate::stored_lead::Lead;
use base::clock::Clock;
use storage::db::Db;
use storage::mail::MailMessage;
use storage::mail::MailSettings;
use storage::outbox::{ComposeMail, NotComposed};

/// Longest service and longest name in a subject, in characters; the mail has the whole text.
const MAX_SUBJECT_CHARS: usize = 60;

/// Reason why a lead without personal data is not delivered.
pub(crate) const ERASED: &str = "its personal data was erased";

/// Writes the mails about leads for the outbox.
pub struct LeadMail {
    db: Db,
    clock: Clock,
    route: MailRoute,
    answer_links: Option<LazyAnswerLinks>,
}

impl LeadMail {
    pub fn new(db: Db, clock: Clock, settings: &MailSettings) -> Self {
        LeadMail { db, clock, route: MailRoute::new(settings), answer_links: None }
    }

    /// The same, with links by which staff say how it went.
    pub fn with_answer_links(self, answer_links: Option<LazyAnswerLinks>) -> Self {
        LeadMail { answer_links, ..self }
    }
}

impl ComposeMail for LeadMail {
    fn compose(
        &self,
        lead_id: String,
    ) -> Pin<Box<dyn Future<Output = Result<MailMessage, NotComposed>> + Send + '_>> {
        Box::pin(async move {
            let unreadable =
                |error: DbErr| NotComposed::Temporary(format!("its lead could not be read: {error}"));
            let lead = query::find_by_id(self.db.reader(), &lead_id).await.map_err(unreadable)?;
            let Some(lead) = lead else {
                return Err(NotComposed::Permanent("its lead is not in the database".to_owned()));
            };
            if lead.erased_at.is_some() {
                return Err(NotComposed::Permanent(ERASED.to_owned()));
            }
            let earlier = query::count_earlier(self.db.reader(), &lead).await.map_err(unreadable)?;
            let answer_links = match &self.answer_links {
                Some(links) if !lead.canary => Some(links.get().await.map_err(unreadable)?),
                _ => None,
            };
            let body = EmailBody { lead: &lead, earlier, answer_links };
            compose(body, &self.route, self.clock.now_ms()).map_err(NotComposed::Permanent)
        })
    }
}

/// Builds the mail of a lead.
///
/// # Errors
/// One line on why no mail can be made of it.
fn compose(content: EmailBody<'_>, route: &MailRoute, now_ms: i64) -> Result<MailMessage, String> {
    let lead = content.lead;
    let to = if lead.canary { std::slice::from_ref(&route.canary) } else { &route.to };
    let body = MultiPart::alternative_plain_html(content.text(), content.html());
    let message = route.head(&lead.id, subject(lead), to, now_ms).multipart(body);
    Ok(MailMessage { name: lead.reference.to_string(), message: message.map_err(not_made)? })
}

fn subject(lead: &Lead) -> String {
    let (service, name) = (&lead.typed.service, &lead.typed.name);
    let (service, name) = (header_text(service, MAX_SUBJECT_CHARS), header_text(name, MAX_SUBJECT_CHARS));
    let mark = match lead {
        _ if lead.canary => "[canary] ",
        _ if lead.quarantined.is_some() => "[held] ",
        _ => "",
    };
    let urgent = if lead.emergency && !lead.canary { "[URGENT] " } else { "" };
    format!("{urgent}{mark}{service}: request from {name} ({})", lead.reference)
}

/// A visitor's text as one short line that every mail program shows as text: no control or
/// direction characters, no line ends of any kind, and nothing that reads as an encoded word (RFC 2047).
fn header_text(text: &str, max_chars: usize) -> String {
    let line = one_line(text).replace("=?", "= ?").replace("?=", "? =");
    if line.chars().count() <= max_chars {
        return line;
    }
    let mut cut: String = line.chars().take(max_chars - 1).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
#[path = "email_tests.rs"]
mod tests;
