//! A row of the outbox: one delivery of a lead by one channel, written in the same transaction as the lead and kept as
//! a record of what was delivered.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, InsertStatement, OnConflict, Query, SelectStatement};
use sea_orm::{Condition, QuerySelect};

use crate::db::{Db, NewRow, WriteTransaction, insert_rows};
use crate::outbox::channel::Channel;
use crate::outbox::recipients;
use crate::outbox::timeline;
use crate::outbox::timeline::TimelineEvent;
use base::clock::duration_ms;

/// Mail senders retry for four to five days (RFC 5321 §4.5.4.1).
pub(super) const GIVE_UP_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum DeliveryState {
    /// Waiting for its next attempt, or being sent now.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// The receiver accepted it.
    #[sea_orm(string_value = "sent")]
    Sent,
    /// Given up; a person has to look.
    #[sea_orm(string_value = "failed")]
    Failed,
    /// Given up, and the lead's personal data erased since: its content is gone.
    #[sea_orm(string_value = "erased")]
    Erased,
}

impl DeliveryState {
    pub fn as_str(self) -> &'static str {
        match self {
            DeliveryState::Pending => "pending",
            DeliveryState::Sent => "sent",
            DeliveryState::Failed => "failed",
            DeliveryState::Erased => "erased",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery")]
pub struct Model {
    /// The lead; one delivery by each channel.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lead_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel: Channel,
    pub state: DeliveryState,
    pub created_at: i64,
    /// Attempts started, with one that a crash interrupted.
    pub attempts: i32,
    /// When the next attempt is due.
    pub next_at: i64,
    /// From this time on, a failed attempt is the last one, if there were enough of them.
    pub give_up_at: i64,
    /// Why the last attempt failed, with the receiver's response.
    pub last_error: Option<String>,
    pub sent_at: Option<i64>,
    /// The receiver's response when it accepted the delivery.
    pub answer: Option<String>,
    /// Until when a worker that delivers it has claimed it; nobody else does so before.
    pub claimed_until: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The row to store with a lead: due at once. Columns that are not named are null.
fn pending_row(lead_id: &str, channel: Channel, now_ms: i64) -> NewRow {
    vec![
        ("lead_id", lead_id.into()),
        ("channel", channel.as_str().into()),
        ("state", DeliveryState::Pending.as_str().into()),
        ("created_at", now_ms.into()),
        ("attempts", 0.into()),
        ("next_at", now_ms.into()),
        ("give_up_at", (now_ms + duration_ms(GIVE_UP_AFTER)).into()),
    ]
}

/// Inserts new deliveries: for each the lead's id, the channel, and when it is due (Unix milliseconds). `None` without any.
pub fn insert_pending<'a>(
    deliveries: impl IntoIterator<Item = (&'a str, Channel, i64)>,
) -> Option<InsertStatement> {
    let rows = deliveries.into_iter().map(|(lead_id, channel, due_at)| pending_row(lead_id, channel, due_at));
    insert_rows("delivery", rows)
}

/// Resets a delivery that is owed once more, such as that of a lead that was dismissed and released again.
pub fn made_again() -> OnConflict {
    let columns = ["state", "attempts", "next_at", "give_up_at"];
    OnConflict::columns(["lead_id", "channel"]).update_columns(columns).to_owned()
}

/// Number of deliveries in each state: for `amwaj doctor` and the metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutboxSummary {
    pub pending: u64,
    pub failed: u64,
    pub sent: u64,
    /// When the oldest pending delivery was created, in Unix milliseconds.
    pub oldest_pending: Option<i64>,
}

/// The ids of canaries, the leads that the site sends to itself: their deliveries are in no statistics.
fn canaries() -> SelectStatement {
    let mut canaries = Query::select();
    canaries.column("id").from("lead").and_where(ExprTrait::eq(Expr::col("canary"), true));
    canaries
}

/// The summary of all channels together.
///
/// # Errors
/// When the database cannot be read.
pub async fn summary(db: &impl ConnectionTrait) -> Result<OutboxSummary, DbErr> {
    summarise(db, without_canaries()).await
}

/// The summary of one channel.
///
/// # Errors
/// When the database cannot be read.
pub async fn channel_summary(db: &impl ConnectionTrait, channel: Channel) -> Result<OutboxSummary, DbErr> {
    summarise(db, without_canaries().filter(Column::Channel.eq(channel))).await
}

fn without_canaries() -> Select<Entity> {
    Entity::find().filter(Column::LeadId.not_in_subquery(canaries()))
}

async fn summarise(db: &impl ConnectionTrait, rows: Select<Entity>) -> Result<OutboxSummary, DbErr> {
    let count = |state: DeliveryState| rows.clone().filter(Column::State.eq(state)).count(db);
    let oldest = rows
        .clone()
        .select_only()
        .column_as(Column::CreatedAt.min(), "oldest")
        .filter(Column::State.eq(DeliveryState::Pending))
        .into_tuple::<Option<i64>>()
        .one(db)
        .await?;
    Ok(OutboxSummary {
        pending: count(DeliveryState::Pending).await?,
        failed: count(DeliveryState::Failed).await?,
        sent: count(DeliveryState::Sent).await?,
        oldest_pending: oldest.flatten(),
    })
}

/// Makes pending and failed deliveries due now, of one lead or of all, with five more days before they are given up,
/// and adds that to the leads' timelines; of one lead also a mail that somebody has, for those recipients who lack it.
/// One that is under way stays claimed, so nobody else makes it meanwhile; if it fails, it is due again at once. Returns
/// the number of deliveries.
///
/// # Errors
/// When the database cannot be written.
pub async fn retry(db: &Db, lead: Option<&str>, now_ms: i64) -> Result<u64, DbErr> {
    let write = db.begin_write().await?;
    let changed = retry_in(&write, lead, now_ms).await?;
    write.commit().await?;
    Ok(changed)
}

/// As [`retry`], in a transaction that the caller commits.
///
/// # Errors
/// When the database cannot be written.
pub async fn retry_in(write: &WriteTransaction, lead: Option<&str>, now_ms: i64) -> Result<u64, DbErr> {
    let mut unsent =
        Condition::any().add(Column::State.is_in([DeliveryState::Pending, DeliveryState::Failed]));
    if let Some(lead) = lead {
        if recipients::ask_again(write, lead).await? {
            unsent = unsent.add(Column::State.eq(DeliveryState::Sent).and(Column::Channel.eq(Channel::Mail)));
        }
        unsent = Condition::all().add(unsent).add(Column::LeadId.eq(lead));
    }
    let leads: Vec<String> = Entity::find()
        .select_only()
        .column(Column::LeadId)
        .distinct()
        .filter(unsent.clone())
        .into_tuple()
        .all(write.connection())
        .await?;
    let changed = Entity::update_many()
        .col_expr(Column::State, Expr::value(DeliveryState::Pending))
        .col_expr(Column::NextAt, Expr::value(now_ms))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::GiveUpAt, Expr::value(now_ms + duration_ms(GIVE_UP_AFTER)))
        .filter(unsent)
        .exec(write.connection())
        .await?
        .rows_affected;
    let events = leads.iter().map(|lead| timeline::event(lead, now_ms, TimelineEvent::Retried, "")).collect();
    timeline::append(write, events).await?;
    Ok(changed)
}

/// Erases the personal data of these leads' deliveries: receivers' responses, which may name the visitor, are removed,
/// and deliveries that were given up can no longer be retried.
///
/// # Errors
/// When the database cannot be written.
pub async fn erase(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let of_these = || Column::LeadId.is_in(lead_ids);
    let mut responses = Query::update();
    responses.table(Entity).value(Column::Answer, Option::<String>::None);
    responses.value(Column::LastError, Option::<String>::None).and_where(of_these());
    write.connection().execute(&responses).await?;
    let mut failed = Query::update();
    failed.table(Entity).value(Column::State, DeliveryState::Erased.as_str()).and_where(of_these());
    failed.and_where(Column::State.eq(DeliveryState::Failed));
    write.connection().execute(&failed).await?;
    recipients::erase_answers(write, lead_ids).await?;
    timeline::erase_texts(write, lead_ids).await
}
