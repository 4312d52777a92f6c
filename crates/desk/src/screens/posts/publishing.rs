//! Changes what readers see of a post: publishes its words, now or at a time, takes it off, puts either back, and gives it
//! another address.

use crate::http::asked::Asked;
use crate::http::outcome::{Failure, Flash, Reply};
use crate::screens::posts::shown::{published_at, state};
use crate::screens::posts::{address, editor, log, not_found, saving};
use crate::service::DeskService;
use crate::staff::audit::AuditAction;
use crate::view::PostUndo;
use blog::Post;
use blog::authoring::publish::PostError;
use blog::dates;
use blog::writing::{self, PublishTime, RenameError, Shown};

/// The longest title in a notice, in characters: it travels in a cookie.
const MAX_NOTICE_TITLE_CHARS: usize = 100;

/// Publishes the words of the form, or those that are there, at the time that it names.
pub async fn publish(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let id = copy.post.id;
    if let Some(saved) = saving::save_form(desk, asked, &id).await?
        && let Some(conflict) = saved.conflict
    {
        let to = format!("{}?conflict={}", address(&id), conflict.mine);
        return Ok(Reply::Done { to, notice: None, cookies: Vec::new() });
    }
    let ready = match desk.writing.ready(&id, None).await?.ok_or_else(not_found)? {
        Ok(ready) => ready,
        Err(mistake) => {
            let refused = Flash::PostRefused { what: mistake.what, instead: mistake.instead };
            return Ok(Reply::done(address(&id), refused));
        }
    };
    let now = desk.clock.now_ms();
    let when = time(asked, &ready.copy.post, now)?;
    let write = desk.db.begin_write().await?;
    let published = writing::publish(&desk.writing.publisher, &write, ready, when).await;
    let (post, before) = match published {
        Ok(published) => published.ok_or_else(not_found)?,
        Err(PostError::Database(error)) => return Err(error.into()),
        Err(refusal) => return Err(Failure::invalid(format!("It isn't live: {refusal}."))),
    };
    let is_scheduled = post.words.state(now) == blog::PostState::Scheduled;
    let action = if is_scheduled { AuditAction::PostScheduled } else { AuditAction::PostPublished };
    log(&write, asked, action, &post.words.slug, now).await?;
    write.commit().await?;
    Ok(shown(&post, before, now))
}

/// When readers see it: one that they see already keeps its date.
fn time(asked: &Asked, post: &Post, now: i64) -> Result<PublishTime, Failure> {
    let when = asked.field("when");
    if when == "now" {
        let is_visible = post.words.state(now) == blog::PostState::Published;
        return Ok(if is_visible { PublishTime::Kept } else { PublishTime::Now });
    }
    let time = dates::parse(when).ok_or_else(|| {
        Failure::invalid("That is no date and time. Write it as 2026-12-01T09:00, Dubai's time.".to_owned())
    })?;
    Ok(PublishTime::At(time))
}

/// Takes it off the site; the text stays.
pub async fn unpublish(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let id = copy.post.id;
    saving::save_form(desk, asked, &id).await?;
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let (post, before) = writing::unpublish(&write, &id, now).await?.ok_or_else(not_found)?;
    if !before.draft {
        log(&write, asked, AuditAction::PostTakenOff, &post.words.slug, now).await?;
    }
    write.commit().await?;
    Ok(shown(&post, before, now))
}

fn shown(post: &Post, before: Shown, now: i64) -> Reply {
    let notice = Flash::PostShown {
        id: post.id.clone(),
        title: post.words.title.chars().take(MAX_NOTICE_TITLE_CHARS).collect(),
        // A draft that was scheduled is taken off too, though nobody had seen it.
        state: state(post, true, now),
        published_at: published_at(post),
        undo: PostUndo { live: before.live, draft: before.draft, published_at: before.published_at },
    };
    Reply::done(address(&post.id), notice)
}

/// Puts back what readers saw before the last of these.
pub async fn put_back(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let id = copy.post.id;
    let unreadable =
        || Failure::invalid("That can't be taken back any more. Open the post again.".to_owned());
    let before = Shown {
        live: asked.field("live").parse().map_err(|_| unreadable())?,
        draft: asked.field("draft").parse().map_err(|_| unreadable())?,
        published_at: asked.field("published_at").parse().map_err(|_| unreadable())?,
    };
    // A post that becomes a draft again keeps its words as they are.
    let words = match !before.draft && before.live != copy.live_number {
        true => match desk.writing.ready(&id, Some(before.live)).await?.ok_or_else(unreadable)? {
            Ok(ready) => Some(ready),
            Err(mistake) => {
                return Ok(Reply::done(
                    address(&id),
                    Flash::PostRefused { what: mistake.what, instead: mistake.instead },
                ));
            }
        },
        false => None,
    };
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let post = writing::put_back(&write, &id, before, words, now).await?.ok_or_else(not_found)?;
    log(&write, asked, AuditAction::PostPutBack, &post.words.slug, now).await?;
    write.commit().await?;
    Ok(Reply::Done { to: address(&id), notice: None, cookies: Vec::new() })
}

/// Gives it another address; the old one leads there.
pub async fn rename(desk: &DeskService, asked: &Asked) -> Result<Reply, Failure> {
    let copy = editor::open(desk, asked).await?;
    let now = desk.clock.now_ms();
    let write = desk.db.begin_write().await?;
    let renamed = writing::rename(&write, &copy.post.id, asked.field("slug"), now).await;
    let (post, former) = match renamed {
        Ok(renamed) => renamed.ok_or_else(not_found)?,
        Err(RenameError::Refused(sentence)) => return Err(Failure::invalid(format!("{sentence}."))),
        Err(RenameError::Database(error)) => return Err(error.into()),
    };
    let (to, slug) = (address(&post.id), post.words.slug);
    if slug == former {
        return Ok(Reply::Done { to, notice: None, cookies: Vec::new() });
    }
    log(&write, asked, AuditAction::PostRenamed, &slug, now).await?;
    write.commit().await?;
    Ok(Reply::done(to, Flash::PostRenamed { slug, former }))
}
