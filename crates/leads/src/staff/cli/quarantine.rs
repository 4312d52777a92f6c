//! `amwaj leads release` and `dismiss`: staff's decisions about leads in quarantine.

use std::io::Write;
use std::process::ExitCode;

use crate::staff::cli::find::find_id;
use crate::staff::quarantine;
use crate::staff::quarantine::QuarantineFilter;
use storage::db::Db;
use storage::outbox::Channel;
use storage::terminal::CommandError;

pub(crate) async fn release(
    db: &Db,
    channels: &[Channel],
    reference: Option<String>,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Ok(id) = find_id(db, reference).await? else { return Ok(ExitCode::FAILURE) };
    let filter = id.as_deref().map_or(QuarantineFilter::All, QuarantineFilter::Id);
    match quarantine::release(db, channels, filter, now).await? {
        0 => writeln!(out, "nothing to release: what was asked for is not held")?,
        1 => writeln!(out, "1 lead released; a running server mails it now")?,
        many => writeln!(out, "{many} leads released; a running server mails them now")?,
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) async fn dismiss(
    db: &Db,
    reference: Option<String>,
    now: i64,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let Ok(id) = find_id(db, reference).await? else { return Ok(ExitCode::FAILURE) };
    let filter = id.as_deref().map_or(QuarantineFilter::All, QuarantineFilter::Id);
    match quarantine::dismiss(db, filter, now).await? {
        0 => writeln!(out, "nothing to dismiss: what was asked for is not held")?,
        1 => writeln!(out, "1 lead dismissed; it stays stored, and `amwaj leads release` still mails it")?,
        many => writeln!(
            out,
            "{many} leads dismissed; they stay stored, and `amwaj leads release` still mails each"
        )?,
    }
    Ok(ExitCode::SUCCESS)
}
