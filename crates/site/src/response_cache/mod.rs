//! Answers that are made when somebody asks, and kept: bounded in bytes, made once however many ask at the
//! same time, and handed out as they are for as long as nothing changed.
//!
//! A kept answer remembers the epoch it was last known to be right in. When the posts or the site change, the
//! epoch advances: whoever asks next has the data read again, and only other data is made into a new answer.

mod answer;
mod flights;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use quick_cache::{DefaultHashBuilder, OptionsBuilder};
use tokio::sync::{Notify, Semaphore};

use crate::precompressed::CompressionLevel;
use crate::response_cache::answer::Weight;
pub use crate::response_cache::answer::{CacheLookup, CachedResponse, Digest, Fresh, MakeError};
use crate::response_cache::flights::Flights;

/// How many bytes all kept answers may have together, each in all its codings.
pub const SHELF_BYTES: u64 = 64 << 20;
/// How many parts the shelf is locked by. No answer may weigh more than one of them holds.
const SHARDS: usize = 4;
/// A guess at how many answers fit, for the first allocation only.
const ANSWERS: usize = 1024;
/// How many answers may be made at once; the rest wait for their turn.
const AT_ONCE: usize = 16;
/// How long a reader waits for a newer answer before a stale one will do.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the source is left alone after it failed, as far as stale answers will do.
const REST: Duration = Duration::from_secs(1);
/// How many answers may wait to be packed small; the others are asked for again.
const WAITING: usize = 256;

/// The shelf. Shared by all who ask.
pub struct ResponseCache {
    kept: quick_cache::sync::Cache<String, Arc<CachedResponse>, Weight>,
    epoch: AtomicU64,
    flights: Flights,
    turns: Semaphore,
    /// Milliseconds after `started` until which the source is left alone; 0 while it answers.
    resting_until: AtomicU64,
    started: std::time::Instant,
    packing: SyncSender<(String, Weak<CachedResponse>)>,
    /// Rings when the epoch advances, for the one that waits.
    pub news: Notify,
}

impl std::fmt::Debug for ResponseCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseCache")
            .field("answers", &self.kept.len())
            .field("bytes", &self.kept.weight())
            .finish()
    }
}

impl ResponseCache {
    /// An empty shelf for `bytes`.
    pub fn new(bytes: u64) -> Arc<Self> {
        let options = OptionsBuilder::new()
            .shards(SHARDS)
            .estimated_items_capacity(ANSWERS)
            .weight_capacity(bytes)
            .build()
            .expect("capacities are set");
        let kept = quick_cache::sync::Cache::with_options(
            options,
            Weight,
            DefaultHashBuilder::default(),
            quick_cache::sync::DefaultLifecycle::default(),
        );
        let (packing, waiting) = sync_channel(WAITING);
        let shelf = Arc::new(Self {
            kept,
            epoch: AtomicU64::new(1),
            flights: Flights::default(),
            turns: Semaphore::new(AT_ONCE),
            resting_until: AtomicU64::new(0),
            started: std::time::Instant::now(),
            packing,
            news: Notify::new(),
        });
        let packed = Arc::downgrade(&shelf);
        std::thread::Builder::new()
            .name("shelf".into())
            .spawn(move || pack_small(&packed, &waiting))
            .expect("threads can be started at the start");
        shelf
    }

    /// From now on every kept answer is looked at again before it is handed out.
    pub fn advance(&self) {
        self.epoch.fetch_add(1, Ordering::AcqRel);
        self.news.notify_one();
    }

    /// How many bytes the kept answers have now.
    pub fn bytes(&self) -> u64 {
        self.kept.weight()
    }

    /// How many answers are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The kept answer, where it is known to be right: nothing is read, made or waited for.
    pub fn fresh(&self, key: &str) -> Option<Arc<CachedResponse>> {
        let kept = self.kept.get(key)?;
        if kept.epoch.load(Ordering::Acquire) < self.epoch.load(Ordering::Acquire) {
            return None;
        }
        if !kept.asked_again.load(Ordering::Relaxed) {
            self.ask_for_small(key, &kept);
        }
        Some(kept)
    }

    /// The answer kept under `key`: as it is, or made by `make`, which is given the digest of the stale one.
    /// A stale answer is handed out where `make` fails or takes long.
    ///
    /// # Errors
    /// Where there is no answer, not even a stale one.
    pub async fn get<M, F>(self: &Arc<Self>, key: &str, make: M) -> Result<CacheLookup, MakeError>
    where
        M: FnOnce(Option<Digest>) -> F + Send + 'static,
        F: Future<Output = Result<Fresh, MakeError>> + Send,
    {
        if let Some(kept) = self.fresh(key) {
            return Ok(CacheLookup::Hit(kept));
        }
        let stale = self.kept.peek(key);
        if let Some(kept) = stale.as_ref().filter(|_| self.is_resting()) {
            return Ok(CacheLookup::Hit(kept.clone()));
        }
        let (shelf, name) = (self.clone(), key.to_owned());
        let flight = self.flights.join(key, self.epoch(), async move { shelf.make(name, make).await });
        match stale {
            None => flight.await,
            Some(kept) => match tokio::time::timeout(PATIENCE, flight).await {
                Ok(Ok(found)) => Ok(found),
                Ok(Err(_)) | Err(_) => Ok(CacheLookup::Hit(kept)),
            },
        }
    }

    fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    async fn make<M, F>(&self, key: String, make: M) -> Result<CacheLookup, MakeError>
    where
        M: FnOnce(Option<Digest>) -> F,
        F: Future<Output = Result<Fresh, MakeError>>,
    {
        let _turn = self.turns.acquire().await.expect("never closed");
        // Before the data is read: what changes from now on makes the answer stale.
        let epoch = self.epoch();
        let before = self.kept.peek(&key);
        let made = make(before.as_ref().map(|kept| kept.digest)).await;
        self.note(&key, made.as_ref().err());
        match (made, before) {
            (Ok(Fresh::Unchanged), Some(kept)) => {
                kept.epoch.fetch_max(epoch, Ordering::AcqRel);
                Ok(CacheLookup::Hit(kept))
            }
            (Ok(Fresh::New { digest, status, packed }), _) => {
                let kept = Arc::new(CachedResponse {
                    status,
                    packed: *packed,
                    views: Default::default(),
                    digest,
                    epoch: AtomicU64::new(epoch),
                    asked_again: AtomicBool::new(false),
                });
                self.kept.insert(key, kept.clone());
                Ok(CacheLookup::Hit(kept))
            }
            (Ok(Fresh::Moved(to)), _) => {
                self.kept.remove(&key);
                Ok(CacheLookup::Moved(to))
            }
            (Ok(Fresh::TooLong), _) => {
                self.kept.remove(&key);
                Ok(CacheLookup::TooLong)
            }
            (Ok(Fresh::Unchanged | Fresh::Missing), _) => {
                self.kept.remove(&key);
                Ok(CacheLookup::Missing)
            }
            (Err(MakeError::Broken(_)), Some(kept)) => {
                // It keeps its last good bytes until something changes again (R36).
                kept.epoch.fetch_max(epoch, Ordering::AcqRel);
                Ok(CacheLookup::Hit(kept))
            }
            (Err(failure), _) => Err(failure),
        }
    }

    /// Writes failures down: the source's going away once, and its coming back.
    fn note(&self, key: &str, failure: Option<&MakeError>) {
        match failure {
            Some(MakeError::Away(why)) => {
                let until = (self.started.elapsed() + REST).as_millis() as u64;
                if self.resting_until.swap(until, Ordering::AcqRel) == 0 {
                    tracing::warn!(%why, "pages cannot be made at the moment: they are served as they were");
                }
            }
            Some(MakeError::Broken(why)) => {
                tracing::error!(%key, %why, "an answer cannot be made; it is served as it was");
            }
            None => {
                if self.resting_until.load(Ordering::Relaxed) != 0
                    && self.resting_until.swap(0, Ordering::AcqRel) != 0
                {
                    tracing::info!("pages are made again");
                }
            }
        }
    }

    fn is_resting(&self) -> bool {
        (self.started.elapsed().as_millis() as u64) < self.resting_until.load(Ordering::Acquire)
    }

    fn ask_for_small(&self, key: &str, kept: &Arc<CachedResponse>) {
        if kept.packed.effort == CompressionLevel::Small || kept.asked_again.swap(true, Ordering::AcqRel) {
            return;
        }
        if self.packing.try_send((key.to_owned(), Arc::downgrade(kept))).is_err() {
            kept.asked_again.store(false, Ordering::Release);
        }
    }
}

/// The packing thread: ends with the shelf.
fn pack_small(shelf: &Weak<ResponseCache>, waiting: &Receiver<(String, Weak<CachedResponse>)>) {
    while let Ok((key, kept)) = waiting.recv() {
        let Some(kept) = kept.upgrade() else { continue };
        let smaller = Arc::new(CachedResponse {
            status: kept.status,
            packed: kept.packed.shrunk(),
            views: kept.views.clone(),
            digest: kept.digest,
            epoch: AtomicU64::new(kept.epoch.load(Ordering::Acquire)),
            asked_again: AtomicBool::new(true),
        });
        let Some(shelf) = shelf.upgrade() else { return };
        if shelf.kept.peek(&key).is_some_and(|now| Arc::ptr_eq(&now, &kept)) {
            // Where a newer answer comes between, this one is stale by its epoch, and looked at again.
            let _ = shelf.kept.replace(key, smaller, true);
        }
    }
}

#[cfg(test)]
mod tests;
