//! A lead: what a visitor asks for, parsed once into a type that cannot be wrong.
//!
//! Knows neither HTTP nor SQL. Fields are kept exactly as typed; what makes them safe to show is done where
//! they are shown.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::blank::is_blank;
use crate::context::Context;
use crate::phone;
use crate::queue::reference::Reference;
use crate::screening::quarantined::Quarantined;
use crate::staff::stage::Stage;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "leads.ts")]
pub enum Field {
    Name,
    Phone,
    Service,
    Message,
}

impl Field {
    pub const ALL: [Field; 4] = [Field::Name, Field::Phone, Field::Service, Field::Message];

    /// The field's name in JSON and in the form.
    pub fn key(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Phone => "phone",
            Field::Service => "service",
            Field::Message => "message",
        }
    }

    /// The longest text it takes, in characters (R47).
    pub fn max_chars(self) -> usize {
        match self {
            Field::Name => 200,
            Field::Phone => 60,
            Field::Service => 120,
            Field::Message => 10_000,
        }
    }

    /// Whether a lead is nothing without it (R43).
    pub fn required(self) -> bool {
        self != Field::Message
    }
}

/// The four fields as they arrived: anything at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "leads.ts")]
pub struct Typed {
    pub name: String,
    pub phone: String,
    pub service: String,
    pub message: String,
}

impl Typed {
    pub fn get(&self, field: Field) -> &str {
        match field {
            Field::Name => &self.name,
            Field::Phone => &self.phone,
            Field::Service => &self.service,
            Field::Message => &self.message,
        }
    }

    pub fn get_mut(&mut self, field: Field) -> &mut String {
        match field {
            Field::Name => &mut self.name,
            Field::Phone => &mut self.phone,
            Field::Service => &mut self.service,
            Field::Message => &mut self.message,
        }
    }
}

/// Why a lead was not taken. Its text is one plain sentence for the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// These required fields are missing or blank (R44).
    Missing(Vec<Field>),
    TooLong(Field),
    /// A NUL character, which no keyboard types and PostgreSQL cannot keep.
    Nul(Field),
    /// A line break in a field that is one line: no browser sends one, only a crafted request does.
    LineBreak(Field),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Missing(_) => f.write_str("Please fill in all required fields."),
            Refusal::TooLong(field) => {
                let (key, max) = (field.key(), field.max_chars());
                write!(f, "The {key} is too long: please use at most {max} characters.")
            }
            Refusal::Nul(field) => {
                write!(f, "The {} contains a NUL character, which cannot be kept.", field.key())
            }
            Refusal::LineBreak(field) => {
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
    held: Option<String>,
    canary: bool,
}

impl NewLead {
    /// The one door: everything behind it may rely on the bounds.
    ///
    /// # Errors
    /// Missing fields first (all of them), then the first field that is too long, holds a NUL, or
    /// breaks the line where it may not.
    pub fn parse(typed: Typed, context: Context) -> Result<Self, Refusal> {
        let missing: Vec<Field> =
            Field::ALL.into_iter().filter(|field| field.required() && is_blank(typed.get(*field))).collect();
        if !missing.is_empty() {
            return Err(Refusal::Missing(missing));
        }
        for field in Field::ALL {
            let text = typed.get(field);
            if text.contains('\0') {
                return Err(Refusal::Nul(field));
            }
            if field != Field::Message && text.contains(['\r', '\n']) {
                return Err(Refusal::LineBreak(field));
            }
            if text.chars().count() > field.max_chars() {
                return Err(Refusal::TooLong(field));
            }
        }
        let phone_e164 = phone::normalise(&typed.phone);
        Ok(NewLead { typed, phone_e164, context: context.bounded(), held: None, canary: false })
    }

    /// The same as a request that the site sent to itself.
    pub fn as_canary(self) -> Self {
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

    /// Marks it to be stored without owing a mail yet, for these reasons, until it is released.
    pub fn hold(&mut self, reasons: String) {
        self.held = Some(reasons);
    }

    pub fn held(&self) -> Option<&str> {
        self.held.as_deref()
    }

    /// The same for the same four fields and for nothing else (SHA-256, hexadecimal).
    /// The context is left out: a retry may come from another page or in another language.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for field in Field::ALL {
            let text = self.typed.get(field);
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        }
        hex::encode(hash.finalize())
    }
}

/// A lead that is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    pub id: String,
    pub reference: Reference,
    /// Unix milliseconds.
    pub received_at: i64,
    pub typed: Typed,
    pub phone_e164: Option<String>,
    pub context: Context,
    pub stage: Stage,
    /// When the visitor is to have heard from the company, in Unix milliseconds; nothing for a lead from
    /// before there were promises.
    pub due_at: Option<i64>,
    /// When its personal data was erased, in Unix milliseconds.
    pub erased_at: Option<i64>,
    /// Nothing for almost all of them.
    pub held: Option<Quarantined>,
    /// Whether the site sent it to itself.
    pub canary: bool,
}

impl Lead {
    /// Whether nobody has answered although the promised time is over.
    pub fn is_overdue(&self, now_ms: i64) -> bool {
        self.is_open() && self.due_at.is_some_and(|due| due <= now_ms)
    }

    /// Whether a visitor waits for an answer.
    pub fn is_open(&self) -> bool {
        let held = self.held.as_ref().is_some_and(|held| held.state().is_some());
        self.stage == Stage::New && self.erased_at.is_none() && !held
    }
}

#[cfg(test)]
#[path = "lead_tests.rs"]
mod tests;
