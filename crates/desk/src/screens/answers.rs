//! Actions of staff on a request: contacted, booked, lost, open again; that they are calling; a note; send it again.
//! Each tap has a key of its own and says what its author had seen: the same tap twice counts once, and of two people
//! who answer differently at once the first one wins, and the second is told.

use http::StatusCode;
use sea_orm::DbErr;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::push::message::Composer;
use crate::push::phones;
use crate::screens::request;
use crate::service::DeskService;
use crate::settings;
use crate::staff::audit::{self, Actor, AuditAction, Authors, Entry};
use crate::staff::who::Who;
use crate::view::Notice;
use leads::staff::inbox::{self, InboxFilter};
use leads::staff::{query, stage};
use leads::{Lead, Reference, Stage};
use storage::db::WriteTransaction;
use storage::outbox::row as delivery;
use storage::outbox::timeline::{self, TimelineEvent};

/// Outcome of a tap.
enum Outcome {
    /// The stage before it.
    Changed(Stage),
    /// The same tap came before.
    Repeated(Stage),
    /// Somebody had said this in the meantime, the same or otherwise.
    Conflict { by: Option<String>, theirs: Stage, their_note: String },
}

pub async fn answer(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let listed = request::find(desk, asked).await?;
    let wanted = wanted_stage(asked)?;
    let note = asked.note()?;
    refuse_erased(&listed.lead)?;
    let lead = &listed.lead;
    match try_answer(desk, asked, lead, wanted, note).await? {
        Outcome::Changed(was) | Outcome::Repeated(was) => {
            let reference = lead.reference.to_string();
            let notice = Flash::Answered { reference, stage: wanted.into(), was: was.into() };
            if wanted != Stage::New {
                tell_the_others(desk, asked.who(), lead.clone());
            }
            tracing::info!(
                reference = lead.reference.as_str(),
                stage = wanted.as_str(),
                "answered at the desk"
            );
            Ok(Reply::done(request::address(&lead.reference), notice))
        }
        Outcome::Conflict { by, theirs, their_note } => {
            let notice = Notice::Conflict {
                reference: lead.reference.to_string(),
                by,
                theirs: theirs.into(),
                yours: wanted.into(),
                their_note,
                your_note: note.to_owned(),
            };
            let listed = request::find(desk, asked).await?;
            let screen = request::screen(desk, asked.who(), listed).await?;
            Ok(Reply::Refused(StatusCode::CONFLICT, screen, Some(notice)))
        }
    }
}

/// Phones that rang for this request show, silently, that somebody has answered; nobody waits for that.
fn tell_the_others(desk: &DeskService, who: &Who, lead: Lead) {
    let (db, clock, sender) = (desk.db.clone(), desk.clock.clone(), desk.sender.clone());
    let (by, session) = (who.member.name.clone(), who.session.id.clone());
    tokio::spawn(async move {
        let told = async {
            let told = phones::told_of(db.reader(), &lead.id).await?;
            let office = phones::of_office(db.reader(), clock.now_ms()).await?;
            let others = office.into_iter().map(|(phone, _)| phone);
            let others = others.filter(|phone| told.contains(&phone.id) && phone.session_id != session);
            let waiting = inbox::count(db.reader(), InboxFilter::Waiting).await?;
            let locked_screen = settings::read(db.reader()).await?.locked_screen;
            let composer = Composer { origin: sender.origin().to_owned(), locked_screen };
            let (others, message) = (others.collect::<Vec<_>>(), composer.answered(&lead, &by, waiting));
            sender.send(&others, &message).await
        };
        if let Err(error) = told.await {
            tracing::warn!(%error, "the other phones were not told of an answer");
        }
    });
}

fn wanted_stage(asked: &Asked) -> Result<Stage, Failure> {
    let sentence = "The stage must be new, contacted, booked or lost. Open the request again.";
    Stage::named(asked.field("stage")).ok_or_else(|| Failure::invalid(sentence.to_owned()))
}

fn refuse_erased(lead: &Lead) -> Result<(), Failure> {
    match lead.erased_at {
        None => Ok(()),
        Some(_) => {
            Err(Failure::invalid("Their data was erased: nothing is left to be said of it.".to_owned()))
        }
    }
}

/// A transaction in which a tap is counted, and the request as it is now: nobody else answers it until the end. `None`
/// if the same tap was counted before.
pub(super) async fn count_once(
    desk: &DeskService,
    asked: &Asked,
    lead: &Lead,
) -> Result<Option<(WriteTransaction, Stage)>, DbErr> {
    let write = desk.db.begin_write().await?;
    let stage = query::lock(&write, &lead.id).await?.map_or(lead.stage, |lead| lead.stage);
    let counted = match asked.key() {
        Some(key) => audit::has_key(&write, key).await?,
        None => false,
    };
    Ok((!counted).then_some((write, stage)))
}

async fn try_answer(
    desk: &DeskService,
    asked: &Asked,
    lead: &Lead,
    wanted: Stage,
    note: &str,
) -> Result<Outcome, DbErr> {
    let Some((write, current)) = count_once(desk, asked, lead).await? else {
        return Ok(Outcome::Repeated(stage_before(desk, lead).await?));
    };
    let now = desk.clock.now_ms();
    let conflict = match asked.field("undo") {
        "true" => None,
        _ => conflict(&write, asked, lead, current, wanted).await?,
    };
    let outcome = match conflict {
        Some((by, their_note)) => {
            // The typed note is kept beside the other person's answer.
            if !note.is_empty() {
                write_note(&write, asked, lead, note, now).await?;
            }
            Outcome::Conflict { by, theirs: current, their_note }
        }
        None => {
            stage::set_in(&write, &lead.id, wanted, note, now).await?;
            log(&write, asked, lead, AuditAction::Stage(wanted.as_str()), now).await?;
            Outcome::Changed(current)
        }
    };
    write.commit().await?;
    Ok(outcome)
}

/// The stage before the last one that staff set: what taking a repeated tap back goes to.
async fn stage_before(desk: &DeskService, lead: &Lead) -> Result<Stage, DbErr> {
    let events = timeline::for_lead(desk.db.reader(), &lead.id).await?;
    let mut stages = events.iter().rev().filter_map(|event| Stage::named(&event.kind));
    Ok(stages.nth(1).unwrap_or(Stage::New))
}

/// The person who has said something else since the page was opened, and their note; `None` if this answer may stand. To
/// go on from a call to a booking contradicts nobody.
async fn conflict(
    write: &WriteTransaction,
    asked: &Asked,
    lead: &Lead,
    current: Stage,
    wanted: Stage,
) -> Result<Option<(Option<String>, String)>, DbErr> {
    let Ok(seen) = asked.field("seen").parse::<i64>() else { return Ok(None) };
    let events = timeline::for_lead(write, &lead.id).await?;
    let is_answer = |event: &&timeline::Model| event.kind == current.as_str() && event.id > seen;
    let Some(theirs) = events.iter().rev().find(is_answer) else { return Ok(None) };
    let goes_on = current == Stage::Contacted && wanted != Stage::Contacted && wanted != Stage::New;
    let authors = Authors::of_leads(write, &[lead.id.as_str()]).await?;
    let author = authors.of(&lead.id, theirs.at, &theirs.kind);
    let is_mine = author.is_some_and(|author| author.is(asked.who()));
    Ok((!goes_on && !is_mine).then(|| (author.map(|author| author.name.clone()), theirs.text.clone())))
}

/// Somebody is on the telephone: the others see it.
pub async fn calling(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let lead = request::find(desk, asked).await?.lead;
    if let Some((write, _)) = count_once(desk, asked, &lead).await? {
        let now = desk.clock.now_ms();
        timeline::append(&write, vec![timeline::event(&lead.id, now, TimelineEvent::Calling, "")]).await?;
        log(&write, asked, &lead, AuditAction::Calling, now).await?;
        write.commit().await?;
    }
    Ok(to_request(&lead.reference, None))
}

pub async fn note(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let lead = request::find(desk, asked).await?.lead;
    let note = asked.note()?;
    refuse_erased(&lead)?;
    if note.is_empty() {
        return Err(Failure::invalid("The note is empty. Please write it.".to_owned()));
    }
    if let Some((write, _)) = count_once(desk, asked, &lead).await? {
        write_note(&write, asked, &lead, note, desk.clock.now_ms()).await?;
        write.commit().await?;
    }
    Ok(to_request(&lead.reference, Some(Flash::Noted { reference: lead.reference.to_string() })))
}

/// Sends failed deliveries again.
pub async fn retry(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let lead = request::find(desk, asked).await?.lead;
    if let Some((write, _)) = count_once(desk, asked, &lead).await? {
        let now = desk.clock.now_ms();
        delivery::retry_in(&write, Some(&lead.id), now).await?;
        log(&write, asked, &lead, AuditAction::Retried, now).await?;
        write.commit().await?;
        desk.notify.notify();
    }
    Ok(to_request(&lead.reference, Some(Flash::Retried { reference: lead.reference.to_string() })))
}

fn to_request(reference: &Reference, notice: Option<Flash>) -> Reply {
    Reply::Done { to: request::address(reference), notice, cookies: Vec::new() }
}

async fn write_note(
    write: &WriteTransaction,
    asked: &Asked,
    lead: &Lead,
    note: &str,
    now: i64,
) -> Result<(), DbErr> {
    timeline::append(write, vec![timeline::event(&lead.id, now, TimelineEvent::Note, note)]).await?;
    log(write, asked, lead, AuditAction::Note, now).await
}

/// Notes in the audit log what the one who asks did to a request.
pub(super) async fn log(
    write: &WriteTransaction,
    asked: &Asked,
    lead: &Lead,
    action: AuditAction,
    now: i64,
) -> Result<(), DbErr> {
    let subject = lead.reference.as_str();
    let entry =
        Entry { by: Actor::of(asked.who()), action, subject, lead_id: Some(&lead.id), key: asked.key() };
    audit::append(write, entry, now).await
}
