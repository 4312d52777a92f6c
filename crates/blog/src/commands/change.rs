//! `amwaj posts unpublish`, `schedule` and `rename`: each changes one thing of one post, as the desk does.

use std::process::ExitCode;

use crate::commands::list::find_or_suggest;
use crate::commands::{CommandContext, CommandOutput, parse_date_time};
use crate::writing::RenameError;
use crate::{dates, store, writing};
use base::text::shown;
use storage::terminal::CommandError;

pub async fn unpublish(
    context: &CommandContext<'_>,
    slug: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let post = find_or_suggest(context, slug).await?;
    let write = context.db.begin_write().await?;
    let now = context.clock.now_ms();
    let taken_off = writing::unpublish(&write, &post.id, now).await?.ok_or_else(|| gone(slug))?;
    write.commit().await?;
    let (post, before) = taken_off;
    let outcome = if before.draft { "unchanged" } else { "changed  " };
    writeln!(output.out, "{outcome}  {}", context.describe(&post))?;
    let address = &post.words.slug;
    writeln!(output.out, "`amwaj posts schedule {address} now` brings it back.")?;
    Ok(ExitCode::SUCCESS)
}

pub async fn schedule(
    context: &CommandContext<'_>,
    slug: &str,
    when: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let when = dates::whole_seconds(parse_date_time(when, context.clock.now_ms())?);
    let id = find_or_suggest(context, slug).await?.id;
    let write = context.db.begin_write().await?;
    // Read again inside the transaction: somebody may have changed it in between.
    let before = store::with_id(write.connection(), &id).await?.ok_or_else(|| gone(slug))?;
    let mut post = before.clone();
    (post.words.draft, post.words.published_at) = (false, when);
    let outcome = if post == before {
        write.rollback().await?;
        "unchanged"
    } else {
        post.updated_at = context.clock.now_ms();
        store::save(&write, &post, &[]).await?;
        write.commit().await?;
        "changed  "
    };
    writeln!(output.out, "{outcome}  {}", context.describe(&post))?;
    Ok(ExitCode::SUCCESS)
}

pub async fn rename(
    context: &CommandContext<'_>,
    slug: &str,
    new: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    // An invalid address is refused first, whatever the post.
    writing::check_slug(new).map_err(CommandError::Other)?;
    let id = find_or_suggest(context, slug).await?.id;
    let write = context.db.begin_write().await?;
    let renamed = writing::rename(&write, &id, new, context.clock.now_ms()).await;
    let (post, former) = match renamed {
        Ok(renamed) => renamed.ok_or_else(|| gone(slug))?,
        Err(RenameError::Refused(sentence)) => return Err(CommandError::Other(sentence)),
        Err(RenameError::Database(error)) => return Err(error.into()),
    };
    write.commit().await?;
    let outcome = if former == new { "unchanged" } else { "changed  " };
    writeln!(output.out, "{outcome}  {}", context.describe(&post))?;
    Ok(ExitCode::SUCCESS)
}

/// Somebody deleted it in between.
fn gone(slug: &str) -> CommandError {
    CommandError::Other(format!("there is no post `{}` any more", shown(slug)))
}
