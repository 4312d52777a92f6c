//! `amwaj leads erase`, and finding the leads of one person by their number.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::privacy;
use crate::reference::Reference;
use crate::staff::cli::find::say_unknown;
use crate::staff::person::ErasureBlock;
use crate::staff::query;
use crate::staff::query::{LeadFilter, LeadPager, ListedLead};
use base::clock::dubai_text;
use base::text::shown;
use copies::CopiesHealth;
use std::path::Path;
use storage::db::Db;
use storage::terminal::CommandError;

/// The person whose data is erased.
#[derive(Clone, Debug, Args)]
pub struct ErasureTarget {
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
pub(crate) async fn by_phone(db: &Db, typed: &str) -> Result<LeadFilter, CommandError> {
    match privacy::find_by_phone(db, typed).await? {
        Some(ids) => Ok(LeadFilter::Ids(ids)),
        None => {
            let typed = shown(typed);
            Err(CommandError::Other(format!(
                "`{typed}` has no digits: give the number, such as +971501234567"
            )))
        }
    }
}

/// Erases in each of these databases: that of the site, and the spool if there is one.
pub(crate) async fn erase(
    dbs: &[&Db],
    target: &ErasureTarget,
    mail_dir: &Path,
    copies: Option<&CopiesHealth>,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let mut found = Vec::new();
    for db in dbs {
        match (&target.phone, &target.reference) {
            (Some(phone), _) => found.extend(read_all(db, by_phone(db, phone).await?).await?),
            (_, typed) => {
                let reference = Reference::read(typed.as_deref().unwrap_or_default());
                found.extend(query::find_by_reference(db.reader(), &reference).await?);
            }
        }
    }
    if let (true, Some(typed)) = (found.is_empty(), &target.reference) {
        say_unknown(typed);
        return Ok(ExitCode::FAILURE);
    }
    found.retain(|listed| listed.lead.erased_at.is_none());
    if found.is_empty() {
        writeln!(out, "nothing to erase: no request with personal data was found")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (blocked, ready): (Vec<ListedLead>, Vec<ListedLead>) =
        found.into_iter().partition(|listed| ErasureBlock::of(listed).is_some());
    for listed in &blocked {
        let why = ErasureBlock::of(listed).map(ErasureBlock::for_commands).unwrap_or_default();
        writeln!(out, "{} {why}", listed.lead.reference)?;
    }
    if target.yes {
        let ids: Vec<String> = ready.iter().map(|listed| listed.lead.id.clone()).collect();
        let mut erased = Vec::new();
        for db in dbs {
            erased.extend(privacy::erase(db, &ids, now).await?);
        }
        privacy::delete_mail_files(mail_dir, &erased);
        for reference in &erased {
            writeln!(out, "{reference} is erased")?;
        }
        writeln!(out, "{NOT_ERASED}")?;
        if let Some(until) = copies.and_then(CopiesHealth::forgotten_at) {
            let until = dubai_text(until);
            writeln!(
                out,
                "copies that were made until now still have it; the last of them is deleted by {until}"
            )?;
        }
        let complete = blocked.is_empty() && erased.len() == ready.len();
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

/// Data that no command can erase.
const NOT_ERASED: &str = "Mails and webhooks that were sent cannot be called back: erase them in the mailbox and in \
                    the program the webhook leads to. Backups keep the data until they are replaced.";

/// All leads of that filter.
pub(crate) async fn read_all(db: &Db, filter: LeadFilter) -> Result<Vec<ListedLead>, CommandError> {
    let (mut pager, mut all) = (LeadPager::new(filter), Vec::new());
    loop {
        let page = pager.next_page(db.reader()).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}
