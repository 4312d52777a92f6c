//! `amwaj posts unpublish`, `schedule` and `rename`: each changes one field of one post.

use std::process::ExitCode;

use crate::commands::list::find_or_suggest;
use crate::commands::{CommandContext, CommandOutput, parse_date_time};
use crate::post::Post;
use crate::slug::{is_slug, slugify};
use crate::{dates, store};
use base::text::shown;
use storage::terminal::CommandError;

pub async fn unpublish(
    context: &CommandContext<'_>,
    slug: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let mut address = String::new();
    let code = change(context, slug, output, |post| {
        post.words.draft = true;
        address.clone_from(&post.words.slug);
        Ok(())
    })
    .await?;
    writeln!(output.out, "`amwaj posts schedule {address} now` brings it back.")?;
    Ok(code)
}

pub async fn schedule(
    context: &CommandContext<'_>,
    slug: &str,
    when: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let when = dates::whole_seconds(parse_date_time(when, context.clock.now_ms())?);
    change(context, slug, output, |post| {
        post.words.draft = false;
        post.words.published_at = when;
        Ok(())
    })
    .await
}

pub async fn rename(
    context: &CommandContext<'_>,
    slug: &str,
    new: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    if !is_slug(new) {
        let right = slugify(new).unwrap_or_else(|| "ac-care-in-summer".to_string());
        let sentence =
            format!("`{}` cannot be an address; use small letters, digits and hyphens: {right}", shown(new));
        return Err(CommandError::Other(sentence));
    }
    if let Some(other) = store::with_slug(context.db.reader(), new).await?
        && other.words.slug != slug
    {
        let sentence =
            format!("`/blogs/{new}` is the address of another post: {}", shown(&other.words.title));
        return Err(CommandError::Other(sentence));
    }
    change(context, slug, output, |post| {
        post.words.slug = new.to_string();
        Ok(())
    })
    .await
}

async fn change(
    context: &CommandContext<'_>,
    slug: &str,
    output: &mut CommandOutput<'_>,
    edit: impl FnOnce(&mut Post) -> Result<(), CommandError>,
) -> Result<ExitCode, CommandError> {
    let id = find_or_suggest(context, slug).await?.id;
    let write = context.db.begin_write().await?;
    // Read again inside the transaction: somebody may have changed it in between.
    let Some(before) = store::with_id(write.connection(), &id).await? else {
        return Err(CommandError::Other(format!("there is no post `{}` any more", shown(slug))));
    };
    let mut post = before.clone();
    edit(&mut post)?;
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
