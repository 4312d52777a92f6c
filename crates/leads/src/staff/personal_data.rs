//! A person's own data, given out or erased, at the desk: by the same code as `amwaj leads export --phone` and `erase`.

use std::path::PathBuf;

use crate::privacy;
use crate::queue::spool_folder;
use crate::staff::cli;
use crate::staff::export::ExportFormat;
use crate::staff::query::{LeadFilter, ListedLead};
use crate::stored_lead::Lead;
use storage::db::Db;
use storage::terminal::CommandError;

/// Where a site keeps personal data.
#[derive(Clone, Debug)]
pub struct PersonalData {
    pub db: Db,
    /// Where mails are while no mail server is set.
    pub mail_dir: PathBuf,
    /// The folder of this server's spool.
    pub journal_dir: PathBuf,
}

impl PersonalData {
    /// All requests of this request's number as JSON, or this one alone if its number cannot be read.
    ///
    /// # Errors
    /// When the database or the spool cannot be read.
    pub async fn export(&self, lead: &Lead) -> Result<Vec<u8>, CommandError> {
        let spool = self.spool().await?;
        let mut filters = Vec::new();
        for db in [Some(&self.db), spool.as_ref()].into_iter().flatten() {
            let ids = privacy::find_by_phone(db, &lead.typed.phone).await?;
            filters.push(LeadFilter::Ids(ids.unwrap_or_else(|| vec![lead.id.clone()])));
        }
        let mut out = Vec::new();
        cli::export::export(&self.db, spool.as_ref(), ExportFormat::Json, filters, &mut out).await?;
        close(spool).await?;
        Ok(out)
    }

    /// Erases the personal data of a request. What stands in the way comes back as the end of a sentence.
    ///
    /// # Errors
    /// When the database or the spool cannot be written.
    pub async fn erase(
        &self,
        listed: &ListedLead,
        now_ms: i64,
    ) -> Result<Result<(), &'static str>, CommandError> {
        if let Some(why) = cli::privacy::blocked_by(listed) {
            return Ok(Err(why));
        }
        let spool = self.spool().await?;
        let (ids, mut erased) = ([listed.lead.id.clone()], Vec::new());
        for db in [Some(&self.db), spool.as_ref()].into_iter().flatten() {
            erased.extend(privacy::erase(db, &ids, now_ms).await?);
        }
        privacy::delete_mail_files(&self.mail_dir, &erased);
        close(spool).await?;
        Ok(Ok(()))
    }

    async fn spool(&self) -> Result<Option<Db>, CommandError> {
        Ok(spool_folder::open_existing(&self.journal_dir).await?)
    }
}

async fn close(spool: Option<Db>) -> Result<(), CommandError> {
    match spool {
        Some(spool) => Ok(spool.close().await?),
        None => Ok(()),
    }
}
