//! Writes down what was counted, every few seconds and at the end. What cannot be written is kept and tried again,
//! and is in the sums once.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::stats::buffer::{Counted, Key, path_or_other};
use crate::stats::{Stats, store};
use base::random::Random;
use storage::db::Db;

/// How often it is written down: what a server that is killed loses at most.
const EVERY: Duration = Duration::from_secs(3);
/// Longest wait for the database; a writing that took longer is tried again.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest time that the last writing may take when the server stops.
const LAST_PATIENCE: Duration = Duration::from_secs(3);
/// The most sums in one transaction, so that no request waits long behind it.
const MOST_AT_ONCE: usize = 256;
/// The most sums of unknown paths that wait for the database to tell what they are.
const MOST_UNSURE: usize = 4096;

/// Tells which paths are pages of the site.
pub trait PageLookup: Send + Sync {
    /// Those of `paths` that are.
    fn pages(
        &self,
        paths: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<HashSet<String>, DbErr>> + Send + '_>>;
}

/// Keeps the sums of one server.
pub struct Flusher {
    stats: Stats,
    db: Db,
    known: Arc<dyn PageLookup>,
    /// This run's name among all that ever wrote.
    writer: String,
    waiting: Counted,
    unsure: Counted,
    /// What is being written, with its number; as long as nobody knows whether it was, it stays as it is.
    under_way: Option<(i64, Vec<(Key, u64)>)>,
    written: i64,
    away: bool,
}

/// A keeper at work.
pub struct FlusherHandle {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Flusher {
    pub fn new(stats: Stats, db: Db, known: Arc<dyn PageLookup>, random: &Random) -> Self {
        let writer = hex::encode(random.bytes::<16>());
        let (waiting, unsure) = (HashMap::new(), HashMap::new());
        Flusher { stats, db, known, writer, waiting, unsure, under_way: None, written: 0, away: false }
    }

    /// Writes again and again until it is told to stop.
    pub fn start(mut self) -> FlusherHandle {
        let (stop, mut stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            while tokio::time::timeout(EVERY, &mut stopped).await.is_err() {
                self.write_within(PATIENCE).await;
            }
            self.write_within(LAST_PATIENCE).await;
        });
        FlusherHandle { stop, task }
    }

    async fn write_within(&mut self, patience: Duration) {
        let written = tokio::time::timeout(patience, self.write()).await;
        let written = written.unwrap_or_else(|_| Err(DbErr::Custom("it did not answer in time".to_owned())));
        match written {
            Ok(()) if std::mem::take(&mut self.away) => {
                tracing::info!("what visitors do is written down again")
            }
            Err(error) if !std::mem::replace(&mut self.away, true) => {
                tracing::warn!(%error, "what visitors do cannot be written down; it is kept and tried again");
            }
            _ => {}
        }
    }

    /// Writes down all that was counted until now.
    ///
    /// # Errors
    /// When the database cannot be used; what is not written yet is kept for the next time.
    pub async fn write(&mut self) -> Result<(), DbErr> {
        self.gather();
        let sorted_out = self.sort_out().await;
        loop {
            if self.under_way.is_none() {
                let some: Vec<Key> = self.waiting.keys().take(MOST_AT_ONCE).cloned().collect();
                if some.is_empty() {
                    return sorted_out;
                }
                let batch = some.into_iter().filter_map(|key| self.waiting.remove_entry(&key)).collect();
                self.under_way = Some((self.written + 1, batch));
            }
            let Some((number, batch)) = &self.under_way else { return Ok(()) };
            let now = self.stats.0.clock.now_ms();
            store::add(&self.db, &self.writer, *number, batch, now).await?;
            self.written = *number;
            self.under_way = None;
        }
    }

    fn gather(&mut self) {
        let (counted, unsure) = self.stats.0.book.take(self.stats.today());
        for (key, count) in counted {
            *self.waiting.entry(key).or_default() += count;
        }
        for (key, count) in unsure {
            if self.unsure.len() < MOST_UNSURE || self.unsure.contains_key(&key) {
                *self.unsure.entry(key).or_default() += count;
            } else {
                self.settle(key, count, false);
            }
        }
    }

    /// Finds out which of the unknown paths are pages: a post that another server has shown, mostly.
    async fn sort_out(&mut self) -> Result<(), DbErr> {
        if self.unsure.is_empty() {
            return Ok(());
        }
        let paths: HashSet<String> = self.unsure.keys().map(|key| key.path.to_string()).collect();
        let pages = self.known.pages(paths.into_iter().collect()).await?;
        for path in &pages {
            self.stats.0.book.tally(path);
        }
        for (key, count) in std::mem::take(&mut self.unsure) {
            let is_page = pages.contains(&*key.path);
            self.settle(key, count, is_page);
        }
        Ok(())
    }

    fn settle(&mut self, key: Key, count: u64, is_page: bool) {
        let Some(path) = path_or_other(key.event, &key.path, is_page) else { return };
        let key = Key { path: path.into(), ..key };
        *self.waiting.entry(key).or_default() += count;
    }
}

impl FlusherHandle {
    /// Writes down what is left, and returns when that is done or nobody answers.
    pub async fn stop(self) {
        // It listens for as long as it runs.
        let _ = self.stop.send(());
        if self.task.await.is_err() {
            tracing::error!("what writes down the counts ended with a panic");
        }
    }
}
