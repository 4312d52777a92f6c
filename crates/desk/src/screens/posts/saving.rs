//! Keeps what authors type: a save with each pause, a settled conflict, an earlier version brought back.

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::posts::{address, editor, log, not_found, writer};
use crate::service::DeskService;
use crate::staff::audit::AuditAction;
use blog::writing::{AuthorWords, Choice, Saved, WordField};

/// Answers with the editor as it is now.
pub async fn save(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let saved = save_form(desk, asked, &copy.post.id).await?.ok_or_else(|| {
        Failure::invalid("The form did not arrive whole: it has no title. Please send it again.".to_owned())
    })?;
    answer(desk, asked, saved).await
}

/// Saves the words of a form, if it has any: buttons that do something else send them along.
pub(super) async fn save_form(
    desk: &DeskService,
    asked: &Asked,
    post_id: &str,
) -> Result<Option<Saved>, Failure> {
    let Some(words) = words(asked) else { return Ok(None) };
    let based_on = asked.field("number").parse().unwrap_or_default();
    let saved = desk.writing.save(post_id, based_on, words, &writer(asked.who())).await?;
    saved.ok_or_else(not_found).map(Some)
}

fn words(asked: &Asked) -> Option<AuthorWords> {
    asked.raw(WordField::Title.key())?;
    let mut words = AuthorWords::default();
    for field in WordField::LINES.into_iter().chain([WordField::Body]) {
        words.set(field, asked.raw(field.key()).unwrap_or_default());
    }
    Some(words)
}

async fn answer(desk: &DeskService, asked: &Asked, saved: Saved) -> Result<Reply, Failure> {
    let Saved { copy, checked, conflict } = saved;
    Ok(Reply::Screen(editor::screen(desk, asked.who(), copy, checked, conflict).await?))
}

/// Settles a conflict with a choice for each place.
pub async fn settle(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let mine = asked.field("mine").parse().map_err(|_| not_found())?;
    let named = (0..).map_while(|at| Choice::named(asked.field(&format!("choice-{at}"))));
    // Whoever chose between other words than those that are there now is asked again.
    let has_seen = asked.field("number").parse() == Ok(copy.number);
    let choices: Vec<Choice> = if has_seen { named.collect() } else { Vec::new() };
    let saved = desk.writing.settle(&copy.post.id, mine, &choices, &writer(asked.who())).await?;
    answer(desk, asked, saved.ok_or_else(not_found)?).await
}

/// Brings an earlier version back. The one before stays a revision.
pub async fn restore(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let number = asked.field("revision").parse().map_err(|_| not_found())?;
    desk.writing.restore(&copy.post.id, number, &writer(asked.who())).await?.ok_or_else(not_found)?;
    let write = desk.db.begin_write().await?;
    log(&write, asked, AuditAction::PostRestored, &copy.post.words.slug, desk.clock.now_ms()).await?;
    write.commit().await?;
    Ok(Reply::done(address(&copy.post.id), Flash::PostRestored { number }))
}
