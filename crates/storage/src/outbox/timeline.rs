//! The timeline of a lead: one row for each event after it was stored, written in the same transaction as the change
//! itself. When the lead was received is a column of the lead.
//!
//! It has no personal data of its own: only kinds of events, counts, receivers' responses and the staff's notes.

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, sea_query::Query};

use crate::db::{MAX_ROWS_PER_STATEMENT, WriteTransaction};
use crate::outbox::channel::Channel;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lead_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub lead_id: String,
    /// Unix milliseconds.
    pub at: i64,
    /// See [`TimelineEvent::kind`].
    pub kind: String,
    pub text: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Deletes the timelines of these leads, which are about to be deleted too.
///
/// # Errors
/// When the database cannot be written.
pub async fn delete(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let rows = Entity::delete_many().filter(Column::LeadId.is_in(lead_ids.iter().map(String::as_str)));
    rows.exec(write.connection()).await.map(drop)
}

/// An event in the life of a lead after it was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineEvent<'a> {
    /// A delivery attempt started. If no result follows, a crash interrupted it.
    AttemptStarted(Channel),
    Delivered(Channel),
    NotDelivered(Channel),
    GivenUp(Channel),
    /// The same request came again while the database was away, and its visitor was told another reference, which is the
    /// event's text.
    Repeated,
    /// Staff asked for another attempt.
    Retried,
    /// Staff released it from quarantine.
    Released,
    /// Staff moved it to this stage.
    Stage(&'a str),
    /// Somebody of the staff is on the telephone with its visitor.
    Calling,
    /// Staff's own words about it.
    Note,
    /// Everybody's phone rang again since half of the promised time was over.
    Reminded,
    /// The same when all of it was.
    RangLate,
    /// Staff were mailed that its promised time is over.
    Escalated,
    /// Its personal data is gone.
    Erased,
}

impl TimelineEvent<'_> {
    /// Its kind in the database, such as `booked` or `mail delivered`.
    pub fn kind(self) -> String {
        match self {
            TimelineEvent::AttemptStarted(channel) => format!("{channel} {ATTEMPT_STARTED}"),
            TimelineEvent::Delivered(channel) => format!("{channel} delivered"),
            TimelineEvent::NotDelivered(channel) => format!("{channel} not delivered"),
            TimelineEvent::GivenUp(channel) => format!("{channel} given up"),
            TimelineEvent::Repeated => REPEATED.to_owned(),
            TimelineEvent::Retried => "retried".to_owned(),
            TimelineEvent::Released => "released".to_owned(),
            TimelineEvent::Stage(stage) => stage.to_owned(),
            TimelineEvent::Calling => CALLING.to_owned(),
            TimelineEvent::Note => "note".to_owned(),
            TimelineEvent::Reminded => "reminded".to_owned(),
            TimelineEvent::RangLate => "rang late".to_owned(),
            TimelineEvent::Escalated => "escalated".to_owned(),
            TimelineEvent::Erased => "erased".to_owned(),
        }
    }
}

const ATTEMPT_STARTED: &str = "begun";
const REPEATED: &str = "repeated";
/// See [`TimelineEvent::Calling`].
pub const CALLING: &str = "calling";
/// A kind that earlier versions stored. It repeats what the lead itself says, so it is skipped.
const RECEIVED: &str = "received";

/// The row for an event at `at` (Unix milliseconds).
pub fn event(lead_id: &str, at: i64, event: TimelineEvent<'_>, text: impl Into<String>) -> ActiveModel {
    ActiveModel {
        id: NotSet,
        lead_id: Set(lead_id.to_owned()),
        at: Set(at),
        kind: Set(event.kind()),
        text: Set(text.into()),
    }
}

/// Adds events to their leads' timelines.
///
/// # Errors
/// When the database cannot be written.
pub async fn append(write: &WriteTransaction, events: Vec<ActiveModel>) -> Result<(), DbErr> {
    for chunk in events.chunks(MAX_ROWS_PER_STATEMENT) {
        Entity::insert_many(chunk.to_vec()).exec_without_returning(write.connection()).await?;
    }
    Ok(())
}

/// A lead's timeline, oldest event first. The start of an attempt is left out where its result follows.
///
/// # Errors
/// When the database cannot be read.
pub async fn for_lead(db: &impl ConnectionTrait, lead_id: &str) -> Result<Vec<Model>, DbErr> {
    let rows = Entity::find().filter(Column::LeadId.eq(lead_id)).filter(Column::Kind.ne(RECEIVED));
    let mut events = rows.order_by_asc(Column::Id).all(db).await?;
    let has_result = |events: &[Model], at: usize| {
        let Some(channel) = events[at].kind.strip_suffix(ATTEMPT_STARTED) else {
            return false;
        };
        let next = events[at + 1..].iter().find(|later| later.kind.starts_with(channel));
        next.is_some_and(|next| next.kind != events[at].kind)
    };
    let superseded: Vec<bool> = (0..events.len()).map(|at| has_result(&events, at)).collect();
    let mut superseded = superseded.into_iter();
    events.retain(|_| !superseded.next().unwrap_or(false));
    Ok(events)
}

/// The id of the lead whose visitor was also told that reference.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_repeated(db: &impl ConnectionTrait, reference: &str) -> Result<Option<String>, DbErr> {
    let found =
        Entity::find().filter(Column::Kind.eq(REPEATED)).filter(Column::Text.eq(reference)).one(db).await?;
    Ok(found.map(|event| event.lead_id))
}

/// Empties every text in the timelines of these leads: notes and receivers' responses may name the visitor. What
/// happened, and when, stays, as do references.
///
/// # Errors
/// When the database cannot be written.
pub(super) async fn erase_texts(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Text, "").and_where(Column::LeadId.is_in(lead_ids));
    update.and_where(Column::Kind.ne(REPEATED));
    write.connection().execute(&update).await.map(drop)
}
