//! The worker that delivers what is owed: claims rows with a lease, sends several at once, and writes down what
//! came of it. Each channel has a turn of its own. Works beside workers of other processes on the same database.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sea_query::{Expr, LockBehavior, LockType};
use sea_orm::{ColumnTrait, DbBackend, DbErr, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::watch;
use tokio::task::{Id, JoinHandle, JoinSet};

use crate::db::{Db, WriteTransaction};
use crate::outbox::OutboxSettings;
use crate::outbox::channel::{Channel, DeliveryChannel, DeliveryFailure, Sent};
use crate::outbox::record::record;
use crate::outbox::row::{Column, Entity, Model, State};
use crate::outbox::timeline;
use crate::outbox::timeline::What;
use base::clock::{Clock, duration_ms};

/// How many deliveries of a channel are on their way at once.
const AT_ONCE: usize = 4;
/// How often to look for what another process stored, or that a person asked to retry.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// How much longer than the longest send a claim holds, so that a living worker is never overtaken.
const LEASE_MARGIN: Duration = Duration::from_secs(60);
/// How long to wait after the database could not be read or written.
const DATABASE_PAUSE: Duration = Duration::from_secs(1);

/// Rings when something may be due. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OutboxNotify(Arc<watch::Sender<()>>);

impl OutboxNotify {
    /// Heard by every channel, also by one that is busy just now.
    pub fn ring(&self) {
        self.0.send_replace(());
    }
}

/// What a worker needs.
pub struct WorkerOptions {
    pub db: Db,
    /// One for each channel.
    pub carriers: Vec<Arc<dyn DeliveryChannel>>,
    pub clock: Clock,
    pub bell: OutboxNotify,
    pub waits: OutboxSettings,
    /// True where no other process can be sending (SQLite under the data folder's lock): what a crash left
    /// claimed is due at once instead of when its lease ends.
    pub alone: bool,
}

/// A running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Worker {
    pub fn spawn(options: WorkerOptions) -> Self {
        let (stop, stopped) = watch::channel(false);
        let tasks = options.carriers.iter().map(|carrier| {
            let run = Run {
                db: options.db.clone(),
                channel: carrier.channel(),
                lease: carrier.patience() + LEASE_MARGIN,
                carrier: Arc::clone(carrier),
                clock: options.clock.clone(),
                waits: options.waits,
                alone: options.alone,
                sending: JoinSet::new(),
                claimed: HashMap::new(),
                done: Vec::new(),
            };
            tokio::spawn(run.until(options.bell.0.subscribe(), stopped.clone()))
        });
        Worker { tasks: tasks.collect(), stop }
    }

    /// Begins no more deliveries, finishes those under way and writes down what came of them.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        for task in self.tasks {
            if task.await.is_err() {
                tracing::error!("a worker of the outbox ended with a panic");
            }
        }
    }
}

/// The deliveries of one channel.
struct Run {
    db: Db,
    channel: Channel,
    carrier: Arc<dyn DeliveryChannel>,
    clock: Clock,
    waits: OutboxSettings,
    alone: bool,
    lease: Duration,
    sending: JoinSet<(Model, Sent)>,
    /// Which row each task under way sends, for the case that it panics.
    claimed: HashMap<Id, Model>,
    /// Results that are not written down yet.
    done: Vec<(Model, Sent)>,
}

impl Run {
    async fn until(mut self, mut bell: watch::Receiver<()>, mut stopped: watch::Receiver<bool>) {
        while self.alone && !*stopped.borrow() {
            match self.release_claims().await {
                Ok(()) => break,
                Err(error) => self.pause(&error).await,
            }
        }
        while !*stopped.borrow() {
            let wait = match self.turn(AT_ONCE).await {
                Ok(wait) => wait,
                Err(error) => {
                    self.pause(&error).await;
                    continue;
                }
            };
            tokio::select! {
                Some(finished) = self.sending.join_next_with_id() => self.note(finished),
                Ok(()) = bell.changed(), if self.carrier.is_used() => {}
                () = tokio::time::sleep(wait) => {}
                _ = stopped.changed() => {}
            }
        }
        while let Some(finished) = self.sending.join_next_with_id().await {
            self.note(finished);
        }
        if let Err(error) = self.turn(0).await {
            tracing::error!(%error, "what came of the last deliveries was not written down; they may go twice");
        }
    }

    async fn pause(&self, error: &DbErr) {
        tracing::error!(%error, "the outbox cannot use the database");
        tokio::time::sleep(DATABASE_PAUSE).await;
    }

    /// Writes down what is finished, claims what is due up to `at_once`, and says how long to wait.
    async fn turn(&mut self, at_once: usize) -> Result<Duration, DbErr> {
        while let Some(finished) = self.sending.try_join_next_with_id() {
            self.note(finished);
        }
        let now = self.clock.now_ms();
        let free = at_once.saturating_sub(self.sending.len());
        let next = if free > 0 { self.next_due().await? } else { None };
        let due = next.is_some_and(|next| next <= now);
        if due || !self.done.is_empty() {
            let write = self.db.begin_write().await?;
            for (row, sent) in &self.done {
                record(&write, row, sent, now, &self.waits).await?;
            }
            let claimed = if due { self.claim(&write, free, now).await? } else { Vec::new() };
            write.commit().await?;
            self.done.clear();
            for row in claimed {
                self.send(row);
            }
        }
        let until_next =
            next.map_or(LOOK_AGAIN, |next| Duration::from_millis(u64::try_from(next - now).unwrap_or(0)));
        // With rows still due but every place taken, the next thing to happen is a finished one.
        Ok(if due { LOOK_AGAIN } else { until_next.clamp(Duration::from_millis(10), LOOK_AGAIN) })
    }

    async fn claim(&self, write: &WriteTransaction, free: usize, now: i64) -> Result<Vec<Model>, DbErr> {
        let mut due = Entity::find()
            .filter(Column::Channel.eq(self.channel))
            .filter(Column::State.eq(State::Pending))
            .filter(Column::NextAt.lte(now))
            .order_by_asc(Column::NextAt)
            .limit(free as u64);
        if self.db.backend() == DbBackend::Postgres {
            due = due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        }
        let mut rows = due.all(write.connection()).await?;
        if rows.is_empty() {
            return Ok(rows);
        }
        let until = now + duration_ms(self.lease);
        Entity::update_many()
            .col_expr(Column::NextAt, Expr::value(until))
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .filter(Column::Channel.eq(self.channel))
            .filter(Column::LeadId.is_in(rows.iter().map(|row| row.lead_id.as_str())))
            .exec(write.connection())
            .await?;
        for row in &mut rows {
            row.attempts += 1;
            row.next_at = until;
        }
        let begun = rows.iter().map(|row| {
            let text = format!("try {}", row.attempts);
            timeline::event(&row.lead_id, now, What::Begun(self.channel), text)
        });
        timeline::note(write, begun.collect()).await?;
        Ok(rows)
    }

    fn send(&mut self, row: Model) {
        let carrier = Arc::clone(&self.carrier);
        let claimed = row.clone();
        let task = self.sending.spawn(async move {
            let sent = carrier.carry(row.lead_id.clone()).await;
            (row, sent)
        });
        self.claimed.insert(task.id(), claimed);
    }

    fn note(&mut self, finished: Result<(Id, (Model, Sent)), tokio::task::JoinError>) {
        match finished {
            Ok((id, (row, sent))) => {
                self.claimed.remove(&id);
                self.done.push((row, sent));
            }
            Err(panic) => {
                if let Some(row) = self.claimed.remove(&panic.id()) {
                    let error = "sending it made the server stumble (a panic; see the log)";
                    self.done.push((row, Err(DeliveryFailure::for_now(error))));
                }
            }
        }
    }

    /// When the next delivery is due, among those nobody has claimed.
    async fn next_due(&self) -> Result<Option<i64>, DbErr> {
        Entity::find()
            .select_only()
            .column(Column::NextAt)
            .filter(Column::Channel.eq(self.channel))
            .filter(Column::State.eq(State::Pending))
            .order_by_asc(Column::NextAt)
            .limit(1)
            .into_tuple()
            .one(self.db.reader())
            .await
    }

    /// Makes everything that waits due now: what an ended process had claimed, and what backs off, since a
    /// restart is often the repair.
    async fn release_claims(&self) -> Result<(), DbErr> {
        let now = self.clock.now_ms();
        let write = self.db.begin_write().await?;
        Entity::update_many()
            .col_expr(Column::NextAt, Expr::value(now))
            .filter(Column::Channel.eq(self.channel))
            .filter(Column::State.eq(State::Pending))
            .filter(Column::NextAt.gt(now))
            .exec(write.connection())
            .await?;
        write.commit().await
    }
}
