//! Notices that posts changed, whichever process or server changed them, and that the moment of a scheduled
//! one has come.

use std::time::Duration;

use sea_orm::DbErr;
use tokio::task::JoinHandle;

use crate::store;
use base::clock::{Clock, duration_ms};
use storage::db::Db;

/// How often the count of changes is read: publishing is live within a second everywhere.
const EVERY: Duration = Duration::from_millis(300);
/// How often while the database does not answer.
const EVERY_AWAY: Duration = Duration::from_secs(1);

/// Takes a look, and from then on calls `changed` after every change of what readers may see, until the task is
/// aborted. What was made from the posts after this was called is never stale unnoticed. A database that is
/// away is asked again and again, and written down once.
pub async fn start(db: Db, clock: Clock, changed: impl Fn() + Send + Sync + 'static) -> JoinHandle<()> {
    let mut watch = Watch { db, clock, seen: None, away: false };
    watch.seen = watch.read().await.ok();
    tokio::spawn(async move {
        loop {
            let pause = watch.look(&changed).await;
            tokio::time::sleep(pause).await;
        }
    })
}

struct Watch {
    db: Db,
    clock: Clock,
    seen: Option<Seen>,
    away: bool,
}

/// What was there at the last look.
#[derive(Clone, Copy)]
struct Seen {
    revision: i64,
    /// When the next scheduled post appears.
    next: Option<i64>,
}

impl Watch {
    /// Looks once; answers how long to wait before the next look.
    async fn look(&mut self, changed: &impl Fn()) -> Duration {
        match self.read().await {
            Ok(seen) => {
                if std::mem::take(&mut self.away) {
                    tracing::info!("the posts are watched again");
                }
                // Where the first look failed, nobody knows what was made meanwhile.
                let news = self.seen.is_none_or(|before| {
                    let appeared = before.next.is_some_and(|next| next <= self.clock.now_ms());
                    before.revision != seen.revision || appeared
                });
                self.seen = Some(seen);
                if news {
                    changed();
                }
                self.pause(seen)
            }
            Err(error) => {
                if !std::mem::replace(&mut self.away, true) {
                    tracing::warn!(%error, "changes of the posts cannot be seen at the moment");
                }
                EVERY_AWAY
            }
        }
    }

    async fn read(&self) -> Result<Seen, DbErr> {
        let (db, now) = (self.db.reader(), self.clock.now_ms());
        let revision = store::revision(db).await?;
        // The next moment is another one only after a change, or once it has come.
        let known = self.seen.filter(|seen| seen.revision == revision && seen.next.is_none_or(|at| at > now));
        let next = match known {
            Some(seen) => seen.next,
            None => store::next_appearance(db, now).await?,
        };
        Ok(Seen { revision, next })
    }

    /// Not past the moment of the next scheduled post.
    fn pause(&self, seen: Seen) -> Duration {
        let Some(next) = seen.next else { return EVERY };
        let wait = (next - self.clock.now_ms()).clamp(1, duration_ms(EVERY));
        Duration::from_millis(wait.unsigned_abs())
    }
}
