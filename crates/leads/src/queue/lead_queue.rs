//! The lead queue: many leads at once share one flush of the disk (group commit), and each visitor is answered only after
//! their own is on it.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::lead::{IdempotencyKey, NewLead};
use crate::outcome::{LeadOutcome, OutcomeCounter};
use crate::phone;
use crate::promise::Promises;
use crate::queue::group_commit::GroupCommit;
use crate::queue::pending::PendingLead;
use crate::queue::replay::Replay;
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::queue::spool_folder::SpoolCounts;
use crate::queue::writer_status::WriterStatus;
use crate::reference::{ReferenceGenerator, lead_id};
use base::clock::Clock;
use base::random::Random;
use base::supervisor;
use storage::db::Db;
use storage::outbox::{ChannelsInUse, OutboxNotify};

/// The most leads that wait; beyond it visitors have to try again, so that memory does not grow.
const MAX_QUEUED: usize = 1024;
/// Longest wait of a visitor for the answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Where leads are stored. Cheap to clone; all clones share one queue and its writer.
#[derive(Clone)]
pub struct LeadQueue(Arc<Inner>);

struct Inner {
    pending: mpsc::Sender<PendingLead>,
    db: Db,
    clock: Clock,
    random: Random,
    references: ReferenceGenerator,
    closing: Arc<Notify>,
    outcomes: OutcomeCounter,
    status: WriterStatus,
    spool: Option<Spool>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl LeadQueue {
    /// Opens the queue on a database, where each lead owes a mail; `notify` wakes the outbox worker when a lead was stored.
    ///
    /// # Panics
    /// When the machine has no thread left for the writer.
    pub fn open(db: Db, clock: Clock, random: Random, notify: OutboxNotify) -> Self {
        Self::open_with(db, clock, random, notify, ChannelsInUse::new(false), None).expect("a thread")
    }

    /// Like [`LeadQueue::open`], where each lead owes a delivery by each of these channels. If there is a folder for a spool,
    /// leads go into it while the database is away, and are replayed afterwards.
    ///
    /// # Errors
    /// When the database has no connection or the machine no thread left for the writer. A spool that cannot be opened is
    /// an error in the log: the site is needed all the same.
    pub fn open_with(
        db: Db,
        clock: Clock,
        random: Random,
        notify: OutboxNotify,
        channels: ChannelsInUse,
        spool: Option<&Path>,
    ) -> io::Result<Self> {
        let (pending, queue) = mpsc::channel(MAX_QUEUED);
        let (closing, status) = (Arc::new(Notify::new()), WriterStatus::default());
        let references = ReferenceGenerator::new(random.clone());
        let spool = spool.map(|folder| Spool::new(folder, clock.clone(), references.clone()));
        let writer = Writer {
            db: db.clone(),
            clock: clock.clone(),
            references: references.clone(),
            notify,
            channels,
            spool: spool.clone(),
            status: status.clone(),
            queue,
            closing: Arc::clone(&closing),
            opened: None,
        };
        let thread = writer.start()?;
        tokio::task::spawn_blocking(phone::prepare);
        let (outcomes, writer) = (OutcomeCounter::default(), Mutex::new(Some(thread)));
        let inner =
            Inner { pending, db, clock, random, references, closing, outcomes, status, spool, writer };
        Ok(LeadQueue(Arc::new(inner)))
    }

    /// Says at the start whether the database could be reached: no visitor has to find that out by waiting.
    pub fn set_database_away(&self, is_away: bool) {
        self.0.status.set_database_away(is_away);
    }

    /// Queues a lead and waits until it is on disk, together with the deliveries it owes. A lead whose visitor disconnects
    /// meanwhile is stored all the same. [`LeadOutcome::DatabaseUnavailable`] also means that nobody could say in time
    /// whether it was stored. It is due by the times that the program's own content promises.
    pub async fn store(&self, lead: NewLead, key: Option<IdempotencyKey>) -> LeadOutcome {
        self.store_by(&Promises::default(), lead, key).await
    }

    /// Like [`LeadQueue::store`], due by what the site promises now.
    pub async fn store_by(
        &self,
        promises: &Promises,
        lead: NewLead,
        key: Option<IdempotencyKey>,
    ) -> LeadOutcome {
        let received_at = self.now_ms();
        let (id, reference) = (lead_id(received_at, &self.0.random), self.0.references.draw());
        let lead = QueuedLead::new(id, reference, received_at, key, promises, lead);
        let (answer, answered) = oneshot::channel();
        if self.0.pending.try_send(PendingLead { lead, answer }).is_err() {
            return LeadOutcome::Busy;
        }
        match tokio::time::timeout(ANSWER_TIMEOUT, answered).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) | Err(_) => LeadOutcome::DatabaseUnavailable,
        }
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }

    pub(crate) fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }

    /// Outcomes of the POSTs since the start.
    pub fn outcomes(&self) -> &OutcomeCounter {
        &self.0.outcomes
    }

    /// Whether a lead could be stored now, in the database or in the spool.
    pub fn is_ready(&self) -> bool {
        !self.0.pending.is_closed() && !self.0.status.is_stuck()
    }

    /// Whether the database failed to store leads when it was last asked.
    pub fn is_database_away(&self) -> bool {
        self.0.status.is_database_away()
    }

    /// Contents of the spool; `None` if there is no spool, or it cannot be read.
    pub async fn spool_counts(&self) -> Option<SpoolCounts> {
        self.0.spool.as_ref()?.counts().await.ok()
    }

    /// Accepts no more leads, stores those that wait, and returns when all of them are answered: what stays in the spool
    /// until the next start.
    pub async fn close(&self) -> SpoolCounts {
        self.0.closing.notify_one();
        let writer = self.0.writer.lock().take();
        let Some(writer) = writer else { return SpoolCounts::default() };
        let _ = tokio::task::spawn_blocking(|| writer.join()).await;
        let Some(spool) = &self.0.spool else { return SpoolCounts::default() };
        let left = spool.counts().await;
        spool.close().await;
        left.unwrap_or_else(|error| {
            tracing::error!(%error, folder = %spool.folder().display(), "the journal cannot be read");
            SpoolCounts::default()
        })
    }
}

/// State of the writer's thread, kept however often it is started.
struct Writer {
    db: Db,
    clock: Clock,
    references: ReferenceGenerator,
    notify: OutboxNotify,
    channels: ChannelsInUse,
    spool: Option<Spool>,
    status: WriterStatus,
    queue: mpsc::Receiver<PendingLead>,
    closing: Arc<Notify>,
    /// Channel to whoever waits for the first start.
    opened: Option<std::sync::mpsc::Sender<io::Result<()>>>,
}

impl Writer {
    /// Starts the group commit in a thread of its own: among the visitors' tasks it would wait behind all of them each time
    /// the database answers. Returns when it is ready. If it breaks down, the visitors whose leads it had are told to try
    /// again, and those that wait in the queue are stored by the next one.
    ///
    /// # Errors
    /// When the database has no connection left, or the machine no thread.
    fn start(mut self) -> io::Result<JoinHandle<()>> {
        let (opened, is_open) = std::sync::mpsc::channel();
        self.opened = Some(opened);
        let thread = supervisor::thread("leads", std::thread::Builder::new(), self, Self::run)?;
        is_open.recv().unwrap_or_else(|_| Err(io::Error::other("the writer of leads has ended")))?;
        Ok(thread)
    }

    /// Stores leads from the queue until it is closed and empty.
    fn run(&mut self) {
        let first = self.opened.take();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let result = runtime.and_then(|runtime| {
            runtime.block_on(async {
                let group_commit = self.open(first.is_some()).await?;
                self.status.set_stuck(false);
                if let Some(opened) = &first {
                    let _ = opened.send(Ok(()));
                }
                group_commit.run(&mut self.queue, &self.closing).await;
                Ok(())
            })
        });
        match (result, first) {
            (Ok(()), _) => {}
            (Err(error), Some(opened)) => drop(opened.send(Err(error))),
            (Err(error), None) => {
                self.status.set_stuck(true);
                tracing::error!(%error, "the writer of leads cannot be started again yet");
                // The supervisor tries again.
                panic!("the writer of leads cannot be started again");
            }
        }
    }

    async fn open(&self, is_first: bool) -> io::Result<GroupCommit> {
        let db = self.db.for_this_thread().await.map_err(io::Error::other)?;
        if let Some(spool) = self.spool.as_ref().filter(|_| is_first)
            && let Err(error) = spool.prepare().await
        {
            let folder = spool.folder().display();
            tracing::error!(%folder, %error, "the journal cannot be opened; it is tried again when it is needed");
        }
        let (spool, clock, channels) = (self.spool.clone(), self.clock.clone(), self.channels.clone());
        let replay = Replay { db, spool, clock, channels, references: self.references.clone() };
        Ok(GroupCommit::new(replay, self.notify.clone(), self.status.clone()))
    }
}

#[cfg(test)]
#[path = "lead_queue_tests.rs"]
mod tests;
