//! A visitor's request, parsed once into a type that cannot be wrong.
//!
//! Knows neither HTTP nor SQL. Fields are kept exactly as typed; whoever shows them makes them safe to show.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use sha2::{Digest, Sha256};
#[cfg(test)]
use ts_rs::TS;

use crate::blank::is_blank;
use crate::context::Context;
use crate::notice::{QUARANTINE_DELAY, SUMMARY_DELAY, StaffNotice};
use crate::phone;
use base::clock::duration_ms;

/// Time within which the same words without a key count as the same request.
pub(crate) const CONTENT_KEY_TIME: Duration = Duration::from_secs(3600);

/// The services the form offers (R43). A lead may name another; it is kept as given (R47).
pub const SERVICES: [&str; 6] = [
    "AC Repair & Maintenance",
    "Plumbing Services",
    "Electrical Services",
    "Carpentry Work",
    "Villa Renovation",
    "Maintenance Contract",
];

/// One field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, ts(export, export_to = "leads.ts", rename = "Field"))]
pub enum LeadField {
    Name,
    Phone,
    Service,
    Message,
}

impl LeadField {
    pub const ALL: [LeadField; 4] =
        [LeadField::Name, LeadField::Phone, LeadField::Service, LeadField::Message];

    /// The field's name in JSON and in the form.
    pub fn key(self) -> &'static str {
        match self {
            LeadField::Name => "name",
            LeadField::Phone => "phone",
            LeadField::Service => "service",
            LeadField::Message => "message",
        }
    }

    /// The longest text it may hold, in characters (R47).
    pub fn max_chars(self) -> usize {
        match self {
            LeadField::Name => 200,
            LeadField::Phone => 60,
            LeadField::Service => 120,
            LeadField::Message => 10_000,
        }
    }

    /// Whether a lead must have it (R43).
    pub fn required(self) -> bool {
        self != LeadField::Message
    }
}

/// The four fields as they arrived: anything at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(export, export_to = "leads.ts"))]
pub struct Typed {
    pub name: String,
    pub phone: String,
    pub service: String,
    pub message: String,
}

impl Typed {
    pub fn get(&self, field: LeadField) -> &str {
        match field {
            LeadField::Name => &self.name,
            LeadField::Phone => &self.phone,
            LeadField::Service => &self.service,
            LeadField::Message => &self.message,
        }
    }

    pub fn get_mut(&mut self, field: LeadField) -> &mut String {
        match field {
            LeadField::Name => &mut self.name,
            LeadField::Phone => &mut self.phone,
            LeadField::Service => &mut self.service,
            LeadField::Message => &mut self.message,
        }
    }
}

/// Why the fields are no lead. Its text is one plain sentence for the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidLead {
    /// These required fields are missing or blank (R44).
    Missing(Vec<LeadField>),
    TooLong(LeadField),
    /// A NUL character, which no keyboard types and PostgreSQL cannot keep.
    Nul(LeadField),
    /// A line break in a field that is one line: no browser sends one, only a crafted request does.
    LineBreak(LeadField),
}

impl fmt::Display for InvalidLead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidLead::Missing(_) => f.write_str("Please fill in all required fields."),
            InvalidLead::TooLong(field) => {
                let (key, max) = (field.key(), field.max_chars());
                write!(f, "The {key} is too long: please use at most {max} characters.")
            }
            InvalidLead::Nul(field) => {
                write!(f, "The {} contains a NUL character, which cannot be kept.", field.key())
            }
            InvalidLead::LineBreak(field) => {
                write!(f, "The {} must be a single line.", field.key())
            }
        }
    }
}

/// A lead that may be stored: required fields are there, every bound is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLead {
    typed: Typed,
    phone_e164: Option<String>,
    context: Context,
    quarantine_reasons: Option<String>,
    notice: StaffNotice,
    canary: bool,
}

impl NewLead {
    /// The only way to make one from a visitor's input, so that whoever gets one may rely on the bounds.
    ///
    /// # Errors
    /// Missing fields first (all of them), then the first field that is too long, holds a NUL, or
    /// has a line break where it may not.
    pub fn parse(typed: Typed, context: Context) -> Result<Self, InvalidLead> {
        let missing: Vec<LeadField> = LeadField::ALL
            .into_iter()
            .filter(|field| field.required() && is_blank(typed.get(*field)))
            .collect();
        if !missing.is_empty() {
            return Err(InvalidLead::Missing(missing));
        }
        for field in LeadField::ALL {
            let text = typed.get(field);
            if text.contains('\0') {
                return Err(InvalidLead::Nul(field));
            }
            if field != LeadField::Message && text.contains(['\r', '\n']) {
                return Err(InvalidLead::LineBreak(field));
            }
            if text.chars().count() > field.max_chars() {
                return Err(InvalidLead::TooLong(field));
            }
        }
        let phone_e164 = phone::normalise(&typed.phone);
        let (context, notice) = (context.bounded(), StaffNotice::Mail);
        Ok(NewLead { typed, phone_e164, context, quarantine_reasons: None, notice, canary: false })
    }

    /// One that was parsed before it was written to this disk.
    pub(crate) fn from_stored(
        typed: Typed,
        phone_e164: Option<String>,
        context: Context,
        quarantine_reasons: Option<String>,
        notice: StaffNotice,
        canary: bool,
    ) -> Self {
        NewLead { typed, phone_e164, context, quarantine_reasons, notice, canary }
    }

    /// Marks it as a request that the site sent to itself.
    pub fn into_canary(self) -> Self {
        NewLead { canary: true, ..self }
    }

    pub fn is_canary(&self) -> bool {
        self.canary
    }

    pub fn typed(&self) -> &Typed {
        &self.typed
    }

    pub fn phone_e164(&self) -> Option<&str> {
        self.phone_e164.as_deref()
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The number as far as it can be read, else as it was typed: what tells two visitors at one address apart.
    pub fn number(&self) -> &str {
        self.phone_e164.as_deref().unwrap_or(&self.typed.phone)
    }

    /// Puts it into quarantine for these reasons: it is stored, and owes only a line in a summary mail until it is released.
    pub fn quarantine(&mut self, reasons: String) {
        self.quarantine_reasons = Some(reasons);
    }

    pub fn quarantine_reasons(&self) -> Option<&str> {
        self.quarantine_reasons.as_deref()
    }

    pub(crate) fn set_notice(&mut self, notice: StaffNotice) {
        self.notice = notice;
    }

    /// Time within which a summary mail has to list it; `None` if it has a mail of its own.
    pub fn summary_delay(&self) -> Option<Duration> {
        match self.notice {
            _ if self.quarantine_reasons.is_some() => Some(QUARANTINE_DELAY),
            StaffNotice::Summary => Some(SUMMARY_DELAY),
            StaffNotice::Mail => None,
        }
    }

    /// The same only for the same four fields (SHA-256, hexadecimal).
    /// The context is left out: a retry may come from another page or in another language.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for field in LeadField::ALL {
            let text = self.typed.get(field);
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        }
        hex::encode(hash.finalize())
    }
}

/// Identity of a request: two posts with the same key are one lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum IdempotencyKey {
    /// The client's own: made once per filled-in form, and kept for as long as the lead. It counts together with the phone
    /// number, so that a key that two clients chose alike is two keys.
    Given(String),
    /// The words themselves, for an hour. The form's page is shared between visitors and carries no key, so a double
    /// click, a reload and a back-button post can only be recognised by their words; the same words tomorrow are a new
    /// request.
    Content,
}

impl IdempotencyKey {
    /// When it runs out, in Unix milliseconds; never if the client gave it.
    pub(crate) fn expires_at(&self, received_at: i64) -> Option<i64> {
        match self {
            IdempotencyKey::Given(_) => None,
            IdempotencyKey::Content => Some(received_at + duration_ms(CONTENT_KEY_TIME)),
        }
    }
}

#[cfg(test)]
#[path = "lead_tests.rs"]
mod tests;
