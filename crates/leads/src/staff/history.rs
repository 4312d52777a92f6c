//! What staff did and wrote about a lead, for those who read it outside the desk.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder};
use serde::{Serialize, Serializer};

use crate::stored_lead::Stage;
use base::clock::dubai_time;
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;

/// The events of one lead, oldest first.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct History {
    #[serde(skip)]
    pub lead_id: String,
    pub entries: Vec<HistoryEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HistoryEntry {
    /// Unix milliseconds.
    #[serde(rename = "at_dubai", serialize_with = "in_dubai")]
    pub at: i64,
    /// Such as `booked`, `note` or `mail delivered`.
    #[serde(rename = "what")]
    pub kind: String,
    /// The person of the staff, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Staff's own words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

fn in_dubai<S: Serializer>(at: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&dubai_time(*at))
}

impl History {
    /// All events of a lead. Answers of mail servers and webhooks are left out: they are about this server.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) async fn of_lead(db: &impl ConnectionTrait, lead_id: &str) -> Result<Self, DbErr> {
        let events = timeline::for_lead(db, lead_id).await?;
        let entries = events.into_iter().map(|event| {
            let is_words = with_words().any(|kind| kind == event.kind);
            let text = if is_words { event.text } else { String::new() };
            HistoryEntry { at: event.at, kind: event.kind, by: None, text }
        });
        Ok(History { lead_id: lead_id.to_owned(), entries: entries.collect() })
    }

    /// The answers and notes of these leads; leads without any are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) async fn of_staff(
        db: &impl ConnectionTrait,
        lead_ids: impl Iterator<Item = &str>,
    ) -> Result<HashMap<String, Self>, DbErr> {
        let events = timeline::Entity::find().filter(timeline::Column::LeadId.is_in(lead_ids));
        let events = events.filter(timeline::Column::Kind.is_in(with_words()));
        let mut all: HashMap<String, Self> = HashMap::new();
        for event in events.order_by_asc(timeline::Column::Id).all(db).await? {
            let history = all.entry(event.lead_id.clone()).or_default();
            history.lead_id = event.lead_id;
            let entry = HistoryEntry { at: event.at, kind: event.kind, by: None, text: event.text };
            history.entries.push(entry);
        }
        Ok(all)
    }

    /// The first answer since it was last opened again; `None` while nobody has answered.
    pub(super) fn answer(&self) -> Option<&HistoryEntry> {
        let reopened = self.entries.iter().rposition(|entry| entry.kind == Stage::New.as_str());
        let since = self.entries.get(reopened.map_or(0, |at| at + 1)..).unwrap_or_default();
        since.iter().find(|entry| Stage::named(&entry.kind).is_some())
    }
}

/// The kinds of events whose text is staff's, or a second reference.
fn with_words() -> impl Iterator<Item = String> {
    let stages = [Stage::New, Stage::Contacted, Stage::Booked, Stage::Lost].map(Stage::as_str);
    let others = [TimelineEvent::Note, TimelineEvent::Repeated].map(TimelineEvent::kind);
    stages.into_iter().map(str::to_owned).chain(others)
}
