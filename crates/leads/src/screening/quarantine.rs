//! The way out of quarantine: by a person's word, or by itself after a day. ReleaseJob and owing the mail is one
//! transaction, so that no held request is ever lost between the two.

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
use storage::outbox::timeline::LeadEvent;
use storage::outbox::{Channel, OutboxNotify};

/// How often to look for requests that have waited long enough.
const LOOK_AGAIN: Duration = Duration::from_secs(300);
/// The most that are released by themselves each time: a flood that nobody looked at trickles into the mailbox
/// and does not bury the requests of the day.
const AT_ONCE: u64 = 2;

/// Which held leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which<'a> {
    /// All that wait; those that were dismissed are not among them.
    All,
    /// One, whether it waits or was dismissed.
    Id(&'a str),
    /// The oldest few that wait and came before this moment, in Unix milliseconds.
    Before(i64),
}

impl Which<'_> {
    fn condition(self) -> Condition {
        match self {
            Which::All => query::is_waiting(),
            Which::Id(id) => query::is_held().add(Column::Id.eq(id)),
            Which::Before(moment) => {
                let mut oldest = Query::select();
                oldest
                    .column(Column::Id)
                    .from(Entity)
                    .cond_where(query::is_waiting())
                    .and_where(Column::ReceivedAt.lte(moment))
                    .order_by(Column::ReceivedAt, Order::Asc)
                    .limit(AT_ONCE);
                query::is_waiting().add(Expr::col(Column::Id).in_subquery(oldest))
            }
        }
    }
}

/// Releases held leads and makes their mails due now. Returns how many that were; one that was released before,
/// or by another node at the same moment, is not counted and owes no second mail.
pub(crate) async fn release(
    db: &Db,
    channels: &[Channel],
    which: Which<'_>,
    now_ms: i64,
) -> Result<usize, DbErr> {
    let mut update = Query::update();
    update
        .table(Entity)
        .value(Column::ReleasedAt, now_ms)
        .cond_where(which.condition())
        .returning(Query::returning().column(Column::Id));
    let write = db.begin_write().await?;
    let rows = write.connection().query_all(&update).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    let released = ids.len();
    let events = ids.iter().map(|id| timeline::event(id, now_ms, LeadEvent::Released, "")).collect();
    store::owe(&write, channels, &ids, now_ms).await?;
    timeline::append(&write, events).await?;
    write.commit().await?;
    Ok(released)
}

/// Notes that a person took held leads for spam: they stay stored, and are never mailed by themselves. Returns
/// how many that were.
pub(crate) async fn dismiss(db: &Db, which: Which<'_>, now_ms: i64) -> Result<u64, DbErr> {
    let write = db.begin_write().await?;
    let update = Entity::update_many()
        .col_expr(Column::DismissedAt, Expr::value(now_ms))
        .filter(which.condition().add(Column::DismissedAt.is_null()));
    let dismissed = update.exec(write.connection()).await?.rows_affected;
    write.commit().await?;
    Ok(dismissed)
}

/// Releases by itself what nobody looked at.
pub struct ReleaseJob(JoinHandle<()>);

impl ReleaseJob {
    /// `after` is how long a request waits; nothing where it waits for a person, however long.
    pub fn start(
        db: Db,
        clock: Clock,
        bell: OutboxNotify,
        channels: &'static [Channel],
        after: Option<Duration>,
    ) -> Self {
        ReleaseJob(tokio::spawn(async move {
            let Some(after) = after else { return };
            loop {
                let now = clock.now_ms();
                match release(&db, channels, Which::Before(now - duration_ms(after)), now).await {
                    Ok(0) => {}
                    Ok(count) => {
                        tracing::warn!(
                            count,
                            "held requests that nobody looked at were released by themselves"
                        );
                        bell.notify();
                    }
                    Err(error) => tracing::error!(%error, "held requests could not be looked for"),
                }
                tokio::time::sleep(LOOK_AGAIN).await;
            }
        }))
    }

    pub fn stop(self) {
        self.0.abort();
    }
}
