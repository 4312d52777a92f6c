//! Reads stored leads with the state of their mails, for staff.

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

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
    /// The site sent them to itself; no other list has them.
    Canaries,
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
            Which::All | Which::Canaries => query,
            Which::Failed => query.filter(mail::Column::State.eq(State::Failed)),
            Which::Unsent => query.filter(mail::Column::State.ne(State::Sent)),
        };
        query = query.filter(Column::Canary.eq(self.which == Which::Canaries));
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

/// When the newest lead of a visitor came, in Unix milliseconds.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest_received_at(db: &impl ConnectionTrait) -> Result<Option<i64>, DbErr> {
    Entity::find()
        .select_only()
        .column(Column::ReceivedAt)
        .filter(Column::Canary.eq(false))
        // The ids are in the order of time, and have an index.
        .order_by_desc(Column::Id)
        .limit(1)
        .into_tuple()
        .one(db)
        .await
}
