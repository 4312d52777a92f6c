//! `amwaj posts unpublish`, `schedule` and `rename`: one field of one post.

use std::process::ExitCode;

use super::look::found;
use super::{Place, Screen, moment};
use crate::posts::post::Post;
use crate::posts::slug::{is_slug, slug_of};
use crate::posts::{dates, store};
use crate::terminal::{Trouble, shown};

pub async fn unpublish(place: &Place<'_>, slug: &str, screen: &mut Screen<'_>) -> Result<ExitCode, Trouble> {
    change(place, slug, screen, |post| {
        post.words.draft = true;
        Ok(())
    })
    .await
}

pub async fn schedule(
    place: &Place<'_>,
    slug: &str,
    when: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, Trouble> {
    let when = dates::whole_seconds(moment(when)?);
    change(place, slug, screen, |post| {
        post.words.draft = false;
        post.words.published_at = when;
        Ok(())
    })
    .await
}

pub async fn rename(
    place: &Place<'_>,
    slug: &str,
    new: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, Trouble> {
    if !is_slug(new) {
        let right = slug_of(new).unwrap_or_else(|| "ac-care-in-summer".to_string());
        let sentence =
            format!("`{}` is no good address; use small letters, digits and hyphens: {right}", shown(new));
        return Err(Trouble::Other(sentence));
    }
    if let Some(other) = store::with_slug(place.db.reader(), new).await?
        && other.words.slug != slug
    {
        let sentence =
            format!("`/blogs/{new}` is the address of another post: {}", shown(&other.words.title));
        return Err(Trouble::Other(sentence));
    }
    change(place, slug, screen, |post| {
        post.words.slug = new.to_string();
        Ok(())
    })
    .await
}

async fn change(
    place: &Place<'_>,
    slug: &str,
    screen: &mut Screen<'_>,
    with: impl FnOnce(&mut Post) -> Result<(), Trouble>,
) -> Result<ExitCode, Trouble> {
    let id = found(place, slug).await?.id;
    let write = place.db.begin_write().await?;
    // Read again inside the transaction: another one may have changed it in between.
    let Some(before) = store::with_id(write.connection(), &id).await? else {
        return Err(Trouble::Other(format!("there is no post `{}` any more", shown(slug))));
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
