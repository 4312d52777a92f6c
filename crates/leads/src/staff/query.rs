//! Reads stored leads with the state of their deliveries, for staff.

use std::collections::HashMap;

use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait};
use sea_orm::{PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::queue::row::{Column, Entity, Model};
use crate::reference::Reference;
use crate::screening::spam_signals::UNKNOWN_PAGE;
use crate::stored_lead::Lead;
use crate::stored_lead::Stage;
use storage::db::WriteTransaction;
use storage::outbox::{Channel, DeliveryState, recipients, row as delivery, timeline};

/// Leads read from the database at a time.
const PAGE_LEADS: u64 = 500;

/// A lead and the deliveries it owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLead {
    pub lead: Lead,
    /// The mail that tells staff, its own or the summary. `None` while it is in quarantine.
    pub mail: Option<delivery::Model>,
    /// `None` if no webhook was set when the lead came.
    pub webhook: Option<delivery::Model>,
}

impl ListedLead {
    /// Its deliveries.
    pub fn deliveries(&self) -> impl Iterator<Item = &delivery::Model> {
        self.mail.iter().chain(&self.webhook)
    }
}

/// LeadFilter leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadFilter {
    All,
    /// A delivery of theirs was given up.
    Failed,
    /// A delivery of theirs was not accepted yet, pending or given up, or a recipient lacks its mail.
    Unsent,
    /// Nobody has answered, and the promised time was over at this time (Unix milliseconds).
    Overdue(i64),
    /// They are in quarantine and wait for a person to look at them.
    Quarantined,
    /// The site sent them to itself; no other list has them.
    Canaries,
    /// Those with these ids.
    Ids(Vec<String>),
}

impl LeadFilter {
    pub(crate) fn condition(&self) -> Condition {
        let all = Condition::all().add(Column::Canary.eq(*self == LeadFilter::Canaries));
        match self {
            LeadFilter::All | LeadFilter::Canaries => all,
            LeadFilter::Failed => all.add(Column::Id.in_subquery(with_delivery(&[DeliveryState::Failed]))),
            LeadFilter::Unsent => {
                let owed = with_delivery(&[DeliveryState::Pending, DeliveryState::Failed]);
                let lacking = Column::Id.in_subquery(recipients::lacking_leads());
                all.add(Condition::any().add(Column::Id.in_subquery(owed)).add(lacking))
            }
            LeadFilter::Overdue(now) => {
                let unanswered = all.add(Column::Stage.eq(Stage::New.as_str())).add(Column::DueAt.lte(*now));
                unanswered.add(Column::ErasedAt.is_null()).add(is_dismissed().not())
            }
            LeadFilter::Quarantined => all.add(is_waiting()),
            LeadFilter::Ids(ids) => all.add(Column::Id.is_in(ids)),
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

/// Reads leads from the first to the last, a page at a time, so that any number fits in memory.
pub struct LeadPager {
    filter: LeadFilter,
    after: Option<String>,
}

impl LeadPager {
    pub fn new(filter: LeadFilter) -> Self {
        LeadPager { filter, after: None }
    }

    /// The next leads in the order of their arrival; empty at the end.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next_page(&mut self, db: &impl ConnectionTrait) -> Result<Vec<ListedLead>, DbErr> {
        let mut query = Entity::find().filter(self.filter.condition()).order_by_asc(Column::Id);
        if let Some(after) = &self.after {
            query = query.filter(Column::Id.gt(after.as_str()));
        }
        let rows = query.limit(PAGE_LEADS).all(db).await?;
        if let Some(last) = rows.last() {
            self.after = Some(last.id.clone());
        }
        with_deliveries(db, rows).await
    }
}

pub(crate) async fn with_deliveries(
    db: &impl ConnectionTrait,
    rows: Vec<Model>,
) -> Result<Vec<ListedLead>, DbErr> {
    let ids = rows.iter().map(|row| row.id.as_str());
    let owed = delivery::Entity::find().filter(delivery::Column::LeadId.is_in(ids)).all(db).await?;
    let mut owed: HashMap<(String, Channel), delivery::Model> =
        owed.into_iter().map(|row| ((row.lead_id.clone(), row.channel), row)).collect();
    let listed = rows.into_iter().map(|row| {
        let mail = owed.remove(&(row.id.clone(), Channel::Mail));
        let summary = owed.remove(&(row.id.clone(), Channel::Summary)).filter(|_| row.held.is_none());
        let mail = mail.or(summary);
        let webhook = owed.remove(&(row.id.clone(), Channel::Webhook));
        ListedLead { lead: row.into(), mail, webhook }
    });
    Ok(listed.collect())
}

/// A visitor's lead that is not in quarantine: somebody waits for an answer.
pub(crate) fn is_genuine() -> Condition {
    let passed = Condition::any().add(Column::Held.is_null()).add(Column::ReleasedAt.is_not_null());
    Condition::all().add(Column::Canary.eq(false)).add(passed)
}

/// In quarantine, and a person said that it is spam. Until then somebody may wait for an answer.
pub(crate) fn is_dismissed() -> Condition {
    is_quarantined().add(Column::DismissedAt.is_not_null())
}

/// In quarantine, possibly dismissed.
pub(crate) fn is_quarantined() -> Condition {
    Condition::all().add(Column::Held.is_not_null()).add(Column::ReleasedAt.is_null())
}

/// In quarantine, and nobody has decided about it yet.
pub(crate) fn is_waiting() -> Condition {
    is_quarantined().add(Column::DismissedAt.is_null())
}

/// Number of leads in quarantine that wait for a person to look at them, and when the oldest of them came (Unix
/// milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn quarantine_summary(db: &impl ConnectionTrait) -> Result<(u64, Option<i64>), DbErr> {
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

/// Number of leads since that moment (Unix milliseconds) that went into quarantine because the site didn't know the web
/// address that they were sent from.
///
/// # Errors
/// When the database cannot be read.
pub async fn count_unknown_pages(db: &impl ConnectionTrait, since_ms: i64) -> Result<u64, DbErr> {
    let found = Entity::find().filter(Column::Held.contains(UNKNOWN_PAGE));
    found.filter(Column::ReceivedAt.gte(since_ms)).count(db).await
}

/// The lead of that reference, which may be the second one that its visitor was told.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_by_reference(
    db: &impl ConnectionTrait,
    reference: &Reference,
) -> Result<Option<ListedLead>, DbErr> {
    if let Some(found) = find_where(db, Column::Reference.eq(reference.as_str())).await? {
        return Ok(Some(found));
    }
    match timeline::find_repeated(db, reference.as_str()).await? {
        Some(id) => find_listed_by_id(db, &id).await,
        None => Ok(None),
    }
}

/// The lead of that id, with its deliveries.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_listed_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<ListedLead>, DbErr> {
    find_where(db, Column::Id.eq(id)).await
}

async fn find_where(
    db: &impl ConnectionTrait,
    wanted: sea_orm::sea_query::SimpleExpr,
) -> Result<Option<ListedLead>, DbErr> {
    let row = Entity::find().filter(wanted).one(db).await?;
    Ok(with_deliveries(db, row.into_iter().collect()).await?.pop())
}

/// The leads with these ids, in the order of their arrival.
///
/// # Errors
/// When the database cannot be read.
pub(crate) async fn find_all(db: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Lead>, DbErr> {
    let rows = Entity::find().filter(Column::Id.is_in(ids)).order_by_asc(Column::Id).all(db).await?;
    Ok(rows.into_iter().map(Lead::from).collect())
}

/// The lead of that id.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<Lead>, DbErr> {
    Ok(Entity::find_by_id(id).one(db).await?.map(Lead::from))
}

/// The lead of that id, which nobody else changes until the transaction ends.
///
/// # Errors
/// When the database cannot be used.
pub async fn lock(write: &WriteTransaction, id: &str) -> Result<Option<Lead>, DbErr> {
    // On SQLite a transaction that writes is alone anyway.
    let row = Entity::find_by_id(id).lock_exclusive().one(write).await?;
    Ok(row.map(Lead::from))
}

/// Number of earlier leads from the same number; 0 if the number cannot be read.
///
/// # Errors
/// When the database cannot be read.
pub(crate) async fn count_earlier(db: &impl ConnectionTrait, lead: &Lead) -> Result<u64, DbErr> {
    let Some(number) = &lead.phone_e164 else { return Ok(0) };
    let earlier = Entity::find().filter(Column::PhoneE164.eq(number.as_str()));
    earlier.filter(Column::Canary.eq(false)).filter(Column::Id.lt(lead.id.as_str())).count(db).await
}

/// The order in which people should be called: emergencies first, then everybody else, each by when the answer is due.
pub fn by_urgency(leads: Select<Entity>) -> Select<Entity> {
    leads.order_by_desc(Column::Emergency).order_by_asc(Column::DueAt)
}

/// Number of leads that nobody has answered within the promised time, at this moment (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn count_overdue(db: &impl ConnectionTrait, now_ms: i64) -> Result<u64, DbErr> {
    Entity::find().filter(LeadFilter::Overdue(now_ms).condition()).count(db).await
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
        // The ids are ordered by time, and have an index.
        .order_by_desc(Column::Id)
        .limit(1)
        .into_tuple()
        .one(db)
        .await
}
