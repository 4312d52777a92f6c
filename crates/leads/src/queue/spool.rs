//! The spool: a SQLite file of this server's own (setting `journal`, file `journal/spool.db`) that leads go into while the
//! database is away, and from which they are replayed when it is back. It has the tables of the database and is written by
//! the same code, so its leads are on the disk, and visitors may be thanked for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex as ShortMutex;
use sea_orm::{ConnectionTrait as _, DbErr, Statement};
use tokio::sync::Mutex;

use crate::outcome::LeadOutcome;
use crate::queue::pending::PendingLead;
use crate::queue::row::QueuedLead;
use crate::queue::spool_folder::{DAMAGED, FILE, SpoolCounts};
use crate::queue::spool_rows;
use crate::queue::store::store;
use crate::reference::ReferenceGenerator;
use base::clock::Clock;
use storage::db::spool_file::{FileIdentity, identity};
use storage::db::{Db, damage, spool_file};
use storage::outbox::Channel;

/// Most bytes that its contents may take: some thousand of the longest leads, a million of the usual.
const MAX_BYTES: u64 = 512 << 20;
/// A damaged file is set aside at most this often.
const MIN_SET_ASIDE_INTERVAL_MS: i64 = 60_000;
/// Leads stored at once.
const BATCH_LEADS: usize = 64;

/// An open spool. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Spool(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    clock: Clock,
    references: ReferenceGenerator,
    open: Mutex<Option<OpenFile>>,
    /// Leads that the database has, and that could not be deleted here yet: SQLite needs room on the disk for that.
    replayed: ShortMutex<Vec<String>>,
    /// When a damaged file was set aside last, in Unix milliseconds.
    set_aside_at: AtomicI64,
}

struct OpenFile {
    db: Db,
    identity: Option<FileIdentity>,
}

impl Spool {
    /// The spool in that folder, which is made when it is first needed.
    pub fn new(folder: &Path, clock: Clock, references: ReferenceGenerator) -> Self {
        Spool(Arc::new(Inner {
            folder: folder.to_owned(),
            clock,
            references,
            open: Mutex::default(),
            replayed: ShortMutex::default(),
            set_aside_at: AtomicI64::new(i64::MIN),
        }))
    }

    /// Makes or checks the file at the start. Leads that the database refused are tried once more.
    ///
    /// # Errors
    /// When the folder or the file cannot be made, read or written.
    pub async fn prepare(&self) -> Result<(), DbErr> {
        if self.path().exists() {
            let path = self.path();
            let checked = tokio::task::spawn_blocking(move || damage::check(&path, spool_rows::TABLE)).await;
            match checked.map_err(custom)?.map_err(custom)? {
                None => {}
                Some(why) => self.set_aside(&why)?,
            }
        }
        let db = self.db().await?;
        spool_rows::retry_refused(&db).await.map(drop)
    }

    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    fn path(&self) -> PathBuf {
        self.0.folder.join(FILE)
    }

    /// Stores leads in the spool, all or none. One that is there already is found by its key, as in the database.
    ///
    /// # Errors
    /// When they are not on the disk: it is full, gone or read-only, or the spool is as long as it may be.
    pub async fn append(&self, leads: &mut [QueuedLead]) -> Result<Vec<LeadOutcome>, DbErr> {
        let db = self.db().await?;
        self.check_size(&db).await?;
        let stored = store(&db, leads, &[Channel::Mail], &self.0.references).await;
        let Err(error) = stored else { return stored };
        let db = self.made_anew(error).await?;
        store(&db, leads, &[Channel::Mail], &self.0.references).await
    }

    /// The oldest leads that wait for the database.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn next_batch(&self, max_leads: usize) -> Result<Vec<QueuedLead>, DbErr> {
        let (db, replayed) = (self.db().await?, self.0.replayed.lock().clone());
        let read = spool_rows::waiting(db.reader(), max_leads as u64, &replayed).await;
        let Err(error) = read else { return read };
        let db = self.made_anew(error).await?;
        spool_rows::waiting(db.reader(), max_leads as u64, &replayed).await
    }

    /// Deletes leads that the database has.
    ///
    /// # Errors
    /// When they are still in the file. [`Spool::next_batch`] returns them no more while the server runs; after a restart
    /// they are replayed once more, which stores none twice.
    pub async fn remove(&self, ids: Vec<String>) -> Result<(), DbErr> {
        self.0.replayed.lock().extend(ids);
        let gone = self.0.replayed.lock().clone();
        if gone.is_empty() {
            return Ok(());
        }
        let db = self.db().await?;
        if let Err(error) = spool_rows::delete(&db, &gone).await {
            let db = self.made_anew(error).await?;
            spool_rows::delete(&db, &gone).await?;
        }
        self.0.replayed.lock().retain(|id| !gone.contains(id));
        Ok(())
    }

    /// Keeps a lead that the database refuses, with the reason, for a person to look at.
    ///
    /// # Errors
    /// When it cannot be written; the lead waits on then.
    pub async fn refuse(&self, id: &str, reason: &str) -> Result<(), DbErr> {
        spool_rows::refuse(&self.db().await?, id, reason).await
    }

    /// Answers the leads whose keys are in the spool already, and returns the others.
    pub async fn answer_known(&self, batch: Vec<PendingLead>) -> Vec<PendingLead> {
        let leads: Vec<&QueuedLead> = batch.iter().map(|pending| &pending.lead).collect();
        let known = match self.find_repetitions(&leads).await {
            Ok(known) => known,
            Err(error) => {
                tracing::error!(%error, "the journal cannot be read");
                return batch;
            }
        };
        let unknown = |(pending, known): (PendingLead, Option<LeadOutcome>)| match known {
            None => Some(pending),
            Some(outcome) => {
                drop(pending.answer.send(outcome));
                None
            }
        };
        batch.into_iter().zip(known).filter_map(unknown).collect()
    }

    /// The outcome of each lead whose key is in the spool already; `None` for a new one.
    pub async fn find_repetitions(&self, leads: &[&QueuedLead]) -> Result<Vec<Option<LeadOutcome>>, DbErr> {
        spool_rows::find_repetitions(self.db().await?.reader(), leads).await
    }

    /// # Errors
    /// When the file cannot be read.
    pub async fn counts(&self) -> Result<SpoolCounts, DbErr> {
        let replayed = self.0.replayed.lock().clone();
        let (waiting, refused) = spool_rows::count(self.db().await?.reader(), &replayed).await?;
        Ok(SpoolCounts { waiting, refused })
    }

    /// Closes the file. It is opened again when it is needed.
    pub async fn close(&self) {
        if let Some(open) = self.0.open.lock().await.take() {
            let _ = open.db.close().await;
        }
    }

    /// The open file. One that somebody removed or replaced while it was open is made anew, with what was in it: what goes
    /// into a file without a name is lost.
    async fn db(&self) -> Result<Db, DbErr> {
        let mut open = self.0.open.lock().await;
        let now = identity(&self.path());
        if let Some(file) = open.as_ref().filter(|file| file.identity == now) {
            return Ok(file.db.clone());
        }
        let db = spool_file::open(&self.path()).await?;
        if let Some(lost) = open.take() {
            tracing::error!(file = %self.path().display(), "the file of the journal was removed while the server runs; it is made anew");
            if let Err(error) = self.rescue(&lost.db, &db).await {
                tracing::error!(%error, "what was in the removed file of the journal cannot be read");
            }
            let _ = lost.db.close().await;
        }
        *open = Some(OpenFile { db: db.clone(), identity: identity(&self.path()) });
        Ok(db)
    }

    /// Copies all leads of a file that has no name any more.
    async fn rescue(&self, from: &Db, to: &Db) -> Result<(), DbErr> {
        let mut leads = spool_rows::waiting(from.reader(), u64::from(u32::MAX), &[]).await?;
        leads.extend(spool_rows::refused(from.reader()).await?);
        for some in leads.chunks_mut(BATCH_LEADS) {
            store(to, some, &[Channel::Mail], &self.0.references).await?;
        }
        Ok(())
    }

    /// After an error that says that the file is damaged: a new and empty one. Any other error is returned.
    async fn made_anew(&self, error: DbErr) -> Result<Db, DbErr> {
        let now = self.0.clock.now_ms();
        let is_recent =
            now.saturating_sub(self.0.set_aside_at.load(Ordering::Relaxed)) < MIN_SET_ASIDE_INTERVAL_MS;
        // A disk that damages every file is not to be filled with them.
        if !damage::is_damage(&error) || is_recent {
            return Err(error);
        }
        let mut open = self.0.open.lock().await;
        if let Some(file) = open.take() {
            let _ = file.db.close().await;
        }
        self.set_aside(&error.to_string())?;
        drop(open);
        self.db().await
    }

    /// Leaves a damaged file to a person: the folder has room for a new one then.
    fn set_aside(&self, why: &str) -> Result<(), DbErr> {
        let kept_as = self.0.folder.join(format!("{DAMAGED}{}.db", self.0.clock.now_ms()));
        spool_file::set_aside(&self.path(), &kept_as)?;
        self.0.set_aside_at.store(self.0.clock.now_ms(), Ordering::Relaxed);
        tracing::error!(
            why,
            kept = %kept_as.display(),
            "the journal is damaged and a new one is begun; `amwaj doctor` says how to get the leads out of the old file"
        );
        Ok(())
    }

    async fn check_size(&self, db: &Db) -> Result<(), DbErr> {
        let length = fs::metadata(self.path()).map_or(0, |file| file.len());
        if length < MAX_BYTES {
            return Ok(());
        }
        // Pages of deleted leads are used again.
        let used = "SELECT page_count - freelist_count, page_size
            FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";
        let row = db.reader().query_one_raw(Statement::from_string(db.backend(), used)).await?;
        let number = |at| row.as_ref().and_then(|row| row.try_get_by_index::<i64>(at).ok()).unwrap_or(0);
        if number(0).saturating_mul(number(1)) >= MAX_BYTES as i64 {
            return Err(DbErr::Custom("the journal is full".to_owned()));
        }
        Ok(())
    }
}

fn custom(error: impl std::fmt::Display) -> DbErr {
    DbErr::Custom(error.to_string())
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
