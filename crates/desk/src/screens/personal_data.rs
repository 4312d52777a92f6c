//! A visitor asks for their data, or that it be erased: all of it, whatever request was opened. Neither can be undone, so
//! each wants a fresh proof of who asks, erasing also the reference, typed once, and both an answer where it is in doubt
//! which requests are theirs. All requests as a spreadsheet want the same proof.

use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use sea_orm::{ConnectionTrait, DbErr};

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::request;
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Authors, Entry};
use crate::view::{KeptBack, KeptRequest, Screen, TheirData};
use base::clock::{day_text, dubai_day};
use copies::CopiesHealth;
use leads::staff::handed_out;
use leads::staff::history::History;
use leads::staff::person::{ErasureBlock, PersonRequests, Whose};
use leads::staff::spreadsheet::{self, SheetPager};
use leads::{ListedLead, Reference};
use storage::db::{Db, WriteTransaction};
use storage::terminal::CommandError;

/// All requests of this visitor's number, and what can be done about them.
pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let opened = request::find(desk, asked).await?;
    let person = desk.personal_data.person(&opened).await.map_err(unavailable)?;
    let requests = person.requests().iter().map(|listed| KeptRequest {
        reference: listed.lead.reference.to_string(),
        received_at: listed.lead.received_at,
        name: listed.lead.typed.name.clone(),
        phone: listed.lead.typed.phone.clone(),
        number_read: listed.lead.phone_e164.is_some(),
        same_name: person.has_same_name(listed),
        kept_back: ErasureBlock::of(listed).map(|block| match block {
            ErasureBlock::Undelivered => KeptBack::Undelivered,
            ErasureBlock::Held => KeptBack::Held,
        }),
    });
    Ok(Reply::Screen(Screen::TheirData(TheirData {
        requests: requests.collect(),
        in_doubt: person.is_in_doubt(),
        reference: opened.lead.reference.to_string(),
        person: opened.lead.typed.name,
        phone_e164: opened.lead.phone_e164,
    })))
}

/// The chosen requests as a file.
pub async fn hand_out(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let opened = request::find(desk, asked).await?;
    let person = desk.personal_data.person(&opened).await.map_err(unavailable)?;
    let chosen = chosen(&person, asked.query("whose"))?;
    let mut handed_out = desk.personal_data.hand_out(&chosen).await?;
    sign(desk.db.reader(), handed_out.iter_mut().map(|request| &mut request.history)).await?;
    let body = handed_out::to_json(&handed_out).map_err(|error| DbErr::Custom(error.to_string()))?;
    let write = desk.db.begin_write().await?;
    log(&write, asked, &chosen, AuditAction::HandedOut, desk.clock.now_ms()).await?;
    write.commit().await?;
    let name = format!("{}.json", opened.lead.reference);
    Ok(Reply::File { name, content_type: "application/json", body })
}

/// Erases the personal data of the chosen requests: of all of them or of none.
pub async fn erase(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let opened = request::find(desk, asked).await?;
    let lead = &opened.lead;
    if Reference::read(asked.field("typed")) != lead.reference {
        let text = format!("To erase it, type its reference: {}.", lead.reference);
        return Err(Failure::invalid(text));
    }
    let requests = match repeated(desk, asked).await? {
        true => desk.personal_data.erased_together(&lead.id).await?,
        false => erase_once(desk, asked, &opened).await?,
    };
    let copies_until = desk.copies.as_ref().and_then(CopiesHealth::forgotten_at);
    Ok(Reply::done(request::address(&lead.reference), Flash::Erased { requests, copies_until }))
}

/// Whether the same tap has erased it already.
async fn repeated(desk: &DeskService, asked: &Asked) -> Result<bool, DbErr> {
    match asked.key() {
        Some(key) => audit::has_key(desk.db.reader(), key).await,
        None => Ok(false),
    }
}

async fn erase_once(desk: &DeskService, asked: &Asked, opened: &ListedLead) -> Result<u64, Failure> {
    let person = desk.personal_data.person(opened).await.map_err(unavailable)?;
    let chosen = chosen(&person, asked.field("whose"))?;
    let write = desk.db.begin_write().await?;
    let now = desk.clock.now_ms();
    let erased = desk.personal_data.erase(&write, &chosen, now).await.map_err(unavailable)?;
    let erased = erased.map_err(|why| Failure::invalid(format!("{why}.")))?;
    log(&write, asked, &chosen, AuditAction::Erased, now).await?;
    write.commit().await?;
    desk.personal_data.clean_up(&erased).await;
    Ok(erased.len() as u64)
}

/// The requests that staff have chosen; all of them if nothing was said and nothing is in doubt.
fn chosen<'a>(person: &'a PersonRequests, whose: &str) -> Result<Vec<&'a ListedLead>, Failure> {
    match Whose::named(whose) {
        Some(whose) => Ok(person.chosen(whose)),
        None if person.is_in_doubt() => {
            let count = person.requests().len();
            Err(Failure::invalid(format!(
                "{count} requests may be theirs, with more than one name, or with a number that can't be read. Say which \
                 are meant."
            )))
        }
        None => Ok(person.chosen(Whose::All)),
    }
}

/// All requests as a spreadsheet, newest first, read while it is sent.
pub async fn spreadsheet(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (db, mut pager, now) = (desk.db.clone(), SheetPager::default(), desk.clock.now_ms());
    // Before anything is sent, so that an outage is a screen that says so.
    let first = next_lines(&db, &mut pager).await?.unwrap_or_default();
    let head = spreadsheet::head().map_err(unwritable)?;
    let write = desk.db.begin_write().await?;
    let by = Actor::of(asked.who());
    let entry =
        Entry { by, action: AuditAction::Exported, subject: "all requests", lead_id: None, key: asked.key() };
    audit::append(&write, entry, now).await?;
    write.commit().await?;
    let rest = stream::try_unfold((db, pager), async |(db, mut pager)| {
        Ok::<_, DbErr>(next_lines(&db, &mut pager).await?.map(|lines| (lines, (db, pager))))
    });
    let body = Body::from_stream(stream::iter([Ok(head), Ok::<_, DbErr>(first)]).chain(rest));
    let name = format!("amwaj-requests-{}.csv", day_text(dubai_day(now)));
    Ok(Reply::LongFile { name, content_type: "text/csv; charset=utf-8", body })
}

/// The next lines of the spreadsheet; `None` at the end.
async fn next_lines(db: &Db, pager: &mut SheetPager) -> Result<Option<Vec<u8>>, DbErr> {
    let mut rows = pager.next_page(db.reader()).await?;
    if rows.is_empty() {
        return Ok(None);
    }
    sign(db.reader(), rows.iter_mut().map(|row| &mut row.history)).await?;
    spreadsheet::lines(&rows).map(Some).map_err(unwritable)
}

/// Writes into these histories who did what.
async fn sign<'a>(
    db: &impl ConnectionTrait,
    histories: impl Iterator<Item = &'a mut History>,
) -> Result<(), DbErr> {
    let histories: Vec<&mut History> = histories.collect();
    let ids: Vec<&str> = histories.iter().map(|history| history.lead_id.as_str()).collect();
    let authors = Authors::of_leads(db, &ids).await?;
    for History { lead_id, entries } in histories {
        for entry in entries {
            entry.by = authors.of(lead_id, entry.at, &entry.kind).map(|author| author.name.clone());
        }
    }
    Ok(())
}

/// Notes in the audit log what was done to each of these requests; the tap's key is that of the first.
async fn log(
    write: &WriteTransaction,
    asked: &Asked,
    requests: &[&ListedLead],
    action: AuditAction,
    now: i64,
) -> Result<(), DbErr> {
    let keys = std::iter::once(asked.key()).chain(std::iter::repeat(None));
    for (listed, key) in requests.iter().zip(keys) {
        let (subject, lead_id) = (listed.lead.reference.as_str(), Some(listed.lead.id.as_str()));
        audit::append(write, Entry { by: Actor::of(asked.who()), action, subject, lead_id, key }, now)
            .await?;
    }
    Ok(())
}

fn unwritable(error: impl std::fmt::Display) -> DbErr {
    DbErr::Custom(error.to_string())
}

fn unavailable(error: CommandError) -> Failure {
    match error {
        CommandError::Database(error) => Failure::Database(error),
        other => Failure::Database(DbErr::Custom(other.to_string())),
    }
}
