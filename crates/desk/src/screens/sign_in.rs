//! The way in and out: the sign-in screen, invitations, signing out.

use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::staff::invitation::{self, Redeemed};
use crate::staff::people;
use crate::staff::session::{self, COOKIE, device_name, forget_cookie};
use crate::view::{Join, JoinProblem, Screen, SignIn, SignInProblem};

/// Says on the first screen that the browser was just given a cookie.
const JUST_SIGNED_IN: &str = "signed-in";

/// The most characters of a code that are shown again.
const MAX_CODE_CHARS: usize = 60;

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
    // A form's own address shows nothing afterwards.
    let next = if asked.is_form { "/desk/".to_owned() } else { asked.address.clone() };
    let screen = screen(desk, next, problem).await?;
    Ok(Reply::Refused(StatusCode::UNAUTHORIZED, screen, None))
}

async fn screen(desk: &DeskService, next: String, problem: Option<SignInProblem>) -> Result<Screen, Failure> {
    let nobody_yet = people::all(desk.db.reader()).await?.is_empty();
    Ok(Screen::SignIn(SignIn { nobody_yet, problem, next, passkeys: desk.passkeys.is_some() }))
}

pub async fn show_join(_: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    Ok(Reply::Screen(Screen::Join(Join { code: String::new(), problem: None })))
}

/// Signs a device in with an invitation.
pub async fn join(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let refused = |status: StatusCode, problem: JoinProblem| {
        let code = asked.field("code").chars().take(MAX_CODE_CHARS).collect();
        Ok(Reply::Refused(status, Screen::Join(Join { code, problem: Some(problem) }), None))
    };
    if !desk.slow_down.allows(asked.visitor) {
        return refused(StatusCode::TOO_MANY_REQUESTS, JoinProblem::TooMany);
    }
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let staff_id = match invitation::redeem(&write, asked.field("code"), now).await? {
        Redeemed::Welcome { staff_id } => staff_id,
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
    let (_, secret) = session::start(&write, &desk.random, &member.id, &device, now).await?;
    let by = Actor { staff_id: Some(&member.id), name: &member.name };
    let entry = Entry { by, action: AuditAction::Joined, subject: &device, lead_id: None, key: None };
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
