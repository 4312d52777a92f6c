//! The four steps of passkeys: to sign in, or prove once more who is signed in; and to add one on this device. Each is a
//! question for the browser and its answer, as data: passkeys need scripts.

use http::StatusCode;
use serde_json::json;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::passkeys::{self, Challenge, Passkeys};
use crate::staff::people;
use crate::staff::session::{self, device_name};
use crate::view::{Problem, Screen, SignIn, SignInProblem};

fn usable(desk: &DeskService) -> Result<&Passkeys, Failure> {
    desk.passkeys.as_ref().ok_or(Failure::Problem(StatusCode::NOT_FOUND, Problem::NotFound))
}

fn question(challenge: Challenge) -> Reply {
    Reply::Data { json: challenge.options, cookies: vec![challenge.cookie] }
}

pub async fn start(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    if !desk.slow_down.allows(asked.visitor) {
        return Ok(refused(desk, StatusCode::TOO_MANY_REQUESTS, SignInProblem::TooMany));
    }
    Ok(question(usable(desk)?.start(&desk.db, &desk.random, desk.clock.now_ms()).await?))
}

/// Signs this device in; one that is signed in as the same person has proved it anew.
pub async fn finish(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let unknown = || Ok(refused(desk, StatusCode::UNPROCESSABLE_ENTITY, SignInProblem::Unknown));
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let found = usable(desk)?.finish(&write, &asked.headers, asked.field("credential"), now).await?;
    let Some(passkey) = found else {
        // A question is asked once, also if the answer is wrong.
        write.commit().await?;
        return unknown();
    };
    let Some(member) = people::find(&write, &passkey.staff_id).await? else { return unknown() };
    let by = Actor { staff_id: Some(&member.id), name: &member.name };
    let entry = |action, subject| Entry { by, action, subject, lead_id: None, key: None };
    let cookies = match &asked.who {
        Some(who) if who.member.id == member.id => {
            session::verified(&write, &who.session.id, now).await?;
            passkeys::used_on(&write, &passkey, &who.session.id).await?;
            audit::append(&write, entry(AuditAction::Confirmed, &who.session.device), now).await?;
            Vec::new()
        }
        _ => {
            let device = device_name(&asked.headers);
            let (id, secret) =
                session::start(&write, &desk.random, &member.id, &device, Some(now), now).await?;
            passkeys::used_on(&write, &passkey, &id).await?;
            audit::append(&write, entry(AuditAction::SignedIn, &device), now).await?;
            vec![secret.set_cookie()]
        }
    };
    write.commit().await?;
    Ok(Reply::Data { json: json!({ "name": member.name }), cookies })
}

fn refused(desk: &DeskService, status: StatusCode, problem: SignInProblem) -> Reply {
    let (next, passkeys) = ("/desk/".to_owned(), desk.passkeys.is_some());
    let screen = Screen::SignIn(SignIn {
        nobody_yet: false,
        problem: Some(problem),
        next,
        passkeys,
        mail_link: false,
    });
    Reply::Refused(status, screen, None)
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
