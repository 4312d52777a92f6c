//! Lists of leads as an inbox shows them: who waits, who was answered, what somebody searches for.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use crate::queue::row::{Column, Entity};
use crate::staff::query::{self, ListedLead, is_dismissed, is_genuine, is_waiting, with_delivery};
use crate::staff::search;
use crate::stored_lead::{Lead, Stage};
use storage::outbox::{DeliveryState, timeline};

const DAY_MS: i64 = 24 * 3600 * 1000;
/// The kinds of the timeline that say that somebody answered, in SQL: the condition of the index `lead_event_answer`.
const IS_ANSWER: &str = "kind IN ('contacted', 'booked', 'lost')";

/// Selection of leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InboxFilter {
    /// Somebody waits for an answer.
    Waiting,
    /// Staff have answered.
    Answered,
    /// All but those in quarantine.
    All,
    /// A delivery of theirs was given up.
    Failed,
    /// In quarantine, for a person to look at.
    Quarantined,
    /// A person said that it is spam.
    Dismissed,
}

impl InboxFilter {
    fn condition(self) -> Condition {
        let visitors = Condition::all().add(Column::Canary.eq(false));
        let unanswered = Column::Stage.eq(Stage::New.as_str());
        match self {
            // Leads from before there were promises have no due_at, and nobody waits for a list of them.
            InboxFilter::Waiting => {
                let waiting = is_genuine().add(unanswered).add(Column::ErasedAt.is_null());
                waiting.add(Column::DueAt.is_not_null())
            }
            InboxFilter::Answered => visitors.add(unanswered.not()),
            InboxFilter::All => is_genuine(),
            InboxFilter::Failed => {
                visitors.add(Column::Id.in_subquery(with_delivery(&[DeliveryState::Failed])))
            }
            InboxFilter::Quarantined => visitors.add(is_waiting()),
            InboxFilter::Dismissed => visitors.add(is_dismissed()),
        }
    }

    fn select(self) -> Select<Entity> {
        Entity::find().filter(self.condition())
    }
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct InboxQuery<'a> {
    pub filter: InboxFilter,
    /// Words of any field or note, or digits of the number; empty for all.
    pub search: &'a str,
    /// Goes on after the lead with this id.
    pub after: Option<&'a str>,
    pub max: u64,
}

/// The leads of a list: those who wait by urgency, all others newest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn list(db: &impl ConnectionTrait, wanted: &InboxQuery<'_>) -> Result<Vec<ListedLead>, DbErr> {
    let mut select = wanted.filter.select();
    if !wanted.search.trim().is_empty() {
        let found = search::find(db, &wanted.filter.condition(), wanted.search).await?;
        select = select.filter(Column::Id.is_in(found));
    }
    let ordered = match wanted.filter {
        InboxFilter::Waiting => query::by_urgency(select),
        _ => {
            if let Some(after) = wanted.after {
                select = select.filter(Column::Id.lt(after));
            }
            select.order_by_desc(Column::Id)
        }
    };
    query::with_deliveries(db, ordered.limit(wanted.max).all(db).await?).await
}

/// Share of a promised time that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOver {
    Half,
    All,
}

/// Those who wait although so much of the promised time is over, and whose timeline has no event of this kind yet; the one
/// due first comes first.
///
/// # Errors
/// When the database cannot be read.
pub async fn unanswered(
    db: &impl ConnectionTrait,
    over: TimeOver,
    without: &str,
    now_ms: i64,
) -> Result<Vec<Lead>, DbErr> {
    let moment = match over {
        TimeOver::Half => Expr::cust("received_at + (due_at - received_at) / 2"),
        TimeOver::All => Expr::cust("due_at"),
    };
    let mut had = Query::select();
    had.column(timeline::Column::LeadId).from(timeline::Entity).and_where(timeline::Column::Kind.eq(without));
    let rows = InboxFilter::Waiting
        .select()
        .filter(moment.lte(now_ms))
        // After an outage, older ones are left to the daily mail.
        .filter(Column::DueAt.gt(now_ms - DAY_MS))
        .filter(Column::Id.not_in_subquery(had))
        .order_by_asc(Column::DueAt);
    Ok(rows.all(db).await?.into_iter().map(Lead::from).collect())
}

/// Number of leads in a list.
///
/// # Errors
/// When the database cannot be read.
pub async fn count(db: &impl ConnectionTrait, filter: InboxFilter) -> Result<u64, DbErr> {
    filter.select().count(db).await
}

/// The leads that were answered since that moment (Unix milliseconds) and are so still, each with the last answer; the
/// newest answer first.
///
/// # Errors
/// When the database cannot be read.
pub async fn answered_since(
    db: &impl ConnectionTrait,
    since_ms: i64,
    max: u64,
) -> Result<Vec<(ListedLead, timeline::Model)>, DbErr> {
    let answers =
        timeline::Entity::find().filter(timeline::Column::At.gte(since_ms)).filter(Expr::cust(IS_ANSWER));
    let answers = answers.order_by_asc(timeline::Column::Id).all(db).await?;
    let mut last: HashMap<String, timeline::Model> =
        answers.into_iter().map(|answer| (answer.lead_id.clone(), answer)).collect();
    let rows = InboxFilter::Answered.select().filter(Column::Id.is_in(last.keys().map(String::as_str)));
    let listed = query::with_deliveries(db, rows.all(db).await?).await?;
    let mut answered: Vec<(ListedLead, timeline::Model)> = listed
        .into_iter()
        .filter_map(|listed| last.remove(&listed.lead.id).map(|answer| (listed, answer)))
        .collect();
    answered.sort_by_key(|(_, answer)| std::cmp::Reverse((answer.at, answer.id)));
    answered.truncate(usize::try_from(max).unwrap_or(usize::MAX));
    Ok(answered)
}

/// Words of staff on a lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffWords {
    /// The last of it: its stage, or that somebody is calling.
    pub last: timeline::Model,
    /// When it was first answered, in Unix milliseconds, since it was last opened again.
    pub answered_at: Option<i64>,
}

/// Words of staff on these leads; leads without any are left out.
///
/// # Errors
/// When the database cannot be read.
pub async fn staff_words(
    db: &impl ConnectionTrait,
    lead_ids: &[&str],
) -> Result<HashMap<String, StaffWords>, DbErr> {
    let kinds = [Stage::New, Stage::Contacted, Stage::Booked, Stage::Lost].map(Stage::as_str);
    let events = timeline::Entity::find().filter(timeline::Column::LeadId.is_in(lead_ids.iter().copied()));
    let events = events.filter(timeline::Column::Kind.is_in(kinds.into_iter().chain([timeline::CALLING])));
    let mut words: HashMap<String, StaffWords> = HashMap::new();
    for event in events.order_by_asc(timeline::Column::Id).all(db).await? {
        let before = words.remove(&event.lead_id).and_then(|words| words.answered_at);
        let answered_at = match event.kind.as_str() {
            timeline::CALLING => before,
            kind if kind == Stage::New.as_str() => None,
            _ => before.or(Some(event.at)),
        };
        words.insert(event.lead_id.clone(), StaffWords { last: event, answered_at });
    }
    Ok(words)
}

/// All visitors' leads of these leads' numbers, oldest first, by number.
///
/// # Errors
/// When the database cannot be read.
pub async fn of_same_numbers(
    db: &impl ConnectionTrait,
    leads: &[&Lead],
) -> Result<HashMap<String, Vec<Lead>>, DbErr> {
    let numbers = leads.iter().filter_map(|lead| lead.phone_e164.as_deref());
    let rows = Entity::find().filter(Column::PhoneE164.is_in(numbers)).filter(Column::Canary.eq(false));
    let mut by_number: HashMap<String, Vec<Lead>> = HashMap::new();
    for row in rows.order_by_asc(Column::Id).all(db).await? {
        let lead = Lead::from(row);
        by_number.entry(lead.phone_e164.clone().unwrap_or_default()).or_default().push(lead);
    }
    Ok(by_number)
}

/// The id of the newest lead, and the number of the newest event of any timeline; empty and 0 if there are no leads or
/// events.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest(db: &impl ConnectionTrait) -> Result<(String, i64), DbErr> {
    let lead = Entity::find().select_only().column(Column::Id).order_by_desc(Column::Id).limit(1);
    let event = timeline::Entity::find().select_only().column(timeline::Column::Id);
    let event = event.order_by_desc(timeline::Column::Id).limit(1);
    let lead: Option<String> = lead.into_tuple().one(db).await?;
    let event: Option<i64> = event.into_tuple().one(db).await?;
    Ok((lead.unwrap_or_default(), event.unwrap_or_default()))
}

/// The references that exist and are most like one that somebody typed wrongly: those that differ in one letter.
///
/// # Errors
/// When the database cannot be read.
pub async fn similar_references(db: &impl ConnectionTrait, typed: &str) -> Result<Vec<String>, DbErr> {
    let patterns =
        (0..typed.len()).filter(|at| typed.is_char_boundary(*at) && typed.is_char_boundary(at + 1));
    let one_wrong = patterns.map(|at| format!("{}_{}", &typed[..at], &typed[at + 1..]));
    let any = one_wrong.fold(Condition::any(), |any, pattern| any.add(Column::Reference.like(pattern)));
    let select = InboxFilter::All.select().filter(any).select_only().column(Column::Reference);
    select.order_by_desc(Column::Id).limit(1).into_tuple().all(db).await
}
