//! Group commit: one thread stores the leads that wait in the queue in one transaction, and answers each after the commit.
//! While the database is away it spools them, if there is a spool, and [`Replay`] looks in the background whether the
//! database is back: no visitor waits for that.

use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::outcome::LeadOutcome;
use crate::queue::pending::{PendingLead, unzip, zip};
use crate::queue::replay::{Look, Replay, timed_out};
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::queue::store::store;
use crate::queue::writer_status::WriterStatus;
use storage::db::damage;
use storage::outbox::OutboxNotify;

/// The most leads that share one transaction.
const MAX_BATCH: usize = 64;
/// Longest time of one transaction before its leads count as not stored.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(10);
/// The same where there is a spool: nobody has to wait for a database that is away.
const TIMEOUT_WITH_SPOOL: Duration = Duration::from_secs(3);
/// The same where the database was away a moment ago.
const TIMEOUT_WHILE_AWAY: Duration = Duration::from_secs(2);
/// For how long the leads of a failed batch are tried one by one.
const SINGLE_TRIES_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval of checks whether the database is back, and whether there are leads to replay.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The name in a lead over which the writer breaks down.
#[cfg(test)]
pub(crate) const BREAK_DOWN_OVER: &str = "Breakdown";

pub(crate) struct GroupCommit {
    replay: Replay,
    notify: OutboxNotify,
    status: WriterStatus,
    /// Whether there may be leads in the spool.
    is_replay_due: bool,
    /// Whether leads went into the spool since the current look began.
    has_spooled: bool,
    has_spool_failed: bool,
    look: Option<JoinHandle<Look>>,
    /// Whether the database was away when the current look began.
    was_away: bool,
    next_look: Instant,
}

impl GroupCommit {
    pub fn new(replay: Replay, notify: OutboxNotify, status: WriterStatus) -> Self {
        let is_replay_due = replay.spool.is_some();
        let next_look = Instant::now();
        Self {
            replay,
            notify,
            status,
            is_replay_due,
            has_spooled: false,
            has_spool_failed: false,
            look: None,
            was_away: false,
            next_look,
        }
    }

    /// Stores leads from the queue until it is closed and empty.
    pub async fn run(mut self, queue: &mut mpsc::Receiver<PendingLead>, closing: &Notify) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        loop {
            let must_look = self.look.is_none() && (self.is_replay_due || self.status.is_database_away());
            let received = tokio::select! {
                // Looking takes no time here, so visitors come last without ever waiting.
                biased;
                () = closing.notified() => {
                    queue.close();
                    continue;
                }
                look = ended(&mut self.look) => {
                    self.look = None;
                    self.learn(look);
                    continue;
                }
                () = tokio::time::sleep_until(self.next_look), if must_look => {
                    (self.has_spooled, self.was_away) = (false, self.status.is_database_away());
                    self.look = Some(tokio::spawn(self.replay.clone().look()));
                    continue;
                }
                received = queue.recv_many(&mut batch, MAX_BATCH) => received,
            };
            if received == 0 {
                break;
            }
            self.store_batch(std::mem::take(&mut batch)).await;
        }
        if let Some(look) = self.look.take() {
            // Leads that the look has stored in the database should not stay in the spool.
            let _ = tokio::time::timeout(LOOK_INTERVAL, look).await;
        }
    }

    /// Draws the conclusions from a look at the database.
    fn learn(&mut self, look: Look) {
        self.next_look = Instant::now() + LOOK_INTERVAL;
        match look {
            Look::Away(error) => return self.set_away(&error),
            // Once, not each second.
            Look::SpoolFailed(error) => {
                if !std::mem::replace(&mut self.has_spool_failed, true) {
                    tracing::error!(%error, "the journal cannot be used");
                }
            }
            Look::Back { replayed, is_spool_empty } => {
                self.has_spool_failed = false;
                self.is_replay_due = !is_spool_empty || self.has_spooled;
                if replayed > 0 {
                    tracing::info!(leads = replayed, "leads of the journal are in the database");
                    self.notify.notify();
                }
                if !is_spool_empty {
                    self.next_look = Instant::now();
                }
            }
        }
        // It went away after the look had seen it.
        if !self.was_away && self.status.is_database_away() {
            return;
        }
        if self.status.set_database_away(false) {
            tracing::info!("the database is back");
        }
        self.status.set_stuck(false);
    }

    fn set_away(&self, error: &DbErr) {
        if !self.status.set_database_away(true) {
            let spooling = if self.replay.spool.is_some() { "; leads go into the journal" } else { "" };
            tracing::error!(%error, "the database is away{spooling}");
        }
    }

    /// Stores a batch together. If that fails, the leads go into the spool, or are stored one by one, so that one bad
    /// lead does not take the others with it.
    async fn store_batch(&mut self, batch: Vec<PendingLead>) {
        #[cfg(test)]
        assert!(
            batch.iter().all(|pending| pending.lead.lead.typed().name != BREAK_DOWN_OVER),
            "as a test wants"
        );
        let Some(spool) = self.replay.spool.clone() else { return self.store_without_spool(batch).await };
        let batch = if self.is_replay_due { spool.answer_known(batch).await } else { batch };
        if self.status.is_database_away() {
            return self.spool_batch(&spool, batch).await;
        }
        let (mut leads, answers) = unzip(batch);
        match self.store(&mut leads, TIMEOUT_WITH_SPOOL).await {
            Ok(outcomes) => self.answer(outcomes, answers),
            Err(error) if damage::is_row_error(&error) => {
                let left = self.store_singly(zip(leads, answers)).await;
                if !left.is_empty() {
                    self.spool_batch(&spool, left).await;
                }
            }
            Err(error) => {
                self.set_away(&error);
                self.next_look = Instant::now() + LOOK_INTERVAL;
                self.spool_batch(&spool, zip(leads, answers)).await;
            }
        }
    }

    async fn store_without_spool(&mut self, batch: Vec<PendingLead>) {
        let (mut leads, answers) = unzip(batch);
        let was_away = self.status.is_database_away();
        let timeout = if was_away { TIMEOUT_WHILE_AWAY } else { TRANSACTION_TIMEOUT };
        match self.store(&mut leads, timeout).await {
            Ok(outcomes) => self.answer(outcomes, answers),
            // A visitor who has to call should hear so soon: no second wait for a connection.
            Err(error) if was_away && !damage::is_row_error(&error) || is_without_connection(&error) => {
                self.set_away(&error);
                answers.into_iter().for_each(|answer| self.refuse(answer));
            }
            Err(error) => {
                tracing::error!(leads = leads.len(), %error, "a batch of leads was not stored");
                for pending in self.store_singly(zip(leads, answers)).await {
                    self.refuse(pending.answer);
                }
            }
        }
    }

    /// Stores each lead in a transaction of its own, for some seconds. Returns those without an answer from the
    /// database.
    async fn store_singly(&self, batch: Vec<PendingLead>) -> Vec<PendingLead> {
        let (started, mut left) = (Instant::now(), Vec::new());
        let timeout = if self.replay.spool.is_some() { TIMEOUT_WITH_SPOOL } else { TRANSACTION_TIMEOUT };
        for mut pending in batch {
            if started.elapsed() >= SINGLE_TRIES_TIMEOUT {
                left.push(pending);
                continue;
            }
            match self.store(std::slice::from_mut(&mut pending.lead), timeout).await {
                Ok(outcomes) => self.answer(outcomes, vec![pending.answer]),
                Err(error) => {
                    tracing::error!(lead = pending.lead.id, %error, "a lead was not stored");
                    if damage::is_row_error(&error) {
                        drop(pending.answer.send(LeadOutcome::DatabaseUnavailable));
                    } else {
                        self.set_away(&error);
                        left.push(pending);
                    }
                }
            }
        }
        left
    }

    /// Puts leads into the spool, with one flush for all of them. If it refuses them, the database is asked once more
    /// at once: it may be back.
    async fn spool_batch(&mut self, spool: &Spool, batch: Vec<PendingLead>) {
        if batch.is_empty() {
            return;
        }
        let (mut leads, answers) = unzip(batch);
        match spool.append(&mut leads).await {
            Ok(outcomes) => {
                (self.is_replay_due, self.has_spooled) = (true, true);
                self.answer(outcomes, answers);
            }
            Err(error) => {
                tracing::error!(%error, leads = leads.len(), "leads could not be written into the journal");
                match self.store(&mut leads, TIMEOUT_WITH_SPOOL).await {
                    Ok(outcomes) => {
                        self.status.set_database_away(false);
                        self.answer(outcomes, answers);
                    }
                    Err(_) => answers.into_iter().for_each(|answer| self.refuse(answer)),
                }
            }
        }
    }

    async fn store(&self, leads: &mut [QueuedLead], timeout: Duration) -> Result<Vec<LeadOutcome>, DbErr> {
        let Replay { db, channels, references, .. } = &self.replay;
        tokio::time::timeout(timeout, store(db, leads, channels.now(), references))
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    /// Answers visitors whose leads are on disk (R47).
    fn answer(&self, outcomes: Vec<LeadOutcome>, answers: Vec<oneshot::Sender<LeadOutcome>>) {
        self.status.set_stuck(false);
        for (outcome, answer) in outcomes.into_iter().zip(answers) {
            drop(answer.send(outcome));
        }
        self.notify.notify();
    }

    /// Tells a visitor that the lead is stored nowhere.
    fn refuse(&self, answer: oneshot::Sender<LeadOutcome>) {
        self.status.set_stuck(true);
        drop(answer.send(LeadOutcome::DatabaseUnavailable));
    }
}

/// The result of the look under way; never ends if there is no look.
async fn ended(look: &mut Option<JoinHandle<Look>>) -> Look {
    match look {
        Some(look) => look.await.unwrap_or_else(|error| Look::Away(DbErr::Custom(error.to_string()))),
        None => std::future::pending().await,
    }
}

/// Whether no connection could be had, so that nothing was tried.
fn is_without_connection(error: &DbErr) -> bool {
    matches!(error, DbErr::ConnectionAcquire(_))
}
