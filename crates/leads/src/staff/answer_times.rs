//! How requests were answered: how many in time, late, not yet; and what became of them.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::queue::row::{Column, Entity};
use crate::staff::query::is_genuine;
use crate::stored_lead::Stage;
use storage::outbox::timeline;

/// Sums over the requests that came within a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerTimes {
    pub requests: u64,
    /// First answered within the promised time.
    pub in_time: u64,
    pub late: u64,
    /// Nobody has answered.
    pub waiting: u64,
    pub booked: u64,
    pub lost: u64,
}

/// The sums over requests that came from `from_ms` to `to_ms` (Unix milliseconds), without what is quarantined.
///
/// # Errors
/// When the database cannot be read.
pub async fn between(db: &impl ConnectionTrait, from_ms: i64, to_ms: i64) -> Result<AnswerTimes, DbErr> {
    let leads = Entity::find().filter(is_genuine()).filter(Column::ReceivedAt.between(from_ms, to_ms));
    let rows: Vec<(String, String, Option<i64>)> =
        leads.select_only().columns([Column::Id, Column::Stage, Column::DueAt]).into_tuple().all(db).await?;
    let kinds = [Stage::Contacted, Stage::Booked, Stage::Lost].map(Stage::as_str);
    // Answers come after their requests.
    let answers = timeline::Entity::find().filter(timeline::Column::At.gte(from_ms));
    let answers = answers.filter(timeline::Column::Kind.is_in(kinds)).order_by_desc(timeline::Column::Id);
    // The first answer of each is read last.
    let first: HashMap<String, i64> =
        answers.all(db).await?.into_iter().map(|event| (event.lead_id, event.at)).collect();
    let mut times = AnswerTimes::default();
    for (id, stage, due_at) in rows {
        let stage = Stage::from_stored(&stage);
        times.requests += 1;
        times.booked += u64::from(stage == Stage::Booked);
        times.lost += u64::from(stage == Stage::Lost);
        match (stage, first.get(&id), due_at) {
            (Stage::New, ..) => times.waiting += 1,
            (_, Some(answered), Some(due)) if *answered > due => times.late += 1,
            _ => times.in_time += 1,
        }
    }
    Ok(times)
}
