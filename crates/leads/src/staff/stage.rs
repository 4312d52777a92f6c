//! How far the company has come with a request: set by staff, with a note for their colleagues.

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use crate::queue::row::{Column, Entity};
use storage::db::Db;
use storage::outbox::timeline;
use storage::outbox::timeline::LeadEvent;

/// How far the company has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nobody has answered yet.
    New,
    Contacted,
    /// A visit or a contract is agreed.
    Booked,
    /// Nothing comes of it.
    Lost,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::New, Stage::Contacted, Stage::Booked, Stage::Lost];

    /// The word in the database, in lists and in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            Stage::New => "new",
            Stage::Contacted => "contacted",
            Stage::Booked => "booked",
            Stage::Lost => "lost",
        }
    }

    /// One that was stored. A word from a later version counts as new: somebody should look.
    pub(crate) fn stored(text: &str) -> Self {
        Stage::ALL.into_iter().find(|stage| stage.as_str() == text).unwrap_or(Stage::New)
    }
}

/// Moves a lead to a stage and writes it into its timeline, in one transaction. `note` is staff's own.
///
/// # Errors
/// When the database cannot be written.
pub(crate) async fn set(db: &Db, lead_id: &str, stage: Stage, note: &str, now_ms: i64) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Stage, stage.as_str()).and_where(Column::Id.eq(lead_id));
    let write = db.begin_write().await?;
    write.connection().execute(&update).await?;
    timeline::append(&write, vec![timeline::event(lead_id, now_ms, LeadEvent::Stage(stage.as_str()), note)])
        .await?;
    write.commit().await
}
