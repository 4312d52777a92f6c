//! The flusher writes what was counted from the buffer to the database, every few seconds and when the server stops. A
//! batch that cannot be written is kept and retried, and is added to the sums once.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::watch;

use crate::buffer::{CounterKey, Sums, path_or_other};
use crate::{Stats, store};
use base::random::Random;
use base::supervisor::{self, Task};
use storage::db::Db;

/// Interval between flushes: a server that is killed loses no more.
const FLUSH_INTERVAL: Duration = Duration::from_secs(3);
/// Longest flush; one that takes longer is retried.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest last flush when the server stops.
const LAST_FLUSH_TIMEOUT: Duration = Duration::from_secs(3);
/// The most sums in one transaction, so that no request waits long behind it.
const MAX_SUMS_PER_BATCH: usize = 256;
/// The most sums of unverified paths that wait for the database to say whether they are pages.
const MAX_UNVERIFIED_SUMS: usize = 4096;

/// Looks up which paths are pages of the site.
pub trait PageLookup: Send + Sync {
    /// Those of `paths` that are.
    fn pages(
        &self,
        paths: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<HashSet<String>, DbErr>> + Send + '_>>;
}

/// Flushes the counters of one server.
pub struct Flusher {
    stats: Stats,
    db: Db,
    page_lookup: Arc<dyn PageLookup>,
    /// The name of this run among all that ever wrote.
    writer: String,
    pending: Sums,
    unverified: Sums,
    /// The batch that is being written, with its number; it stays as it is until it is known to be written.
    batch: Option<(i64, Vec<(CounterKey, u64)>)>,
    last_batch: i64,
    database_away: bool,
}

/// A running flusher.
pub struct FlusherHandle {
    stop: watch::Sender<()>,
    task: Task,
}

impl Flusher {
    pub fn new(stats: Stats, db: Db, page_lookup: Arc<dyn PageLookup>, random: &Random) -> Self {
        Flusher {
            stats,
            db,
            page_lookup,
            writer: hex::encode(random.bytes::<16>()),
            pending: HashMap::new(),
            unverified: HashMap::new(),
            batch: None,
            last_batch: 0,
            database_away: false,
        }
    }

    /// Flushes at its interval until it is stopped.
    pub fn start(self) -> FlusherHandle {
        let (stop, stopped) = watch::channel(());
        let task = supervisor::spawn("counts of visitors", (self, stopped), |(flusher, stopped)| {
            Box::pin(async {
                // It ends with the handle.
                while tokio::time::timeout(FLUSH_INTERVAL, stopped.changed()).await.is_err() {
                    flusher.flush_within(FLUSH_TIMEOUT).await;
                }
                flusher.flush_within(LAST_FLUSH_TIMEOUT).await;
            })
        });
        FlusherHandle { stop, task }
    }

    async fn flush_within(&mut self, timeout: Duration) {
        let flushed = tokio::time::timeout(timeout, self.flush()).await;
        let flushed = flushed.unwrap_or_else(|_| Err(DbErr::Custom("it did not answer in time".to_owned())));
        match flushed {
            Ok(()) if std::mem::take(&mut self.database_away) => {
                tracing::info!("visitor statistics are stored again")
            }
            Err(error) if !std::mem::replace(&mut self.database_away, true) => {
                tracing::warn!(%error, "visitor statistics cannot be stored; they are kept and tried again");
            }
            _ => {}
        }
    }

    /// Writes all that was counted until now to the database.
    ///
    /// # Errors
    /// When the database cannot be used; what is not written yet is kept for the next flush.
    pub async fn flush(&mut self) -> Result<(), DbErr> {
        self.drain_buffer();
        let verified = self.verify_paths().await;
        loop {
            if self.batch.is_none() {
                let keys: Vec<CounterKey> = self.pending.keys().take(MAX_SUMS_PER_BATCH).cloned().collect();
                if keys.is_empty() {
                    return verified;
                }
                let batch = keys.into_iter().filter_map(|key| self.pending.remove_entry(&key)).collect();
                self.batch = Some((self.last_batch + 1, batch));
            }
            let Some((number, batch)) = &self.batch else { return Ok(()) };
            let now = self.stats.0.clock.now_ms();
            store::add(&self.db, &self.writer, *number, batch, now).await?;
            self.last_batch = *number;
            self.batch = None;
        }
    }

    fn drain_buffer(&mut self) {
        let (verified, unverified) = self.stats.0.buffer.drain(self.stats.today());
        for (key, count) in verified {
            *self.pending.entry(key).or_default() += count;
        }
        for (key, count) in unverified {
            if self.unverified.len() < MAX_UNVERIFIED_SUMS || self.unverified.contains_key(&key) {
                *self.unverified.entry(key).or_default() += count;
            } else {
                self.queue(key, count, false);
            }
        }
    }

    /// Looks up which of the unverified paths are pages: mostly posts that another server has shown.
    async fn verify_paths(&mut self) -> Result<(), DbErr> {
        if self.unverified.is_empty() {
            return Ok(());
        }
        let paths: HashSet<String> = self.unverified.keys().map(|key| key.path.to_string()).collect();
        let pages = self.page_lookup.pages(paths.into_iter().collect()).await?;
        for path in &pages {
            self.stats.0.buffer.view_counter(path);
        }
        for (key, count) in std::mem::take(&mut self.unverified) {
            let is_page = pages.contains(&*key.path);
            self.queue(key, count, is_page);
        }
        Ok(())
    }

    fn queue(&mut self, key: CounterKey, count: u64, is_page: bool) {
        let Some(path) = path_or_other(key.event, &key.path, is_page) else { return };
        let key = CounterKey { path: path.into(), ..key };
        *self.pending.entry(key).or_default() += count;
    }
}

impl FlusherHandle {
    /// Flushes what is left, and returns when that is done or has timed out.
    pub async fn stop(self) {
        drop(self.stop);
        self.task.ended().await;
    }
}
