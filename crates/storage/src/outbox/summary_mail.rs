//! The outbox rows of [`Channel::Summary`]: leads that staff hear of in one mail together. Unlike other deliveries they are
//! not claimed one by one: whoever holds the job's lease reads all that are owed, sends one mail, and records the result.
//! They are never given up.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, ExprTrait, QueryOrder, QuerySelect};

use crate::db::Db;
use crate::mail::MailFailure;
use crate::outbox::channel::Channel;
use crate::outbox::row::{Column, DeliveryState, Entity};
use crate::outbox::timeline;
use crate::outbox::timeline::TimelineEvent;

/// A row that is due later than this was written while the clock was ahead.
const MAX_AHEAD_MS: i64 = 60 * 60 * 1000;

fn is_owed() -> Condition {
    Condition::all()
        .add(Column::Channel.eq(Channel::Summary))
        .add(Column::State.is_in([DeliveryState::Pending, DeliveryState::Failed]))
}

/// Whether a summary mail is due.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_due(db: &impl ConnectionTrait, now_ms: i64) -> Result<bool, DbErr> {
    let due = Condition::any()
        .add(Column::NextAt.lte(now_ms))
        .add(Column::NextAt.gt(now_ms.saturating_add(MAX_AHEAD_MS)));
    let first = Entity::find().select_only().column(Column::LeadId).filter(is_owed()).filter(due).limit(1);
    Ok(first.into_tuple::<String>().one(db).await?.is_some())
}

/// The ids of the first leads that a summary mail is owed for, due or not; the oldest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn owed(db: &impl ConnectionTrait, max_leads: u64) -> Result<Vec<String>, DbErr> {
    let rows = Entity::find().select_only().column(Column::LeadId).filter(is_owed());
    rows.order_by_asc(Column::LeadId).limit(max_leads).into_tuple().all(db).await
}

/// Records that one mail told staff of these leads (with the mail server's response), or why it was not sent.
///
/// # Errors
/// When the database cannot be written; the leads will be in one more mail.
pub async fn record(
    db: &Db,
    lead_ids: &[String],
    result: &Result<String, MailFailure>,
    now_ms: i64,
) -> Result<(), DbErr> {
    let mut update = Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(is_owed())
        .filter(Column::LeadId.is_in(lead_ids));
    let mut events = Vec::new();
    match result {
        Ok(response) => {
            update = update
                .col_expr(Column::State, Expr::value(DeliveryState::Sent))
                .col_expr(Column::SentAt, Expr::value(now_ms))
                .col_expr(Column::Answer, Expr::value(response.as_str()));
            let delivered = TimelineEvent::Delivered(Channel::Summary);
            events
                .extend(lead_ids.iter().map(|id| timeline::event(id, now_ms, delivered, response.as_str())));
        }
        Err(failure) => {
            update = update.col_expr(Column::LastError, Expr::value(failure.text_for_staff()));
        }
    }
    let write = db.begin_write().await?;
    update.exec(write.connection()).await?;
    timeline::append(&write, events).await?;
    write.commit().await
}
