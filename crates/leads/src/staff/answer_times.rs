//! What became of requests: answered in time, late or not yet, booked or lost, and the visit that each came from.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder};
use sea_orm::{QuerySelect, Select};

use crate::context::path_of;
use crate::queue::row::{Column, Entity};
use crate::reference::first_id_of;
use crate::staff::entered::CameBy;
use crate::staff::query::is_genuine;
use crate::stored_lead::Stage;
use storage::outbox::timeline;

/// Requests read from the database at a time.
const PAGE_REQUESTS: u64 = 500;

/// Sums over requests.
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

impl AnswerTimes {
    pub fn add(&mut self, request: &RequestOutcome) {
        self.requests += 1;
        self.booked += u64::from(request.stage == Stage::Booked);
        self.lost += u64::from(request.stage == Stage::Lost);
        match (request.stage, request.is_late) {
            (Stage::New, _) => self.waiting += 1,
            (_, true) => self.late += 1,
            (_, false) => self.in_time += 1,
        }
    }
}

/// What became of a request, and the visit that it came from. The same before and after its erasure.
#[derive(Clone, Debug)]
pub struct RequestOutcome {
    /// Unix milliseconds.
    pub received_at: i64,
    pub stage: Stage,
    /// Whether it was first answered after the promised time.
    pub is_late: bool,
    /// How it came, if staff wrote it down.
    pub came_by: Option<CameBy>,
    /// The page on which the visit began, without its query: whatever the visitor's browser said.
    pub first_page: String,
    pub utm_source: Option<String>,
    pub utm_campaign: Option<String>,
}

#[derive(FromQueryResult)]
struct Row {
    id: String,
    received_at: i64,
    stage: String,
    due_at: Option<i64>,
    page: Option<String>,
    landing: Option<String>,
    utm_source: Option<String>,
    utm_medium: Option<String>,
    utm_campaign: Option<String>,
}

impl Row {
    fn outcome(self, first_answer: Option<i64>) -> RequestOutcome {
        let (page, landing) = (self.page.as_deref(), self.landing.as_deref());
        RequestOutcome {
            received_at: self.received_at,
            stage: Stage::from_stored(&self.stage),
            is_late: first_answer.zip(self.due_at).is_some_and(|(answered, due)| answered > due),
            came_by: CameBy::of_visit(page, self.utm_source.as_deref(), self.utm_medium.as_deref()),
            first_page: path_of(landing.or(page)).to_owned(),
            utm_source: self.utm_source,
            utm_campaign: self.utm_campaign,
        }
    }
}

/// Visits the requests that came from `from_ms` to `to_ms` (Unix milliseconds, both included), oldest first, without
/// canaries and those in quarantine.
///
/// # Errors
/// When the database cannot be read.
pub async fn between(
    db: &impl ConnectionTrait,
    from_ms: i64,
    to_ms: i64,
    mut visit: impl FnMut(&RequestOutcome),
) -> Result<(), DbErr> {
    let kinds = [Stage::Contacted, Stage::Booked, Stage::Lost].map(Stage::as_str);
    // Answers come after their requests.
    let answers = timeline::Entity::find().filter(timeline::Column::At.gte(from_ms));
    let answers = answers.filter(timeline::Column::Kind.is_in(kinds)).order_by_desc(timeline::Column::Id);
    let answers = answers.select_only().columns([timeline::Column::LeadId, timeline::Column::At]);
    // The first answer of each is read last.
    let first: HashMap<String, i64> =
        answers.into_tuple::<(String, i64)>().all(db).await?.into_iter().collect();
    let mut after = first_id_of(from_ms);
    loop {
        let page = columns(Entity::find().filter(is_genuine()).filter(Column::Id.gt(after.as_str())))
            .filter(Column::ReceivedAt.between(from_ms, to_ms))
            .order_by_asc(Column::Id)
            .limit(PAGE_REQUESTS)
            .into_model::<Row>()
            .all(db)
            .await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.id);
        for row in page {
            let first_answer = first.get(&row.id).copied();
            visit(&row.outcome(first_answer));
        }
    }
}

fn columns(requests: Select<Entity>) -> Select<Entity> {
    requests.select_only().columns([
        Column::Id,
        Column::ReceivedAt,
        Column::Stage,
        Column::DueAt,
        Column::Page,
        Column::Landing,
        Column::UtmSource,
        Column::UtmMedium,
        Column::UtmCampaign,
    ])
}
