//! The `lead` table, and the way between its rows and leads.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;

use super::context::Context;
use super::desk::Key;
use super::held::Held;
use super::lead::{Lead, NewLead, Typed};
use super::promise::Promise;
use super::reference::Reference;
use super::stage::Stage;
use crate::clock::duration_ms;

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
    pub stage: String,
    pub due_at: Option<i64>,
    pub erased_at: Option<i64>,
    pub held: Option<String>,
    pub released_at: Option<i64>,
    pub dismissed_at: Option<i64>,
    /// Whether the site sent it to itself.
    pub canary: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A lead on its way to the disk: all that the server adds to it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub id: String,
    pub reference: Reference,
    pub received_at: i64,
    pub key: Option<Key>,
    pub digest: String,
    pub lead: NewLead,
}

impl Entry {
    /// The key as it stands in the table: keys of different origin never meet.
    pub fn stored_key(&self) -> Option<String> {
        match self.key.as_ref()? {
            Key::Given(key) => Some(format!("key:{key}")),
            Key::Content => Some(format!("content:{}", self.digest)),
        }
    }

    pub fn row(&self) -> ActiveModel {
        let (typed, context) = (self.lead.typed().clone(), self.lead.context().clone());
        ActiveModel {
            id: Set(self.id.clone()),
            reference: Set(self.reference.to_string()),
            received_at: Set(self.received_at),
            idempotency_key: Set(self.stored_key()),
            key_until: Set(self.key.as_ref().and_then(|key| key.until(self.received_at))),
            digest: Set(self.digest.clone()),
            name: Set(typed.name),
            phone: Set(typed.phone),
            service: Set(typed.service),
            message: Set(typed.message),
            phone_e164: Set(self.lead.phone_e164().map(str::to_owned)),
            page: Set(context.page),
            referrer: Set(context.referrer),
            language: Set(context.language),
            utm_source: Set(context.utm_source),
            utm_medium: Set(context.utm_medium),
            utm_campaign: Set(context.utm_campaign),
            utm_term: Set(context.utm_term),
            utm_content: Set(context.utm_content),
            gclid: Set(context.gclid),
            stage: Set(Stage::New.as_str().to_owned()),
            due_at: Set(Some(self.received_at + duration_ms(Promise::of(&self.lead).within()))),
            erased_at: Set(None),
            held: Set(self.lead.held().map(str::to_owned)),
            released_at: Set(None),
            dismissed_at: Set(None),
            canary: Set(self.lead.is_canary()),
        }
    }
}

impl From<Model> for Lead {
    fn from(row: Model) -> Self {
        Lead {
            id: row.id,
            reference: Reference::stored(row.reference),
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
            },
            stage: Stage::stored(&row.stage),
            due_at: row.due_at,
            erased_at: row.erased_at,
            held: row.held.map(|reasons| Held {
                reasons,
                released_at: row.released_at,
                dismissed_at: row.dismissed_at,
            }),
            canary: row.canary,
        }
    }
}
