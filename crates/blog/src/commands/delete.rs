//! `amwaj posts delete`: says what would go; with `--yes` it does.

use std::process::ExitCode;

use crate::commands::list::find_or_suggest;
use crate::commands::{CommandContext, CommandOutput};
use crate::{deletion, store};
use base::text::shown;
use storage::terminal::CommandError;

pub async fn delete(
    context: &CommandContext<'_>,
    slug: &str,
    yes: bool,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let found = find_or_suggest(context, slug).await?;
    let write = context.db.begin_write().await?;
    // Read again inside the transaction: somebody may have changed it in between.
    let Some(post) = store::with_id(write.connection(), &found.id).await? else {
        return Err(CommandError::Other(format!("there is no post `{}` any more", shown(slug))));
    };
    let with = deletion::goes_with(write.connection(), &post).await?;
    if yes {
        deletion::delete(&write, &post).await?;
        write.commit().await?;
    } else {
        write.rollback().await?;
    }
    let slug = &post.words.slug;
    let state = if yes { "deleted  " } else { "would go " };
    let out = &mut output.out;
    if yes {
        writeln!(out, "{state}  {}/blogs/{slug}  {}", context.origin, shown(&post.words.title))?;
    } else {
        writeln!(out, "{state}  {}", context.describe(&post))?;
    }
    for former in &with.redirects {
        writeln!(out, "{state}  the redirect from /blogs/{former}")?;
    }
    for file in &with.files {
        writeln!(out, "{state}  the picture {}", shown(file))?;
    }
    if !yes {
        writeln!(out, "Nothing is deleted yet. `amwaj posts delete {slug} --yes` deletes it for good;")?;
        writeln!(out, "`amwaj posts unpublish {slug}` takes it off the site and keeps it.")?;
    }
    Ok(ExitCode::SUCCESS)
}
