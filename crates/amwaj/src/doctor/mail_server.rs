//! Whether the mail server takes mail from us, and for each recipient.

use std::time::Duration;

use storage::mail::Smtp;
use url::Url;

use crate::advice;
use crate::doctor::check::{Check, Verdict};
use crate::settings::Settings;

const ABOUT: &str = "mail server";
/// Some keep senders of spam waiting for their greeting (Postfix's postscreen for six seconds), and all others too.
const GREETING: Duration = Duration::from_secs(10);

pub(super) async fn lines(settings: &Settings) -> Vec<Check> {
    // Both questions at once: each takes a connection of its own.
    let (server, recipients) = tokio::join!(server(settings), recipients(settings));
    let is_set = server.is_some();
    let recipients =
        recipients.filter(|_| server.as_ref().is_some_and(|server| server.verdict == Verdict::Ok));
    let mut lines: Vec<Check> = server.into_iter().chain(recipients).collect();
    if !is_set {
        let text = format!("none is set; mails become files in {}", settings.mail_dir().display());
        lines.push(Check::warn(ABOUT, text, "set AMWAJ_SMTP_URL, AMWAJ_MAIL_TO and AMWAJ_MAIL_FROM"));
    }
    lines.push(addresses(settings));
    lines
}

/// Whether the mail server takes mail from us; `None` where none is set.
pub(super) async fn server(settings: &Settings) -> Option<Check> {
    let smtp = match smtp(settings)? {
        Ok(smtp) => smtp,
        Err(error) => return Some(Check::fail(ABOUT, error, "correct AMWAJ_SMTP_URL")),
    };
    let place = smtp.place();
    Some(match smtp.test().await {
        Ok(()) => Check::ok_but_for(&smtp.dead_addresses().await, ABOUT, "answers and takes mail from us"),
        Err(error) => {
            let why = error.replace(&format!("the mail server {place}"), "the mail server");
            let remedy = advice::on_mail(&error);
            let failed = Check::fail(ABOUT, format!("{place} (AMWAJ_SMTP_URL): {why}"), remedy);
            let url = settings.smtp_url.as_deref().and_then(|url| Url::parse(url).ok());
            failed.with_advice_on_tls(url.as_ref()).await
        }
    })
}

/// `None` where none is set.
fn smtp(settings: &Settings) -> Option<Result<Smtp, String>> {
    settings.smtp_url.as_deref().map(|url| Smtp::new(url, &settings.own_name(), GREETING))
}

fn addresses(settings: &Settings) -> Check {
    let about = "mail addresses";
    match (&settings.mail_from, &settings.mail_to) {
        (Some(from), Some(to)) => {
            let to: Vec<String> = to.iter().map(ToString::to_string).collect();
            Check::ok(about, format!("from {from} to {}", to.join(", ")))
        }
        _ => Check::warn(about, "not set", "set AMWAJ_MAIL_TO and AMWAJ_MAIL_FROM"),
    }
}

/// Asks the server for each recipient, as for a mail, and sends none.
async fn recipients(settings: &Settings) -> Option<Check> {
    let about = "recipients";
    let smtp = smtp(settings)?.ok()?;
    let from = &settings.mail_from.as_ref()?.email;
    let to: Vec<_> = settings.mail_to.iter().flatten().map(|to| to.email.clone()).collect();
    let answers = smtp.probe(from, &to).await;
    let failures: Vec<_> =
        answers.iter().filter_map(|one| Some((&one.address, one.answer.as_ref().err()?))).collect();
    let refusals: Vec<String> = failures
        .iter()
        .map(|(address, failure)| format!("{address} ({})", failure.text_for_staff()))
        .collect();
    let text = format!("the mail server does not take mail for {}", refusals.join(", "));
    // What isn't about a mailbox is about the server, or what it thinks of us.
    let remedy = failures
        .iter()
        .find(|(_, failure)| !failure.is_refusal)
        .map_or("mend these mailboxes, or take them out of AMWAJ_MAIL_TO", |(_, failure)| {
            advice::on_mail(&failure.text_for_staff())
        });
    Some(match refusals.len() {
        0 => Check::ok(about, format!("the mail server takes mail for {}", counted(to.len()))),
        all if all == to.len() => Check::fail(about, text, remedy),
        _ => Check::warn(about, text, remedy),
    })
}

fn counted(recipients: usize) -> String {
    if recipients == 1 { "the one recipient".to_owned() } else { format!("each of {recipients} recipients") }
}
