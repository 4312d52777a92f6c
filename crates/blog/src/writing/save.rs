//! Saves words, also when two authors write at once: words of different paragraphs are merged, and where both changed the
//! same place nothing is lost and both are asked.

use sea_orm::DbErr;

use crate::post::Post;
use crate::store;
use crate::writing::check::Checked;
use crate::writing::copy::{digest_of, ensure, lock, open, pictures_in, pictures_json};
use crate::writing::merge::{Choice, ClashingPlace, merge};
use crate::writing::revisions::{
    NewText, RevisionKind, continue_writing, find_revision, insert_text, words_before,
};
use crate::writing::words::AuthorWords;
use crate::writing::{WorkingCopy, Writer, Writing, copy};

/// The most attempts when somebody else saves in between.
const TRIES: usize = 20;

/// The result of a save.
#[derive(Clone, Debug)]
pub struct Saved {
    pub copy: WorkingCopy,
    /// Of the present words.
    pub checked: Checked,
    /// The words were kept, but not as the present ones.
    pub conflict: Option<Conflict>,
}

/// Two authors changed the same place.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The revision that keeps what could not be merged.
    pub mine: i64,
    pub places: Vec<ClashingPlace>,
}

/// The words to save.
struct NewWords<'a> {
    words: AuthorWords,
    /// The revision that its author had before them.
    based_on: i64,
    choices: &'a [Choice],
    kind: RevisionKind,
    /// The revision that keeps these words already.
    kept: Option<i64>,
}

impl Writing {
    /// Saves words that were typed with the revision `based_on` before the author's eyes; `None` if there is no such
    /// post. The same words twice are saved once.
    ///
    /// # Errors
    /// When the database cannot be used; nothing is saved then.
    pub async fn save(
        &self,
        post_id: &str,
        based_on: i64,
        words: AuthorWords,
        writer: &Writer,
    ) -> Result<Option<Saved>, DbErr> {
        let change = NewWords { words, based_on, choices: &[], kind: RevisionKind::Written, kept: None };
        self.apply(post_id, change, writer).await
    }

    /// Settles a conflict: the revision `mine` is merged again, with a choice for each place.
    ///
    /// # Errors
    /// As [`Self::save`].
    pub async fn settle(
        &self,
        post_id: &str,
        mine: i64,
        choices: &[Choice],
        writer: &Writer,
    ) -> Result<Option<Saved>, DbErr> {
        let Some(kept) = find_revision(self.db.reader(), post_id, mine).await? else { return Ok(None) };
        let (words, based_on) = (kept.words, kept.based_on);
        let change = NewWords { words, based_on, choices, kind: RevisionKind::Written, kept: Some(mine) };
        self.apply(post_id, change, writer).await
    }

    /// Makes an earlier revision the present one; the one before stays, so that this can be undone too.
    ///
    /// # Errors
    /// As [`Self::save`].
    pub async fn restore(&self, post_id: &str, number: i64, writer: &Writer) -> Result<Option<Saved>, DbErr> {
        let Some(earlier) = find_revision(self.db.reader(), post_id, number).await? else { return Ok(None) };
        let (words, based_on) = (earlier.words, i64::MAX);
        let change = NewWords { words, based_on, choices: &[], kind: RevisionKind::Restored, kept: None };
        self.apply(post_id, change, writer).await
    }

    /// The conflict of a revision that was kept aside with the words as they are now, if there still is one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn conflict(&self, copy: &WorkingCopy, mine: i64) -> Result<Option<Conflict>, DbErr> {
        let kept = find_revision(self.db.reader(), &copy.post.id, mine).await?;
        let Some(kept) = kept.filter(|kept| kept.kind == RevisionKind::Aside) else { return Ok(None) };
        let before = words_before(self.db.reader(), &copy.post.id, kept.based_on).await?.unwrap_or_default();
        let merged = merge(&before, &kept.words, &copy.words, &[]);
        Ok(merged.err().map(|places| Conflict { mine, places }))
    }

    async fn apply(
        &self,
        post_id: &str,
        change: NewWords<'_>,
        writer: &Writer,
    ) -> Result<Option<Saved>, DbErr> {
        for _ in 0..TRIES {
            let Some(copy) = open(&self.db, post_id).await? else { return Ok(None) };
            let (words, places) = match self.merged(&copy, &change).await? {
                Ok(words) => (words, Vec::new()),
                Err(places) => (change.words.clone(), places),
            };
            if !places.is_empty() {
                let mine = self.keep_aside(&copy, &change, writer).await?;
                let checked = self.check(&copy, copy.words.clone()).await;
                return Ok(Some(Saved { copy, checked, conflict: Some(Conflict { mine, places }) }));
            }
            let checked = self.check(&copy, words.clone()).await;
            if words == copy.words && copy.number > 0 {
                return Ok(Some(Saved { copy, checked, conflict: None }));
            }
            if self.store_words(&copy, &words, &checked, &change, writer).await? {
                let Some(copy) = open(&self.db, post_id).await? else { return Ok(None) };
                return Ok(Some(Saved { copy, checked, conflict: None }));
            }
        }
        Err(DbErr::Custom("others saved the same post again and again".to_owned()))
    }

    /// The words with what somebody else saved since.
    async fn merged(
        &self,
        copy: &WorkingCopy,
        change: &NewWords<'_>,
    ) -> Result<Result<AuthorWords, Vec<ClashingPlace>>, DbErr> {
        let is_newest = change.based_on >= copy.number || change.words == copy.words;
        if is_newest {
            return Ok(Ok(change.words.clone()));
        }
        let before = words_before(self.db.reader(), &copy.post.id, change.based_on).await?;
        let before = before.unwrap_or_else(|| copy.words.clone());
        Ok(merge(&before, &change.words, &copy.words, change.choices))
    }

    /// Keeps words that clash with the present ones as a revision of their own, and returns its number.
    async fn keep_aside(
        &self,
        copy: &WorkingCopy,
        change: &NewWords<'_>,
        writer: &Writer,
    ) -> Result<i64, DbErr> {
        if let Some(kept) = change.kept {
            return Ok(kept);
        }
        let now = self.publisher.clock.now_ms();
        let write = self.db.begin_write().await?;
        lock(&write, &copy.post.id).await?;
        let text = NewText {
            at: now,
            began_at: now,
            writer: Some(writer),
            kind: RevisionKind::Aside,
            based_on: change.based_on,
            words: &change.words,
        };
        let number = insert_text(&write, &copy.post.id, text).await?;
        write.commit().await?;
        Ok(number)
    }

    /// Stores the present words; false if somebody else saved since `seen` was read.
    async fn store_words(
        &self,
        seen: &WorkingCopy,
        words: &AuthorWords,
        checked: &Checked,
        change: &NewWords<'_>,
        writer: &Writer,
    ) -> Result<bool, DbErr> {
        let now = self.publisher.clock.now_ms();
        let write = self.db.begin_write().await?;
        let Some(post) = lock(&write, &seen.post.id).await? else { return Ok(false) };
        let number = copy::row(write.connection(), &post.id).await?.map_or(0, |row| row.number);
        if number != seen.number || post != seen.post {
            write.rollback().await?;
            return Ok(false);
        }
        let mut row = ensure(&write, &post).await?;
        let began_at = match change.kind {
            RevisionKind::Written => continue_writing(&write, &row, post.words.draft, writer, now).await?,
            _ => now,
        };
        let (kind, based_on) = (change.kind, row.number);
        let text = NewText { at: now, began_at, writer: Some(writer), kind, based_on, words };
        row.number = insert_text(&write, &post.id, text).await?;
        row.mistakes = i64::try_from(checked.mistakes()).unwrap_or(i64::MAX);
        if let Some(drawn) = &checked.drawn {
            // As they are now: one may have been uploaded since `seen` was read.
            let mut pictures = pictures_in(&row);
            pictures.extend(drawn.words.pictures.clone());
            row.pictures = pictures_json(&pictures);
            store::save_files(&write, &drawn.files).await?;
        }
        if post.words.draft
            && let Some(drawn) = checked.publishable()
        {
            let post = draft_of(post, drawn.words.clone(), now);
            store::save_unseen(&write, &post, &[]).await?;
            (row.live_number, row.live_digest) = (row.number, digest_of(&post));
        }
        copy::store(&write, &row).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// A draft with these words. Hidden from readers; commands see the words as they stand.
fn draft_of(post: Post, words: crate::NewPost, now: i64) -> Post {
    let before = post.words;
    let words = crate::NewPost {
        slug: before.slug,
        draft: true,
        published_at: before.published_at,
        checked_at: before.checked_at,
        ..words
    };
    Post { updated_at: now, words, ..post }
}
