//! The desk where leads are handed in: many at once share one flush of the disk, and each is answered only
//! after its own is on it.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::canary;
use crate::lead::NewLead;
use crate::metrics::OutcomeCounter;
use crate::phone;
use crate::queue::group_commit::{Job, Writer};
use crate::queue::reference::{Reference, References, lead_id};
use crate::queue::row::Entry;
use crate::queue::spool::Spool;
use base::clock::{Clock, duration_ms};
use base::random::Random;
use storage::db::Db;
use storage::outbox::{Channel, OutboxNotify};

/// The most leads that wait; further visitors are told to try again rather than memory growing.
const QUEUE: usize = 1024;
/// How long a visitor waits for the answer at most.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);
/// How long the same words without a key are the same lead.
pub(crate) const CONTENT_KEY_TIME: Duration = Duration::from_secs(3600);

/// What makes two posts one lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// The client's own: made once per filled-in form, and kept for as long as the lead.
    Given(String),
    /// The words themselves, for an hour. The form's page is shared between visitors and carries no key,
    /// so a double click, a reload and a back-button post can only be known by their words; the same
    /// words tomorrow are a new request.
    Content,
}

impl Key {
    /// When it runs out, in Unix milliseconds; never where it was given.
    pub(crate) fn until(&self, received_at: i64) -> Option<i64> {
        match self {
            Key::Given(_) => None,
            Key::Content => Some(received_at + duration_ms(CONTENT_KEY_TIME)),
        }
    }
}

/// The lead is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub reference: Reference,
    /// False where the same lead had been stored before and this was a repetition.
    pub first_time: bool,
}

/// The lead was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptError {
    /// The key belongs to a lead with other words.
    KeyReused,
    /// Too many leads are waiting, or the server is stopping.
    Busy,
    /// The database could not store it.
    Database,
}

/// Where leads are handed in. Cheap to clone; all clones share one writer.
#[derive(Clone)]
pub struct LeadQueue(Arc<Inner>);

struct Inner {
    queue: mpsc::Sender<Job>,
    db: Db,
    clock: Clock,
    random: Random,
    references: References,
    closing: Arc<Notify>,
    counts: OutcomeCounter,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl LeadQueue {
    /// Opens the desk on a database, where each lead owes a mail; `bell` wakes the outbox worker when a lead
    /// was stored.
    ///
    /// # Panics
    /// When the machine has no thread left for the writer.
    pub fn open(db: Db, clock: Clock, random: Random, bell: OutboxNotify) -> Self {
        Self::open_with(db, clock, random, bell, &[Channel::Mail], None).expect("a thread")
    }

    /// As [`LeadQueue::open`], where each lead owes a delivery by each of these channels; and, where there is a folder for
    /// one, with a journal, which takes leads while the database is away.
    ///
    /// # Errors
    /// When the journal cannot be opened, or the machine has no thread left for the writer.
    pub fn open_with(
        db: Db,
        clock: Clock,
        random: Random,
        bell: OutboxNotify,
        channels: &'static [Channel],
        journal: Option<&Path>,
    ) -> io::Result<Self> {
        let open = |folder: &Path| {
            let told = |error| format!("the journal in {} cannot be opened: {error}", folder.display());
            Spool::open(folder).map_err(|error| io::Error::new(error.kind(), told(error)))
        };
        let journal = journal.map(open).transpose()?;
        let references = References::new(random.clone());
        let writer = Writer::new(db.clone(), references.clone(), bell, channels, journal);
        let (queue, jobs) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let thread = writer.start(jobs, Arc::clone(&closing))?;
        tokio::task::spawn_blocking(phone::make_ready);
        let (counts, writer) = (OutcomeCounter::default(), Mutex::new(Some(thread)));
        Ok(LeadQueue(Arc::new(Inner { queue, db, clock, random, references, closing, counts, writer })))
    }

    /// Hands in a lead and waits until it is on disk, its deliveries owed beside it.
    /// A lead whose visitor hangs up meanwhile is stored all the same.
    ///
    /// # Errors
    /// When it was not stored, or when that could not be made sure in time.
    pub async fn accept(&self, lead: NewLead, key: Option<Key>) -> Result<Receipt, AcceptError> {
        let received_at = self.0.clock.now_ms();
        let (id, reference) = (lead_id(received_at, &self.0.random), self.0.references.draw());
        let entry = Entry::new(id, reference, received_at, key, lead);
        let (answer, answered) = oneshot::channel();
        self.0.queue.try_send(Job { entry, answer }).map_err(|_| AcceptError::Busy)?;
        match tokio::time::timeout(ANSWER_LIMIT, answered).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(AcceptError::Database),
        }
    }

    /// Whether a request with that secret is one that the site has sent to itself. True once.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(crate) async fn claim_canary(&self, secret: &str) -> Result<bool, DbErr> {
        canary::claim(&self.0.db, secret, self.0.clock.now_ms()).await
    }

    /// What became of the posts that were meant for this desk.
    pub fn counts(&self) -> &OutcomeCounter {
        &self.0.counts
    }

    /// Whether the writer is at work; without it every lead is refused.
    pub fn is_open(&self) -> bool {
        !self.0.queue.is_closed()
    }

    /// Takes no more leads, stores those that wait, and returns when all of them are answered.
    pub async fn close(&self) {
        self.0.closing.notify_one();
        let writer = self.0.writer.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        let Some(writer) = writer else { return };
        let joined = tokio::task::spawn_blocking(|| writer.join()).await;
        if !matches!(joined, Ok(Ok(()))) {
            tracing::error!("the writer of leads ended with a panic");
        }
    }
}
