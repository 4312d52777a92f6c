//! Claims of due deliveries. A claim ends at a time of its own, so that a delivery under way is claimed by nobody else,
//! whatever happens to its due time meanwhile.
//!
//! No worker waits longer than the longest backoff and a lease: a time beyond that was written while a clock was ahead,
//! and counts as over.

use std::time::Duration;

use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{
    ColumnTrait, Condition, DbBackend, DbErr, EntityTrait, ExprTrait, Order, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::db::{Db, WriteTransaction};
use crate::outbox::channel::Channel;
use crate::outbox::row::{Column, DeliveryState, Entity, Model};
use crate::outbox::timeline;
use crate::outbox::timeline::TimelineEvent;
use base::clock::duration_ms;
use sea_orm::sea_query::Expr;

/// Claims the deliveries of one channel.
pub(super) struct Claims {
    pub db: Db,
    pub channel: Channel,
    /// Length of a claim.
    pub lease: Duration,
    /// The longest backoff.
    pub max_retry: Duration,
}

impl Claims {
    /// From this time on, a stored time is of a clock that was ahead.
    fn too_far(&self, now: i64) -> i64 {
        now.saturating_add(duration_ms(self.max_retry + self.lease))
    }

    fn pending(&self) -> Condition {
        Condition::all().add(Column::Channel.eq(self.channel)).add(Column::State.eq(DeliveryState::Pending))
    }

    /// Pending, and no worker has a claim.
    fn unclaimed(&self, now: i64) -> Condition {
        let over = Condition::any()
            .add(Column::ClaimedUntil.is_null())
            .add(Column::ClaimedUntil.lte(now))
            .add(Column::ClaimedUntil.gt(self.too_far(now)));
        self.pending().add(over)
    }

    /// When the next unclaimed delivery is due, at the latest now where a clock was ahead.
    pub async fn next_due(&self, now: i64) -> Result<Option<i64>, DbErr> {
        let first = async |order: Order| {
            let times = Entity::find().select_only().column(Column::NextAt).filter(self.unclaimed(now));
            times.order_by(Column::NextAt, order).limit(1).into_tuple::<i64>().one(self.db.reader()).await
        };
        let next = first(Order::Asc).await?;
        if next.is_none_or(|next| next <= now) {
            return Ok(next);
        }
        let last = first(Order::Desc).await?;
        Ok(if last.is_some_and(|last| last > self.too_far(now)) { Some(now) } else { next })
    }

    /// Claims up to `max` due deliveries, the oldest first, except those `under_way` in this process, whatever the
    /// clock says. On PostgreSQL workers skip each other's rows instead of waiting for them.
    pub async fn claim(
        &self,
        write: &WriteTransaction,
        max: usize,
        under_way: &[String],
        now: i64,
    ) -> Result<Vec<Model>, DbErr> {
        let is_due = Condition::any().add(Column::NextAt.lte(now)).add(Column::NextAt.gt(self.too_far(now)));
        let mut due = Entity::find()
            .filter(self.unclaimed(now))
            .filter(is_due)
            .filter(Column::LeadId.is_not_in(under_way))
            .order_by_asc(Column::NextAt)
            .limit(max as u64);
        if self.db.backend() == DbBackend::Postgres {
            due = due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        }
        let mut rows = due.all(write.connection()).await?;
        if rows.is_empty() {
            return Ok(rows);
        }
        Entity::update_many()
            .col_expr(Column::ClaimedUntil, Expr::value(now + duration_ms(self.lease)))
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::Channel.eq(self.channel))
            .filter(Column::LeadId.is_in(rows.iter().map(|row| row.lead_id.as_str())))
            .exec(write.connection())
            .await?;
        for row in &mut rows {
            row.attempts += 1;
        }
        let events = rows.iter().map(|row| {
            let text = format!("try {}", row.attempts);
            timeline::event(&row.lead_id, now, TimelineEvent::AttemptStarted(self.channel), text)
        });
        timeline::append(write, events.collect()).await?;
        Ok(rows)
    }

    /// Makes all pending deliveries due now: those that an ended process had claimed, and those in backoff, since a
    /// restart often fixes what made them fail.
    pub async fn release_all(&self, now: i64) -> Result<(), DbErr> {
        let write = self.db.begin_write().await?;
        Entity::update_many()
            .col_expr(Column::NextAt, Expr::value(now))
            .col_expr(Column::ClaimedUntil, Expr::value(Option::<i64>::None))
            .filter(self.pending())
            .filter(Condition::any().add(Column::NextAt.gt(now)).add(Column::ClaimedUntil.is_not_null()))
            .exec(write.connection())
            .await?;
        write.commit().await
    }
}
