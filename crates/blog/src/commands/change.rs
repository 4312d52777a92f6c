//! `amwaj posts unpublish`, `schedule` and `rename`: one field of one post.

use std::process::ExitCode;

use crate::commands::look::found;
use crate::commands::{CommandContext, Screen, moment};
use crate::post::Post;
use crate::slug::{is_slug, slug_of};
use crate::{dates, store};
use base::text::shown;
use storage::terminal::CommandError;

pub async fn unpublish(
    place: &CommandContext<'_>,
    slug: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    change(place, slug, screen, |post| {
        post.words.draft = true;
        Ok(())
    })
    .await
}

pub async fn schedule(
    place: &CommandContext<'_>,
    slug: &str,
    when: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let when = dates::whole_seconds(moment(when)?);
    change(place, slug, screen, |post| {
        post.words.draft = false;
        post.words.published_at = when;
        Ok(())
    })
    .await
}

pub async fn rename(
    place: &CommandContext<'_>,
    slug: &str,
    new: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    if !is_slug(new) {
        let right = slug_of(new).unwrap_or_else(|| "ac-care-in-summer".to_string());
        let sentence =
            format!("`{}` is no good address; use small letters, digits and hyphens: {right}", shown(new));
        return Err(CommandError::Other(sentence));
    }
    if let Some(other) = store::with_slug(place.db.reader(), new).await?
        && other.words.slug != slug
    {
        let sentence =
            format!("`/blogs/{new}` is the address of another post: {}", shown(&other.words.title));
        return Err(CommandError::Other(sentence));
    }
    change(place, slug, screen, |post| {
        post.words.slug = new.to_string();
        Ok(())
    })
    .await
}

async fn change(
    place: &CommandContext<'_>,
    slug: &str,
    screen: &mut Screen<'_>,
    with: impl FnOnce(&mut Post) -> Result<(), CommandError>,
) -> Result<ExitCode, CommandError> {
    let id = found(place, slug).await?.id;
    let write = place.db.begin_write().await?;
    // Read again inside the transaction: another one may have changed it in between.
    let Some(before) = store::with_id(write.connection(), &id).await? else {
        return Err(CommandError::Other(format!("there is no post `{}` any more", shown(slug))));
    };
    let mut post = before.clone();
    with(&mut post)?;
    let said = if post == before {
        write.rollback().await?;
        "unchanged"
    } else {
        post.updated_at = place.now;
        store::save(&write, &post, &[]).await?;
        write.commit().await?;
        "changed  "
    };
    writeln!(screen.out, "{said}  {}", place.told(&post))?;
    Ok(ExitCode::SUCCESS)
}
