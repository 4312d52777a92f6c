//! One delivery that is owed: a row beside its lead for each channel, written in the same transaction, never
//! deleted.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query, SelectStatement};
use sea_orm::{Condition, QuerySelect};

use crate::db::{Db, Row, Rows, WriteTransaction};
use crate::outbox::channel::Channel;
use crate::outbox::timeline;
use crate::outbox::timeline::What;
use base::clock::duration_ms;

/// Senders keep trying for four to five days (RFC 5321 §4.5.4.1).
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);

/// Where a delivery is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum State {
    /// Waiting for its next try, or being sent.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// The receiver took it.
    #[sea_orm(string_value = "sent")]
    Sent,
    /// Given up; a person has to look.
    #[sea_orm(string_value = "failed")]
    Failed,
    /// Given up, and the lead's personal data erased since: nothing is left to deliver.
    #[sea_orm(string_value = "erased")]
    Erased,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Sent => "sent",
            State::Failed => "failed",
            State::Erased => "erased",
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
    pub state: State,
    pub created_at: i64,
    /// Tries begun, counting one that a crash cut short.
    pub attempts: i32,
    /// When it is due; while a worker sends it, the end of that worker's lease.
    pub next_at: i64,
    /// When the next failure is the last one.
    pub give_up_at: i64,
    /// What went wrong last, in the receiver's words.
    pub last_error: Option<String>,
    pub sent_at: Option<i64>,
    /// What the receiver said when it took it.
    pub answer: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The row to store with a lead: due at once. What is not named is empty.
fn owed(lead_id: &str, channel: Channel, now_ms: i64) -> Row<'_> {
    vec![
        ("lead_id", lead_id.into()),
        ("channel", channel.as_str().into()),
        ("state", State::Pending.as_str().into()),
        ("created_at", now_ms.into()),
        ("attempts", 0.into()),
        ("next_at", now_ms.into()),
        ("give_up_at", (now_ms + duration_ms(GIVE_UP_AFTER)).into()),
    ]
}

/// The rows of what is owed: a lead, by what, and from when on (Unix milliseconds).
pub fn rows<'a>(owing: impl IntoIterator<Item = (&'a str, Channel, i64)>) -> Rows<'a> {
    Rows::new("delivery", owing.into_iter().map(|(lead_id, channel, from)| owed(lead_id, channel, from)))
}

/// How deliveries stand: for `amwaj doctor` and for whoever watches the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub pending: u64,
    pub failed: u64,
    pub sent: u64,
    /// When the oldest delivery that is still waiting was first owed, in Unix milliseconds.
    pub oldest_pending: Option<i64>,
}

/// The leads that the site sent to itself, whose mails are in no statistics.
fn canaries() -> SelectStatement {
    let mut canaries = Query::select();
    canaries.column("id").from("lead").and_where(ExprTrait::eq(Expr::col("canary"), true));
    canaries
}

/// By all channels together.
///
/// # Errors
/// When the database cannot be read.
pub async fn summary(db: &impl ConnectionTrait) -> Result<Summary, DbErr> {
    summarise(db, of_visitors()).await
}

/// By one channel.
///
/// # Errors
/// When the database cannot be read.
pub async fn summary_of(db: &impl ConnectionTrait, channel: Channel) -> Result<Summary, DbErr> {
    summarise(db, of_visitors().filter(Column::Channel.eq(channel))).await
}

fn of_visitors() -> Select<Entity> {
    Entity::find().filter(Column::LeadId.not_in_subquery(canaries()))
}

async fn summarise(db: &impl ConnectionTrait, rows: Select<Entity>) -> Result<Summary, DbErr> {
    let count = |state: State| rows.clone().filter(Column::State.eq(state)).count(db);
    let oldest = rows
        .clone()
        .select_only()
        .column_as(Column::CreatedAt.min(), "oldest")
        .filter(Column::State.eq(State::Pending))
        .into_tuple::<Option<i64>>()
        .one(db)
        .await?;
    Ok(Summary {
        pending: count(State::Pending).await?,
        failed: count(State::Failed).await?,
        sent: count(State::Sent).await?,
        oldest_pending: oldest.flatten(),
    })
}

/// Makes these deliveries due now, with five more days to go, and writes it into the leads' timelines.
/// Returns how many that were. What was sent stays sent.
///
/// # Errors
/// When the database cannot be written.
pub async fn retry(db: &Db, lead: Option<&str>, now_ms: i64) -> Result<u64, DbErr> {
    let mut open = Condition::all().add(Column::State.is_in([State::Pending, State::Failed]));
    if let Some(lead) = lead {
        open = open.add(Column::LeadId.eq(lead));
    }
    let write = db.begin_write().await?;
    let leads: Vec<String> = Entity::find()
        .select_only()
        .column(Column::LeadId)
        .distinct()
        .filter(open.clone())
        .into_tuple()
        .all(write.connection())
        .await?;
    let changed = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Pending))
        .col_expr(Column::NextAt, Expr::value(now_ms))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::GiveUpAt, Expr::value(now_ms + duration_ms(GIVE_UP_AFTER)))
        .filter(open)
        .exec(write.connection())
        .await?
        .rows_affected;
    let events = leads.iter().map(|lead| timeline::event(lead, now_ms, What::Retried, "")).collect();
    timeline::note(&write, events).await?;
    write.commit().await?;
    Ok(changed)
}

/// Nothing is left to deliver of these leads: what was given up is never tried again, and what receivers
/// answered, which may name the visitor, goes.
///
/// # Errors
/// When the database cannot be written.
pub async fn erase(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let of_these = || Column::LeadId.is_in(lead_ids);
    let mut words = Query::update();
    words.table(Entity).value(Column::Answer, Option::<String>::None);
    words.value(Column::LastError, Option::<String>::None).and_where(of_these());
    write.connection().execute(&words).await?;
    let mut failed = Query::update();
    failed.table(Entity).value(Column::State, State::Erased.as_str()).and_where(of_these());
    failed.and_where(Column::State.eq(State::Failed));
    write.connection().execute(&failed).await?;
    timeline::erase_texts(write, lead_ids).await
}
