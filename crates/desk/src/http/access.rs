//! The sender of a request and their rights: the session behind the cookie, and whether a form is the desk's own.

use http::{HeaderMap, Method, StatusCode};
use sea_orm::DbErr;

use crate::http::outcome::Failure;
use crate::service::DeskService;
use crate::staff::passkey_store;
use crate::staff::people;
use crate::staff::roles::{self, Permission, Role};
use crate::staff::session::{self, Found, Secret};
use crate::staff::who::Who;
use crate::view::{Problem, SignInProblem};
use base::cross_site;
use leads::UNKNOWN_PAGE_REMEDY;

/// People who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Also people who are not signed in.
    Anybody,
    /// People with this right.
    Needs(Permission),
    /// People with this right who have just proved who they are: a phone that somebody left on a table is not enough.
    Fresh(Permission),
}

/// Result of reading a request's cookie.
pub enum Signed {
    In(Box<Who>),
    /// Not, and why not, where there is something to say.
    Out(Option<SignInProblem>),
}

/// # Errors
/// When the database cannot be used.
pub async fn signed(desk: &DeskService, headers: &HeaderMap) -> Result<Signed, DbErr> {
    let Some(secret) = Secret::of_request(headers) else { return Ok(Signed::Out(None)) };
    let session = match session::find(&desk.db, &secret, desk.clock.now_ms()).await? {
        Found::Open(session) => session,
        Found::Ended => return Ok(Signed::Out(Some(SignInProblem::Ended))),
        Found::None => return Ok(Signed::Out(None)),
    };
    match people::find(desk.db.reader(), &session.staff_id).await? {
        Some(member) => Ok(Signed::In(Box::new(Who { member, session }))),
        None => Ok(Signed::Out(None)),
    }
}

/// Refuses forms of other sites. The cookie's `SameSite=Lax` already leaves it out of them; this also holds where a
/// neighbour below the same domain sends them, and needs no token in each form.
pub fn refuse_foreign(desk: &DeskService, method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
    if *method != Method::POST || cross_site::is_own(headers, &desk.site) {
        return Ok(());
    }
    let (page, asked) = cross_site::names(headers);
    tracing::warn!(
        page,
        asked,
        "a form of the desk was refused: its page isn't the desk's own; if it is, {UNKNOWN_PAGE_REMEDY}"
    );
    Err(Failure::Problem(StatusCode::FORBIDDEN, Problem::Foreign))
}

/// Validity of a proof, in milliseconds.
const FRESH_MS: i64 = 10 * 60 * 1000;

/// Whether somebody has used a passkey, or the invitation itself, within the last minutes.
pub fn is_fresh(desk: &DeskService, who: &Who) -> bool {
    who.session.verified_at.is_some_and(|verified| verified >= desk.clock.now_ms() - FRESH_MS)
}

/// Refuses a person who has not used a passkey, or the invitation itself, within the last minutes.
///
/// # Errors
/// [`Problem::Confirm`]; or when the database cannot be read.
pub async fn refuse_unless_fresh(desk: &DeskService, who: &Who) -> Result<(), Failure> {
    if is_fresh(desk, who) {
        return Ok(());
    }
    let has_passkey = passkey_store::has_any(desk.db.reader(), &who.member.id).await?;
    Err(Failure::Problem(StatusCode::FORBIDDEN, Problem::Confirm { has_passkey }))
}

/// Refuses an action that a person's roles do not include.
///
/// # Errors
/// [`Problem::NotAllowed`] with the owners, who can change it; or when the database cannot be read.
pub async fn refuse_unless_allowed(desk: &DeskService, who: &Who, action: Permission) -> Result<(), Failure> {
    if roles::may(&who.member.roles, action) {
        return Ok(());
    }
    let everybody = people::all(desk.db.reader()).await?;
    let owners = everybody.into_iter().filter(|person| person.roles.contains(&Role::Owner));
    let owners = owners.map(|owner| owner.name).collect();
    Err(Failure::Problem(StatusCode::FORBIDDEN, Problem::NotAllowed { owners }))
}
