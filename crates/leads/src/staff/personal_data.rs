//! A person's own data, given out or erased, at the desk: by the same code as `amwaj leads export --phone` and `erase`.

use std::path::PathBuf;

use sea_orm::{ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};

use crate::privacy;
use crate::queue::row;
use crate::queue::spool_folder;
use crate::staff::cli;
use crate::staff::handed_out::{self, HandedOut};
use crate::staff::person::{ErasureBlock, PersonRequests};
use crate::staff::query::{self, LeadFilter, ListedLead};
use storage::db::{Db, WriteTransaction};
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
    /// The person of this request: all requests of its number, or it alone if the number has no digit.
    ///
    /// # Errors
    /// When the database or the spool cannot be read.
    pub async fn person(&self, opened: &ListedLead) -> Result<PersonRequests, CommandError> {
        let spool = self.spool().await?;
        let mut found = Vec::new();
        for db in [Some(&self.db), spool.as_ref()].into_iter().flatten() {
            let ids = privacy::find_by_phone(db, &opened.lead.typed.phone).await?;
            found.extend(cli::privacy::read_all(db, LeadFilter::Ids(ids.unwrap_or_default())).await?);
        }
        close(spool).await?;
        Ok(PersonRequests::new(opened.clone(), found))
    }

    /// What is kept of these requests.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn hand_out(&self, requests: &[&ListedLead]) -> Result<Vec<HandedOut>, DbErr> {
        handed_out::of_requests(self.db.reader(), requests).await
    }

    /// Erases the personal data of all of these requests, or of none: in the database within this transaction, and in the
    /// spool, whose own transaction ends here. After its commit [`PersonalData::clean_up`] is for the references that this returns. A reason not to
    /// erase comes back as a sentence without its full stop.
    ///
    /// # Errors
    /// When the database or the spool cannot be written.
    pub async fn erase(
        &self,
        write: &WriteTransaction,
        requests: &[&ListedLead],
        now_ms: i64,
    ) -> Result<Result<Vec<String>, String>, CommandError> {
        for listed in requests {
            if let Some(why) = ErasureBlock::of(listed) {
                return Ok(Err(format!("{} {}", listed.lead.reference, why.at_the_desk())));
            }
        }
        let ids: Vec<String> = requests.iter().map(|listed| listed.lead.id.clone()).collect();
        for id in &ids {
            query::lock(write, id).await?;
        }
        let mut erased = privacy::erase_in(write, &ids, now_ms).await?;
        let spool = self.spool().await?;
        let spooled = match &spool {
            Some(spool) => Some(spool.begin_write().await?),
            None => None,
        };
        if let Some(spooled) = &spooled {
            erased.extend(privacy::erase_in(spooled, &ids, now_ms).await?);
        }
        // A request that is moved from the spool to the database meanwhile is in both.
        erased.sort();
        erased.dedup();
        if erased.len() != ids.len() {
            return Ok(
                Err("One of them has just changed, or is erased already. Look at it again".to_owned()),
            );
        }
        if let Some(spooled) = spooled {
            spooled.commit().await?;
        }
        if let Some(spool) = &spool {
            privacy::checkpoint_log(spool).await;
        }
        close(spool).await?;
        Ok(Ok(erased))
    }

    /// Number of requests that were erased together with this one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn erased_together(&self, id: &str) -> Result<u64, DbErr> {
        let lead = query::find_by_id(self.db.reader(), id).await?;
        let Some(at) = lead.and_then(|lead| lead.erased_at) else { return Ok(0) };
        row::Entity::find().filter(row::Column::ErasedAt.eq(at)).count(self.db.reader()).await
    }

    /// Removes what is beside the database of requests that were erased: mails that are files, and the pages of SQLite's
    /// log.
    pub async fn clean_up(&self, erased: &[String]) {
        privacy::delete_mail_files(&self.mail_dir, erased);
        privacy::checkpoint_log(&self.db).await;
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
