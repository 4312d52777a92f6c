//! Reads stored leads with the state of their mails, for staff.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::lead::Lead;
use super::reference::Reference;
use super::row::{Column, Entity};
use crate::outbox::{State, row as mail};

/// How many leads are read from the database at a time.
const PAGE: u64 = 500;

/// A lead and the mail it owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub lead: Lead,
    /// Nothing only where the row was removed by hand.
    pub mail: Option<mail::Model>,
}

/// Which leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// Their mail was given up.
    Failed,
    /// Their mail was not taken yet: waiting or given up.
    Unsent,
    /// They wait for a person to look at them.
    Held,
}

/// Walks over the leads from the first to the last, a page at a time, so that any number fits in memory.
pub struct Walk {
    which: Which,
    after: Option<String>,
}

impl Walk {
    pub fn new(which: Which) -> Self {
        Walk { which, after: None }
    }

    /// The next leads in the order of their arrival; empty at the end.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next(&mut self, db: &impl ConnectionTrait) -> Result<Vec<Listed>, DbErr> {
        let mut query = Entity::find().find_also_related(mail::Entity).order_by_asc(Column::Id);
        query = match self.which {
            Which::All => query,
            Which::Failed => query.filter(mail::Column::State.eq(State::Failed)),
            Which::Held => query.filter(is_waiting()),
            Which::Unsent => query.filter(mail::Column::State.ne(State::Sent)),
        };
        if let Some(after) = &self.after {
            query = query.filter(Column::Id.gt(after.as_str()));
        }
        let rows = query.limit(PAGE).all(db).await?;
        if let Some((last, _)) = rows.last() {
            self.after = Some(last.id.clone());
        }
        Ok(rows.into_iter().map(|(row, mail)| Listed { lead: row.into(), mail }).collect())
    }
}

/// Held, and not released yet: it may have been dismissed.
pub(super) fn is_held() -> Condition {
    Condition::all().add(Column::Held.is_not_null()).add(Column::ReleasedAt.is_null())
}

/// Held, and nobody has said yet what it is.
pub(super) fn is_waiting() -> Condition {
    is_held().add(Column::DismissedAt.is_null())
}

/// How many leads wait for a person to look at them, and when the oldest of them came (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn held_summary(db: &impl ConnectionTrait) -> Result<(u64, Option<i64>), DbErr> {
    let found = Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "count")
        .column_as(Column::ReceivedAt.min(), "oldest")
        .filter(is_waiting())
        .into_tuple::<(i64, Option<i64>)>()
        .one(db)
        .await?;
    let (count, oldest) = found.unwrap_or_default();
    Ok((u64::try_from(count).unwrap_or(0), oldest))
}

/// The lead of that reference.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, reference: &Reference) -> Result<Option<Listed>, DbErr> {
    let query =
        Entity::find().find_also_related(mail::Entity).filter(Column::Reference.eq(reference.as_str()));
    Ok(query.one(db).await?.map(|(row, mail)| Listed { lead: row.into(), mail }))
}

/// The lead of that id.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<Lead>, DbErr> {
    Ok(Entity::find_by_id(id).one(db).await?.map(Lead::from))
}

/// When the newest lead came, in Unix milliseconds.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest_received_at(db: &impl ConnectionTrait) -> Result<Option<i64>, DbErr> {
    Entity::find()
        .select_only()
        .column_as(Column::ReceivedAt.max(), "newest")
        .into_tuple::<Option<i64>>()
        .one(db)
        .await
        .map(Option::flatten)
}
