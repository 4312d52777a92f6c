//! Polls the database for changes of the posts, whichever process or server made them, and for scheduled posts whose
//! time has come, so that the response cache is checked again.

use std::time::Duration;

use sea_orm::DbErr;

use crate::store;
use base::clock::{Clock, duration_ms};
use base::supervisor::{self, Task};
use storage::db::Db;

/// Interval between polls: a published post is live within a second on every server.
const POLL_INTERVAL: Duration = Duration::from_millis(300);
/// The poll interval while the database does not answer.
const POLL_INTERVAL_AWAY: Duration = Duration::from_secs(1);

/// Polls once, for as long as `patience`, and from then on calls `changed` after every change of what readers may see,
/// until the task is dropped. Whatever is made from the posts after this returns is covered. A database that is away is
/// polled again and again, and logged once.
pub async fn start(
    db: Db,
    clock: Clock,
    patience: Duration,
    changed: impl Fn() + Send + Sync + 'static,
) -> Task {
    let mut watch = ChangeWatch { db, clock, seen: None, database_away: false };
    watch.seen = tokio::time::timeout(patience, watch.read()).await.ok().and_then(Result::ok);
    supervisor::spawn("watch for changed posts", (watch, changed), |(watch, changed)| {
        Box::pin(async {
            loop {
                let pause = watch.poll(changed).await;
                tokio::time::sleep(pause).await;
            }
        })
    })
}

struct ChangeWatch {
    db: Db,
    clock: Clock,
    seen: Option<PollResult>,
    database_away: bool,
}

#[derive(Clone, Copy)]
struct PollResult {
    revision: i64,
    /// When the next scheduled post appears.
    next: Option<i64>,
}

impl ChangeWatch {
    /// Polls once; returns how long to wait before the next time.
    async fn poll(&mut self, changed: &impl Fn()) -> Duration {
        match self.read().await {
            Ok(seen) => {
                if std::mem::take(&mut self.database_away) {
                    tracing::info!("the database answers again: changes of posts are noticed");
                }
                // Where the first poll failed, anything may have changed meanwhile.
                let has_changed = self.seen.is_none_or(|before| {
                    let appeared = before.next.is_some_and(|next| next <= self.clock.now_ms());
                    before.revision != seen.revision || appeared
                });
                if has_changed {
                    changed();
                }
                self.seen = Some(seen);
                self.pause(seen)
            }
            Err(error) => {
                if !std::mem::replace(&mut self.database_away, true) {
                    tracing::warn!(%error, "the database does not answer: changes of posts are noticed later");
                }
                POLL_INTERVAL_AWAY
            }
        }
    }

    async fn read(&self) -> Result<PollResult, DbErr> {
        let (db, now) = (self.db.reader(), self.clock.now_ms());
        let revision = store::revision(db).await?;
        // The next date changes only with the revision, or once it has passed.
        let known = self.seen.filter(|seen| seen.revision == revision && seen.next.is_none_or(|at| at > now));
        let next = match known {
            Some(seen) => seen.next,
            None => store::next_appearance(db, now).await?,
        };
        Ok(PollResult { revision, next })
    }

    /// The poll interval, or less where a scheduled post appears sooner.
    fn pause(&self, seen: PollResult) -> Duration {
        let Some(next) = seen.next else { return POLL_INTERVAL };
        let wait = (next - self.clock.now_ms()).clamp(1, duration_ms(POLL_INTERVAL));
        Duration::from_millis(wait.unsigned_abs())
    }
}
