//! Checks whether the database is back, and stores the leads of the spool in it. Runs alongside the group commit, so
//! that no visitor waits for it.

use std::time::Duration;

use sea_orm::DbErr;

use crate::outcome::LeadOutcome;
use crate::queue::row;
use crate::queue::row::{Entity, QueuedLead};
use crate::queue::spool::Spool;
use crate::queue::store::store;
use crate::reference::ReferenceGenerator;
use base::clock::Clock;
use sea_orm::{ColumnTrait as _, EntityTrait as _, QueryFilter as _};
use storage::db::{Db, damage};
use storage::outbox::timeline::TimelineEvent;
use storage::outbox::{ChannelsInUse, timeline};

/// Leads replayed in one transaction.
const BATCH_LEADS: usize = 64;
/// Longest time for the database to say that it is there.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest time of one transaction before its leads count as not stored.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(10);
/// Why a lead of the spool is set aside although no database refused it.
const CHANGED_ON_DISK: &str = "its words are not those that were stored: the disk has changed them";

/// Result of a look at the database.
pub(crate) enum Look {
    /// It is away, for this reason.
    Away(DbErr),
    /// It is there, and `replayed` leads of the spool were stored in it.
    Back { replayed: usize, is_spool_empty: bool },
    /// It is there; the spool cannot be used.
    SpoolFailed(DbErr),
}

/// Cheap to clone.
#[derive(Clone)]
pub(crate) struct Replay {
    pub db: Db,
    pub spool: Option<Spool>,
    pub clock: Clock,
    pub channels: ChannelsInUse,
    pub references: ReferenceGenerator,
}

/// Outcome of a lead of the spool.
enum Replayed {
    Stored,
    /// The database refuses this one, and would store others.
    Refused(String),
}

impl Replay {
    /// Looks at the database, and stores the next leads of the spool in it if it is there.
    pub async fn look(self) -> Look {
        let probed = tokio::time::timeout(PROBE_TIMEOUT, self.db.test_write(self.clock.now_ms())).await;
        if let Err(error) = probed.unwrap_or_else(|_| Err(timed_out())) {
            return Look::Away(error);
        }
        let Some(spool) = &self.spool else { return Look::Back { replayed: 0, is_spool_empty: true } };
        let leads = match spool.next_batch(BATCH_LEADS).await {
            Ok(leads) => leads,
            Err(error) => return Look::SpoolFailed(error),
        };
        let count = leads.len();
        let (intact, changed): (Vec<QueuedLead>, Vec<QueuedLead>) =
            leads.into_iter().partition(|lead| lead.digest == lead.lead.digest());
        let mut outcomes: Vec<(String, Replayed)> = changed
            .into_iter()
            .map(|lead| (lead.id, Replayed::Refused(CHANGED_ON_DISK.to_owned())))
            .collect();
        match self.store_together(intact).await {
            Ok(stored) => outcomes.extend(stored),
            Err(error) => return Look::Away(error),
        }
        match settle(spool, outcomes).await {
            Ok(replayed) => Look::Back { replayed, is_spool_empty: count < BATCH_LEADS },
            Err(error) => Look::SpoolFailed(error),
        }
    }

    /// Stores leads in one transaction, or one by one if the database refuses some of them.
    async fn store_together(&self, leads: Vec<QueuedLead>) -> Result<Vec<(String, Replayed)>, DbErr> {
        if leads.is_empty() {
            return Ok(Vec::new());
        }
        let mut together = leads.clone();
        let outcomes = match self.store(&mut together).await {
            Ok(outcomes) => outcomes,
            Err(error) if damage::is_row_error(&error) => return self.store_singly(leads).await,
            Err(error) => return Err(error),
        };
        let mut replayed = Vec::new();
        for (lead, outcome) in leads.into_iter().zip(outcomes) {
            let id = lead.id.clone();
            self.keep_promise(lead, outcome).await?;
            replayed.push((id, Replayed::Stored));
        }
        Ok(replayed)
    }

    async fn store_singly(&self, leads: Vec<QueuedLead>) -> Result<Vec<(String, Replayed)>, DbErr> {
        let mut replayed = Vec::new();
        for lead in leads {
            let id = lead.id.clone();
            let outcome = match self.store(&mut [lead.clone()]).await {
                Ok(mut outcomes) => {
                    let outcome = outcomes.pop().unwrap_or(LeadOutcome::KeyReused);
                    self.keep_promise(lead, outcome).await?;
                    Replayed::Stored
                }
                Err(error) if damage::is_row_error(&error) => Replayed::Refused(error.to_string()),
                Err(error) => return Err(error),
            };
            replayed.push((id, outcome));
        }
        Ok(replayed)
    }

    /// The visitor of each lead of the spool was thanked under its reference. So one whose key was given to other words
    /// meanwhile is stored without it, and of one that is there under another reference that is noted.
    async fn keep_promise(&self, mut lead: QueuedLead, outcome: LeadOutcome) -> Result<(), DbErr> {
        let outcome = match outcome {
            LeadOutcome::KeyReused => {
                lead.key = None;
                self.store(&mut [lead.clone()]).await?.pop().unwrap_or(LeadOutcome::KeyReused)
            }
            outcome => outcome,
        };
        let Some(stored_as) = outcome.reference().filter(|reference| **reference != lead.reference) else {
            return Ok(());
        };
        let write = self.db.begin_write().await?;
        let known = timeline::find_repeated(write.connection(), lead.reference.as_str()).await?;
        let first = Entity::find()
            .filter(row::Column::Reference.eq(stored_as.as_str()))
            .one(write.connection())
            .await?;
        if let (None, Some(first)) = (known, first) {
            let repeated = TimelineEvent::Repeated;
            let event = timeline::event(&first.id, lead.received_at, repeated, lead.reference.as_str());
            timeline::append(&write, vec![event]).await?;
        }
        write.commit().await
    }

    async fn store(&self, leads: &mut [QueuedLead]) -> Result<Vec<LeadOutcome>, DbErr> {
        let stored = store(&self.db, leads, self.channels.now(), &self.references);
        tokio::time::timeout(TRANSACTION_TIMEOUT, stored).await.unwrap_or_else(|_| Err(timed_out()))
    }
}

/// Notes in the spool what became of its leads. Returns how many are stored.
async fn settle(spool: &Spool, outcomes: Vec<(String, Replayed)>) -> Result<usize, DbErr> {
    let mut stored = Vec::new();
    for (id, outcome) in outcomes {
        match outcome {
            Replayed::Stored => stored.push(id),
            Replayed::Refused(reason) => {
                tracing::error!(
                    lead = id,
                    reason,
                    "the database refuses a lead of the journal; it is set aside"
                );
                spool.refuse(&id, &reason).await?;
            }
        }
    }
    let count = stored.len();
    if let Err(error) = spool.remove(stored).await {
        tracing::warn!(%error, "replayed leads cannot be deleted from the journal yet; none is stored twice");
    }
    Ok(count)
}

pub(super) fn timed_out() -> DbErr {
    DbErr::Custom("the database did not answer in time".to_owned())
}
