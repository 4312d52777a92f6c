//! The way in and out: the sign-in screen, codes of invitations and mails, signing out.

use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::service::DeskService;
use crate::settings;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::invitation::{self, Redeemed, Way};
use crate::staff::people;
use crate::staff::session::{self, COOKIE, device_name, forget_cookie};
use crate::view::{Join, JoinProblem, Screen, SignIn, SignInProblem};

/// Says on the first screen that the browser was just given a cookie.
const JUST_SIGNED_IN: &str = "signed-in";

/// Says on the screen for codes that a mail was just asked for.
const MAILED: &str = "mailed";

pub async fn show(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    if asked.who.is_some() {
        return Ok(Reply::Done { to: "/desk/".to_owned(), notice: None, cookies: Vec::new() });
    }
    Ok(Reply::Screen(screen(desk, "/desk/".to_owned(), None).await?))
}

/// In the place of a screen for which somebody must sign in.
pub(crate) async fn refuse(
    desk: &DeskService,
    asked: &Asked,
    why: Option<SignInProblem>,
) -> Result<Reply, Failure> {
    let was_just_in = asked.query(JUST_SIGNED_IN) == "true";
    let problem = why.or(was_just_in.then_some(SignInProblem::NoCookie));
    // A form's own address shows no page afterwards.
    let next = if asked.is_form { "/desk/".to_owned() } else { asked.address.clone() };
    let screen = screen(desk, next, problem).await?;
    Ok(Reply::Refused(StatusCode::UNAUTHORIZED, screen, None))
}

async fn screen(desk: &DeskService, next: String, problem: Option<SignInProblem>) -> Result<Screen, Failure> {
    let nobody_yet = people::all(desk.db.reader()).await?.is_empty();
    let mail_link = settings::read(desk.db.reader()).await?.mail_link;
    let passkeys = desk.passkeys.is_some();
    Ok(Screen::SignIn(SignIn { nobody_yet, problem, next, passkeys, mail_link }))
}

/// Mails a link, where owners allow it; the next screen takes its code. It is the same for every address.
pub async fn send_link(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let screen = async |problem| screen(desk, "/desk/".to_owned(), problem).await;
    if !settings::read(desk.db.reader()).await?.mail_link {
        return Ok(Reply::Refused(StatusCode::NOT_FOUND, screen(None).await?, None));
    }
    if !desk.slow_down.allows(asked.visitor) {
        let screen = screen(Some(SignInProblem::TooMany)).await?;
        return Ok(Reply::Refused(StatusCode::TOO_MANY_REQUESTS, screen, None));
    }
    desk.mail_links.send(asked.field("mail"), device_name(&asked.headers));
    Ok(Reply::Done { to: format!("/desk/join?{MAILED}=true"), notice: None, cookies: Vec::new() })
}

pub async fn show_join(_: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let mailed = asked.query(MAILED) == "true";
    Ok(Reply::Screen(Screen::Join(Join { mailed, problem: None })))
}

/// Signs a device in with a code.
pub async fn join(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let refused = |status: StatusCode, problem: JoinProblem| {
        Ok(Reply::Refused(status, Screen::Join(Join { mailed: false, problem: Some(problem) }), None))
    };
    if !desk.slow_down.allows(asked.visitor) {
        return refused(StatusCode::TOO_MANY_REQUESTS, JoinProblem::TooMany);
    }
    // Guesses take no turn from those who write.
    if !invitation::is_known(desk.db.reader(), asked.field("code")).await? {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Unknown);
    }
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let (staff_id, way) = match invitation::redeem(&write, asked.field("code"), now).await? {
        // Owners may have stopped it since.
        Redeemed::Welcome { way: Way::Mail, .. } if !settings::read(write.connection()).await?.mail_link => {
            return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Unknown);
        }
        Redeemed::Welcome { staff_id, way } => (staff_id, way),
        Redeemed::Unknown => return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Unknown),
        Redeemed::Used { at } => return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Used { at }),
        Redeemed::Expired { at } => {
            return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Expired { at });
        }
    };
    let Some(member) = people::find(&write, &staff_id).await? else {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, JoinProblem::Unknown);
    };
    let device = device_name(&asked.headers);
    // Whoever reads a mail may answer visitors. To let people in, or give data out, takes more.
    let (proved_at, action) = match way {
        Way::Invitation => (Some(now), AuditAction::Joined),
        Way::Mail => (None, AuditAction::SignedInByMail),
    };
    let (_, secret) = session::start(&write, &desk.random, &member.id, &device, proved_at, now).await?;
    let by = Actor { staff_id: Some(&member.id), name: &member.name };
    let entry = Entry { by, action, subject: &device, lead_id: None, key: None };
    audit::append(&write, entry, now).await?;
    write.commit().await?;
    let to = format!("/desk/?{JUST_SIGNED_IN}=true");
    Ok(Reply::Done { to, notice: None, cookies: vec![secret.set_cookie()] })
}

pub async fn sign_out(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let who = asked.who();
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    session::end(&write, &who.session.id, now).await?;
    let subject = &who.session.device;
    let entry =
        Entry { by: Actor::of(who), action: AuditAction::SignedOut, subject, lead_id: None, key: None };
    audit::append(&write, entry, now).await?;
    write.commit().await?;
    let notice = Some(Flash::SignedOut);
    Ok(Reply::Done { to: "/desk/sign-in".to_owned(), notice, cookies: vec![forget_cookie(COOKIE)] })
}
