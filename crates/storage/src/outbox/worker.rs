//! The outbox worker: claims due deliveries, attempts several at once and records the results. Each channel has its own
//! task. Workers of several processes can share one database.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::db::Db;
use crate::jobs::LEASE_MARGIN;
use crate::outbox::OutboxSettings;
use crate::outbox::channel::{DeliveryAttempt, DeliveryChannel, DeliveryFailure};
use crate::outbox::claim::Claims;
use crate::outbox::record::record;
use crate::outbox::row::Model;
use base::clock::Clock;
use base::supervisor::{self, Task};

/// The most deliveries that a channel attempts at the same time.
const MAX_CONCURRENT_DELIVERIES: usize = 32;
/// Interval at which it looks for deliveries that another process stored, or that a person asked to retry.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Shortest wait between two polls. Deliveries that come meanwhile share a transaction, so that they flush the disk a
/// hundred times a second at most, however many leads come.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Pause in claiming after a delivery has reached nobody, unless the backoff is shorter.
const PAUSE_WHILE_AWAY: Duration = Duration::from_secs(1);
/// Pause after the database could not be read or written.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(1);

/// Wakes the worker when a delivery may be due. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OutboxNotify(Arc<watch::Sender<()>>);

impl OutboxNotify {
    /// Wakes the tasks of all channels; one that is busy polls again afterwards.
    pub fn notify(&self) {
        self.0.send_replace(());
    }
}

/// Settings and dependencies of a worker.
pub struct WorkerOptions {
    pub db: Db,
    /// One of each [`crate::outbox::Channel`] that delivers leads one by one.
    pub channels: Vec<Arc<dyn DeliveryChannel>>,
    pub clock: Clock,
    pub notify: OutboxNotify,
    pub backoff: OutboxSettings,
    /// True where no other process can be delivering (SQLite under the data folder's lock): deliveries that a crash
    /// left claimed are due at once instead of when their lease ends.
    pub only_worker: bool,
}

/// A running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<Task>,
}

impl Worker {
    pub fn spawn(options: WorkerOptions) -> Self {
        let (stop, stopped) = watch::channel(false);
        let tasks = options.channels.iter().map(|channel| {
            let task = ChannelTask {
                claims: Claims {
                    db: options.db.clone(),
                    channel: channel.channel(),
                    lease: channel.timeout() + LEASE_MARGIN,
                    max_retry: options.backoff.max_retry,
                },
                delivery: Arc::clone(channel),
                clock: options.clock.clone(),
                backoff: options.backoff,
                only_worker: options.only_worker,
                attempts: JoinSet::new(),
                claimed: HashMap::new(),
                unrecorded: Vec::new(),
                paused_until: None,
            };
            let name = format!("outbox {}", channel.channel());
            let state = (task, options.notify.0.subscribe(), stopped.clone());
            supervisor::spawn(name, state, |(task, notified, stopped)| Box::pin(task.run(notified, stopped)))
        });
        Worker { tasks: tasks.collect(), stop }
    }

    /// Starts no more attempts, waits for those under way and records their results.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        for task in self.tasks {
            task.ended().await;
        }
    }
}

/// Makes the deliveries of one channel.
struct ChannelTask {
    claims: Claims,
    delivery: Arc<dyn DeliveryChannel>,
    clock: Clock,
    backoff: OutboxSettings,
    only_worker: bool,
    /// The attempts under way.
    attempts: JoinSet<(Model, DeliveryAttempt)>,
    /// The row of each attempt under way, for the case that it panics.
    claimed: HashMap<Id, Model>,
    /// Results that are not in the database yet.
    unrecorded: Vec<(Model, DeliveryAttempt)>,
    /// Set while the last attempt that ended reached nobody: claiming pauses until this time, and then one delivery
    /// finds out whether the receiver is back. The others stay due, and new ones cost nothing meanwhile.
    paused_until: Option<Instant>,
}

impl ChannelTask {
    async fn run(&mut self, notified: &mut watch::Receiver<()>, stopped: &mut watch::Receiver<bool>) {
        while self.only_worker && !*stopped.borrow() {
            match self.claims.release_all(self.clock.now_ms()).await {
                // Once: after a restart of this task the claimed ones are under way.
                Ok(()) => self.only_worker = false,
                Err(error) => self.pause(&error).await,
            }
        }
        while !*stopped.borrow() {
            let wait = match self.poll_once(MAX_CONCURRENT_DELIVERIES).await {
                Ok(wait) => wait,
                Err(error) => {
                    self.pause(&error).await;
                    continue;
                }
            };
            tokio::time::sleep(MIN_POLL_INTERVAL).await;
            tokio::select! {
                Some(finished) = self.attempts.join_next_with_id() => self.collect(finished),
                Ok(()) = notified.changed(), if self.delivery.is_used() => {}
                () = tokio::time::sleep(wait) => {}
                _ = stopped.changed() => {}
            }
        }
        while let Some(finished) = self.attempts.join_next_with_id().await {
            self.collect(finished);
        }
        if let Err(error) = self.poll_once(0).await {
            tracing::error!(%error, "the results of the last deliveries were not recorded; they may be delivered twice");
        }
    }

    async fn pause(&self, error: &DbErr) {
        tracing::error!(%error, "the outbox cannot use the database");
        tokio::time::sleep(PAUSE_AFTER_ERROR).await;
    }

    /// Records finished attempts, claims due deliveries until `max_concurrent` are under way, and returns how long to
    /// wait before the next poll.
    async fn poll_once(&mut self, max_concurrent: usize) -> Result<Duration, DbErr> {
        while let Some(finished) = self.attempts.try_join_next_with_id() {
            self.collect(finished);
        }
        let now = self.clock.now_ms();
        let pause = self.paused_until.map(|until| until.saturating_duration_since(Instant::now()));
        let max_concurrent = match pause {
            None => max_concurrent,
            Some(Duration::ZERO) => max_concurrent.min(1),
            Some(_) => 0,
        };
        let free = max_concurrent.saturating_sub(self.attempts.len());
        let next = if free > 0 { self.claims.next_due(now).await? } else { None };
        let due = next.is_some_and(|next| next <= now);
        if due || !self.unrecorded.is_empty() {
            let write = self.claims.db.begin_write().await?;
            record(&write, self.claims.channel, &self.unrecorded, now, &self.backoff).await?;
            let under_way: Vec<String> = self.claimed.values().map(|row| row.lead_id.clone()).collect();
            let claimed = match due {
                true => self.claims.claim(&write, free, &under_way, now).await?,
                false => Vec::new(),
            };
            write.commit().await?;
            self.unrecorded.clear();
            for row in claimed {
                self.start_attempt(row);
            }
        }
        // With more rows due than may be under way, the task wakes up when an attempt finishes.
        let until_next = match next {
            Some(next) if !due => Duration::from_millis(u64::try_from(next - now).unwrap_or(0)),
            _ => pause.filter(|pause| !pause.is_zero()).unwrap_or(POLL_INTERVAL),
        };
        Ok(until_next.min(POLL_INTERVAL))
    }

    fn start_attempt(&mut self, row: Model) {
        let delivery = Arc::clone(&self.delivery);
        let claimed = row.clone();
        let task = self.attempts.spawn(async move {
            let result = delivery.deliver(row.lead_id.clone()).await;
            (row, result)
        });
        self.claimed.insert(task.id(), claimed);
    }

    fn collect(&mut self, finished: Result<(Id, (Model, DeliveryAttempt)), JoinError>) {
        let (row, attempt) = match finished {
            Ok((id, ended)) => {
                self.claimed.remove(&id);
                ended
            }
            Err(panic) => {
                let Some(row) = self.claimed.remove(&panic.id()) else { return };
                let error = "delivering it made the server panic (see the log)";
                (row, Err(DeliveryFailure::temporary(error)).into())
            }
        };
        let pause = PAUSE_WHILE_AWAY.min(self.backoff.first_retry);
        self.paused_until = attempt.reached_nobody().then(|| Instant::now() + pause);
        self.unrecorded.push((row, attempt));
    }
}
