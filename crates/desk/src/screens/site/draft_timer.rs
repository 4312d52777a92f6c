//! Puts drafts live: at once when somebody says so, or at the time that was set.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use base::clock::Clock;
use base::supervisor::{self, Task};
use editing::drafts::{self, DraftStep, Model};
use editing::{Refused, SiteEditor};
use futures_util::FutureExt as _;
use sea_orm::DbErr;
use storage::db::Db;

use crate::screens::site::storing::{Storing, reason};
use crate::staff::audit::{self, Actor, AuditAction, Entry};

const POLL_INTERVAL: Duration = Duration::from_millis(500);
const BROKEN: &str =
    "The server broke down over it. Tell whoever looks after the server: its log says where.";
/// Delay until a draft that could not go live is tried again, by the monotonic clock.
const TRY_AGAIN: Duration = Duration::from_secs(60);

/// Puts drafts live at their time. Of several servers, the first one does it.
pub struct DraftTimer {
    db: Db,
    clock: Clock,
    editor: SiteEditor,
    /// When a draft that could not go live was tried last, by its id.
    tried: HashMap<String, Duration>,
}

impl DraftTimer {
    pub fn new(db: Db, clock: Clock, editor: SiteEditor) -> Self {
        Self { db, clock, editor, tried: HashMap::new() }
    }

    /// Polls until the task is dropped.
    pub fn start(self) -> Task {
        supervisor::spawn("draft timer", self, |timer| {
            Box::pin(async {
                loop {
                    if let Err(error) = timer.poll_once().await {
                        tracing::warn!(%error, "the times of drafts could not be read; they are tried again");
                    }
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            })
        })
    }

    /// Puts the drafts live that are due.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn poll_once(&mut self) -> Result<(), DbErr> {
        let (now, steady) = (self.clock.now_ms(), self.clock.steady());
        for draft in drafts::due(self.db.reader(), now).await? {
            if self.tried.get(&draft.id).is_some_and(|last| steady.saturating_sub(*last) < TRY_AGAIN) {
                continue;
            }
            let name = draft.timed_by_name.as_deref().unwrap_or(&draft.by_name);
            let by = Actor { staff_id: draft.timed_by.as_deref(), name };
            let live = put_live(&self.db, &self.clock, &self.editor, &draft, by, None);
            // A failure of one draft keeps no other from its time.
            let broken = |_| Ok(Err(BROKEN.to_owned()));
            let problem = match AssertUnwindSafe(live).catch_unwind().await.unwrap_or_else(broken) {
                Ok(Ok(())) => continue,
                Ok(Err(sentence)) => sentence,
                Err(Refused::Database(error)) => return Err(error),
                Err(Refused::Unchanged) => "Nothing is in it yet.".to_owned(),
                Err(refused) => reason(&refused),
            };
            self.tried.insert(draft.id.clone(), steady);
            if draft.problem.as_deref() != Some(problem.as_str()) {
                tracing::error!(draft = draft.name, problem, "a draft could not go live at its time");
                let write = self.db.begin_write().await?;
                drafts::note(&write, &draft.id, DraftStep::Stuck { problem: &problem }).await?;
                write.commit().await?;
            }
        }
        Ok(())
    }
}

/// Puts a draft live; returns a sentence if the server could not.
///
/// # Errors
/// When it may not go live: no part of it is live then.
pub async fn put_live(
    db: &Db,
    clock: &Clock,
    editor: &SiteEditor,
    draft: &Model,
    by: Actor<'_>,
    key: Option<&str>,
) -> Result<Result<(), String>, Refused> {
    let _turn = editor.turn().await;
    let prepared = editor.prepare_draft(draft).await?;
    let write = db.begin_write().await?;
    if !drafts::note(&write, &draft.id, DraftStep::Live { at: clock.now_ms() }).await? {
        // Another server was first, or somebody has put it aside.
        return Ok(Ok(()));
    }
    let entry = Entry { by, action: AuditAction::DraftLive, subject: &draft.name, lead_id: None, key };
    audit::append(&write, entry, clock.now_ms()).await?;
    let storing = Storing { clock, editor, by, action: AuditAction::ContentChanged, key: None };
    Ok(storing.finish(write, &prepared).await?.map(drop))
}
