//! Whether the mail server takes mail from us, and for each recipient.

use storage::mail::{Mailer, Smtp};

use crate::doctor::check::Check;
use crate::settings::Settings;

pub(super) async fn lines(settings: &Settings) -> Vec<Check> {
    let about = "mail server";
    let mut lines = match Mailer::new(&settings.mail, settings.mail_dir()) {
        Ok(Mailer::Smtp(smtp)) => match smtp.test().await {
            Ok(()) => {
                let answers = Check::ok(about, "answers and takes mail from us");
                [answers].into_iter().chain(recipients(&smtp, settings).await).collect()
            }
            Err(error) => {
                let remedy = "see that AMWAJ_SMTP_URL, its user and its password are right";
                vec![Check::fail(about, error, remedy)]
            }
        },
        Ok(Mailer::Folder(_)) => {
            let text = format!("none is set; mails become files in {}", settings.mail_dir().display());
            vec![Check::warn(about, text, "set AMWAJ_SMTP_URL, AMWAJ_MAIL_TO and AMWAJ_MAIL_FROM")]
        }
        Err(error) => vec![Check::fail(about, error, "correct AMWAJ_SMTP_URL")],
    };
    lines.push(addresses(settings));
    lines
}

fn addresses(settings: &Settings) -> Check {
    let about = "mail addresses";
    match (&settings.mail.from, settings.mail.to.as_slice()) {
        (Some(from), [_, ..]) => {
            let to: Vec<String> = settings.mail.to.iter().map(ToString::to_string).collect();
            Check::ok(about, format!("from {from} to {}", to.join(", ")))
        }
        _ => Check::warn(about, "not set", "set AMWAJ_MAIL_TO and AMWAJ_MAIL_FROM"),
    }
}

/// Asks the server for each recipient, as for a mail, and sends none.
async fn recipients(smtp: &Smtp, settings: &Settings) -> Option<Check> {
    let about = "recipients";
    let from = &settings.mail.from.as_ref()?.email;
    let to: Vec<_> =
        settings.mail.to.iter().chain(&settings.watch.canary_to).map(|to| to.email.clone()).collect();
    let answers = smtp.probe(from, &to).await;
    let refusals: Vec<String> = answers
        .iter()
        .filter_map(|one| Some(format!("{} ({})", one.address, one.answer.as_ref().err()?.text_for_staff())))
        .collect();
    let text = format!("the mail server does not take mail for {}", refusals.join(", "));
    let remedy = "mend these mailboxes, or take them out of AMWAJ_MAIL_TO";
    Some(match refusals.len() {
        0 => Check::ok(about, format!("the mail server takes mail for {}", counted(to.len()))),
        all if all == to.len() => Check::fail(about, text, remedy),
        _ => Check::warn(about, text, remedy),
    })
}

fn counted(recipients: usize) -> String {
    if recipients == 1 { "the one recipient".to_owned() } else { format!("each of {recipients} recipients") }
}
