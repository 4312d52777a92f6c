//! `amwaj posts list` and `show`.

use std::process::ExitCode;

use crate::commands::{CommandContext, ListedState, Screen};
use crate::post::{Post, State};
use crate::store;
use base::clock::dubai_text;
use base::suggest::nearest;
use base::text::shown;
use storage::terminal::CommandError;

pub async fn list(
    place: &CommandContext<'_>,
    state: Option<ListedState>,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let mut posts = store::overview(place.db.reader()).await?;
    posts.retain(|post| {
        state.is_none_or(|wanted| match post.words.state(place.now) {
            State::Draft => wanted == ListedState::Draft,
            State::Scheduled => wanted == ListedState::Scheduled,
            State::Published => wanted == ListedState::Published,
        })
    });
    for post in &posts {
        let (words, time) = (&post.words, dubai_text(post.words.published_at));
        let state = words.state(place.now).as_str();
        writeln!(screen.out, "{state:9}  {time}  {}  {}", words.slug, shown(&words.title))?;
    }
    writeln!(screen.out, "{} {}", posts.len(), if posts.len() == 1 { "post" } else { "posts" })?;
    Ok(ExitCode::SUCCESS)
}

pub async fn show(
    place: &CommandContext<'_>,
    slug: &str,
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let post = found(place, slug).await?;
    let words = &post.words;
    let mut line = |name: &str, value: Option<&str>| match value {
        Some(value) => writeln!(screen.out, "{name:17} {}", shown(value)),
        None => Ok(()),
    };
    line("address", Some(&format!("{}/blogs/{}", place.origin, words.slug)))?;
    line("state", Some(words.state(place.now).as_str()))?;
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
    writeln!(screen.out)?;
    for text in words.original.lines() {
        writeln!(screen.out, "{}", shown(text))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The post that staff mean.
pub async fn found(place: &CommandContext<'_>, slug: &str) -> Result<Post, CommandError> {
    if let Some(post) = store::find(place.db.reader(), slug).await? {
        return Ok(post);
    }
    let posts = store::overview(place.db.reader()).await?;
    let instead = match nearest(slug, posts.iter().map(|post| &post.words.slug)) {
        Some(slug) => format!("did you mean `{slug}`?"),
        None => "`amwaj posts list` names them all".to_string(),
    };
    Err(CommandError::Other(format!("there is no post `{}`; {instead}", shown(slug))))
}
