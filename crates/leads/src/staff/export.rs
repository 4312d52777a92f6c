//! Leads as text for other programs: CSV that no spreadsheet runs, and JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::context::Context;
use crate::staff::cell_text::{defuse, is_only_a_number, spaced_number};
use crate::staff::query::ListedLead;
use base::clock::{dubai_time, utc_text};
use storage::outbox::DeliveryState;
use storage::outbox::row::Model;

/// Format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExportFormat {
    Csv,
    Json,
}

/// One lead with everything that is known about it.
#[derive(Debug, Serialize)]
pub(crate) struct Exported<'a> {
    reference: &'a str,
    id: &'a str,
    /// UTC, such as `2026-11-17T05:05:09.123Z`.
    received_at: String,
    /// The same in Dubai's time, such as `2026-11-17 09:05:09`.
    received_at_dubai: String,
    name: &'a str,
    phone: &'a str,
    phone_e164: Option<&'a str>,
    service: &'a str,
    message: &'a str,
    #[serde(flatten)]
    context: &'a Context,
    held: Option<&'a str>,
    released_at: Option<String>,
    dismissed_at: Option<String>,
    mail_state: &'a str,
    mail_attempts: i32,
    mail_sent_at: Option<String>,
    mail_next_try_at: Option<String>,
    mail_answer: Option<&'a str>,
    mail_last_error: Option<&'a str>,
    /// `new`, `contacted`, `booked` or `lost`.
    stage: &'a str,
    due_at: Option<String>,
    erased_at: Option<String>,
    webhook_state: &'a str,
    webhook_attempts: i32,
    webhook_sent_at: Option<String>,
    webhook_next_try_at: Option<String>,
    webhook_answer: Option<&'a str>,
    webhook_last_error: Option<&'a str>,
    due_at_dubai: Option<String>,
}

impl<'a> From<&'a ListedLead> for Exported<'a> {
    fn from(listed: &'a ListedLead) -> Self {
        let (lead, mail, webhook) = (&listed.lead, listed.mail.as_ref(), listed.webhook.as_ref());
        let next = |row: Option<&Model>| {
            row.filter(|row| row.state == DeliveryState::Pending).map(|row| utc_text(row.next_at))
        };
        Exported {
            reference: lead.reference.as_str(),
            id: &lead.id,
            received_at: utc_text(lead.received_at),
            received_at_dubai: dubai_time(lead.received_at),
            name: &lead.typed.name,
            phone: &lead.typed.phone,
            phone_e164: lead.phone_e164.as_deref(),
            service: &lead.typed.service,
            message: &lead.typed.message,
            context: &lead.context,
            held: lead.quarantined.as_ref().map(|lead| lead.reasons.as_str()),
            released_at: lead.quarantined.as_ref().and_then(|lead| lead.released_at).map(utc_text),
            dismissed_at: lead.quarantined.as_ref().and_then(|lead| lead.dismissed_at).map(utc_text),
            mail_state: mail.map_or("none", |mail| mail.state.as_str()),
            mail_attempts: mail.map_or(0, |mail| mail.attempts),
            mail_sent_at: mail.and_then(|mail| mail.sent_at).map(utc_text),
            mail_next_try_at: next(mail),
            mail_answer: mail.and_then(|mail| mail.answer.as_deref()),
            mail_last_error: mail.and_then(|mail| mail.last_error.as_deref()),
            stage: lead.stage.as_str(),
            due_at: lead.due_at.map(utc_text),
            erased_at: lead.erased_at.map(utc_text),
            webhook_state: webhook.map_or("none", |webhook| webhook.state.as_str()),
            webhook_attempts: webhook.map_or(0, |webhook| webhook.attempts),
            webhook_sent_at: webhook.and_then(|webhook| webhook.sent_at).map(utc_text),
            webhook_next_try_at: next(webhook),
            webhook_answer: webhook.and_then(|webhook| webhook.answer.as_deref()),
            webhook_last_error: webhook.and_then(|webhook| webhook.last_error.as_deref()),
            due_at_dubai: lead.due_at.map(dubai_time),
        }
    }
}

/// The columns of the CSV. The normalised number is written as `tel:+971…`: a spreadsheet would calculate a bare `+971…`, and
/// with an apostrophe in front no telephone could dial it.
const COLUMNS: [&str; 43] = [
    "reference",
    "id",
    "received_at",
    "received_at_dubai",
    "name",
    "phone",
    "phone_link",
    "service",
    "message",
    "page",
    "referrer",
    "language",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "gclid",
    "held",
    "released_at",
    "dismissed_at",
    "mail_state",
    "mail_attempts",
    "mail_sent_at",
    "mail_next_try_at",
    "mail_answer",
    "mail_last_error",
    "stage",
    "due_at",
    "erased_at",
    "webhook_state",
    "webhook_attempts",
    "webhook_sent_at",
    "webhook_next_try_at",
    "webhook_answer",
    "webhook_last_error",
    "due_at_dubai",
    "gbraid",
    "wbraid",
    "fbclid",
    "landing",
    "last_landing",
    "last_referrer",
];

/// Without it, Excel takes the file for the machine's own encoding, and Arabic for nonsense.
pub(super) const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Writes leads one by one, so that any number of them fits in memory.
pub(crate) enum Export<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Json { out: W, first: bool },
}

impl<W: Write> Export<W> {
    pub fn start(format: ExportFormat, mut out: W) -> io::Result<Self> {
        match format {
            ExportFormat::Csv => {
                out.write_all(UTF8_MARK)?;
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(COLUMNS)?;
                Ok(Export::Csv(Box::new(writer)))
            }
            ExportFormat::Json => {
                out.write_all(b"[")?;
                Ok(Export::Json { out, first: true })
            }
        }
    }

    pub fn write(&mut self, listed: &ListedLead) -> io::Result<()> {
        let lead = Exported::from(listed);
        match self {
            Export::Csv(writer) => {
                writer.write_record(cells(&lead)?.map(|cell| defuse(&cell)))?;
            }
            Export::Json { out, first } => {
                out.write_all(if *first { b"\n" } else { b",\n" })?;
                *first = false;
                serde_json::to_writer(out, &lead)?;
            }
        }
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        match self {
            Export::Csv(mut writer) => writer.flush(),
            Export::Json { mut out, .. } => {
                out.write_all(b"\n]\n")?;
                out.flush()
            }
        }
    }
}

/// The text of each column.
fn cells(lead: &Exported<'_>) -> serde_json::Result<impl Iterator<Item = String> + use<>> {
    let lead = serde_json::to_value(lead)?;
    Ok(COLUMNS.into_iter().map(move |column| match (column, &lead[column]) {
        ("phone_link", _) => {
            lead["phone_e164"].as_str().map(|number| format!("tel:{number}")).unwrap_or_default()
        }
        ("phone", serde_json::Value::String(typed))
            if is_only_a_number(typed) && typed.starts_with(['+', '＋']) =>
        {
            lead["phone_e164"].as_str().map_or_else(|| typed.clone(), spaced_number)
        }
        (_, serde_json::Value::Null) => String::new(),
        (_, serde_json::Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }))
}
