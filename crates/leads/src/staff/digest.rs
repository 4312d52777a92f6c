//! The daily mail to staff: who waits too long, who waits, what came, and what could not be delivered.

use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::header::ContentType;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use crate::lead::Lead;
use crate::queue::row::{Column, Entity, Model};
use crate::staff::email::{Route, one_line};
use crate::staff::query::{held_summary, is_meant, with_delivery};
use crate::staff::stage::Stage;
use base::clock::{dubai_text, dubai_time};
use storage::mail::MailMessage;
use storage::outbox::DeliveryState;

/// The most requests of a kind that are written out; the rest are counted.
const WRITTEN_OUT: u64 = 100;

/// How the names of these mails begin, also as files.
pub(crate) const DIGEST: &str = "digest-";

/// Requests of a kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    /// The first of them.
    pub leads: Vec<Lead>,
    /// How many there are.
    pub count: u64,
}

impl Requests {
    async fn read(db: &impl ConnectionTrait, query: Select<Entity>) -> Result<Self, DbErr> {
        let count = query.clone().count(db).await?;
        let rows: Vec<Model> = query.order_by_asc(Column::Id).limit(WRITTEN_OUT).all(db).await?;
        Ok(Requests { leads: rows.into_iter().map(Lead::from).collect(), count })
    }
}

/// What there is to tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digest {
    /// Nobody has answered within the promised time; the one that waits longest first.
    pub overdue: Requests,
    /// Nobody has answered; there is time left.
    pub open: Requests,
    /// Came since the last mail, and somebody has answered.
    pub answered: Requests,
    /// A delivery of theirs was given up.
    pub given_up: Requests,
    /// Requests that wait for a person to say whether they are meant.
    pub held: u64,
}

impl Digest {
    /// Reads what there is to tell of the time from `since` to `now_ms` (Unix milliseconds).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn gather(db: &impl ConnectionTrait, since: i64, now_ms: i64) -> Result<Self, DbErr> {
        let alive = || Entity::find().filter(Column::ErasedAt.is_null()).filter(Column::Canary.eq(false));
        // Leads from before there were promises have no due_at, and nobody waits for a list of them.
        let new = || alive().filter(Column::Stage.eq(Stage::New.as_str())).filter(is_meant());
        let unanswered = || new().order_by_asc(Column::DueAt);
        let answered = alive().filter(Column::Stage.ne(Stage::New.as_str()));
        let given_up = alive().filter(Column::Id.in_subquery(with_delivery(&[DeliveryState::Failed])));
        Ok(Digest {
            overdue: Requests::read(db, unanswered().filter(Column::DueAt.lte(now_ms))).await?,
            open: Requests::read(db, unanswered().filter(Column::DueAt.gt(now_ms))).await?,
            answered: Requests::read(db, answered.filter(Column::ReceivedAt.gte(since))).await?,
            given_up: Requests::read(db, given_up).await?,
            held: held_summary(db).await?.0,
        })
    }

    /// Whether a mail would tell nothing.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.overdue, &self.open, &self.answered, &self.given_up];
        lists.into_iter().all(|requests| requests.count == 0) && self.held == 0
    }

    /// The mail of the day that began at `moment`.
    ///
    /// # Errors
    /// One line on why no mail can be made of it.
    pub fn compose(&self, route: &Route, moment: i64, now_ms: i64) -> Result<MailMessage, String> {
        let day = dubai_time(moment)[..10].to_owned();
        let name = format!("{DIGEST}{day}");
        let (overdue, open) = (self.overdue.count, self.open.count);
        let mut message = Message::builder()
            .from(route.from.clone())
            .subject(format!("Requests of {day}: {overdue} overdue, {open} open"))
            .date(UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0)))
            .message_id(Some(format!("<{name}@{}>", route.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        for to in &route.to {
            message = message.to(to.clone());
        }
        let message =
            message.body(self.text(now_ms)).map_err(|error| format!("no mail can be made: {error}"))?;
        Ok(MailMessage { name, message })
    }

    fn text(&self, now_ms: i64) -> String {
        let mut text = String::new();
        section(&mut text, "Overdue: please call these first", &self.overdue, now_ms);
        section(&mut text, "Open: the promised time is not over yet", &self.open, now_ms);
        section(&mut text, "New, and answered already", &self.answered, now_ms);
        section(
            &mut text,
            "Not delivered, and given up (`amwaj leads list --failed` says why)",
            &self.given_up,
            now_ms,
        );
        if self.held > 0 {
            let _ = write!(
                text,
                "Quarantined as likely spam, and waiting for somebody to look (`amwaj leads list --held`): {}\r\n\r\n",
                self.held
            );
        }
        text.push_str(
            "Once you have spoken to somebody: amwaj leads contacted REFERENCE --note \"...\"\r\n\
             (or booked, or lost)\r\n",
        );
        text
    }
}

fn section(text: &mut String, title: &str, requests: &Requests, now_ms: i64) {
    if requests.count == 0 {
        return;
    }
    let _ = write!(text, "{title}: {}\r\n", requests.count);
    for lead in &requests.leads {
        let typed = &lead.typed;
        let phone = lead.phone_e164.clone().unwrap_or_else(|| one_line(&typed.phone));
        let (service, name) = (one_line(&typed.service), one_line(&typed.name));
        let wait = match lead.stage {
            Stage::New => format!("waits {}", span(now_ms - lead.received_at)),
            stage => stage.as_str().to_owned(),
        };
        let _ = write!(text, "\r\n  {}  {wait}  {service}\r\n  {name}, {phone}\r\n", lead.reference);
        if let Some(due) = lead.due_at.filter(|_| lead.stage == Stage::New) {
            let _ = write!(text, "  answer due {}\r\n", dubai_text(due));
        }
    }
    if requests.count > WRITTEN_OUT {
        let more = requests.count - WRITTEN_OUT;
        let _ = write!(text, "\r\n  and {more} more: see `amwaj leads list`\r\n");
    }
    text.push_str("\r\n");
}

/// `45 min`, `26 h` or `5 days`.
fn span(ms: i64) -> String {
    match ms / 60_000 {
        minutes if minutes < 120 => format!("{minutes} min"),
        minutes if minutes < 72 * 60 => format!("{} h", minutes / 60),
        minutes => format!("{} days", minutes / (24 * 60)),
    }
}
