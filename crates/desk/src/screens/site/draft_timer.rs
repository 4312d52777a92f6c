//! Puts drafts live: at once when somebody says so, or at the time that was set.

use std::collections::HashMap;
use std::time::Duration;

use base::clock::Clock;
use sea_orm::DbErr;
use site::editing::drafts::{self, Model, Step};
use site::editing::{Refused, SiteEditor};
use storage::db::Db;
use tokio::task::JoinHandle;

use crate::screens::site::storing::{Storing, reason};
use crate::staff::audit::{self, Actor, AuditAction, Entry};

const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// After how long one is tried again that could not go live, in milliseconds.
const TRY_AGAIN_MS: i64 = 60 * 1000;

/// Puts drafts live at their time. Of several servers, the first one does it.
pub struct DraftTimer {
    db: Db,
    clock: Clock,
    editor: SiteEditor,
    /// When a draft that could not go live was tried last, by its id.
    tried: HashMap<String, i64>,
}

impl DraftTimer {
    pub fn new(db: Db, clock: Clock, editor: SiteEditor) -> Self {
        Self { db, clock, editor, tried: HashMap::new() }
    }

    /// Polls until the task is aborted.
    pub fn start(mut self) -> JoinHandle<()> {
        tokio::spawn(async move {
            loop {
                if let Err(error) = self.poll_once().await {
                    tracing::warn!(%error, "whether a draft goes live could not be read; it is tried again");
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
    }

    /// Puts live what is due.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn poll_once(&mut self) -> Result<(), DbErr> {
        let now = self.clock.now_ms();
        for draft in drafts::due(self.db.reader(), now).await? {
            if self.tried.get(&draft.id).is_some_and(|last| now - last < TRY_AGAIN_MS) {
                continue;
            }
            let name = draft.timed_by_name.as_deref().unwrap_or(&draft.by_name);
            let by = Actor { staff_id: draft.timed_by.as_deref(), name };
            let problem = match put_live(&self.db, &self.clock, &self.editor, &draft, by, None).await {
                Ok(Ok(())) => continue,
                Ok(Err(sentence)) => sentence,
                Err(Refused::Database(error)) => return Err(error),
                Err(Refused::Unchanged) => "Nothing is in it yet.".to_owned(),
                Err(refused) => reason(&refused),
            };
            self.tried.insert(draft.id.clone(), now);
            if draft.problem.as_deref() != Some(problem.as_str()) {
                tracing::error!(draft = draft.name, problem, "a draft could not go live at its time");
                let write = self.db.begin_write().await?;
                drafts::note(&write, &draft.id, Step::Stuck { problem: &problem }).await?;
                write.commit().await?;
            }
        }
        Ok(())
    }
}

/// Puts a draft live; the sentence where the server could not.
///
/// # Errors
/// Why it may not: nothing of it is live then.
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
    if !drafts::note(&write, &draft.id, Step::Live { at: clock.now_ms() }).await? {
        // Another server was first, or somebody has put it aside.
        return Ok(Ok(()));
    }
    let entry = Entry { by, action: AuditAction::DraftLive, subject: &draft.name, lead_id: None, key };
    audit::append(&write, entry, clock.now_ms()).await?;
    let storing = Storing { clock, editor, by, action: AuditAction::ContentChanged, key: None };
    Ok(storing.finish(write, &prepared).await?.map(drop))
}
