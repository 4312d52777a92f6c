//! The `lead` table, a lead in the queue, and how leads become rows and rows become leads.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::InsertStatement;
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::notice::StaffNotice;
use crate::outcome::LeadOutcome;
use crate::promise::Promises;
use crate::reference::Reference;
use crate::stored_lead::{Lead, Quarantined, Stage};
use base::clock::duration_ms;
use storage::db::{NewRow, insert_rows};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lead")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub reference: String,
    pub received_at: i64,
    pub idempotency_key: Option<String>,
    pub key_until: Option<i64>,
    pub digest: String,
    pub name: String,
    pub phone: String,
    pub service: String,
    pub message: String,
    pub phone_e164: Option<String>,
    pub page: Option<String>,
    pub referrer: Option<String>,
    pub language: Option<String>,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_term: Option<String>,
    pub utm_content: Option<String>,
    pub gclid: Option<String>,
    pub gbraid: Option<String>,
    pub wbraid: Option<String>,
    pub fbclid: Option<String>,
    pub landing: Option<String>,
    pub last_landing: Option<String>,
    pub last_referrer: Option<String>,
    pub stage: String,
    pub due_at: Option<i64>,
    pub erased_at: Option<i64>,
    pub held: Option<String>,
    pub released_at: Option<i64>,
    pub dismissed_at: Option<i64>,
    /// Whether the site sent it to itself.
    pub canary: bool,
    /// Whether it was promised the answer that emergencies get.
    pub emergency: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A lead in the queue, with the server's additions.
#[derive(Clone, Debug)]
pub(crate) struct QueuedLead {
    pub id: String,
    pub reference: Reference,
    pub received_at: i64,
    pub key: Option<StoredKey>,
    pub digest: String,
    pub due_at: i64,
    pub emergency: bool,
    pub lead: NewLead,
}

/// An idempotency key as it is in the table: keys of different origin never meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredKey {
    pub text: String,
    /// When it runs out, in Unix milliseconds; never if the client gave it.
    pub expires_at: Option<i64>,
}

impl QueuedLead {
    /// Works out what follows from the lead itself before it waits in the queue, so that the writer does not have to.
    pub fn new(
        id: String,
        reference: Reference,
        received_at: i64,
        key: Option<IdempotencyKey>,
        promises: &Promises,
        lead: NewLead,
    ) -> Self {
        let (digest, promised) = (lead.digest(), promises.to(&lead));
        let (due_at, emergency) = (received_at + duration_ms(promised.within), promised.emergency);
        let key = key.map(|key| {
            let text = match &key {
                IdempotencyKey::Given(key) => scoped(lead.number(), key),
                IdempotencyKey::Content => format!("content:{digest}"),
            };
            StoredKey { text, expires_at: key.expires_at(received_at) }
        });
        QueuedLead { id, reference, received_at, key, digest, due_at, emergency, lead }
    }

    /// A lead of the spool, to be stored once more. Its row doesn't say whether staff hear of it in a summary mail.
    pub fn from_row(row: Model, in_summary: bool) -> Self {
        let (key, key_until, digest) = (row.idempotency_key.clone(), row.key_until, row.digest.clone());
        let row = Lead::from(row);
        let notice = match row.quarantined {
            None if in_summary => StaffNotice::Summary,
            _ => StaffNotice::Mail,
        };
        let reasons = row.quarantined.map(|quarantined| quarantined.reasons);
        let (id, reference, received_at) = (row.id, row.reference, row.received_at);
        let lead = NewLead::from_stored(row.typed, row.phone_e164, row.context, reasons, notice, row.canary);
        let promised = Promises::default().to(&lead);
        let due_at = row.due_at.unwrap_or(received_at + duration_ms(promised.within));
        let key = key.map(|text| StoredKey { text, expires_at: key_until });
        QueuedLead { id, reference, received_at, key, digest, due_at, emergency: row.emergency, lead }
    }

    /// The text of its key.
    pub fn stored_key(&self) -> Option<String> {
        self.key.as_ref().map(|key| key.text.clone())
    }

    /// Its outcome once it is on disk under its own reference.
    pub fn stored(&self, first_time: bool) -> LeadOutcome {
        let quarantined = self.lead.quarantine_reasons().is_some();
        LeadOutcome::Stored { reference: self.reference.clone(), first_time, quarantined }
    }

    /// Its outcome when a lead with the same key is on disk: the same words are the same lead, other words are a mistake.
    pub fn repeats(&self, reference: &Reference, digest: &str) -> LeadOutcome {
        if self.digest != digest {
            return LeadOutcome::KeyReused;
        }
        let quarantined = self.lead.quarantine_reasons().is_some();
        LeadOutcome::Stored { reference: reference.clone(), first_time: false, quarantined }
    }

    /// Columns that are not named are empty in a new lead.
    fn row(&self) -> NewRow {
        let (typed, context) = (self.lead.typed(), self.lead.context());
        vec![
            ("id", self.id.as_str().into()),
            ("reference", self.reference.as_str().into()),
            ("received_at", self.received_at.into()),
            ("idempotency_key", self.key.as_ref().map(|key| key.text.as_str()).into()),
            ("key_until", self.key.as_ref().and_then(|key| key.expires_at).into()),
            ("digest", self.digest.as_str().into()),
            ("name", typed.name.as_str().into()),
            ("phone", typed.phone.as_str().into()),
            ("service", typed.service.as_str().into()),
            ("message", typed.message.as_str().into()),
            ("phone_e164", self.lead.phone_e164().into()),
            ("page", context.page.as_deref().into()),
            ("referrer", context.referrer.as_deref().into()),
            ("language", context.language.as_deref().into()),
            ("utm_source", context.utm_source.as_deref().into()),
            ("utm_medium", context.utm_medium.as_deref().into()),
            ("utm_campaign", context.utm_campaign.as_deref().into()),
            ("utm_term", context.utm_term.as_deref().into()),
            ("utm_content", context.utm_content.as_deref().into()),
            ("gclid", context.gclid.as_deref().into()),
            ("gbraid", context.gbraid.as_deref().into()),
            ("wbraid", context.wbraid.as_deref().into()),
            ("fbclid", context.fbclid.as_deref().into()),
            ("landing", context.landing.as_deref().into()),
            ("last_landing", context.last_landing.as_deref().into()),
            ("last_referrer", context.last_referrer.as_deref().into()),
            ("stage", Stage::New.as_str().into()),
            ("due_at", self.due_at.into()),
            ("emergency", self.emergency.into()),
            ("held", self.lead.quarantine_reasons().into()),
            ("canary", self.lead.is_canary().into()),
        ]
    }
}

/// A client's key as it is in the table: two visitors who chose the same one never meet. It is a digest because PostgreSQL
/// logs keys that clash, and no log has a phone number. A number has no line end, so no two pairs have the same text.
fn scoped(number: &str, key: &str) -> String {
    format!("key:{}", hex::encode(Sha256::digest(format!("{number}\n{key}"))))
}

/// Inserts these leads; `None` without any.
pub(crate) fn insert<'a>(leads: impl IntoIterator<Item = &'a QueuedLead>) -> Option<InsertStatement> {
    insert_rows("lead", leads.into_iter().map(QueuedLead::row))
}

impl From<Model> for Lead {
    fn from(row: Model) -> Self {
        Lead {
            id: row.id,
            reference: Reference::from_stored(row.reference),
            received_at: row.received_at,
            typed: Typed { name: row.name, phone: row.phone, service: row.service, message: row.message },
            phone_e164: row.phone_e164,
            context: Context {
                page: row.page,
                referrer: row.referrer,
                language: row.language,
                utm_source: row.utm_source,
                utm_medium: row.utm_medium,
                utm_campaign: row.utm_campaign,
                utm_term: row.utm_term,
                utm_content: row.utm_content,
                gclid: row.gclid,
                gbraid: row.gbraid,
                wbraid: row.wbraid,
                fbclid: row.fbclid,
                landing: row.landing,
                last_landing: row.last_landing,
                last_referrer: row.last_referrer,
            },
            stage: Stage::from_stored(&row.stage),
            due_at: row.due_at,
            erased_at: row.erased_at,
            quarantined: row.held.map(|reasons| Quarantined {
                reasons,
                released_at: row.released_at,
                dismissed_at: row.dismissed_at,
            }),
            canary: row.canary,
            emergency: row.emergency,
        }
    }
}
