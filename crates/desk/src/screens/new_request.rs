//! Writes down a request that came by phone, by WhatsApp or in person.

use http::StatusCode;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Reply};
use crate::screens::request;
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};
use crate::view::{NewRequestForm, Screen};
use leads::staff::entered::{CameBy, EnteredRequest};
use leads::staff::query;
use leads::{LeadOutcome, Reference, SERVICES, Typed, phone};

const NO_NUMBER: &str =
    "No phone number can be read in it. Write it as 050 123 4567, or with the country: +44 20 7946 0018.";
const MISSING: &str = "Write a name, a phone number and the service.";
const NOT_STORED: &str =
    "It isn't stored: the database doesn't answer. Everything you wrote is still here. Try again.";

/// The empty form.
pub async fn show(_: &DeskService, _: &Asked) -> Result<Reply, Failure> {
    Ok(Reply::Screen(form(None)))
}

fn form(complaint: Option<String>) -> Screen {
    let services = SERVICES.map(str::to_owned).to_vec();
    Screen::NewRequest(NewRequestForm { services, complaint })
}

/// Stores the request, and leads to it.
pub async fn enter(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    if let Some(key) = asked.key()
        && let Some(reference) = audit::subject_of_key(desk.db.reader(), key).await?
    {
        return Ok(to(&Reference::read(&reference)));
    }
    let complain = |status, complaint: String| Ok(Reply::Refused(status, form(Some(complaint)), None));
    let Some(came_by) = CameBy::named(asked.field("way")) else {
        return complain(StatusCode::UNPROCESSABLE_ENTITY, "Say how it came.".to_owned());
    };
    let typed = Typed {
        name: asked.field("name").to_owned(),
        phone: asked.field("phone").to_owned(),
        service: asked.field("service").to_owned(),
        message: asked.field("message").to_owned(),
    };
    if !typed.phone.is_empty() && phone::normalise(&typed.phone).is_none() {
        return complain(StatusCode::UNPROCESSABLE_ENTITY, NO_NUMBER.to_owned());
    }
    let (is_urgent, campaign) = (!asked.field("urgent").is_empty(), asked.field("campaign").to_owned());
    let entered = EnteredRequest { typed, came_by, is_urgent, campaign };
    match desk.intake.take(entered, asked.key()).await {
        Ok(reference) => {
            log(desk, asked, &reference).await?;
            Ok(to(&reference))
        }
        Err(LeadOutcome::Missing(_)) => complain(StatusCode::UNPROCESSABLE_ENTITY, MISSING.to_owned()),
        Err(LeadOutcome::Invalid(sentence)) => complain(StatusCode::UNPROCESSABLE_ENTITY, sentence),
        Err(_) => complain(StatusCode::SERVICE_UNAVAILABLE, NOT_STORED.to_owned()),
    }
}

fn to(reference: &Reference) -> Reply {
    Reply::Done { to: request::address(reference), notice: None, cookies: Vec::new() }
}

/// Notes who wrote it down. A request that is still in the spool has no timeline to note it in.
async fn log(desk: &DeskService, asked: &Asked, reference: &Reference) -> Result<(), Failure> {
    let Some(listed) = query::find_by_reference(desk.db.reader(), reference).await? else { return Ok(()) };
    let write = desk.db.begin_write().await?;
    let (by, subject) = (Actor::of(asked.who()), reference.as_str());
    let lead_id = Some(listed.lead.id.as_str());
    let entry = Entry { by, action: AuditAction::Entered, subject, lead_id, key: asked.key() };
    audit::append(&write, entry, desk.clock.now_ms()).await?;
    Ok(write.commit().await?)
}
