//! Group commit: one thread stores the leads that wait in the queue in one transaction, and answers each after the commit.
//! While the database is away it spools them, if there is a spool, and replays them later.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sea_orm::{ConnectionTrait as _, DbErr};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;

use crate::outcome::LeadOutcome;
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::queue::store::store;
use crate::reference::ReferenceGenerator;
use storage::db::Db;
use storage::outbox::{Channel, OutboxNotify};

/// The most leads that share one transaction.
const MAX_BATCH: usize = 64;
/// How long one transaction may take before its leads count as not stored.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(10);
/// The same where there is a spool: nobody has to wait for a database that is away.
const TIMEOUT_WITH_SPOOL: Duration = Duration::from_secs(3);
/// For how long the leads of a failed batch are tried one by one.
const SINGLE_TRIES_TIMEOUT: Duration = Duration::from_secs(5);
/// How often to ask whether the database is back for a replay, and how long to wait for its answer.
const REPLAY_INTERVAL: Duration = Duration::from_secs(1);
/// If it refuses this many leads of one replay, the fault is the database's and not the leads'.
const MAX_REFUSED_LEADS: usize = 4;

/// A lead in the queue, and where its visitor waits for the answer.
pub(crate) struct PendingLead {
    pub lead: QueuedLead,
    pub answer: oneshot::Sender<LeadOutcome>,
}

pub(crate) struct GroupCommit {
    db: Db,
    references: ReferenceGenerator,
    notify: OutboxNotify,
    channels: &'static [Channel],
    spool: Option<Arc<Mutex<Spool>>>,
    /// Whether the database failed and has not answered since. Only with a spool.
    is_database_away: bool,
    next_replay: Instant,
}

impl GroupCommit {
    pub fn new(
        db: Db,
        references: ReferenceGenerator,
        notify: OutboxNotify,
        channels: &'static [Channel],
        spool: Option<Spool>,
    ) -> Self {
        let spool = spool.map(|spool| Arc::new(Mutex::new(spool)));
        let next_replay = Instant::now();
        Self { db, references, notify, channels, spool, is_database_away: false, next_replay }
    }

    /// Starts it in a thread of its own: among the visitors' tasks it would wait behind all of them each time the database
    /// answers.
    ///
    /// # Errors
    /// When the machine has no thread left.
    pub fn start(
        mut self,
        queue: mpsc::Receiver<PendingLead>,
        closing: Arc<Notify>,
    ) -> io::Result<JoinHandle<()>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let work = async move {
            match self.db.for_this_thread().await {
                Ok(db) => self.db = db,
                Err(error) => return tracing::error!(%error, "the writer of leads has no database"),
            }
            self.run(queue, closing).await;
        };
        std::thread::Builder::new().name("leads".to_owned()).spawn(move || runtime.block_on(work))
    }

    async fn run(mut self, mut queue: mpsc::Receiver<PendingLead>, closing: Arc<Notify>) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        loop {
            let received = tokio::select! {
                received = queue.recv_many(&mut batch, MAX_BATCH) => received,
                () = closing.notified() => {
                    queue.close();
                    continue;
                }
                () = tokio::time::sleep_until(self.next_replay), if self.has_spooled_leads() => {
                    self.replay().await;
                    continue;
                }
            };
            if received == 0 {
                return;
            }
            self.store_batch(std::mem::take(&mut batch)).await;
        }
    }

    /// Stores a batch together. If that fails, the leads go into the spool, or are stored one by one, so that one bad lead
    /// takes none with it.
    async fn store_batch(&mut self, batch: Vec<PendingLead>) {
        let batch = self.answer_spooled(batch);
        if self.is_database_away {
            return self.spool_batch(batch).await;
        }
        let (mut leads, answers): (Vec<QueuedLead>, Vec<_>) =
            batch.into_iter().map(|pending| (pending.lead, pending.answer)).unzip();
        let started = Instant::now();
        let timeout = if self.spool.is_some() { TIMEOUT_WITH_SPOOL } else { TRANSACTION_TIMEOUT };
        match self.store(&mut leads, timeout).await {
            Ok(outcomes) => {
                for (outcome, answer) in outcomes.into_iter().zip(answers) {
                    drop(answer.send(outcome));
                }
            }
            Err(error) if self.spool.is_some() => {
                tracing::error!(%error, "the database is away; leads go into the journal");
                self.is_database_away = true;
                let batch = leads.into_iter().zip(answers);
                return self
                    .spool_batch(batch.map(|(lead, answer)| PendingLead { lead, answer }).collect())
                    .await;
            }
            Err(error) => {
                tracing::error!(leads = leads.len(), %error, "a batch of leads was not stored");
                for (mut lead, answer) in leads.into_iter().zip(answers) {
                    let outcome = if started.elapsed() < SINGLE_TRIES_TIMEOUT {
                        self.store_one(&mut lead).await
                    } else {
                        LeadOutcome::DatabaseUnavailable
                    };
                    drop(answer.send(outcome));
                }
            }
        }
        self.notify.notify();
    }

    async fn store_one(&self, lead: &mut QueuedLead) -> LeadOutcome {
        match self.store(std::slice::from_mut(lead), TRANSACTION_TIMEOUT).await {
            Ok(mut outcomes) => outcomes.pop().unwrap_or(LeadOutcome::DatabaseUnavailable),
            Err(error) => {
                tracing::error!(lead = lead.id, %error, "a lead was not stored");
                LeadOutcome::DatabaseUnavailable
            }
        }
    }

    async fn store(&self, leads: &mut [QueuedLead], timeout: Duration) -> Result<Vec<LeadOutcome>, DbErr> {
        tokio::time::timeout(timeout, store(&self.db, leads, self.channels, &self.references))
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    fn spool(&self) -> Option<MutexGuard<'_, Spool>> {
        self.spool.as_ref().map(|spool| spool.lock())
    }

    fn has_spooled_leads(&self) -> bool {
        self.spool().is_some_and(|spool| spool.waiting_bytes() > 0)
    }

    /// Answers the leads that are in the spool already, and returns the others.
    fn answer_spooled(&self, batch: Vec<PendingLead>) -> Vec<PendingLead> {
        let Some(spool) = self.spool().filter(|spool| spool.waiting_bytes() > 0) else { return batch };
        let unknown = |pending: PendingLead| match spool.find_repetition(&pending.lead) {
            None => Some(pending),
            Some(outcome) => {
                drop(pending.answer.send(outcome));
                None
            }
        };
        batch.into_iter().filter_map(unknown).collect()
    }

    /// Puts leads into the spool, with one flush for all of them.
    async fn spool_batch(&mut self, batch: Vec<PendingLead>) {
        // The first of those with the same key is written; its followers are repetitions of it a moment later.
        let mut keys = HashSet::new();
        let (first, followers): (Vec<PendingLead>, Vec<PendingLead>) =
            batch.into_iter().partition(|one| one.lead.stored_key().is_none_or(|key| keys.insert(key)));
        let (leads, answers): (Vec<QueuedLead>, Vec<_>) =
            first.into_iter().map(|pending| (pending.lead, pending.answer)).unzip();
        let outcomes: Vec<LeadOutcome> = leads.iter().map(|lead| lead.stored(true)).collect();
        let spooled = self.with_spool(move |spool| spool.append(&leads)).await;
        if let Err(error) = &spooled {
            tracing::error!(%error, leads = outcomes.len(), "leads could not be written into the journal");
        }
        for (outcome, answer) in outcomes.into_iter().zip(answers) {
            drop(answer.send(if spooled.is_ok() { outcome } else { LeadOutcome::DatabaseUnavailable }));
        }
        for pending in self.answer_spooled(followers) {
            drop(pending.answer.send(LeadOutcome::DatabaseUnavailable));
        }
    }

    /// Does something slow with the spool in another thread.
    async fn with_spool<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Spool) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let Some(spool) = self.spool.clone() else { return Err(io::ErrorKind::NotFound.into()) };
        let act = move || act(&mut spool.lock());
        tokio::task::spawn_blocking(act).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    }

    /// Stores the next leads of the spool in the database, if that is back.
    async fn replay(&mut self) {
        self.next_replay = Instant::now() + REPLAY_INTERVAL;
        if !self.is_database_back().await {
            return;
        }
        let read = self.with_spool(|spool| spool.next_batch(MAX_BATCH)).await;
        let stored = match read {
            Ok((leads, end)) => self.store_replayed(leads).await.map(|()| end),
            Err(error) => return tracing::error!(%error, "the journal cannot be read"),
        };
        let Ok(end) = stored else { return };
        if let Err(error) = self.with_spool(move |spool| spool.mark_replayed(end)).await {
            tracing::error!(%error, "the journal cannot be emptied; no lead of it is stored twice");
        }
        if std::mem::take(&mut self.is_database_away) {
            tracing::info!("the database is back; the leads of the journal are replayed");
        }
        self.next_replay = Instant::now();
        self.notify.notify();
    }

    async fn is_database_back(&self) -> bool {
        let asked = self.db.reader().execute_unprepared("SELECT 1");
        matches!(tokio::time::timeout(REPLAY_INTERVAL, asked).await, Ok(Ok(_)))
    }

    /// Stores leads whose visitors were thanked: all of them, whatever the database says of one.
    async fn store_replayed(&self, mut leads: Vec<QueuedLead>) -> Result<(), DbErr> {
        if leads.is_empty() {
            return Ok(());
        }
        let Ok(outcomes) = self.store(&mut leads, TRANSACTION_TIMEOUT).await else {
            return self.store_replayed_singly(leads).await;
        };
        for (lead, outcome) in leads.iter_mut().zip(outcomes) {
            if outcome == LeadOutcome::KeyReused {
                self.store_thanked(lead).await?;
            }
        }
        Ok(())
    }

    async fn store_thanked(&self, lead: &mut QueuedLead) -> Result<(), DbErr> {
        let outcomes = self.store(std::slice::from_mut(lead), TIMEOUT_WITH_SPOOL).await?;
        if outcomes.contains(&LeadOutcome::KeyReused) {
            // Another node stored other words under the key meanwhile. Both visitors were thanked, so both leads are kept.
            lead.key = None;
            self.store(std::slice::from_mut(lead), TIMEOUT_WITH_SPOOL).await?;
        }
        Ok(())
    }

    /// Finds out whether the database refuses single leads, which are set aside, or all of them, and so is still away.
    async fn store_replayed_singly(&self, leads: Vec<QueuedLead>) -> Result<(), DbErr> {
        let (mut refused, count) = (Vec::new(), leads.len());
        for mut lead in leads {
            if let Err(error) = self.store_thanked(&mut lead).await {
                refused.push((lead, error));
                if refused.len() == MAX_REFUSED_LEADS {
                    break;
                }
            }
        }
        if refused.len() == Ord::min(count, MAX_REFUSED_LEADS) {
            return Err(refused.pop().map_or_else(timed_out, |(_, error)| error));
        }
        for (lead, error) in refused {
            tracing::error!(lead = lead.id, %error, "the database refuses a lead; it is set aside beside the journal");
            let set_aside = self.with_spool(move |spool| spool.set_aside(&lead)).await;
            set_aside.map_err(|error| DbErr::Custom(error.to_string()))?;
        }
        Ok(())
    }
}

fn timed_out() -> DbErr {
    DbErr::Custom("the database did not answer in time".to_owned())
}
