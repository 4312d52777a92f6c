//! Escalation: when a promise runs out and nobody has answered, staff are mailed at that minute, and once more when twice
//! the promised time is over. One server sends one mail for all leads that are due, also after an outage.

use std::time::Duration;

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter};
use sea_orm::{QueryOrder, QuerySelect};

use crate::queue::row::{Column, Entity};
use crate::reference::first_id_of;
use crate::staff::digest;
use crate::staff::digest::{DigestSection, MAX_LISTED};
use crate::staff::mail_route::MailRoute;
use crate::staff::query;
use crate::staff::query::LeadFilter;
use base::clock::{Clock, duration_ms};
use storage::db::{Db, MAX_ROWS_PER_STATEMENT};
use storage::jobs;
use storage::mail::{MailMessage, Mailer};
use storage::outbox::timeline;
use storage::outbox::timeline::TimelineEvent;

const JOB: &str = "escalation";
/// The row of the table of jobs that says since when leads are escalated.
const SINCE: &str = "escalation since";
/// Pause between mails about ordinary leads, so that a flood of them is no flood of mails. An emergency waits for
/// nobody.
const ORDINARY: &str = "escalation of ordinary leads";
const ORDINARY_PAUSE: Duration = Duration::from_secs(10 * 60);
/// Leads that were overdue for longer when leads were first escalated are left to the daily mail.
const MAX_OVERDUE_BEFORE: Duration = Duration::from_secs(24 * 3600);
/// The same at any time: the longest outage.
const MAX_OVERDUE: Duration = Duration::from_secs(14 * 24 * 3600);
/// No promise is longer.
const MAX_PROMISE: Duration = Duration::from_secs(7 * 24 * 3600);
/// Mails of one lead, at most.
const MAX_ESCALATIONS: i32 = 2;

/// A lead that a mail is due for.
struct Overdue {
    id: String,
    /// Whether it is an emergency that is not in quarantine.
    is_emergency: bool,
    /// Number of its mails, with this one.
    escalations: i32,
}

/// Sends mails that are due, if no other server does. Returns the number of leads.
///
/// # Errors
/// One line on what failed; it is tried again.
pub(crate) async fn send_due(
    db: &Db,
    clock: &Clock,
    mailer: &Mailer,
    route: &MailRoute,
) -> Result<usize, String> {
    let unavailable = |error: DbErr| format!("the database cannot be used: {error}");
    let (now, lease) = (clock.now_ms(), duration_ms(mailer.timeout() + jobs::LEASE_MARGIN));
    let since = jobs::first_time(db, SINCE, now).await.map_err(unavailable)?;
    if find_due(db, since, now).await.map_err(unavailable)?.is_empty()
        || !jobs::acquire_lease(db, JOB, now, now + lease).await.map_err(unavailable)?
    {
        return Ok(0);
    }
    // Read again: the server that held the lease before may have sent it.
    let mut due = find_due(db, since, now).await.map_err(unavailable)?;
    if due.iter().any(|lead| !lead.is_emergency) {
        let until = now + duration_ms(ORDINARY_PAUSE);
        if !jobs::acquire_lease(db, ORDINARY, now, until).await.map_err(unavailable)? {
            due.retain(|lead| lead.is_emergency);
        }
    }
    if !due.is_empty() {
        let mail = compose(db, route, &due, now).await?;
        if let Err(failure) = mailer.send_to_all(&mail).await {
            jobs::release_lease(db, ORDINARY).await.map_err(unavailable)?;
            jobs::retry_later(db, JOB, clock.now_ms()).await.map_err(unavailable)?;
            return Err(failure.error);
        }
        record(db, &due, clock.now_ms()).await.map_err(unavailable)?;
    }
    jobs::release_lease(db, JOB).await.map_err(unavailable)?;
    Ok(due.len())
}

/// The leads that a mail is due for, the one due first comes first.
async fn find_due(db: &Db, since: i64, now: i64) -> Result<Vec<Overdue>, DbErr> {
    let had = |count: i32| Condition::all().add(Expr::col("escalations").eq(count));
    let mail_is_due =
        Condition::any().add(had(0)).add(had(1).add(Expr::cust("2 * due_at - received_at").lte(now)));
    let oldest = Ord::max(since - duration_ms(MAX_OVERDUE_BEFORE), now - duration_ms(MAX_OVERDUE));
    let rows: Vec<(String, i64, i64, bool, bool)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::ReceivedAt, Column::DueAt, Column::Emergency])
        .column_as(Expr::expr(query::is_waiting()), "is_waiting")
        .filter(LeadFilter::Overdue(now).condition())
        // Not by an index: the ids of recent leads are few.
        .filter(Column::Id.gt(first_id_of(oldest - duration_ms(MAX_PROMISE))))
        .filter(Column::DueAt.gt(oldest))
        .filter(mail_is_due)
        .order_by_asc(Column::DueAt)
        .into_tuple()
        .all(db.reader())
        .await?;
    let overdue = rows.into_iter().map(|(id, received_at, due_at, emergency, is_waiting)| {
        let is_emergency = !is_waiting && emergency;
        let escalations = if 2 * due_at - received_at <= now { MAX_ESCALATIONS } else { 1 };
        Overdue { id, is_emergency, escalations }
    });
    Ok(overdue.collect())
}

async fn compose(db: &Db, route: &MailRoute, due: &[Overdue], now: i64) -> Result<MailMessage, String> {
    let mut text = String::new();
    for (escalations, title) in [
        (MAX_ESCALATIONS, "Nobody has answered, and twice the promised time is over: please call now"),
        (1, "Nobody has answered, and the promised time is over: please call now"),
    ] {
        let ids: Vec<String> =
            due.iter().filter(|lead| lead.escalations == escalations).map(|lead| lead.id.clone()).collect();
        let first = &ids[..ids.len().min(MAX_LISTED as usize)];
        let leads = query::find_all(db.reader(), first).await;
        let leads = leads.map_err(|error| format!("the leads could not be read: {error}"))?;
        digest::section(&mut text, title, &DigestSection { leads, count: ids.len() as u64 }, now);
    }
    text.push_str(digest::HOW_TO_ANSWER);
    // The mark of a mail about an emergency, which would be worth nothing on every one.
    let urgent = if due.iter().any(|lead| lead.is_emergency) { "[URGENT] " } else { "" };
    let subject = match due.len() {
        1 => format!("{urgent}1 request was not answered in time"),
        count => format!("{urgent}{count} requests were not answered in time"),
    };
    let first = due.first().map(|lead| format!("{}-{}", lead.id, lead.escalations)).unwrap_or_default();
    let name = format!("{}escalation-{first}-{}", digest::NAME_PREFIX, due.len());
    route.plain_mail(name, subject, text, now)
}

/// Records that staff were mailed about these leads.
async fn record(db: &Db, due: &[Overdue], now: i64) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    for some in due.chunks(MAX_ROWS_PER_STATEMENT) {
        for escalations in 1..=MAX_ESCALATIONS {
            let ids = some.iter().filter(|lead| lead.escalations == escalations).map(|lead| lead.id.as_str());
            let mut update = Query::update();
            update.table(Entity).value("escalations", escalations).and_where(Column::Id.is_in(ids));
            write.connection().execute(&update).await?;
        }
    }
    let events = due.iter().map(|lead| {
        let text = if lead.escalations > 1 {
            "twice the promised time is over"
        } else {
            "the promised time is over"
        };
        timeline::event(&lead.id, now, TimelineEvent::Escalated, text)
    });
    timeline::append(&write, events.collect()).await?;
    write.commit().await
}
