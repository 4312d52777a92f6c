//! Moves a lead to the stage that staff name, with a note for their colleagues.

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use crate::queue::row::{Column, Entity};
use crate::stored_lead::Stage;
use storage::db::{Db, WriteTransaction};
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;

/// Moves a lead to a stage and adds that to its timeline, in one transaction. `note` is staff's own.
///
/// # Errors
/// When the database cannot be written.
pub(crate) async fn set(db: &Db, lead_id: &str, stage: Stage, note: &str, now_ms: i64) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    set_in(&write, lead_id, stage, note, now_ms).await?;
    write.commit().await
}

/// Like [`set`], in a transaction that the caller commits.
///
/// # Errors
/// When the database cannot be written.
pub async fn set_in(
    write: &WriteTransaction,
    lead_id: &str,
    stage: Stage,
    note: &str,
    now_ms: i64,
) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Stage, stage.as_str()).and_where(Column::Id.eq(lead_id));
    write.connection().execute(&update).await?;
    let event = timeline::event(lead_id, now_ms, TimelineEvent::Stage(stage.as_str()), note);
    timeline::append(write, vec![event]).await
}
