//! What happened to a lead once it was stored, one row for each thing, written in the transaction that makes it
//! happen. That it came, and when, stands on the lead itself.
//!
//! Nothing of a visitor's stands here: kinds, counts, the receivers' answers, and staff's own notes.

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, sea_query::Query};

use crate::db::{MOST_ROWS, WriteTransaction};
use crate::outbox::channel::Channel;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "lead_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub lead_id: String,
    /// Unix milliseconds.
    pub at: i64,
    /// See [`What::kind`].
    pub kind: String,
    pub text: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Deletes the timelines of these leads with them.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let theirs = Entity::delete_many().filter(Column::LeadId.is_in(lead_ids.iter().map(String::as_str)));
    theirs.exec(write.connection()).await.map(drop)
}

/// What can happen to a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// A try to deliver it began; without a word on how it ended, a crash cut it short.
    Begun(Channel),
    Delivered(Channel),
    NotDelivered(Channel),
    GivenUp(Channel),
    /// Staff asked for another try.
    Retried,
    /// Staff let it go out after all.
    Released,
    /// Staff moved it to this stage.
    Stage(&'a str),
    /// Its personal data is gone.
    Erased,
}

impl What<'_> {
    /// The word it is stored under, such as `booked` or `mail delivered`.
    pub fn kind(self) -> String {
        match self {
            What::Begun(channel) => format!("{channel} {BEGUN}"),
            What::Delivered(channel) => format!("{channel} delivered"),
            What::NotDelivered(channel) => format!("{channel} not delivered"),
            What::GivenUp(channel) => format!("{channel} given up"),
            What::Retried => "retried".to_owned(),
            What::Released => "released".to_owned(),
            What::Stage(stage) => stage.to_owned(),
            What::Erased => "erased".to_owned(),
        }
    }
}

const BEGUN: &str = "begun";
/// What earlier versions wrote here, though the lead says it.
const RECEIVED: &str = "received";

/// The row of one thing that happened at `at` (Unix milliseconds).
pub fn event(lead_id: &str, at: i64, what: What<'_>, text: impl Into<String>) -> ActiveModel {
    ActiveModel {
        id: NotSet,
        lead_id: Set(lead_id.to_owned()),
        at: Set(at),
        kind: Set(what.kind()),
        text: Set(text.into()),
    }
}

/// Writes these down.
///
/// # Errors
/// When the database cannot be written.
pub async fn note(write: &WriteTransaction, events: Vec<ActiveModel>) -> Result<(), DbErr> {
    for some in events.chunks(MOST_ROWS) {
        Entity::insert_many(some.to_vec()).exec_without_returning(write.connection()).await?;
    }
    Ok(())
}

/// What happened to a lead after it came, from the first to the last. A try that began is left out where it is told
/// how it ended.
///
/// # Errors
/// When the database cannot be read.
pub async fn of_lead(db: &impl ConnectionTrait, lead_id: &str) -> Result<Vec<Model>, DbErr> {
    let its_own = Entity::find().filter(Column::LeadId.eq(lead_id)).filter(Column::Kind.ne(RECEIVED));
    let mut events = its_own.order_by_asc(Column::Id).all(db).await?;
    let ended = |events: &[Model], at: usize| {
        let Some(channel) = events[at].kind.strip_suffix(BEGUN) else {
            return false;
        };
        let next = events[at + 1..].iter().find(|later| later.kind.starts_with(channel));
        next.is_some_and(|next| next.kind != events[at].kind)
    };
    let told: Vec<bool> = (0..events.len()).map(|at| ended(&events, at)).collect();
    let mut told = told.into_iter();
    events.retain(|_| !told.next().unwrap_or(false));
    Ok(events)
}

/// Takes every text out of a lead's timeline: notes and receivers' answers may name the visitor. What
/// happened, and when, stays.
///
/// # Errors
/// When the database cannot be written.
pub async fn erase_texts(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Text, "").and_where(Column::LeadId.is_in(lead_ids));
    write.connection().execute(&update).await.map(drop)
}
