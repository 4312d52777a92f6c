//! Reads stored leads with the state of their deliveries, for staff.

use std::collections::HashMap;

use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait};
use sea_orm::{PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::lead::Lead;
use crate::queue::reference::Reference;
use crate::queue::row::{Column, Entity, Model};
use crate::staff::stage::Stage;
use storage::outbox::{Channel, DeliveryState, row as delivery};

/// How many leads are read from the database at a time.
const PAGE: u64 = 500;

/// A lead and the deliveries it owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub lead: Lead,
    /// Nothing only where the row was removed by hand.
    pub mail: Option<delivery::Model>,
    /// Nothing where no webhook was set when the lead came.
    pub webhook: Option<delivery::Model>,
}

impl Listed {
    /// The deliveries that there are.
    pub fn deliveries(&self) -> impl Iterator<Item = &delivery::Model> {
        self.mail.iter().chain(&self.webhook)
    }
}

/// Which leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    /// A delivery of theirs was given up.
    Failed,
    /// A delivery of theirs was not taken yet: waiting or given up.
    Unsent,
    /// Nobody has answered, and the promised time was over at this moment (Unix milliseconds).
    Overdue(i64),
    /// They wait for a person to look at them.
    Quarantined,
    /// The site sent them to itself; no other list has them.
    Canaries,
    /// Those with these ids.
    Ids(Vec<String>),
}

impl Which {
    fn condition(&self) -> Condition {
        let all = Condition::all().add(Column::Canary.eq(*self == Which::Canaries));
        match self {
            Which::All | Which::Canaries => all,
            Which::Failed => all.add(Column::Id.in_subquery(with_delivery(&[DeliveryState::Failed]))),
            Which::Unsent => all
                .add(Column::Id.in_subquery(with_delivery(&[DeliveryState::Pending, DeliveryState::Failed]))),
            Which::Overdue(now) => {
                let unanswered = all.add(Column::Stage.eq(Stage::New.as_str())).add(Column::DueAt.lte(*now));
                unanswered.add(Column::ErasedAt.is_null()).add(is_meant())
            }
            Which::Quarantined => all.add(is_waiting()),
            Which::Ids(ids) => all.add(Column::Id.is_in(ids)),
        }
    }
}

/// The ids of the leads that have a delivery in one of these states.
pub(crate) fn with_delivery(states: &[DeliveryState]) -> SelectStatement {
    let mut select = Query::select();
    select.column(delivery::Column::LeadId).from(delivery::Entity);
    select.and_where(delivery::Column::State.is_in(states.iter().copied()));
    select
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
        let mut query = Entity::find().filter(self.which.condition()).order_by_asc(Column::Id);
        if let Some(after) = &self.after {
            query = query.filter(Column::Id.gt(after.as_str()));
        }
        let rows = query.limit(PAGE).all(db).await?;
        if let Some(last) = rows.last() {
            self.after = Some(last.id.clone());
        }
        with_deliveries(db, rows).await
    }
}

async fn with_deliveries(db: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<Listed>, DbErr> {
    let ids = rows.iter().map(|row| row.id.as_str());
    let owed = delivery::Entity::find().filter(delivery::Column::LeadId.is_in(ids)).all(db).await?;
    let mut owed: HashMap<(String, Channel), delivery::Model> =
        owed.into_iter().map(|row| ((row.lead_id.clone(), row.channel), row)).collect();
    let listed = rows.into_iter().map(|row| {
        let mail = owed.remove(&(row.id.clone(), Channel::Mail));
        let webhook = owed.remove(&(row.id.clone(), Channel::Webhook));
        Listed { lead: row.into(), mail, webhook }
    });
    Ok(listed.collect())
}

/// A visitor's, never held or released: somebody waits for an answer.
pub(crate) fn is_meant() -> Condition {
    let free = Condition::any().add(Column::Held.is_null()).add(Column::ReleasedAt.is_not_null());
    Condition::all().add(Column::Canary.eq(false)).add(free)
}

/// Quarantined, and not released yet: it may have been dismissed.
pub(crate) fn is_held() -> Condition {
    Condition::all().add(Column::Held.is_not_null()).add(Column::ReleasedAt.is_null())
}

/// Quarantined, and nobody has said yet what it is.
pub(crate) fn is_waiting() -> Condition {
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
    find_where(db, Column::Reference.eq(reference.as_str())).await
}

/// The lead of that id, with its deliveries.
///
/// # Errors
/// When the database cannot be read.
pub async fn listed_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<Listed>, DbErr> {
    find_where(db, Column::Id.eq(id)).await
}

async fn find_where(
    db: &impl ConnectionTrait,
    wanted: sea_orm::sea_query::SimpleExpr,
) -> Result<Option<Listed>, DbErr> {
    let row = Entity::find().filter(wanted).one(db).await?;
    Ok(with_deliveries(db, row.into_iter().collect()).await?.pop())
}

/// The lead of that id.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<Lead>, DbErr> {
    Ok(Entity::find_by_id(id).one(db).await?.map(Lead::from))
}

/// How many leads nobody has answered within the promised time, at this moment (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn count_overdue(db: &impl ConnectionTrait, now_ms: i64) -> Result<u64, DbErr> {
    Entity::find().filter(Which::Overdue(now_ms).condition()).count(db).await
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
