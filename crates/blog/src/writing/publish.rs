//! Puts words on the site, takes a post off it, and takes either back.

use sea_orm::DbErr;

use crate::authoring::prepare::PreparedPost;
use crate::authoring::publish::{PostError, PostPublisher};
use crate::dates;
use crate::post::{Post, PostState};
use crate::store;
use crate::writing::check::WordProblem;
use crate::writing::copy::{self, digest_of, ensure, lock, open};
use crate::writing::revisions::find_revision;
use crate::writing::{WorkingCopy, Writing};
use storage::db::WriteTransaction;

/// When readers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishTime {
    Now,
    /// Unix milliseconds.
    At(i64),
    /// As it was: only the words change.
    Kept,
}

/// Words that were checked and can be published.
#[derive(Clone, Debug)]
pub struct Ready {
    pub copy: WorkingCopy,
    number: i64,
    prepared: PreparedPost,
}

/// The version that readers saw before, so that it can be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The revision of which the post was made.
    pub live: i64,
    pub draft: bool,
    /// Unix milliseconds.
    pub published_at: i64,
}

impl Writing {
    /// Checks a revision, by default the present one; an error is its first mistake. `None` if there is no such post or
    /// revision.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn ready(
        &self,
        post_id: &str,
        number: Option<i64>,
    ) -> Result<Option<Result<Ready, WordProblem>>, DbErr> {
        let Some(copy) = open(&self.db, post_id).await? else { return Ok(None) };
        let (number, words) = match number.filter(|number| *number != copy.number) {
            None => (copy.number, copy.words.clone()),
            Some(number) => match find_revision(self.db.reader(), post_id, number).await? {
                Some(revision) => (number, revision.words),
                None => return Ok(None),
            },
        };
        let checked = self.check(&copy, words).await;
        if let Some(prepared) = checked.publishable().cloned() {
            return Ok(Some(Ok(Ready { copy, number, prepared })));
        }
        let mistake = checked.problems.into_iter().find(|problem| problem.is_mistake);
        Ok(mistake.map(Err))
    }
}

/// Publishes words as part of `write`; returns the post and what readers saw before, or `None` if the post is gone.
///
/// # Errors
/// When its address belongs to another post, or the database cannot be used; nothing is stored then.
pub async fn publish(
    publisher: &PostPublisher,
    write: &WriteTransaction,
    ready: Ready,
    when: PublishTime,
) -> Result<Option<(Post, Shown)>, PostError> {
    let Some(before) = lock(write, &ready.copy.post.id).await? else { return Ok(None) };
    let mut row = ensure(write, &before).await?;
    let shown =
        Shown { live: row.live_number, draft: before.words.draft, published_at: before.words.published_at };
    let mut prepared = of_post(&before, ready.prepared);
    prepared.words.draft = false;
    prepared.date = match when {
        PublishTime::Now => Some(dates::whole_seconds(publisher.clock.now_ms())),
        PublishTime::At(time) => Some(dates::whole_seconds(time)),
        PublishTime::Kept => None,
    };
    let (post, _) = publisher.publish(write, prepared).await?;
    // 0 before the first save: then `ensure` has just made the first revision.
    row.live_number = if ready.number == 0 { row.number } else { ready.number };
    row.live_digest = digest_of(&post);
    copy::store(write, &row).await?;
    Ok(Some((post, shown)))
}

/// Keeps the post's own fields, whatever its words are.
fn of_post(before: &Post, prepared: PreparedPost) -> PreparedPost {
    let words = crate::NewPost {
        slug: before.words.slug.clone(),
        draft: before.words.draft,
        published_at: before.words.published_at,
        checked_at: before.words.checked_at,
        ..prepared.words
    };
    PreparedPost { words, id: Some(before.id.clone()), ..prepared }
}

/// Takes a post off the site as part of `write`; its text stays. Returns what readers saw before.
///
/// # Errors
/// When the database cannot be used.
pub async fn unpublish(
    write: &WriteTransaction,
    post_id: &str,
    now_ms: i64,
) -> Result<Option<(Post, Shown)>, DbErr> {
    let Some(before) = lock(write, post_id).await? else { return Ok(None) };
    let mut row = ensure(write, &before).await?;
    let shown =
        Shown { live: row.live_number, draft: before.words.draft, published_at: before.words.published_at };
    let mut post = before;
    if post.words.draft {
        return Ok(Some((post, shown)));
    }
    row.taken_off |= post.words.state(now_ms) == PostState::Published;
    (post.words.draft, post.updated_at) = (true, now_ms);
    store::save(write, &post, &[]).await?;
    copy::store(write, &row).await?;
    Ok(Some((post, shown)))
}

/// Puts back what readers saw before, as part of `write`. `words` are those of the revision that they saw, where it is
/// another one now.
///
/// # Errors
/// When the database cannot be used.
pub async fn put_back(
    write: &WriteTransaction,
    post_id: &str,
    shown: Shown,
    words: Option<Ready>,
    now_ms: i64,
) -> Result<Option<Post>, DbErr> {
    let Some(before) = lock(write, post_id).await? else { return Ok(None) };
    let mut row = ensure(write, &before).await?;
    let mut post = before.clone();
    if let Some(ready) = words.filter(|ready| ready.number != row.live_number) {
        row.live_number = ready.number;
        post.words = of_post(&before, ready.prepared).words;
    }
    (post.words.draft, post.words.published_at) = (shown.draft, shown.published_at);
    if post != before {
        post.updated_at = now_ms;
        store::save(write, &post, &[]).await?;
    }
    row.live_digest = digest_of(&post);
    copy::store(write, &row).await?;
    Ok(Some(post))
}
