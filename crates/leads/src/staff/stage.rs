//! Moves a lead to another stage, as staff say, with a note for their colleagues.

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use crate::queue::row::{Column, Entity};
use crate::stored_lead::Stage;
use storage::db::Db;
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;

/// Moves a lead to a stage and adds that to its timeline, in one transaction. `note` is staff's own.
///
/// # Errors
/// When the database cannot be written.
pub(crate) async fn set(db: &Db, lead_id: &str, stage: Stage, note: &str, now_ms: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Stage, stage.as_str()).and_where(Column::Id.eq(lead_id));
    let write = db.begin_write().await?;
    write.connection().execute(&update).await?;
    timeline::append(
        &write,
        vec![timeline::event(lead_id, now_ms, TimelineEvent::Stage(stage.as_str()), note)],
    )
    .await?;
    write.commit().await
}
