//! Stores a change that the check has nothing against, or says why nothing was changed.

use sea_orm::DbErr;
use site::editing::{Prepared, Refused, StoreError, revisions};

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
        Refused::Problems(problems) => {
            let first = problems.first().map(|problem| format!("{}; {}.", problem.what, problem.instead));
            let text = format!("{beginning}: {}", first.unwrap_or_default());
            Ok(Reply::done(to, Flash::SiteRefused { text: text.chars().take(MAX_SENTENCE_CHARS).collect() }))
        }
        Refused::NoSuchPiece | Refused::Clash { .. } => Err(not_found()),
        Refused::Database(error) => Err(error.into()),
    }
}

/// Stores a change with its row of the audit log, and shows it to visitors; or the sentence that says why not.
pub async fn store(
    desk: &DeskService,
    asked: &Asked,
    mut prepared: Prepared,
    action: AuditAction,
    undone: Option<i64>,
) -> Result<Result<i64, String>, DbErr> {
    let member = &asked.who().member;
    prepared.told.staff_id = Some(member.id.clone());
    prepared.told.by_name = Some(member.name.clone());
    let write = desk.db.begin_write().await?;
    let id = match desk.editor.store(&write, &prepared).await {
        Ok(id) => id,
        Err(StoreError::Database(error)) => return Err(error),
        Err(StoreError::Stale) => {
            drop(write);
            desk.editor.publish().await?;
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
    if let Some(undone) = undone {
        revisions::mark_undone(&write, undone, id).await?;
    }
    let subject = short(&format!("{}: {}", prepared.change.path, prepared.told.name));
    let entry =
        Entry { by: Actor::of(asked.who()), action, subject: &subject, lead_id: None, key: asked.key() };
    audit::append(&write, entry, desk.clock.now_ms()).await?;
    write.commit().await?;
    desk.editor.publish().await?;
    Ok(Ok(id))
}

pub fn short(text: &str) -> String {
    text.chars().take(MAX_NOTICE_CHARS).collect()
}
