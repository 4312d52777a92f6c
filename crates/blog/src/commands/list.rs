//! `amwaj posts list` and `show`.

use std::process::ExitCode;

use crate::commands::{CommandContext, CommandOutput, ListedState};
use crate::post::{Post, PostState};
use crate::store;
use base::clock::dubai_text;
use base::suggest::nearest;
use base::text::shown;
use storage::terminal::CommandError;

pub async fn list(
    context: &CommandContext<'_>,
    state: Option<ListedState>,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let mut posts = store::overview(context.db.reader()).await?;
    let now_ms = context.clock.now_ms();
    posts.retain(|post| {
        state.is_none_or(|wanted| match post.words.state(now_ms) {
            PostState::Draft => wanted == ListedState::Draft,
            PostState::Scheduled => wanted == ListedState::Scheduled,
            PostState::Published => wanted == ListedState::Published,
        })
    });
    for post in &posts {
        let (words, time) = (&post.words, dubai_text(post.words.published_at));
        let state = words.state(now_ms).as_str();
        writeln!(output.out, "{state:9}  {time}  {}  {}", words.slug, shown(&words.title))?;
    }
    writeln!(output.out, "{} {}", posts.len(), if posts.len() == 1 { "post" } else { "posts" })?;
    Ok(ExitCode::SUCCESS)
}

pub async fn show(
    context: &CommandContext<'_>,
    slug: &str,
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let post = find_or_suggest(context, slug).await?;
    let words = &post.words;
    let mut line = |name: &str, value: Option<&str>| match value {
        Some(value) => writeln!(output.out, "{name:17} {}", shown(value)),
        None => Ok(()),
    };
    line("address", Some(&format!("{}/blogs/{}", context.origin, words.slug)))?;
    line("state", Some(words.state(context.clock.now_ms()).as_str()))?;
    line("date", Some(&dubai_text(words.published_at)))?;
    line("title", Some(&words.title))?;
    line("author", words.author.as_deref())?;
    line("meta_title", words.meta_title.as_deref())?;
    line("meta_description", words.meta_description.as_deref())?;
    line("excerpt", words.excerpt.as_deref())?;
    line("image", words.picture.as_ref().map(|picture| picture.src.as_str()))?;
    line(
        "image_alt",
        words.picture.as_ref().map(|picture| picture.alt.as_str()).filter(|alt| !alt.is_empty()),
    )?;
    line("id", Some(&post.id))?;
    line("first stored", Some(&dubai_text(post.created_at)))?;
    line("last changed", Some(&dubai_text(post.updated_at)))?;
    line("pictures", Some(&words.pictures.len().to_string()))?;
    writeln!(output.out)?;
    for text in words.original.lines() {
        writeln!(output.out, "{}", shown(text))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The post with that slug or id.
///
/// # Errors
/// When no post has it; the sentence suggests the nearest slug.
pub async fn find_or_suggest(context: &CommandContext<'_>, slug: &str) -> Result<Post, CommandError> {
    if let Some(post) = store::find(context.db.reader(), slug).await? {
        return Ok(post);
    }
    let posts = store::overview(context.db.reader()).await?;
    let instead = match nearest(slug, posts.iter().map(|post| &post.words.slug)) {
        Some(slug) => format!("did you mean `{slug}`?"),
        None => "`amwaj posts list` names them all".to_string(),
    };
    Err(CommandError::Other(format!("there is no post `{}`; {instead}", shown(slug))))
}
