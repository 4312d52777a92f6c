//! The daily mail to staff: which requests are overdue, open or answered, and what could not be delivered.

use std::fmt::Write as _;

use lettre::Address;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use crate::queue::row::{Column, Entity, Model};
use crate::staff::email_body::one_line;
use crate::staff::mail_route::MailRoute;
use crate::staff::query::{by_urgency, is_genuine, quarantine_summary, with_delivery};
use crate::stored_lead::Lead;
use crate::stored_lead::Stage;
use base::clock::{dubai_text, dubai_time};
use storage::mail::MailMessage;
use storage::outbox::recipients::Refusals;
use storage::outbox::{DeliveryState, recipients};

const WEEK_MS: i64 = 7 * 24 * 3600 * 1000;
/// The most requests of a section that are listed; the rest are counted.
pub(crate) const MAX_LISTED: u64 = 100;

/// Prefix of these mails' names, also as files.
pub(crate) const NAME_PREFIX: &str = "digest-";

/// Hint for staff: the command to type once they have answered.
pub(crate) const HOW_TO_ANSWER: &str = "Once you have spoken to somebody: amwaj leads contacted REFERENCE --note \"...\"\r\n\
                                        (or booked, or lost)\r\n";

/// Requests in the same state.
#[derive(Clone, Debug, Default)]
pub(crate) struct DigestSection {
    /// The first of them.
    pub leads: Vec<Lead>,
    /// Number of all requests.
    pub count: u64,
}

impl DigestSection {
    async fn read(db: &impl ConnectionTrait, query: Select<Entity>) -> Result<Self, DbErr> {
        let count = query.clone().count(db).await?;
        let rows: Vec<Model> = query.order_by_asc(Column::Id).limit(MAX_LISTED).all(db).await?;
        Ok(DigestSection { leads: rows.into_iter().map(Lead::from).collect(), count })
    }
}

/// Contents of the mail.
#[derive(Clone, Debug, Default)]
pub(crate) struct DailyDigest {
    /// Nobody has answered within the promised time; emergencies come first, then who was due first.
    pub overdue: DigestSection,
    /// Nobody has answered; there is time left.
    pub open: DigestSection,
    /// Came since the last mail, and somebody has answered.
    pub answered: DigestSection,
    /// A delivery of theirs was given up.
    pub given_up: DigestSection,
    /// DigestSection that wait for a person to say whether they are meant.
    pub quarantined: u64,
    /// Recipients of these mails whose mail server refused mails in the last week.
    pub refusals: Vec<Refusals>,
    /// Server trouble that needs a person, as sentences.
    pub notice: Option<String>,
}

impl DailyDigest {
    /// Reads what there is to say about the time from `since` to `now_ms` (Unix milliseconds) to these recipients.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn read(
        db: &impl ConnectionTrait,
        to: &[Address],
        since: i64,
        now_ms: i64,
    ) -> Result<Self, DbErr> {
        let not_erased =
            || Entity::find().filter(Column::ErasedAt.is_null()).filter(Column::Canary.eq(false));
        // Leads from before there were promises have no due_at, and nobody waits for a list of them.
        let new = || not_erased().filter(Column::Stage.eq(Stage::New.as_str())).filter(is_genuine());
        let unanswered = || by_urgency(new());
        let answered = not_erased().filter(Column::Stage.ne(Stage::New.as_str()));
        let given_up = not_erased().filter(Column::Id.in_subquery(with_delivery(&[DeliveryState::Failed])));
        Ok(DailyDigest {
            overdue: DigestSection::read(db, unanswered().filter(Column::DueAt.lte(now_ms))).await?,
            open: DigestSection::read(db, unanswered().filter(Column::DueAt.gt(now_ms))).await?,
            answered: DigestSection::read(db, answered.filter(Column::ReceivedAt.gte(since))).await?,
            given_up: DigestSection::read(db, given_up).await?,
            quarantined: quarantine_summary(db).await?.0,
            refusals: recipients::refusals_since(db, to, now_ms - WEEK_MS).await?,
            notice: None,
        })
    }

    /// Whether a mail would be empty.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.overdue, &self.open, &self.answered, &self.given_up];
        lists.into_iter().all(|requests| requests.count == 0)
            && self.quarantined == 0
            && self.refusals.is_empty()
            && self.notice.is_none()
    }

    /// The mail of the day that began at `moment` (Unix milliseconds).
    ///
    /// # Errors
    /// One line on why no mail can be made of it.
    pub fn compose(&self, route: &MailRoute, moment: i64, now_ms: i64) -> Result<MailMessage, String> {
        let day = dubai_time(moment)[..10].to_owned();
        let name = format!("{NAME_PREFIX}{day}");
        let (overdue, open) = (self.overdue.count, self.open.count);
        let subject = format!("Requests of {day}: {overdue} overdue, {open} open");
        route.plain_mail(name, subject, self.text(now_ms), now_ms)
    }

    fn text(&self, now_ms: i64) -> String {
        let mut text = String::new();
        if let Some(notice) = &self.notice {
            let _ = write!(text, "{notice}\r\n`amwaj doctor` says what to do.\r\n\r\n");
        }
        section(&mut text, "Overdue: please call these first", &self.overdue, now_ms);
        section(&mut text, "Open: the promised time is not over yet", &self.open, now_ms);
        section(&mut text, "New, and answered already", &self.answered, now_ms);
        section(
            &mut text,
            "Not delivered, and given up (`amwaj leads list --failed` says why)",
            &self.given_up,
            now_ms,
        );
        if self.quarantined > 0 {
            let _ = write!(
                text,
                "Held as likely spam, and waiting for somebody to look (`amwaj leads list --held`): {}\r\n\r\n",
                self.quarantined
            );
        }
        for Refusals { address, mails, last_at } in &self.refusals {
            let last = dubai_text(*last_at);
            let _ = write!(
                text,
                "The mailbox {address} refused mails about requests: {mails} within a week, the last {last}.\r\n\
                 Please mend it, or take it out of AMWAJ_MAIL_TO.\r\n\r\n"
            );
        }
        text.push_str(HOW_TO_ANSWER);
        text
    }
}

/// Adds the requests under a title, if there are any.
pub(crate) fn section(text: &mut String, title: &str, requests: &DigestSection, now_ms: i64) {
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
    if requests.count > MAX_LISTED {
        let more = requests.count - MAX_LISTED;
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
