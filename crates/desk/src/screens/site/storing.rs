//! Stores changes that the check has no objection to, or says why nothing was changed.

use base::clock::Clock;
use editing::{Prepared, Refused, SiteEditor, StoreError};
use sea_orm::DbErr;
use storage::db::WriteTransaction;

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::site::not_found;
use crate::service::DeskService;
use crate::staff::audit::{self, Actor, AuditAction, Entry};

/// The longest name in a notice, in characters: it travels in a cookie.
const MAX_NOTICE_CHARS: usize = 100;
const MAX_SENTENCE_CHARS: usize = 400;

/// Goes back to the page, and says why nothing was changed.
pub fn not_taken(to: String, refused: Refused, beginning: &str) -> Result<Reply, Failure> {
    match refused {
        Refused::Unchanged => Ok(Reply::Done { to, notice: None, cookies: Vec::new() }),
        Refused::Problems(_) => {
            let text = format!("{beginning}: {}", reason(&refused));
            Ok(Reply::done(to, Flash::SiteRefused { text: text.chars().take(MAX_SENTENCE_CHARS).collect() }))
        }
        Refused::NoSuchPiece | Refused::Clash { .. } => Err(not_found()),
        Refused::Database(error) => Err(error.into()),
    }
}

/// The check's first sentence.
pub fn reason(refused: &Refused) -> String {
    let Refused::Problems(problems) = refused else { return String::new() };
    let first = problems.first().map(|problem| format!("{}; {}.", problem.what, problem.instead));
    first.unwrap_or_default()
}

/// Stores somebody's change, and shows it to visitors; its id, or the sentence that says why not.
pub async fn store(
    desk: &DeskService,
    asked: &Asked,
    editor: &SiteEditor,
    prepared: Prepared,
    action: AuditAction,
) -> Result<Result<i64, String>, DbErr> {
    let stored = store_all(desk, asked, editor, vec![prepared], action).await?;
    Ok(stored.map(|ids| ids.last().copied().unwrap_or_default()))
}

/// Stores somebody's changes, and shows them to visitors; their ids, or the sentence that says why not.
pub async fn store_all(
    desk: &DeskService,
    asked: &Asked,
    editor: &SiteEditor,
    mut prepared: Vec<Prepared>,
    action: AuditAction,
) -> Result<Result<Vec<i64>, String>, DbErr> {
    let member = &asked.who().member;
    for Prepared { told, .. } in &mut prepared {
        told.staff_id = Some(member.id.clone());
        told.by_name = Some(member.name.clone());
    }
    let action = if editor.draft().is_some() { AuditAction::DraftChanged } else { action };
    let all = Storing { clock: &desk.clock, editor, by: Actor::of(asked.who()), action, key: asked.key() };
    let write = desk.db.begin_write().await?;
    all.finish(write, &prepared).await
}

/// Everything needed to store changes.
pub struct Storing<'a> {
    pub clock: &'a Clock,
    pub editor: &'a SiteEditor,
    pub by: Actor<'a>,
    pub action: AuditAction,
    pub key: Option<&'a str>,
}

impl Storing<'_> {
    /// Stores the changes with their rows of the audit log, commits, and shows them to visitors.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn finish(
        self,
        write: WriteTransaction,
        prepared: &[Prepared],
    ) -> Result<Result<Vec<i64>, String>, DbErr> {
        let ids = match self.editor.store(&write, prepared).await {
            Ok(ids) => ids,
            Err(StoreError::Database(error)) => return Err(error),
            Err(StoreError::Stale) => {
                drop(write);
                self.editor.publish().await?;
                return Ok(Err(
                    "It isn't live yet: the same file was changed in this moment. Put it live once more."
                        .to_owned(),
                ));
            }
            Err(StoreError::Disk(error)) => {
                tracing::error!(%error, "a change of the content could not be written");
                let why = error.kind();
                return Ok(Err(format!(
                    "It isn't live: the server couldn't write the file ({why}). The site is as it was."
                )));
            }
        };
        for (at, Prepared { change, told }) in prepared.iter().enumerate() {
            let subject = short(&format!("{}: {}", change.path, told.name));
            // A tap has one row with its key.
            let key = self.key.filter(|_| at == 0);
            let entry = Entry { by: self.by, action: self.action, subject: &subject, lead_id: None, key };
            audit::append(&write, entry, self.clock.now_ms()).await?;
        }
        write.commit().await?;
        self.editor.publish().await?;
        Ok(Ok(ids))
    }
}

/// The next screen's notice of a change.
pub fn changed(editor: &SiteEditor, id: i64, name: &str) -> Flash {
    let name = short(name);
    match editor.draft() {
        Some(draft) => Flash::DraftChanged { id, draft: draft.to_owned(), name },
        None => Flash::SiteChanged { id, name },
    }
}

pub fn short(text: &str) -> String {
    text.chars().take(MAX_NOTICE_CHARS).collect()
}
