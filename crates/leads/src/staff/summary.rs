//! The summary mail: one mail for all leads that get none of their own at once. Those are clean ones while many come from
//! their network, once the mails it may cause at once are used up, and all in quarantine. No lead is left out, and one
//! server sends it for all that share the database.

use std::fmt::Write as _;

use sea_orm::DbErr;

use crate::staff::digest;
use crate::staff::email_body::one_line;
use crate::staff::mail_route::MailRoute;
use crate::staff::query;
use crate::stored_lead::{Lead, Quarantined};
use base::clock::{Clock, dubai_text, duration_ms};
use storage::db::Db;
use storage::jobs;
use storage::mail::{MailMessage, Mailer};
use storage::outbox::summary_mail;

const JOB: &str = "summary";
/// The most leads in one mail; the next ones are in another, sent right after it.
const MAX_LEADS: u64 = 500;
/// The longest part of a message that is shown.
const MAX_MESSAGE_CHARS: usize = 200;

/// Sends the mail if due and no other server does. Returns the number of leads.
///
/// # Errors
/// One line on what failed; it is tried again.
pub(crate) async fn send_due(
    db: &Db,
    clock: &Clock,
    mailer: &Mailer,
    route: &MailRoute,
) -> Result<usize, String> {
    let unavailable = |error: DbErr| format!("the database cannot be used: {error}");
    let (now, lease) = (clock.now_ms(), duration_ms(mailer.timeout() + jobs::LEASE_MARGIN));
    if !summary_mail::is_due(db.reader(), now).await.map_err(unavailable)?
        || !jobs::acquire_lease(db, JOB, now, now + lease).await.map_err(unavailable)?
    {
        return Ok(0);
    }
    let mut count = 0;
    loop {
        let ids = summary_mail::owed(db.reader(), MAX_LEADS).await.map_err(unavailable)?;
        if ids.is_empty() {
            break;
        }
        let leads = query::find_all(db.reader(), &ids).await.map_err(unavailable)?;
        let sent = match compose(&leads, route, clock.now_ms())? {
            Some(mail) => mailer.send_to_all(&mail).await,
            None => Ok(String::new()),
        };
        let now = clock.now_ms();
        summary_mail::record(db, &ids, &sent, now).await.map_err(unavailable)?;
        if let Err(failure) = sent {
            jobs::retry_later(db, JOB, now).await.map_err(unavailable)?;
            return Err(failure.error);
        }
        count += ids.len();
        jobs::extend_lease(db, JOB, now + lease).await.map_err(unavailable)?;
    }
    jobs::release_lease(db, JOB).await.map_err(unavailable)?;
    Ok(count)
}

/// The mail about these leads; `None` if somebody has seen to all of them meanwhile.
fn compose(leads: &[Lead], route: &MailRoute, now_ms: i64) -> Result<Option<MailMessage>, String> {
    let there = || leads.iter().filter(|lead| lead.erased_at.is_none());
    let clean: Vec<&Lead> = there().filter(|lead| lead.quarantined.is_none()).collect();
    let is_waiting = |lead: &&Lead| lead.quarantined.as_ref().is_some_and(Quarantined::is_waiting);
    let held: Vec<&Lead> = there().filter(is_waiting).collect();
    let Some(first) = clean.first().or(held.first()) else { return Ok(None) };
    let counts = [(clean.len(), "to call"), (held.len(), "held")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    let name = format!("{}summary-{}-{}", digest::NAME_PREFIX, first.reference, leads.len());
    let subject = format!("New requests: {}", counts.join(", "));
    route.plain_mail(name, subject, text(&clean, &held), now_ms).map(Some)
}

fn text(clean: &[&Lead], held: &[&Lead]) -> String {
    let mut text = String::new();
    if !clean.is_empty() {
        text.push_str(
            "Many requests came at once, so these get no mail of their own. Please call them like any other.\r\n",
        );
        clean.iter().for_each(|lead| entry(&mut text, lead));
        text.push_str("\r\n");
    }
    if !held.is_empty() {
        text.push_str(
            "Held as likely spam. Is one real? Call, or type: amwaj leads release REFERENCE\r\n\
             Is it spam? Type: amwaj leads dismiss REFERENCE\r\n",
        );
        held.iter().for_each(|lead| entry(&mut text, lead));
    }
    text
}

fn entry(text: &mut String, lead: &Lead) {
    let typed = &lead.typed;
    let phone = lead.phone_e164.clone().unwrap_or_else(|| one_line(&typed.phone));
    let (service, name) = (one_line(&typed.service), one_line(&typed.name));
    let received = dubai_text(lead.received_at);
    let _ = write!(text, "\r\n  {}  {received}  {service}\r\n  {name}, {phone}\r\n", lead.reference);
    if let Some(quarantined) = &lead.quarantined {
        // Not the message: a mail full of spam would be taken for spam.
        let _ = write!(text, "  Held: {}\r\n", one_line(&quarantined.reasons));
        return;
    }
    let message: String = one_line(&typed.message).chars().take(MAX_MESSAGE_CHARS).collect();
    if !message.is_empty() {
        let _ = write!(text, "  > {message}\r\n");
    }
}
