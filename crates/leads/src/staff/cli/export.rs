//! `amwaj leads export`: the leads of the database, and those that wait for it in the spool; or what is kept of one person.

use std::io::Write;
use std::process::ExitCode;

use crate::staff::cli::privacy;
use crate::staff::export::{Export, ExportFormat};
use crate::staff::handed_out;
use crate::staff::query;
use crate::staff::query::{LeadFilter, LeadPager, ListedLead};
use storage::db::Db;
use storage::terminal::CommandError;

/// All that is kept of a person, for that person. `filters` as for [`export`].
pub(crate) async fn hand_out(
    db: &Db,
    spool: Option<&Db>,
    filters: Vec<LeadFilter>,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let mut found = Vec::new();
    for (db, filter) in [Some(db), spool].into_iter().flatten().zip(filters) {
        found.extend(privacy::read_all(db, filter).await?);
    }
    found.sort_by(|one, other| one.lead.id.cmp(&other.lead.id));
    found.dedup_by(|one, other| one.lead.id == other.lead.id);
    let requests: Vec<&ListedLead> = found.iter().collect();
    let handed_out = handed_out::of_requests(db.reader(), &requests).await?;
    let json = handed_out::to_json(&handed_out).map_err(|error| CommandError::Other(error.to_string()))?;
    out.write_all(&json)?;
    Ok(ExitCode::SUCCESS)
}

/// `filters`: of the database, and of the spool if there is one.
pub(crate) async fn export(
    db: &Db,
    spool: Option<&Db>,
    format: ExportFormat,
    filters: Vec<LeadFilter>,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let mut export = Export::start(format, out)?;
    let mut filters = filters.into_iter();
    let mut pager = LeadPager::new(filters.next().unwrap_or(LeadFilter::All));
    // Before those of the database: a lead that is replayed meanwhile is in one of both.
    let spooled = match (spool, filters.next()) {
        (Some(spool), Some(filter)) => privacy::read_all(spool, filter).await?,
        _ => Vec::new(),
    };
    loop {
        let page = pager.next_page(db.reader()).await?;
        if page.is_empty() {
            break;
        }
        for listed in &page {
            export.write(listed)?;
        }
    }
    for listed in &spooled {
        if query::find_by_id(db.reader(), &listed.lead.id).await?.is_none() {
            export.write(listed)?;
        }
    }
    export.finish()?;
    Ok(ExitCode::SUCCESS)
}
