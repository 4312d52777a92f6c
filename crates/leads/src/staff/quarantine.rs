//! The way out of quarantine: a person releases or dismisses a lead, or it is released automatically after a day. Releasing a
//! lead and owing its deliveries is one transaction, so that no quarantined request is ever lost in between.

use std::time::Duration;

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, Order, QueryFilter};
use tokio::task::JoinHandle;

use crate::queue::row::{Column, Entity};
use crate::queue::store;
use crate::staff::query;
use base::clock::{Clock, duration_ms};
use storage::db::Db;
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;
use storage::outbox::{Channel, OutboxNotify};

/// How often to look for requests that have waited long enough.
const POLL_INTERVAL: Duration = Duration::from_secs(300);
/// The most that are released automatically each time: a flood that nobody looked at trickles into the mailbox and does not
/// bury the requests of the day.
const MAX_RELEASED_EACH_POLL: u64 = 2;

/// Which quarantined leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuarantineFilter<'a> {
    /// All that wait; those that were dismissed are not among them.
    All,
    /// One, whether it waits or was dismissed.
    Id(&'a str),
    /// The oldest few that wait and came before this time, in Unix milliseconds.
    Before(i64),
}

impl QuarantineFilter<'_> {
    fn condition(self) -> Condition {
        match self {
            QuarantineFilter::All => query::is_waiting(),
            QuarantineFilter::Id(id) => query::is_quarantined().add(Column::Id.eq(id)),
            QuarantineFilter::Before(time) => {
                let mut oldest = Query::select();
                oldest
                    .column(Column::Id)
                    .from(Entity)
                    .cond_where(query::is_waiting())
                    .and_where(Column::ReceivedAt.lte(time))
                    .order_by(Column::ReceivedAt, Order::Asc)
                    .limit(MAX_RELEASED_EACH_POLL);
                query::is_waiting().add(Expr::col(Column::Id).in_subquery(oldest))
            }
        }
    }
}

/// Releases quarantined leads and makes their deliveries due now. Returns how many that were; one that was released before, or
/// by another node at the same moment, is not counted and owes nothing twice.
pub(crate) async fn release(
    db: &Db,
    channels: &[Channel],
    filter: QuarantineFilter<'_>,
    now_ms: i64,
) -> Result<usize, DbErr> {
    let mut update = Query::update();
    update
        .table(Entity)
        .value(Column::ReleasedAt, now_ms)
        .cond_where(filter.condition())
        .returning(Query::returning().column(Column::Id));
    let write = db.begin_write().await?;
    let rows = write.connection().query_all(&update).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    let released = ids.len();
    let events = ids.iter().map(|id| timeline::event(id, now_ms, TimelineEvent::Released, "")).collect();
    store::insert_deliveries(&write, channels, &ids, now_ms).await?;
    timeline::append(&write, events).await?;
    write.commit().await?;
    Ok(released)
}

/// Marks quarantined leads as spam, as a person says: they stay stored, and are never mailed automatically. Returns how many
/// that were.
pub(crate) async fn dismiss(db: &Db, filter: QuarantineFilter<'_>, now_ms: i64) -> Result<u64, DbErr> {
    let write = db.begin_write().await?;
    let update = Entity::update_many()
        .col_expr(Column::DismissedAt, Expr::value(now_ms))
        .filter(filter.condition().add(Column::DismissedAt.is_null()));
    let dismissed = update.exec(write.connection()).await?.rows_affected;
    write.commit().await?;
    Ok(dismissed)
}

/// The job that releases what nobody looked at.
pub struct ReleaseJob(JoinHandle<()>);

impl ReleaseJob {
    /// `after` is how long a request stays in quarantine; nothing if it waits for a person, however long.
    pub fn start(
        db: Db,
        clock: Clock,
        notify: OutboxNotify,
        channels: &'static [Channel],
        after: Option<Duration>,
    ) -> Self {
        ReleaseJob(tokio::spawn(async move {
            let Some(after) = after else { return };
            loop {
                let now = clock.now_ms();
                match release(&db, channels, QuarantineFilter::Before(now - duration_ms(after)), now).await {
                    Ok(0) => {}
                    Ok(count) => {
                        tracing::warn!(
                            count,
                            "quarantined requests that nobody looked at were released automatically"
                        );
                        notify.notify();
                    }
                    Err(error) => tracing::error!(%error, "quarantined requests could not be released"),
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }))
    }

    pub fn stop(self) {
        self.0.abort();
    }
}
