//! One mail per lead to the company: everything a person needs to answer with one tap, and nothing a
//! visitor typed where it could become a header or markup.

use std::fmt::Write as _;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::{Mailbox, MultiPart};

use crate::lead::LeadField;
use crate::notice::MANY_FROM_ADDRESS;
use crate::staff::mail_route::MailRoute;
use crate::staff::query;
use crate::stored_lead::Lead;
use base::clock::{Clock, dubai_text};
use base::text::is_bidi_control;
use storage::db::Db;
use storage::mail::MailMessage;
use storage::mail::MailSettings;
use storage::outbox::{ComposeMail, NotComposed};

/// Longest service and longest name in a subject, in characters; the mail has the whole text.
const MAX_SUBJECT_CHARS: usize = 60;

/// Why a lead without personal data is not delivered.
pub(crate) const ERASED: &str = "its personal data was erased";

/// Writes the mails about leads for the outbox.
pub struct LeadMail {
    db: Db,
    clock: Clock,
    route: MailRoute,
}

impl LeadMail {
    pub fn new(db: Db, clock: Clock, settings: &MailSettings) -> Self {
        LeadMail { db, clock, route: MailRoute::new(settings) }
    }

    /// The same, with the mails of canaries to an address of their own.
    pub fn with_canaries_to(mut self, mailbox: Option<Mailbox>) -> Self {
        self.route.canary = mailbox.unwrap_or(self.route.canary);
        self
    }
}

impl ComposeMail for LeadMail {
    fn compose(
        &self,
        lead_id: String,
    ) -> Pin<Box<dyn Future<Output = Result<MailMessage, NotComposed>> + Send + '_>> {
        Box::pin(async move {
            match query::find_by_id(self.db.reader(), &lead_id).await {
                Ok(Some(lead)) if lead.erased_at.is_some() => Err(NotComposed::Permanent(ERASED.to_owned())),
                Ok(Some(lead)) => {
                    compose(&lead, &self.route, self.clock.now_ms()).map_err(NotComposed::Permanent)
                }
                Ok(None) => Err(NotComposed::Permanent("its lead is not in the database".to_owned())),
                Err(error) => Err(NotComposed::Temporary(format!("its lead could not be read: {error}"))),
            }
        })
    }
}

/// Builds the mail of a lead.
///
/// # Errors
/// One line on why no mail can be made of it.
pub(crate) fn compose(lead: &Lead, route: &MailRoute, now_ms: i64) -> Result<MailMessage, String> {
    let sent = UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0));
    let mut message = Message::builder()
        .from(route.from.clone())
        .subject(subject(lead))
        .date(sent)
        // The same for each sending of the same lead, so that a second copy can be recognised.
        .message_id(Some(format!("<{}@{}>", lead.id, route.from.email.domain())));
    let to = if lead.canary { std::slice::from_ref(&route.canary) } else { &route.to };
    for to in to {
        message = message.to(to.clone());
    }
    let body = MultiPart::alternative_plain_html(text_part(lead), html_part(lead));
    let message = message.multipart(body).map_err(|error| format!("no mail can be made: {error}"))?;
    Ok(MailMessage { name: lead.reference.to_string(), message })
}

fn subject(lead: &Lead) -> String {
    let (service, name) = (&lead.typed.service, &lead.typed.name);
    let (service, name) = (header_text(service, MAX_SUBJECT_CHARS), header_text(name, MAX_SUBJECT_CHARS));
    let mark = match lead {
        _ if lead.canary => "[canary] ".to_owned(),
        _ if lead.quarantined.is_some() => "[held] ".to_owned(),
        _ if lead.many_from_address => format!("[{MANY_FROM_ADDRESS}] "),
        _ => String::new(),
    };
    format!("{mark}{service}: request from {name} ({})", lead.reference)
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

/// Every run of white space, line ends and control or direction characters becomes one space.
pub(crate) fn one_line(text: &str) -> String {
    let harmless = |c: char| {
        let marks = matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}');
        if c.is_control() || c.is_whitespace() || marks || is_bidi_control(c) { ' ' } else { c }
    };
    let spaced: String = text.chars().map(harmless).collect();
    spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The lines of a message, without what could not be shown.
fn lines(text: &str) -> Vec<String> {
    let unified = text.replace("\r\n", "\n").replace(['\r', '\u{0085}', '\u{2028}', '\u{2029}'], "\n");
    let shown = |c: char| c == '\t' || !c.is_control();
    unified.split('\n').map(|line| line.chars().filter(|c| shown(*c)).collect()).collect()
}

/// Links to answer the visitor with one tap; only for a number that could be read.
struct AnswerLinks {
    tel: Option<String>,
    chat: Option<String>,
}

impl AnswerLinks {
    fn to(lead: &Lead) -> Self {
        let number = lead.phone_e164.as_deref();
        AnswerLinks {
            tel: number.map(|number| format!("tel:{number}")),
            chat: number.map(|number| format!("https://wa.me/{}", number.trim_start_matches('+'))),
        }
    }
}

/// What is known about the visit, as label and text.
fn visit(lead: &Lead) -> Vec<(&'static str, String)> {
    let context = &lead.context;
    let known = [
        ("Page", &context.page),
        ("Came from", &context.referrer),
        ("Language", &context.language),
        ("Campaign source", &context.utm_source),
        ("Campaign medium", &context.utm_medium),
        ("Campaign", &context.utm_campaign),
        ("Campaign term", &context.utm_term),
        ("Campaign content", &context.utm_content),
        ("Google click id", &context.gclid),
        ("Google click id (gbraid)", &context.gbraid),
        ("Google click id (wbraid)", &context.wbraid),
        ("Facebook click id", &context.fbclid),
        ("First page", &context.landing),
        ("Last came back to", &context.last_landing),
        ("Last came back from", &context.last_referrer),
    ];
    known.into_iter().filter_map(|(label, value)| Some((label, one_line(value.as_deref()?)))).collect()
}

/// The fields of one line each, as label and text.
fn facts(lead: &Lead) -> Vec<(&'static str, String)> {
    let mut facts =
        vec![("Reference", lead.reference.to_string()), ("Received", dubai_text(lead.received_at))];
    facts.extend(lead.due_at.map(|due| ("Answer due", dubai_text(due))));
    for (label, field) in
        [("Name", LeadField::Name), ("Phone", LeadField::Phone), ("Service", LeadField::Service)]
    {
        facts.push((label, one_line(lead.typed.get(field))));
    }
    if let Some(quarantined) = &lead.quarantined {
        facts.push(("Held", one_line(&quarantined.reasons)));
    }
    facts
}

/// A visitor's lines are marked, so that none of them can pass for one of ours.
fn text_part(lead: &Lead) -> String {
    let mut text = String::new();
    for (label, value) in facts(lead) {
        line(&mut text, &format!("{label}: {value}"));
    }
    let links = AnswerLinks::to(lead);
    if let (Some(tel), Some(chat)) = (&links.tel, &links.chat) {
        line(&mut text, &format!("Call: {tel}"));
        line(&mut text, &format!("Chat: {chat}"));
    }
    if !lead.typed.message.is_empty() {
        line(&mut text, "\r\nMessage:");
        for written in lines(&lead.typed.message) {
            line(&mut text, &format!("> {written}"));
        }
    }
    let visit = visit(lead);
    if !visit.is_empty() {
        line(&mut text, "\r\nThe visit:");
        for (label, value) in visit {
            line(&mut text, &format!("  {label}: {value}"));
        }
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push_str("\r\n");
}

fn html_part(lead: &Lead) -> String {
    let mut html = String::from(
        "<!DOCTYPE html>\r\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Request</title></head>\r\n\
         <body style=\"font-family:sans-serif;line-height:1.5\">\r\n",
    );
    let links = AnswerLinks::to(lead);
    if let (Some(tel), Some(chat)) = (&links.tel, &links.chat) {
        let (tel, chat) = (escape(tel), escape(chat));
        let _ = write!(
            html,
            "<p><a href=\"{tel}\"><strong>Call</strong></a> &nbsp; \
             <a href=\"{chat}\"><strong>Chat</strong></a></p>\r\n"
        );
    }
    html.push_str("<table cellpadding=\"4\">\r\n");
    rows(&mut html, facts(lead));
    html.push_str("</table>\r\n");
    if !lead.typed.message.is_empty() {
        html.push_str("<p><strong>Message</strong></p>\r\n<blockquote dir=\"auto\">");
        let shown: Vec<String> = lines(&lead.typed.message).iter().map(|line| escape(line)).collect();
        html.push_str(&shown.join("<br>\r\n"));
        html.push_str("</blockquote>\r\n");
    }
    let visit = visit(lead);
    if !visit.is_empty() {
        html.push_str("<p><strong>The visit</strong></p>\r\n<table cellpadding=\"4\">\r\n");
        rows(&mut html, visit);
        html.push_str("</table>\r\n");
    }
    html.push_str("</body></html>\r\n");
    html
}

fn rows(html: &mut String, facts: Vec<(&'static str, String)>) {
    for (label, value) in facts {
        let value = escape(&value);
        let _ = write!(html, "<tr><th align=\"left\">{label}</th><td><bdi>{value}</bdi></td></tr>\r\n");
    }
}

/// Text as HTML text or attribute value.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
#[path = "email_tests.rs"]
mod tests;
