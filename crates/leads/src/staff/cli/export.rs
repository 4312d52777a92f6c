//! `amwaj leads export`: the leads of the database, and those that wait for it in the spool.

use std::io::Write;
use std::process::ExitCode;

use crate::staff::cli::privacy;
use crate::staff::export::{Export, ExportFormat};
use crate::staff::query;
use crate::staff::query::{LeadFilter, LeadPager};
use storage::db::Db;
use storage::terminal::CommandError;

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
