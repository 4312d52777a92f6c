//! The one writer of leads: takes what waits at the desk, puts it on the disk together, and answers each. Where the
//! database is away it uses the journal, if there is one, and gives the leads back later.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use sea_orm::{ConnectionTrait as _, DbErr};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;

use crate::queue::lead_queue::{AcceptError, Receipt};
use crate::queue::reference::References;
use crate::queue::row::Entry;
use crate::queue::spool::{Known, Spool};
use crate::queue::store::{Stored, store};
use storage::db::Db;
use storage::outbox::{Channel, OutboxNotify};

/// The most leads that share one transaction.
const BATCH: usize = 64;
/// How long one transaction may take before its leads are told it failed.
const TRANSACTION_LIMIT: Duration = Duration::from_secs(10);
/// The same where a journal takes them: nobody need wait for a database that is away.
const JOURNALLED_LIMIT: Duration = Duration::from_secs(3);
/// How long the leads of a failed batch are tried one by one.
const SINGLY_LIMIT: Duration = Duration::from_secs(5);
/// How often the journal asks whether the database is back, and how long it waits for the answer.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Refused so often in one go, it is the database and not the leads.
const MOST_REFUSED: usize = 4;

pub(crate) struct Job {
    pub entry: Entry,
    pub answer: oneshot::Sender<Answer>,
}

type Answer = Result<Receipt, AcceptError>;

pub(crate) struct Writer {
    db: Db,
    references: References,
    bell: OutboxNotify,
    channels: &'static [Channel],
    journal: Option<Arc<Mutex<Spool>>>,
    /// Whether the database failed and has not been heard of since. Only with a journal.
    away: bool,
    /// When to give back next what is in the journal.
    next_look: Instant,
}

impl Writer {
    pub fn new(
        db: Db,
        references: References,
        bell: OutboxNotify,
        channels: &'static [Channel],
        journal: Option<Spool>,
    ) -> Self {
        let journal = journal.map(|journal| Arc::new(Mutex::new(journal)));
        Self { db, references, bell, channels, journal, away: false, next_look: Instant::now() }
    }

    /// Starts it in a thread of its own. Among the visitors it would wait behind all of them each time the database
    /// answers.
    ///
    /// # Errors
    /// When the machine has no thread left.
    pub fn start(mut self, jobs: mpsc::Receiver<Job>, closing: Arc<Notify>) -> io::Result<JoinHandle<()>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let work = async move {
            match self.db.for_this_thread().await {
                Ok(db) => self.db = db,
                Err(error) => return tracing::error!(%error, "the writer of leads has no database"),
            }
            self.run(jobs, closing).await;
        };
        std::thread::Builder::new().name("leads".to_owned()).spawn(move || runtime.block_on(work))
    }

    async fn run(mut self, mut jobs: mpsc::Receiver<Job>, closing: Arc<Notify>) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let taken = tokio::select! {
                taken = jobs.recv_many(&mut batch, BATCH) => taken,
                () = closing.notified() => {
                    jobs.close();
                    continue;
                }
                () = tokio::time::sleep_until(self.next_look), if self.owes() => {
                    self.give_back().await;
                    continue;
                }
            };
            if taken == 0 {
                return;
            }
            self.write(std::mem::take(&mut batch)).await;
        }
    }

    /// Stores a batch together; where that fails, in the journal, or each alone, so that one bad lead takes
    /// none with it.
    async fn write(&mut self, batch: Vec<Job>) {
        let batch = self.answer_known(batch);
        if self.away {
            return self.write_down(batch).await;
        }
        let (mut entries, answers): (Vec<Entry>, Vec<_>) =
            batch.into_iter().map(|job| (job.entry, job.answer)).unzip();
        let started = Instant::now();
        let limit = if self.journal.is_some() { JOURNALLED_LIMIT } else { TRANSACTION_LIMIT };
        match self.store(&mut entries, limit).await {
            Ok(results) => {
                for (result, answer) in results.into_iter().zip(answers) {
                    drop(answer.send(receipt(result)));
                }
            }
            Err(error) if self.journal.is_some() => {
                tracing::error!(%error, "the database is away; leads go into the journal");
                self.away = true;
                let jobs = entries.into_iter().zip(answers);
                return self.write_down(jobs.map(|(entry, answer)| Job { entry, answer }).collect()).await;
            }
            Err(error) => {
                tracing::error!(leads = entries.len(), %error, "a batch of leads was not stored");
                for (mut entry, answer) in entries.into_iter().zip(answers) {
                    let result = if started.elapsed() < SINGLY_LIMIT {
                        self.write_alone(&mut entry).await
                    } else {
                        Err(AcceptError::Database)
                    };
                    drop(answer.send(result));
                }
            }
        }
        self.bell.notify();
    }

    async fn write_alone(&self, entry: &mut Entry) -> Answer {
        match self.store(std::slice::from_mut(entry), TRANSACTION_LIMIT).await {
            Ok(mut results) => results.pop().map_or(Err(AcceptError::Database), receipt),
            Err(error) => {
                tracing::error!(lead = entry.id, %error, "a lead was not stored");
                Err(AcceptError::Database)
            }
        }
    }

    async fn store(&self, entries: &mut [Entry], limit: Duration) -> Result<Vec<Stored>, DbErr> {
        tokio::time::timeout(limit, store(&self.db, entries, self.channels, &self.references))
            .await
            .unwrap_or_else(|_| Err(late()))
    }

    fn journal(&self) -> Option<MutexGuard<'_, Spool>> {
        Some(self.journal.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether leads in the journal wait for the database.
    fn owes(&self) -> bool {
        self.journal().is_some_and(|journal| journal.waiting() > 0)
    }

    /// Answers the leads that wait in the journal already, and returns the others.
    fn answer_known(&self, batch: Vec<Job>) -> Vec<Job> {
        let Some(journal) = self.journal().filter(|journal| journal.waiting() > 0) else { return batch };
        let new = |job: Job| {
            let result = match journal.knows(&job.entry) {
                Known::No => return Some(job),
                Known::Yes(reference) => Ok(Receipt { reference, first_time: false }),
                Known::Otherwise => Err(AcceptError::KeyReused),
            };
            drop(job.answer.send(result));
            None
        };
        batch.into_iter().filter_map(new).collect()
    }

    /// Puts leads into the journal, one flush for all of them.
    async fn write_down(&mut self, batch: Vec<Job>) {
        // The first of those with the same key is written; its followers are known a moment later.
        let mut keys = std::collections::HashSet::new();
        let (first, followers): (Vec<Job>, Vec<Job>) =
            batch.into_iter().partition(|job| job.entry.stored_key().is_none_or(|key| keys.insert(key)));
        let (entries, answers): (Vec<Entry>, Vec<_>) =
            first.into_iter().map(|job| (job.entry, job.answer)).unzip();
        let references: Vec<_> = entries.iter().map(|entry| entry.reference.clone()).collect();
        let written = self.with_journal(move |journal| journal.append(&entries)).await;
        if let Err(error) = &written {
            tracing::error!(%error, leads = references.len(), "leads could not be written into the journal");
        }
        for (reference, answer) in references.into_iter().zip(answers) {
            let receipt = Receipt { reference, first_time: true };
            drop(answer.send(written.as_ref().map(|()| receipt).map_err(|_| AcceptError::Database)));
        }
        for job in self.answer_known(followers) {
            drop(job.answer.send(Err(AcceptError::Database)));
        }
    }

    /// Does something slow with the journal beside the other tasks.
    async fn with_journal<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Spool) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let Some(journal) = self.journal.clone() else { return Err(io::ErrorKind::NotFound.into()) };
        let act = move || act(&mut journal.lock().unwrap_or_else(PoisonError::into_inner));
        tokio::task::spawn_blocking(act).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }

    /// Gives the database the next leads of the journal, where it is back.
    async fn give_back(&mut self) {
        self.next_look = Instant::now() + LOOK_AGAIN;
        if !self.is_back().await {
            return;
        }
        let taken = self.with_journal(|journal| journal.next(BATCH)).await;
        let given = match taken {
            Ok((entries, until)) => self.store_again(entries).await.map(|()| until),
            Err(error) => return tracing::error!(%error, "the journal cannot be read"),
        };
        let Ok(until) = given else { return };
        if let Err(error) = self.with_journal(move |journal| journal.gave_back(until)).await {
            tracing::error!(%error, "the journal cannot be emptied; no lead of it is stored twice");
        }
        if std::mem::take(&mut self.away) {
            tracing::info!("the database is back; it is given what is in the journal");
        }
        self.next_look = Instant::now();
        self.bell.notify();
    }

    async fn is_back(&self) -> bool {
        let asked = self.db.reader().execute_unprepared("SELECT 1");
        matches!(tokio::time::timeout(LOOK_AGAIN, asked).await, Ok(Ok(_)))
    }

    /// Stores leads whose visitors were thanked: all of them, whatever the database says of one.
    async fn store_again(&self, mut entries: Vec<Entry>) -> Result<(), DbErr> {
        if entries.is_empty() {
            return Ok(());
        }
        let Ok(results) = self.store(&mut entries, TRANSACTION_LIMIT).await else {
            return self.store_singly(entries).await;
        };
        for (entry, result) in entries.iter_mut().zip(results) {
            if result == Stored::KeyReused {
                self.store_thanked(entry).await?;
            }
        }
        Ok(())
    }

    async fn store_thanked(&self, entry: &mut Entry) -> Result<(), DbErr> {
        let stored = self.store(std::slice::from_mut(entry), JOURNALLED_LIMIT).await?;
        if stored.contains(&Stored::KeyReused) {
            // Another node took the key meanwhile, for other words. Both were thanked, so both are kept.
            entry.key = None;
            self.store(std::slice::from_mut(entry), JOURNALLED_LIMIT).await?;
        }
        Ok(())
    }

    /// Finds out whether the database refuses single leads, which are set aside, or all, and so is still away.
    async fn store_singly(&self, entries: Vec<Entry>) -> Result<(), DbErr> {
        let (mut refused, count) = (Vec::new(), entries.len());
        for mut entry in entries {
            if let Err(error) = self.store_thanked(&mut entry).await {
                refused.push((entry, error));
                if refused.len() == MOST_REFUSED {
                    break;
                }
            }
        }
        if refused.len() == Ord::min(count, MOST_REFUSED) {
            return Err(refused.pop().map_or_else(late, |(_, error)| error));
        }
        for (entry, error) in refused {
            tracing::error!(lead = entry.id, %error, "the database refuses a lead; it is set aside beside the journal");
            let set_aside = self.with_journal(move |journal| journal.refuse(&entry)).await;
            set_aside.map_err(|error| DbErr::Custom(error.to_string()))?;
        }
        Ok(())
    }
}

fn late() -> DbErr {
    DbErr::Custom("the database did not answer in time".to_owned())
}

fn receipt(stored: Stored) -> Answer {
    match stored {
        Stored::New(reference) => Ok(Receipt { reference, first_time: true }),
        Stored::Again(reference) => Ok(Receipt { reference, first_time: false }),
        Stored::KeyReused => Err(AcceptError::KeyReused),
    }
}
