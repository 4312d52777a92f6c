//! The way out of quarantine: a person releases or dismisses a lead, or it is released automatically after a day. Releasing a
//! lead and owing its deliveries is one transaction, so that no quarantined request is ever lost in between. A decision
//! can be taken back: who is released can be dismissed, and the other way round.

use std::time::Duration;

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, Order, PaginatorTrait,
    QueryFilter,
};

use crate::queue::row::{Column, Entity};
use crate::queue::store;
use crate::staff::query;
use base::clock::{Clock, duration_ms};
use base::supervisor::{self, Task};
use storage::db::{Db, WriteTransaction};
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;
use storage::outbox::{Channel, ChannelsInUse, OutboxNotify, recipients};

/// Interval of checks for requests that have waited long enough.
const POLL_INTERVAL: Duration = Duration::from_secs(300);
/// Requests released automatically each time: a few, so that a flood that nobody looked at does not bury the requests
/// of the day; or more of a long backlog, so that a day's intake also goes in a day.
const MIN_RELEASED_EACH_POLL: u64 = 2;
const POLLS_PER_DAY: u64 = 24 * 3600 / POLL_INTERVAL.as_secs();
/// Number of signals of spam that the reasons name, less one.
const SIGNALS: &str = "LENGTH(held) - LENGTH(REPLACE(held, ',', ''))";

/// Selection of quarantined leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuarantineFilter<'a> {
    /// All that wait; those that were dismissed are not among them.
    All,
    /// One, whatever was decided about it before.
    Id(&'a str),
    /// The first of those that wait and came before this time (Unix milliseconds): those with the fewest signals of spam,
    /// and of these the newest.
    Before { time: i64, max: u64 },
}

impl QuarantineFilter<'_> {
    fn condition(self) -> Condition {
        match self {
            QuarantineFilter::All => query::is_waiting(),
            QuarantineFilter::Id(id) => {
                Condition::all().add(Column::Held.is_not_null()).add(Column::Id.eq(id))
            }
            QuarantineFilter::Before { time, max } => {
                let mut first = Query::select();
                first
                    .column(Column::Id)
                    .from(Entity)
                    .cond_where(waiting_since(time))
                    .order_by_expr(Expr::cust(SIGNALS), Order::Asc)
                    .order_by(Column::ReceivedAt, Order::Desc)
                    .limit(max);
                query::is_waiting().add(Expr::col(Column::Id).in_subquery(first))
            }
        }
    }
}

fn waiting_since(time: i64) -> Condition {
    query::is_waiting().add(Column::ReceivedAt.lte(time))
}

/// Releases quarantined leads and makes their deliveries due now. Returns how many that were; one that was released
/// before, or by another node at the same moment, is not counted and owes no delivery twice.
pub(crate) async fn release(
    db: &Db,
    channels: &[Channel],
    filter: QuarantineFilter<'_>,
    now_ms: i64,
) -> Result<usize, DbErr> {
    let write = db.begin_write().await?;
    let released = release_in(&write, channels, filter, now_ms).await?;
    write.commit().await?;
    Ok(released)
}

/// Like [`release`], in a transaction that the caller commits; the outbox's workers should be told then.
///
/// # Errors
/// When the database cannot be written.
pub async fn release_in(
    write: &WriteTransaction,
    channels: &[Channel],
    filter: QuarantineFilter<'_>,
    now_ms: i64,
) -> Result<usize, DbErr> {
    let mut update = Query::update();
    update
        .table(Entity)
        .value(Column::ReleasedAt, now_ms)
        .cond_where(filter.condition().add(Column::ReleasedAt.is_null()))
        .returning(Query::returning().column(Column::Id));
    let rows = write.connection().query_all(&update).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    let released = ids.len();
    let events = ids.iter().map(|id| timeline::event(id, now_ms, TimelineEvent::Released, "")).collect();
    // Whoever had the mail of one that was released before gets this one too.
    recipients::delete(write, &ids).await?;
    store::insert_deliveries(write, channels, &ids, now_ms).await?;
    timeline::append(write, events).await?;
    Ok(released)
}

/// Marks quarantined leads as spam, as a person says, also one that was released: they stay stored, and are never mailed
/// automatically. Returns how many that were.
pub(crate) async fn dismiss(db: &Db, filter: QuarantineFilter<'_>, now_ms: i64) -> Result<u64, DbErr> {
    let write = db.begin_write().await?;
    let dismissed = dismiss_in(&write, filter, now_ms).await?;
    write.commit().await?;
    Ok(dismissed)
}

/// Like [`dismiss`], in a transaction that the caller commits.
///
/// # Errors
/// When the database cannot be written.
pub async fn dismiss_in(
    write: &WriteTransaction,
    filter: QuarantineFilter<'_>,
    now_ms: i64,
) -> Result<u64, DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::DismissedAt, Expr::value(now_ms))
        .col_expr(Column::ReleasedAt, Expr::value(Option::<i64>::None))
        .filter(filter.condition())
        .filter(query::is_dismissed().not());
    Ok(update.exec(write.connection()).await?.rows_affected)
}

/// Releases some of those that nobody looked at until that time (Unix milliseconds). Returns how many.
async fn release_waiting(db: &Db, channels: &[Channel], time: i64, now_ms: i64) -> Result<usize, DbErr> {
    let backlog = Entity::find().filter(waiting_since(time)).count(db.reader()).await?;
    let max = Ord::max(backlog.div_ceil(POLLS_PER_DAY), MIN_RELEASED_EACH_POLL);
    release(db, channels, QuarantineFilter::Before { time, max }, now_ms).await
}

/// Releases what nobody looked at.
pub struct ReleaseJob {
    pub db: Db,
    pub clock: Clock,
    pub notify: OutboxNotify,
    pub channels: ChannelsInUse,
    /// Time that a request stays in quarantine.
    pub after: Duration,
}

impl ReleaseJob {
    /// Polls until the task is dropped.
    pub fn start(self) -> Task {
        supervisor::spawn("release of held requests", self, |job| {
            Box::pin(async {
                loop {
                    job.poll_once().await;
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            })
        })
    }

    /// Releases what is due; an error is logged.
    pub async fn poll_once(&self) {
        let now = self.clock.now_ms();
        match release_waiting(&self.db, self.channels.now(), now - duration_ms(self.after), now).await {
            Ok(0) => {}
            Ok(count) => {
                tracing::warn!(
                    count,
                    "quarantined requests that nobody looked at were released automatically"
                );
                self.notify.notify();
            }
            Err(error) => tracing::error!(%error, "quarantined requests could not be released"),
        }
    }
}
