//! Checks of a request's way from the visitor to the company and back.

use crate::doctor::check::Check;
use crate::settings::Settings;
use base::clock::dubai_text;
use leads::{UNKNOWN_PAGE_REMEDY, count_overdue, count_unknown_pages, quarantine_summary};
use storage::db::Db;
use storage::outbox;
use storage::outbox::{Channel, recipients};

/// A mail that waits longer than this needs a person to look.
const LONG_WAIT_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const WEEK_MS: i64 = 7 * DAY_MS;

/// State of the deliveries of one channel; `None` if it was never used.
pub(super) async fn delivery_line(db: &Db, channel: Channel, settings: &Settings, now: i64) -> Option<Check> {
    let about = match channel {
        Channel::Mail => "outbox",
        Channel::Webhook => "outbox of the webhook",
        Channel::Push => "outbox of messages to phones",
        Channel::Summary => "outbox of summary mails",
    };
    let summary = match outbox::channel_summary(db.reader(), channel).await {
        Ok(summary) => summary,
        Err(error) => return Some(Check::fail(about, error.to_string(), "see the line on the database")),
    };
    if !settings.channels().contains(&channel) && summary == outbox::OutboxSummary::default() {
        return None;
    }
    let (pending, failed, sent) = (summary.pending, summary.failed, summary.sent);
    let text = format!("{sent} sent, {pending} waiting, {failed} given up");
    if failed > 0 {
        let remedy = "read why with `amwaj leads list --failed`, call these visitors, then \
                      `amwaj leads retry --all`";
        return Some(Check::fail(about, text, remedy));
    }
    Some(match summary.oldest_pending {
        Some(since) if now - since > LONG_WAIT_MS => {
            let text = format!("{text}; the oldest waits since {}", dubai_text(since));
            Check::warn(about, text, "read why with `amwaj leads list --unsent`")
        }
        _ => Check::ok(about, text),
    })
}

/// Mailboxes that refused mails about requests in the last week; `None` if there were none.
pub(super) async fn refusing_mailboxes(db: &Db, settings: &Settings, now: i64) -> Option<Check> {
    let to: Vec<_> = settings.mail_to.iter().flatten().map(|mailbox| mailbox.email.clone()).collect();
    // If the database cannot be read, other lines say so.
    let refusals = recipients::refusals_since(db.reader(), &to, now - WEEK_MS).await.unwrap_or_default();
    let named = refusals.iter().map(|refusals| {
        format!("{} ({} mails, the last {})", refusals.address, refusals.mails, dubai_text(refusals.last_at))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| {
        let text = format!("refused mails about requests: {}", named.join(", "));
        Check::warn("mailboxes", text, "mend them, or take them out of AMWAJ_MAIL_TO")
    })
}

/// Whether visitors hear from the company in time.
pub(super) async fn answers(db: &Db, now: i64) -> Check {
    let about = "answers";
    match count_overdue(db.reader(), now).await {
        Ok(0) => Check::ok(about, "nobody waits longer than promised"),
        Ok(count) => {
            let text = format!("waiting longer than promised: {count}");
            let remedy = "call them: `amwaj leads list --overdue`; then `amwaj leads contacted REFERENCE`";
            Check::warn(about, text, remedy)
        }
        Err(error) => Check::fail(about, error.to_string(), "see the line on the database"),
    }
}

/// Requests of the last day whose web address the site didn't know; `None` if there were none.
pub(super) async fn unknown_pages(db: &Db, now: i64) -> Option<Check> {
    // If the database cannot be read, other lines say so.
    let count = count_unknown_pages(db.reader(), now - DAY_MS).await.unwrap_or_default();
    (count > 0).then(|| {
        let text = format!(
            "held as possible spam in the last day, because the server doesn't know the web address that they were sent from: \
             {count} (the log names it)"
        );
        Check::fail("web address", text, format!("{UNKNOWN_PAGE_REMEDY}; then release them at the desk"))
    })
}

/// Requests that wait for a person must not be forgotten.
pub(super) async fn held_line(db: &Db, settings: &Settings) -> Check {
    let about = "held requests";
    match quarantine_summary(db.reader()).await {
        Ok((count, Some(oldest))) => {
            let text = format!("{count} held as likely spam, the oldest since {}", dubai_text(oldest));
            let by_itself = match settings.held_hours {
                Some(wait) => format!(
                    "what nobody decides about within {} hours is then mailed a few at a time, at least 24 an hour, \
                     those with the fewest signals and the newest first",
                    wait.as_secs() / 3600
                ),
                None => "none is mailed by itself".to_owned(),
            };
            let look = "read why with `amwaj leads list --held`, mail real ones with `amwaj leads release REF`, dismiss the others with `amwaj leads dismiss REF`";
            Check::warn(about, text, format!("{look}; {by_itself}"))
        }
        Ok((_, None)) => Check::ok(about, "none"),
        Err(error) => Check::fail(about, error.to_string(), "see the line on the database"),
    }
}
