//! One request, with everything known of it, and its timeline.

use http::StatusCode;
use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::inbox::MAX_WAITING;
use crate::screens::rows;
use crate::service::DeskService;
use crate::settings;
use crate::staff::audit::{AuditAction, Authors};
use crate::staff::roles::{Permission, may};
use crate::staff::who::Who;
use crate::view::{Lacking, Other, Problem, RequestScreen, Screen, TimelineEntry};
use leads::staff::inbox::{self, InboxFilter, InboxQuery};
use leads::staff::query;
use leads::{Context, Lead, ListedLead, Reference};
use storage::outbox::{DeliveryState, recipients, timeline};

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let listed = find(desk, asked).await?;
    Ok(Reply::Screen(screen(desk, asked.who(), listed).await?))
}

/// The address of a request's screen.
pub(super) fn address(reference: &Reference) -> String {
    format!("/desk/requests/{reference}")
}

/// The request that the address names.
pub(super) async fn find(desk: &DeskService, asked: &Asked) -> Result<ListedLead, Failure> {
    let reference = Reference::read(asked.parameter("reference"));
    let db = desk.db.reader();
    match query::find_by_reference(db, &reference).await? {
        Some(listed) if !listed.lead.canary => Ok(listed),
        _ => {
            let nearest = inbox::similar_references(db, reference.as_str()).await?.pop();
            let problem = Problem::NoRequest { reference: reference.to_string(), nearest };
            Err(Failure::Problem(StatusCode::NOT_FOUND, problem))
        }
    }
}

/// The name of a request's visitor, for those who may see it.
///
/// # Errors
/// When the database cannot be read.
pub async fn name_for(desk: &DeskService, who: &Who, reference: &str) -> Result<Option<String>, DbErr> {
    if !may(&who.member.roles, Permission::SeeRequests) {
        return Ok(None);
    }
    let found = query::find_by_reference(desk.db.reader(), &Reference::read(reference)).await?;
    Ok(found.map(|listed| listed.lead.typed.name))
}

pub(super) async fn screen(desk: &DeskService, who: &Who, listed: ListedLead) -> Result<Screen, DbErr> {
    let db = desk.db.reader();
    let waiting = InboxQuery { filter: InboxFilter::Waiting, search: "", after: None, max: MAX_WAITING };
    let waiting = inbox::list(db, &waiting).await?;
    let waiting = rows::rows(db, who, &waiting).await?;
    let (seen, events) = events(desk, who, &listed.lead).await?;
    let others = others(desk, &listed.lead).await?;
    let lacking = lacking(desk, &listed).await?;
    let row = rows::rows(db, who, std::slice::from_ref(&listed)).await?.remove(0);
    let lead = listed.lead;
    let quarantined = lead.quarantined.as_ref();
    let entered = events.iter().any(|event| event.kind == AuditAction::Entered.as_str());
    Ok(Screen::Request(Box::new(RequestScreen {
        row,
        campaign: if entered { lead.context.utm_campaign.clone() } else { campaign(&lead.context) },
        came_by: lead.context.utm_source.filter(|_| entered),
        page: lead.context.page,
        referrer: lead.context.referrer,
        language: lead.context.language,
        held: quarantined.filter(|lead| lead.released_at.is_none()).map(|lead| lead.reasons.clone()),
        dismissed: quarantined.is_some_and(leads::Quarantined::is_dismissed),
        events,
        lacking,
        others,
        waiting,
        may_erase: may(&who.member.roles, Permission::HandOutOrErase),
        seen,
        chat: settings::read(db).await?.chat,
    })))
}

fn campaign(context: &Context) -> Option<String> {
    let parts = [&context.utm_source, &context.utm_medium, &context.utm_campaign];
    let known: Vec<&str> = parts.into_iter().filter_map(|part| part.as_deref()).collect();
    (!known.is_empty()).then(|| known.join(" / "))
}

/// The timeline with what the audit log has beyond it, and the number of its last entry.
async fn events(desk: &DeskService, who: &Who, lead: &Lead) -> Result<(i64, Vec<TimelineEntry>), DbErr> {
    let db = desk.db.reader();
    let timeline = timeline::for_lead(db, &lead.id).await?;
    let mut authors = Authors::of_leads(db, &[lead.id.as_str()]).await?;
    let seen = timeline.last().map_or(0, |event| event.id);
    let mut events: Vec<TimelineEntry> = timeline
        .into_iter()
        .map(|event| {
            let author = authors.take(&lead.id, event.at, &event.kind);
            let by_me = author.as_ref().is_some_and(|author| author.is(who));
            let by = author.map(|author| author.name);
            TimelineEntry { at: event.at, by, by_me, kind: event.kind, text: event.text }
        })
        .collect();
    let more = authors.rest().map(|(at, kind, author)| TimelineEntry {
        at,
        kind,
        text: String::new(),
        by_me: author.is(who),
        by: Some(author.name),
    });
    events.extend(more);
    events.sort_by_key(|event| event.at);
    Ok((seen, events))
}

/// Who lacks the mail about it and is not asked again by itself.
async fn lacking(desk: &DeskService, listed: &ListedLead) -> Result<Vec<Lacking>, DbErr> {
    if listed.mail.as_ref().is_none_or(|mail| mail.state == DeliveryState::Pending) {
        return Ok(Vec::new());
    }
    let lacking = recipients::lacking(desk.db.reader(), &listed.lead.id).await?.into_iter();
    Ok(lacking.map(|one| Lacking { address: one.address, why: one.answer.unwrap_or_default() }).collect())
}

/// Other requests of the same number, newest first.
async fn others(desk: &DeskService, lead: &Lead) -> Result<Vec<Other>, DbErr> {
    let mut by_number = inbox::of_same_numbers(desk.db.reader(), &[lead]).await?;
    let same = lead.phone_e164.as_ref().and_then(|number| by_number.remove(number)).unwrap_or_default();
    let others = same.into_iter().rev().filter(|other| other.id != lead.id).map(|other| Other {
        reference: other.reference.to_string(),
        service: other.typed.service,
        received_at: other.received_at,
        stage: other.stage.into(),
    });
    Ok(others.collect())
}
