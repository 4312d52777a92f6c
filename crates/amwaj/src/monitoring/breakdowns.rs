//! Background tasks that broke down: the running server keeps them as rows in the database, where `amwaj doctor`,
//! another process, reads them. A row is a lease of a day, as for proxies.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::DbErr;

use crate::log;
use base::clock::{Clock, duration_ms};
use base::supervisor;
use storage::db::Db;
use storage::jobs;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// For how long `amwaj doctor` speaks of what broke down.
const NOTED_FOR: Duration = Duration::from_secs(24 * 3600);
const PREFIX: &str = "broke down: ";
/// Its lines were lost.
pub const LOG: &str = "the log";

/// Watches the tasks of this process and its log, whose sums it has written down.
pub struct BreakdownWatch {
    db: Db,
    clock: Clock,
    /// Breakdowns of each task when they were last stored.
    kept: HashMap<String, u64>,
}

impl BreakdownWatch {
    pub fn new(db: Db, clock: Clock) -> Self {
        BreakdownWatch { db, clock, kept: HashMap::new() }
    }

    /// Runs until it is dropped.
    pub async fn run(&mut self) {
        loop {
            log::sum_up();
            // Without the database it's kept later.
            let _ = self.keep().await;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn keep(&mut self) -> Result<(), DbErr> {
        let mut counts: Vec<_> =
            supervisor::tasks().into_iter().map(|task| (task.name, task.breakdowns)).collect();
        counts.push((LOG.to_owned(), log::lost_lines()));
        for (name, count) in counts {
            if count > self.kept.get(&name).copied().unwrap_or_default() {
                let now = self.clock.now_ms();
                jobs::acquire_lease(&self.db, &format!("{PREFIX}{name}"), now, now + duration_ms(NOTED_FOR))
                    .await?;
                self.kept.insert(name, count);
            }
        }
        Ok(())
    }
}

/// Tasks that broke down in the last day, and when first (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn noticed(db: &Db, now_ms: i64) -> Result<Vec<(String, i64)>, DbErr> {
    let leases = jobs::leases(db.reader(), PREFIX, now_ms).await?;
    let since =
        |(name, until): (String, i64)| (name[PREFIX.len()..].to_owned(), until - duration_ms(NOTED_FOR));
    Ok(leases.into_iter().map(since).collect())
}
