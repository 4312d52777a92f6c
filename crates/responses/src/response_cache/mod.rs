//! The response cache: responses that are made on request and then cached, bounded in bytes. Single-flight makes each
//! once however many ask at the same time, and it is served as it is for as long as nothing changed.
//!
//! A cached response remembers the generation in which it was last known to be right. When the posts or the site
//! change, [`ResponseCache::invalidate`] starts a new generation: the next request has the data read again, and only
//! data that differs is made into a new response.

mod response;
mod single_flight;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use base::supervisor;
use quick_cache::{DefaultHashBuilder, OptionsBuilder};
use tokio::sync::{Notify, Semaphore};

use crate::dictionary::Dictionary;
use crate::response_cache::response::ByteWeighter;
pub use crate::response_cache::response::{CacheLookup, CachedResponse, DataDigest, Fresh, MakeError};
use crate::response_cache::single_flight::SingleFlight;

/// The most bytes of all cached responses together, each in all its codings.
pub const MAX_CACHE_BYTES: u64 = 64 << 20;
/// Number of parts of the cache that are locked independently. No response may weigh more than one of them holds.
const SHARDS: usize = 4;
/// A guess at how many responses fit, for the first allocation only.
const EXPECTED_RESPONSES: usize = 1024;
/// The most responses that are made at the same time; the rest wait for a permit.
const MAX_CONCURRENT_MAKES: usize = 16;
/// Longest wait of a visitor for a newer response before a stale one is served.
const SERVE_STALE_AFTER: Duration = Duration::from_secs(1);
/// Time for which the source is left alone after it failed, if a stale response can be served.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);
/// The most responses that wait to be recompressed; the others try again with their next request.
const MAX_QUEUED_RECOMPRESSIONS: usize = 256;

/// The cache. Shared by all who ask.
pub struct ResponseCache {
    responses: quick_cache::sync::Cache<String, Arc<CachedResponse>, ByteWeighter>,
    generation: AtomicU64,
    flights: SingleFlight,
    permits: Semaphore,
    /// Milliseconds after `started` until which the source is left alone; 0 while it answers.
    paused_until_ms: AtomicU64,
    started: std::time::Instant,
    recompressions: SyncSender<(String, Weak<CachedResponse>)>,
    /// The shared dictionaries that responses are recompressed against, newest first.
    dictionaries: ArcSwap<Vec<Arc<Dictionary>>>,
    /// Notifies one waiter of each new generation.
    pub invalidated: Notify,
}

impl std::fmt::Debug for ResponseCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseCache")
            .field("responses", &self.responses.len())
            .field("bytes", &self.responses.weight())
            .finish()
    }
}

impl ResponseCache {
    /// An empty cache for at most `max_bytes`.
    pub fn new(max_bytes: u64) -> Arc<Self> {
        let options = OptionsBuilder::new()
            .shards(SHARDS)
            .estimated_items_capacity(EXPECTED_RESPONSES)
            .weight_capacity(max_bytes)
            .build()
            .expect("capacities are set");
        let responses = quick_cache::sync::Cache::with_options(
            options,
            ByteWeighter,
            DefaultHashBuilder::default(),
            quick_cache::sync::DefaultLifecycle::default(),
        );
        let (recompressions, queue) = sync_channel(MAX_QUEUED_RECOMPRESSIONS);
        let cache = Arc::new(Self {
            responses,
            generation: AtomicU64::new(1),
            flights: SingleFlight::default(),
            permits: Semaphore::new(MAX_CONCURRENT_MAKES),
            paused_until_ms: AtomicU64::new(0),
            started: std::time::Instant::now(),
            recompressions,
            dictionaries: Default::default(),
            invalidated: Notify::new(),
        });
        let state = (Arc::downgrade(&cache), queue);
        let work = |(cache, queue): &mut (_, _)| recompress_queued(cache, queue);
        supervisor::thread("recompress", std::thread::Builder::new(), state, work)
            .expect("threads can be started at the start");
        cache
    }

    /// Starts a new generation: every cached response is compared with its data before it is served again.
    pub fn invalidate(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.invalidated.notify_one();
    }

    /// Sets the shared dictionaries, newest first. Where they differ, cached responses are recompressed: those that are
    /// made right after the start come before the first dictionary.
    pub fn set_dictionaries(&self, dictionaries: &[Arc<Dictionary>]) {
        let before = self.dictionaries.swap(Arc::new(dictionaries.to_vec()));
        if before.iter().map(|one| &one.name).eq(dictionaries.iter().map(|one| &one.name)) {
            return;
        }
        for (key, cached) in self.responses.iter() {
            cached.recompression_requested.store(false, Ordering::Release);
            self.request_recompression(&key, &cached);
        }
    }

    /// The shared dictionaries, newest first.
    pub fn dictionaries(&self) -> Arc<Vec<Arc<Dictionary>>> {
        self.dictionaries.load_full()
    }

    /// Size of the cached responses.
    pub fn bytes(&self) -> u64 {
        self.responses.weight()
    }

    /// Number of cached responses.
    pub fn len(&self) -> usize {
        self.responses.len()
    }

    pub fn is_empty(&self) -> bool {
        self.responses.is_empty()
    }

    /// The cached response, if it is of this generation: nothing is read, made or waited for.
    pub fn get_fresh(&self, key: &str) -> Option<Arc<CachedResponse>> {
        let cached = self.responses.get(key)?;
        if cached.generation.load(Ordering::Acquire) < self.generation() {
            return None;
        }
        if !cached.recompression_requested.load(Ordering::Relaxed) {
            self.request_recompression(key, &cached);
        }
        Some(cached)
    }

    /// The response cached under `key`: as it is, or made by `make`, which gets the digest of the stale one.
    /// A stale response is served if `make` fails or takes long.
    ///
    /// # Errors
    /// If there is no response, not even a stale one.
    pub async fn get_or_make<M, F>(self: &Arc<Self>, key: &str, make: M) -> Result<CacheLookup, MakeError>
    where
        M: FnOnce(Option<DataDigest>) -> F + Send + 'static,
        F: Future<Output = Result<Fresh, MakeError>> + Send,
    {
        if let Some(cached) = self.get_fresh(key) {
            return Ok(CacheLookup::Hit(cached));
        }
        let stale = self.responses.peek(key);
        if let Some(cached) = stale.as_ref().filter(|_| self.is_paused()) {
            return Ok(CacheLookup::Hit(cached.clone()));
        }
        let (cache, name) = (self.clone(), key.to_owned());
        let flight = self.flights.join(key, self.generation(), async move { cache.make(name, make).await });
        let made = async {
            flight.await.unwrap_or_else(|_| Err(MakeError::Broken("its making was cut short".to_owned())))
        };
        match stale {
            None => made.await,
            Some(cached) => match tokio::time::timeout(SERVE_STALE_AFTER, made).await {
                Ok(Ok(found)) => Ok(found),
                Ok(Err(_)) | Err(_) => Ok(CacheLookup::Hit(cached)),
            },
        }
    }

    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    async fn make<M, F>(&self, key: String, make: M) -> Result<CacheLookup, MakeError>
    where
        M: FnOnce(Option<DataDigest>) -> F,
        F: Future<Output = Result<Fresh, MakeError>>,
    {
        // Somebody else's making may have ended after this visitor looked and before their own began.
        if let Some(cached) = self.get_fresh(&key) {
            return Ok(CacheLookup::Hit(cached));
        }
        let _permit = self.permits.acquire().await.expect("never closed");
        // Before the data is read: what changes from now on makes the response stale.
        let generation = self.generation();
        let before = self.responses.peek(&key);
        let made = make(before.as_ref().map(|cached| cached.digest)).await;
        self.pause_after_failure(&key, made.as_ref().err());
        match (made, before) {
            (Ok(Fresh::Unchanged), Some(cached)) => {
                cached.generation.fetch_max(generation, Ordering::AcqRel);
                Ok(CacheLookup::Hit(cached))
            }
            (Ok(Fresh::New { digest, status, precompressed }), _) => {
                let cached = Arc::new(CachedResponse {
                    status,
                    precompressed: *precompressed,
                    views: Default::default(),
                    digest,
                    generation: AtomicU64::new(generation),
                    recompression_requested: AtomicBool::new(false),
                });
                self.responses.insert(key, cached.clone());
                Ok(CacheLookup::Hit(cached))
            }
            (Ok(Fresh::Moved(to)), _) => {
                self.responses.remove(&key);
                Ok(CacheLookup::Moved(to))
            }
            (Ok(Fresh::TooLong), _) => {
                self.responses.remove(&key);
                Ok(CacheLookup::TooLong)
            }
            (Ok(Fresh::Unchanged | Fresh::Missing), _) => {
                self.responses.remove(&key);
                Ok(CacheLookup::Missing)
            }
            (Err(MakeError::Broken(_)), Some(cached)) => {
                // It keeps its last good bytes until something changes again (R36).
                cached.generation.fetch_max(generation, Ordering::AcqRel);
                Ok(CacheLookup::Hit(cached))
            }
            (Err(failure), _) => Err(failure),
        }
    }

    /// Pauses the making of responses for which there is a stale one while their source is away, and logs failures:
    /// that the source went away once, and that it is back.
    fn pause_after_failure(&self, key: &str, failure: Option<&MakeError>) {
        match failure {
            Some(MakeError::Away(why)) => {
                let until = (self.started.elapsed() + PAUSE_AFTER_ERROR).as_millis() as u64;
                if self.paused_until_ms.swap(until, Ordering::AcqRel) == 0 {
                    tracing::warn!(%why, "pages cannot be made at the moment: they are served as they were");
                }
            }
            Some(MakeError::Broken(why)) => {
                tracing::error!(%key, %why, "an answer cannot be made; it is served as it was");
            }
            None => {
                if self.paused_until_ms.load(Ordering::Relaxed) != 0
                    && self.paused_until_ms.swap(0, Ordering::AcqRel) != 0
                {
                    tracing::info!("pages are made again");
                }
            }
        }
    }

    fn is_paused(&self) -> bool {
        (self.started.elapsed().as_millis() as u64) < self.paused_until_ms.load(Ordering::Acquire)
    }

    fn request_recompression(&self, key: &str, cached: &Arc<CachedResponse>) {
        if cached.recompression_requested.swap(true, Ordering::AcqRel)
            || cached.precompressed.is_finished(&self.dictionaries.load())
        {
            return;
        }
        if self.recompressions.try_send((key.to_owned(), Arc::downgrade(cached))).is_err() {
            cached.recompression_requested.store(false, Ordering::Release);
        }
    }
}

/// The recompression thread: ends with the cache.
fn recompress_queued(cache: &Weak<ResponseCache>, queue: &Receiver<(String, Weak<CachedResponse>)>) {
    while let Ok((key, cached)) = queue.recv() {
        let Some(cached) = cached.upgrade() else { continue };
        let Some(dictionaries) = cache.upgrade().map(|cache| cache.dictionaries()) else { return };
        let smaller = Arc::new(CachedResponse {
            status: cached.status,
            precompressed: cached.precompressed.recompressed(&dictionaries),
            views: cached.views.clone(),
            digest: cached.digest,
            generation: AtomicU64::new(cached.generation.load(Ordering::Acquire)),
            recompression_requested: AtomicBool::new(true),
        });
        let Some(cache) = cache.upgrade() else { return };
        if cache.responses.peek(&key).is_some_and(|now| Arc::ptr_eq(&now, &cached)) {
            // If a newer response comes between, this one is stale by its generation, and checked again.
            let _ = cache.responses.replace(key, smaller, true);
        }
    }
}

#[cfg(test)]
mod tests;
