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
use crate::queue::group_commit::{GroupCommit, PendingLead};
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::reference::{ReferenceGenerator, lead_id};
use base::clock::Clock;
use base::random::Random;
use storage::db::Db;
use storage::outbox::{Channel, OutboxNotify};

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
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl LeadQueue {
    /// Opens the queue on a database, where each lead owes a mail; `notify` wakes the outbox worker when a lead was stored.
    ///
    /// # Panics
    /// When the machine has no thread left for the writer.
    pub fn open(db: Db, clock: Clock, random: Random, notify: OutboxNotify) -> Self {
        Self::open_with(db, clock, random, notify, &[Channel::Mail], None).expect("a thread")
    }

    /// Like [`LeadQueue::open`], where each lead owes a delivery by each of these channels. If there is a folder for a spool,
    /// leads go into it while the database is away, and are replayed afterwards.
    ///
    /// # Errors
    /// When the spool cannot be opened, or the machine has no thread left for the writer.
    pub fn open_with(
        db: Db,
        clock: Clock,
        random: Random,
        notify: OutboxNotify,
        channels: &'static [Channel],
        spool: Option<&Path>,
    ) -> io::Result<Self> {
        let open = |folder: &Path| {
            let problem = |error| format!("the journal in {} cannot be opened: {error}", folder.display());
            Spool::open(folder).map_err(|error| io::Error::new(error.kind(), problem(error)))
        };
        let spool = spool.map(open).transpose()?;
        let references = ReferenceGenerator::new(random.clone());
        let group_commit = GroupCommit::new(db.clone(), references.clone(), notify, channels, spool);
        let (pending, queue) = mpsc::channel(MAX_QUEUED);
        let closing = Arc::new(Notify::new());
        let thread = group_commit.start(queue, Arc::clone(&closing))?;
        tokio::task::spawn_blocking(phone::prepare);
        let (outcomes, writer) = (OutcomeCounter::default(), Mutex::new(Some(thread)));
        Ok(LeadQueue(Arc::new(Inner { pending, db, clock, random, references, closing, outcomes, writer })))
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

    /// Whether the writer runs; without it every lead is refused.
    pub fn is_open(&self) -> bool {
        !self.0.pending.is_closed()
    }

    /// Accepts no more leads, stores those that wait, and returns when all of them are answered.
    pub async fn close(&self) {
        self.0.closing.notify_one();
        let writer = self.0.writer.lock().take();
        let Some(writer) = writer else { return };
        let joined = tokio::task::spawn_blocking(|| writer.join()).await;
        if !matches!(joined, Ok(Ok(()))) {
            tracing::error!("the writer of leads ended with a panic");
        }
    }
}
