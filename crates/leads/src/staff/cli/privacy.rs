//! `amwaj leads erase` and the leads of one person.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::privacy;
use crate::screening::quarantined::Quarantined;
use crate::staff::cli::wanted;
use crate::staff::query::{Listed, Walk, Which};
use base::clock::dubai_text;
use base::text::shown;
use std::path::Path;
use storage::db::Db;
use storage::outbox::DeliveryState;
use storage::terminal::CommandError;

/// Whose data is erased.
#[derive(Clone, Debug, Args)]
pub struct Whose {
    /// All requests from this number, however it is written
    #[arg(long, required_unless_present = "reference")]
    phone: Option<String>,
    /// One request, such as AMW-7K3F9
    #[arg(long, conflicts_with = "phone")]
    reference: Option<String>,
    /// Really erase; it cannot be undone
    #[arg(long)]
    yes: bool,
}

/// The leads of that number.
pub(crate) async fn of_phone(db: &Db, typed: &str) -> Result<Which, CommandError> {
    match privacy::by_phone(db, typed).await? {
        Some(ids) => Ok(Which::Ids(ids)),
        None => {
            let typed = shown(typed);
            Err(CommandError::Other(format!(
                "`{typed}` has no digits: give the number, such as +971501234567"
            )))
        }
    }
}

pub(crate) async fn erase(
    db: &Db,
    whose: &Whose,
    mail_dir: &Path,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let mut found = match (&whose.phone, &whose.reference) {
        (Some(phone), _) => all(db, of_phone(db, phone).await?).await?,
        (_, reference) => match wanted(db, reference.as_deref().unwrap_or_default()).await? {
            Some(listed) => vec![listed],
            None => return Ok(ExitCode::FAILURE),
        },
    };
    found.retain(|listed| listed.lead.erased_at.is_none());
    if found.is_empty() {
        writeln!(out, "nothing to erase: no request with personal data was found")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (waiting, ready): (Vec<Listed>, Vec<Listed>) =
        found.into_iter().partition(|listed| waits_for(listed).is_some());
    for listed in &waiting {
        writeln!(out, "{} {}", listed.lead.reference, waits_for(listed).unwrap_or_default())?;
    }
    if whose.yes {
        let ids: Vec<String> = ready.iter().map(|listed| listed.lead.id.clone()).collect();
        let erased = privacy::erase(db, &ids, now).await?;
        privacy::delete_mail_files(mail_dir, &erased);
        for reference in &erased {
            writeln!(out, "{reference} is erased")?;
        }
        writeln!(out, "{LEFT}")?;
        let complete = waiting.is_empty() && erased.len() == ready.len();
        return Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    for listed in &ready {
        let (lead, typed) = (&listed.lead, &listed.lead.typed);
        let (name, number) = (shown(&typed.name), shown(&typed.phone));
        let (time, service) = (dubai_text(lead.received_at), shown(&typed.service));
        writeln!(out, "{}  {time}  {name} · {number} · {service}", lead.reference)?;
    }
    writeln!(out, "would lose name, phone, message and notes for ever; add --yes to erase them")?;
    Ok(ExitCode::FAILURE)
}

/// What no command can call back.
const LEFT: &str = "Mails and webhooks that were sent cannot be called back: erase them in the mailbox and in \
                    the program the webhook leads to. Backups keep the data until they are replaced.";

/// Why a request cannot be erased yet, and what to do.
fn waits_for(listed: &Listed) -> Option<&'static str> {
    if listed.deliveries().any(|delivery| delivery.state == DeliveryState::Pending) {
        return Some("is not delivered yet; erase it once it is sent or given up");
    }
    let held = listed.lead.held.as_ref().is_some_and(Quarantined::is_waiting);
    held.then_some("is held; say `amwaj leads dismiss` or `release` of it first")
}

async fn all(db: &Db, which: Which) -> Result<Vec<Listed>, CommandError> {
    let (mut walk, mut all) = (Walk::new(which), Vec::new());
    loop {
        let page = walk.next(db.reader()).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}
