//! The lead queue: many leads at once share one flush of the disk (group commit), and each visitor is answered only after
//! their own is on it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::lead::{IdempotencyKey, NewLead};
use crate::outcome::{LeadOutcome, OutcomeCounter};
use crate::phone;
use crate::queue::group_commit::{GroupCommit, PendingLead, WriterStatus};
use crate::queue::replay::Replay;
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::queue::spool_folder::SpoolCounts;
use crate::reference::{ReferenceGenerator, lead_id};
use base::clock::Clock;
use base::random::Random;
use storage::db::Db;
use storage::outbox::{ChannelsInUse, OutboxNotify};

/// The most leads that wait; beyond it visitors have to try again, so that memory does not grow.
const MAX_QUEUED: usize = 1024;
/// How long a visitor waits for the answer at most.
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
        let writer = Writer {
            db: db.clone(),
            clock: clock.clone(),
            references: references.clone(),
            notify,
            channels,
            spool: spool.map(Path::to_owned),
            status: status.clone(),
        };
        let (spool, thread) = writer.start(queue, Arc::clone(&closing))?;
        tokio::task::spawn_blocking(phone::prepare);
        let (outcomes, writer) = (OutcomeCounter::default(), Mutex::new(Some(thread)));
        let inner =
            Inner { pending, db, clock, random, references, closing, outcomes, status, spool, writer };
        Ok(LeadQueue(Arc::new(inner)))
    }

    /// Queues a lead and waits until it is on disk, together with the deliveries it owes. A lead whose visitor disconnects
    /// meanwhile is stored all the same. [`LeadOutcome::DatabaseUnavailable`] also means that nobody could say in time
    /// whether it was stored.
    pub async fn store(&self, lead: NewLead, key: Option<IdempotencyKey>) -> LeadOutcome {
        let received_at = self.now_ms();
        let (id, reference) = (lead_id(received_at, &self.0.random), self.0.references.draw());
        let lead = QueuedLead::new(id, reference, received_at, key, lead);
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

    /// What became of the POSTs since the start.
    pub fn outcomes(&self) -> &OutcomeCounter {
        &self.0.outcomes
    }

    /// Whether a lead could be stored now, in the database or in the spool.
    pub fn is_ready(&self) -> bool {
        !self.0.pending.is_closed() && !self.0.status.is_stuck()
    }

    /// Whether the database stored nothing when it was last asked.
    pub fn is_database_away(&self) -> bool {
        self.0.status.is_database_away()
    }

    /// What is in the spool; nothing if none is set, or if it cannot be read.
    pub async fn spool_counts(&self) -> Option<SpoolCounts> {
        self.0.spool.as_ref()?.counts().await.ok()
    }

    /// Accepts no more leads, stores those that wait, and returns when all of them are answered: what stays in the spool
    /// until the next start.
    pub async fn close(&self) -> SpoolCounts {
        self.0.closing.notify_one();
        let writer = self.0.writer.lock().take();
        let Some(writer) = writer else { return SpoolCounts::default() };
        let joined = tokio::task::spawn_blocking(|| writer.join()).await;
        if !matches!(joined, Ok(Ok(()))) {
            tracing::error!("the writer of leads ended with a panic");
        }
        let Some(spool) = &self.0.spool else { return SpoolCounts::default() };
        let left = spool.counts().await;
        spool.close().await;
        left.unwrap_or_else(|error| {
            tracing::error!(%error, folder = %spool.folder().display(), "the journal cannot be read");
            SpoolCounts::default()
        })
    }
}

/// What the writer's thread needs.
struct Writer {
    db: Db,
    clock: Clock,
    references: ReferenceGenerator,
    notify: OutboxNotify,
    channels: ChannelsInUse,
    /// The folder of the spool.
    spool: Option<PathBuf>,
    status: WriterStatus,
}

impl Writer {
    /// Starts the group commit in a thread of its own: among the visitors' tasks it would wait behind all of them each time
    /// the database answers. Returns when it is ready.
    ///
    /// # Errors
    /// When the database has no connection left, or the machine no thread.
    fn start(
        self,
        queue: mpsc::Receiver<PendingLead>,
        closing: Arc<Notify>,
    ) -> io::Result<(Option<Spool>, JoinHandle<()>)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (opened, is_open) = std::sync::mpsc::channel();
        let work = async move {
            match self.open().await {
                Ok((group_commit, spool)) => {
                    let _ = opened.send(Ok(spool));
                    group_commit.run(queue, closing).await;
                }
                Err(error) => drop(opened.send(Err(error))),
            }
        };
        let name = std::thread::Builder::new().name("leads".to_owned());
        let thread = name.spawn(move || runtime.block_on(work))?;
        let spool =
            is_open.recv().unwrap_or_else(|_| Err(io::Error::other("the writer of leads has ended")))?;
        Ok((spool, thread))
    }

    async fn open(self) -> io::Result<(GroupCommit, Option<Spool>)> {
        let db = self.db.for_this_thread().await.map_err(io::Error::other)?;
        let new = |folder: &PathBuf| Spool::new(folder, self.clock.clone(), self.references.clone());
        let spool = self.spool.as_ref().map(new);
        if let Some(spool) = &spool
            && let Err(error) = spool.prepare().await
        {
            let folder = spool.folder().display();
            tracing::error!(%folder, %error, "the journal cannot be opened; it is tried again when it is needed");
        }
        let Writer { clock, references, channels, .. } = self;
        let replay = Replay { db, spool: spool.clone(), clock, channels, references };
        Ok((GroupCommit::new(replay, self.notify, self.status), spool))
    }
}
