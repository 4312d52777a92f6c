//! The worker that sends what is owed: claims rows with a lease, sends several at once, and writes down what
//! came of it. Works beside workers of other processes on the same database.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sea_query::{Expr, LockBehavior, LockType};
use sea_orm::{ColumnTrait, DbBackend, DbErr, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::{Notify, watch};
use tokio::task::{Id, JoinHandle, JoinSet};

use super::record::{Failure, Sent, record};
use super::row::{Column, Entity, Model, State};
use crate::clock::{Clock, duration_ms};
use crate::config::OutboxSettings;
use crate::db::{Db, WriteTransaction};
use crate::mail::{Letter, Mailer};

/// How many mails are on their way at once.
const AT_ONCE: usize = 4;
/// How often to look for mails that another process stored, or that a person asked to retry.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// How much longer than the longest send a claim holds, so that a living worker is never overtaken.
const LEASE_MARGIN: Duration = Duration::from_secs(60);
/// How long to wait after the database could not be read or written.
const DATABASE_PAUSE: Duration = Duration::from_secs(1);

/// Rings when a mail may be due. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Notify>);

impl Bell {
    pub fn ring(&self) {
        self.0.notify_one();
    }
}

/// Who writes the letters: the outbox knows that a mail is owed for a lead, not what is in it.
pub trait Letters: Send + Sync + 'static {
    /// The letter for a lead, or one line on why there is none.
    fn write(&self, lead_id: String) -> Pin<Box<dyn Future<Output = Result<Letter, Unwritten>> + Send + '_>>;
}

/// Why there is no letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The lead could not be read just now.
    NotNow(String),
    /// No letter can be made of it, now or later: a person has to look.
    Never(String),
}

/// What a worker needs.
pub struct WorkerOptions {
    pub db: Db,
    pub mailer: Mailer,
    pub letters: Arc<dyn Letters>,
    pub clock: Clock,
    pub bell: Bell,
    pub waits: OutboxSettings,
    /// True where no other process can be sending (SQLite under the data folder's lock): mails that a
    /// crash left claimed are due at once instead of when their lease ends.
    pub alone: bool,
}

/// A running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Worker {
    pub fn spawn(options: WorkerOptions) -> Self {
        let (stop, stopped) = watch::channel(false);
        let lease = options.mailer.patience() + LEASE_MARGIN;
        let run = Run { options, lease, sending: JoinSet::new(), claimed: HashMap::new(), done: Vec::new() };
        Worker { stop, task: tokio::spawn(run.until(stopped)) }
    }

    /// Begins no more mails, finishes those under way and writes down what came of them.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        if self.task.await.is_err() {
            tracing::error!("the outbox worker ended with a panic");
        }
    }
}

struct Run {
    options: WorkerOptions,
    lease: Duration,
    sending: JoinSet<(Model, Sent)>,
    /// Which row each task under way sends, for the case that it panics.
    claimed: HashMap<Id, Model>,
    /// Results that are not written down yet.
    done: Vec<(Model, Sent)>,
}

impl Run {
    async fn until(mut self, mut stopped: watch::Receiver<bool>) {
        while self.options.alone && !*stopped.borrow() {
            match release_claims(&self.options).await {
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
                () = self.options.bell.0.notified() => {}
                () = tokio::time::sleep(wait) => {}
                _ = stopped.changed() => {}
            }
        }
        while let Some(finished) = self.sending.join_next_with_id().await {
            self.note(finished);
        }
        if let Err(error) = self.turn(0).await {
            tracing::error!(%error, "what came of the last mails was not written down; they may go twice");
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
        let now = self.options.clock.now_ms();
        let free = at_once.saturating_sub(self.sending.len());
        let next = if free > 0 { next_due(&self.options.db).await? } else { None };
        let due = next.is_some_and(|next| next <= now);
        if due || !self.done.is_empty() {
            let write = self.options.db.begin_write().await?;
            for (row, sent) in &self.done {
                record(&write, row, sent, now, &self.options.waits).await?;
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
        // With rows still due but every place taken, the next thing to happen is a finished mail.
        Ok(if due { LOOK_AGAIN } else { until_next.clamp(Duration::from_millis(10), LOOK_AGAIN) })
    }

    async fn claim(&self, write: &WriteTransaction, free: usize, now: i64) -> Result<Vec<Model>, DbErr> {
        let mut due = Entity::find()
            .filter(Column::State.eq(State::Pending))
            .filter(Column::NextAt.lte(now))
            .order_by_asc(Column::NextAt)
            .limit(free as u64);
        if self.options.db.backend() == DbBackend::Postgres {
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
            .filter(Column::LeadId.is_in(rows.iter().map(|row| row.lead_id.as_str())))
            .exec(write.connection())
            .await?;
        for row in &mut rows {
            row.attempts += 1;
            row.next_at = until;
        }
        Ok(rows)
    }

    fn send(&mut self, row: Model) {
        let (letters, mailer) = (Arc::clone(&self.options.letters), self.options.mailer.clone());
        let claimed = row.clone();
        let task = self.sending.spawn(async move {
            let sent = send_one(letters.as_ref(), &mailer, &row.lead_id).await;
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
                    let error = "sending it made the server stumble (a panic; see the log)".to_owned();
                    self.done.push((row, Err(Failure { error, for_good: false })));
                }
            }
        }
    }
}

async fn send_one(letters: &dyn Letters, mailer: &Mailer, lead_id: &str) -> Sent {
    match letters.write(lead_id.to_owned()).await {
        Ok(letter) => mailer.send(letter).await.map_err(|error| Failure { error, for_good: false }),
        Err(Unwritten::NotNow(error)) => Err(Failure { error, for_good: false }),
        Err(Unwritten::Never(error)) => Err(Failure { error, for_good: true }),
    }
}

/// When the next mail is due, among those nobody has claimed.
async fn next_due(db: &Db) -> Result<Option<i64>, DbErr> {
    Entity::find()
        .select_only()
        .column(Column::NextAt)
        .filter(Column::State.eq(State::Pending))
        .order_by_asc(Column::NextAt)
        .limit(1)
        .into_tuple()
        .one(db.reader())
        .await
}

/// Makes every waiting mail due now: those an ended process had claimed, and those that back off, since a
/// restart is often the repair.
async fn release_claims(options: &WorkerOptions) -> Result<(), DbErr> {
    let now = options.clock.now_ms();
    let write = options.db.begin_write().await?;
    Entity::update_many()
        .col_expr(Column::NextAt, Expr::value(now))
        .filter(Column::State.eq(State::Pending))
        .filter(Column::NextAt.gt(now))
        .exec(write.connection())
        .await?;
    write.commit().await
}
