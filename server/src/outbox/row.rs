//! One mail that is owed: a row beside its lead, written in the same transaction, never deleted.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query, SelectStatement};
use sea_orm::{ActiveValue::Set, QuerySelect};

use crate::clock::duration_ms;

/// Senders keep trying for four to five days (RFC 5321 §4.5.4.1).
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);

/// Where a mail is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum State {
    /// Waiting for its next try, or being sent.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// A mail server took it.
    #[sea_orm(string_value = "sent")]
    Sent,
    /// Given up; a person has to look.
    #[sea_orm(string_value = "failed")]
    Failed,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Sent => "sent",
            State::Failed => "failed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    /// The lead the mail is about; one mail each.
    #[sea_orm(primary_key, auto_increment = false)]
    pub lead_id: String,
    pub state: State,
    pub created_at: i64,
    /// Tries begun, counting one that a crash cut short.
    pub attempts: i32,
    /// When it is due; while a worker sends it, the end of that worker's lease.
    pub next_at: i64,
    /// When the next failure is the last one.
    pub give_up_at: i64,
    /// What went wrong last, in the mail server's words.
    pub last_error: Option<String>,
    pub sent_at: Option<i64>,
    /// What the mail server said when it took the mail.
    pub answer: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The row to store with a lead: due at once.
pub fn owed(lead_id: String, now_ms: i64) -> ActiveModel {
    ActiveModel {
        lead_id: Set(lead_id),
        state: Set(State::Pending),
        created_at: Set(now_ms),
        attempts: Set(0),
        next_at: Set(now_ms),
        give_up_at: Set(now_ms + duration_ms(GIVE_UP_AFTER)),
        last_error: Set(None),
        sent_at: Set(None),
        answer: Set(None),
    }
}

/// How the outbox stands: for `amwaj doctor` and for whoever watches the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub pending: u64,
    pub failed: u64,
    pub sent: u64,
    /// When the oldest mail that is still waiting was first owed, in Unix milliseconds.
    pub oldest_pending: Option<i64>,
}

/// The leads that the site sent to itself, whose mails are in no statistics.
fn canaries() -> SelectStatement {
    let mut canaries = Query::select();
    canaries.column("id").from("lead").and_where(ExprTrait::eq(Expr::col("canary"), true));
    canaries
}

/// # Errors
/// When the database cannot be read.
pub async fn summary(db: &impl ConnectionTrait) -> Result<Summary, DbErr> {
    let of_visitors = || Entity::find().filter(Column::LeadId.not_in_subquery(canaries()));
    let count = |state: State| of_visitors().filter(Column::State.eq(state)).count(db);
    let oldest = of_visitors()
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

/// Makes these mails due now, with five more days to go. Returns how many that were.
/// A mail that was sent stays sent.
///
/// # Errors
/// When the database cannot be written.
pub async fn retry(db: &crate::db::Db, lead: Option<&str>, now_ms: i64) -> Result<u64, DbErr> {
    let mut update = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Pending))
        .col_expr(Column::NextAt, Expr::value(now_ms))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::GiveUpAt, Expr::value(now_ms + duration_ms(GIVE_UP_AFTER)))
        .filter(Column::State.ne(State::Sent));
    if let Some(lead) = lead {
        update = update.filter(Column::LeadId.eq(lead));
    }
    let write = db.begin_write().await?;
    let changed = update.exec(write.connection()).await?.rows_affected;
    write.commit().await?;
    Ok(changed)
}
