//! The four steps of passkeys: to sign in, or prove once more who is signed in; and to add one on this device. Each is a
//! question for the browser and its answer, as data: passkeys need scripts. And what can be done about a passkey that is
//! there: each is named and removed by itself.

use http::StatusCode;
use serde_json::json;

use crate::http::access::refuse_unless_allowed;
use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::people as people_screen;
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::passkey_store;
use crate::staff::passkeys::{Challenge, Passkeys};
use crate::staff::people;
use crate::staff::roles::Permission;
use crate::staff::session::{self, device_name};
use crate::view::{Problem, Screen, SignIn, SignInProblem};

fn usable(desk: &DeskService) -> Result<&Passkeys, Failure> {
    desk.passkeys.as_ref().ok_or(Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound))
}

fn question(challenge: Challenge) -> Reply {
    Reply::Data { json: challenge.options, cookies: vec![challenge.cookie] }
}

/// There is no limit to it: nobody can guess a passkey, so a limit would only keep staff out.
pub async fn start(desk: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    Ok(question(usable(desk)?.start(&desk.db, &desk.random, desk.clock.now_ms()).await?))
}

/// Signs this device in; one that is signed in as the same person has proved it anew. Nothing is written before the answer
/// has proved who it is.
pub async fn finish(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let now = desk.clock.now_ms();
    let usable = usable(desk)?;
    let credential = asked.field("credential");
    let Some(passkey) = usable.finish(&desk.db, &desk.random, &asked.headers, credential, now).await? else {
        return Ok(unknown(desk));
    };
    let write = desk.db.begin_write().await?;
    let Some(member) = people::find(&write, &passkey.staff_id).await? else { return Ok(unknown(desk)) };
    let device = device_name(&asked.headers);
    let (session, action, subject, cookies) = match &asked.who {
        Some(who) if who.member.id == member.id => {
            session::verified(&write, &who.session.id, now).await?;
            (who.session.id.clone(), AuditAction::Confirmed, &who.session.device, Vec::new())
        }
        _ => {
            let (id, secret) =
                session::start(&write, &desk.random, &member.id, &device, Some(now), now).await?;
            (id, AuditAction::SignedIn, &device, vec![secret.set_cookie()])
        }
    };
    // An answer counts once.
    if !passkey.note(&write, &session, now).await? {
        return Ok(unknown(desk));
    }
    let by = Actor { staff_id: Some(&member.id), name: &member.name };
    audit::append(&write, Entry { by, action, subject, lead_id: None, key: None }, now).await?;
    write.commit().await?;
    Ok(Reply::Data { json: json!({ "name": member.name }), cookies })
}

fn unknown(desk: &DeskService) -> Reply {
    let screen = Screen::SignIn(SignIn {
        nobody_yet: false,
        problem: Some(SignInProblem::Unknown),
        next: "/desk/".to_owned(),
        passkeys: desk.passkeys.is_some(),
        mail_link: false,
    });
    Reply::Refused(StatusCode::UNPROCESSABLE_ENTITY, screen, None)
}

pub async fn start_adding(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let member = &asked.who().member;
    Ok(question(usable(desk)?.start_adding(&desk.db, &desk.random, member, desk.clock.now_ms()).await?))
}

pub async fn finish_adding(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let (who, now) = (asked.who(), desk.clock.now_ms());
    let device = &who.session.device;
    let write = desk.db.begin_write().await?;
    let added =
        usable(desk)?.finish_adding(&write, &asked.headers, asked.field("credential"), who, now).await?;
    if added.is_none() {
        return Err(Failure::invalid("This phone's answer could not be read. Please try again.".to_owned()));
    }
    let entry = Entry {
        by: Actor::of(who),
        action: AuditAction::PasskeyAdded,
        subject: device,
        lead_id: None,
        key: None,
    };
    audit::append(&write, entry, now).await?;
    write.commit().await?;
    Ok(Reply::Data { json: json!({ "added": true }), cookies: Vec::new() })
}

/// Renames a passkey.
pub async fn name(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let Some(passkey) = find(desk, asked).await? else { return Ok(gone()) };
    let wrong = || {
        let most = people::MAX_NAME_CHARS;
        Failure::invalid(format!(
            "A passkey's name has 1 to {most} letters. Write one such as “Mariam's phone”."
        ))
    };
    let label = people::clean_name(asked.field("label")).ok_or_else(wrong)?;
    let write = desk.db.begin_write().await?;
    passkey_store::rename(&write, &passkey, &label).await?;
    people_screen::log(&write, asked, AuditAction::PasskeyNamed, &label, desk.clock.now_ms()).await?;
    write.commit().await?;
    Ok(Reply::done(people_screen::HERE, Flash::PasskeyNamed { label }))
}

/// Takes a passkey away: it signs nobody in any more.
pub async fn remove(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let Some(passkey) = find(desk, asked).await? else { return Ok(gone()) };
    let write = desk.db.begin_write().await?;
    passkey_store::forget(&write, &passkey).await?;
    people_screen::log(&write, asked, AuditAction::PasskeyRemoved, &passkey.label, desk.clock.now_ms())
        .await?;
    write.commit().await?;
    Ok(Reply::done(people_screen::HERE, Flash::PasskeyRemoved { label: passkey.label }))
}

/// The passkey of the address: one's own, or, for owners, anybody's. `None` if somebody removed it meanwhile.
async fn find(desk: &DeskService, asked: &Asked) -> Result<Option<passkey_store::Model>, Failure> {
    let found = passkey_store::find(desk.db.reader(), asked.parameter("id")).await?;
    let is_own = |passkey: &passkey_store::Model| passkey.staff_id == asked.who().member.id;
    if !found.as_ref().is_some_and(is_own) {
        refuse_unless_allowed(desk, asked.who(), Permission::ManagePeople).await?;
    }
    Ok(found)
}

fn gone() -> Reply {
    Reply::Done { to: people_screen::HERE.to_owned(), notice: None, cookies: Vec::new() }
}
