//! Stores a prepared post: as a new one, as a new version of the one with its slug or id, or not at all where nothing
//! changed.

use sea_orm::DbErr;

use crate::authoring::prepare::PreparedPost;
use crate::post::Post;
use crate::{dates, store};
use base::clock::Clock;
use base::random::Random;
use storage::db::WriteTransaction;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishOutcome {
    New,
    Changed,
    Unchanged,
}

/// Why a post was not stored.
#[derive(Debug)]
pub enum PostError {
    /// A post that had this slug has another one now.
    SlugMoved {
        slug: String,
        to: String,
    },
    /// Another post has this slug.
    SlugTaken {
        slug: String,
        id: String,
    },
    Database(DbErr),
}

impl std::fmt::Display for PostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::SlugMoved { slug, to } => write!(
                f,
                "the post of `/blogs/{slug}` stands at `/blogs/{to}` now; add `slug: {to}` to change it, or choose \
                 another name for a new one"
            ),
            Self::SlugTaken { slug, id } => {
                write!(f, "`/blogs/{slug}` is the address of another post ({id}); choose another slug")
            }
            Self::Database(error) => write!(f, "the database cannot be used: {error}"),
        }
    }
}

impl From<DbErr> for PostError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

/// Publishes posts, with a clock for their dates and a source of random ids.
#[derive(Clone)]
pub struct PostPublisher {
    pub clock: Clock,
    pub random: Random,
}

impl PostPublisher {
    pub fn system() -> Self {
        Self { clock: Clock::system(), random: Random::system() }
    }

    /// Stores `prepared` as part of `write`. A new version keeps the post's id and the time it was first stored, and
    /// its date where the author gives none.
    ///
    /// # Errors
    /// When its address belongs to another post, or the database cannot be used; nothing is stored then.
    pub async fn publish(
        &self,
        write: &WriteTransaction,
        prepared: PreparedPost,
    ) -> Result<(Post, PublishOutcome), PostError> {
        let (db, now) = (write.connection(), self.clock.now_ms());
        let slug = &prepared.words.slug;
        let here = store::with_slug(db, slug).await?;
        let before = match &prepared.id {
            Some(id) => store::with_id(db, id).await?,
            None => here.clone(),
        };
        if let Some(other) = here.filter(|other| before.as_ref().is_none_or(|before| before.id != other.id)) {
            return Err(PostError::SlugTaken { slug: slug.clone(), id: other.id });
        }
        if before.is_none()
            && let Some(moved) = store::moved_from(db, slug).await?
        {
            return Err(PostError::SlugMoved { slug: slug.clone(), to: moved.words.slug });
        }
        let mut words = prepared.words;
        let earlier_date = before.as_ref().map(|before| before.words.published_at);
        words.published_at = prepared.date.or(earlier_date).unwrap_or(dates::whole_seconds(now));
        let Some(before) = before else {
            let id = prepared.id.unwrap_or_else(|| self.new_id());
            let created_at = match prepared.created {
                Some(created_at) => created_at,
                None => store::free_created_at(db, now).await?,
            };
            let post = Post { id, created_at, updated_at: words.published_at, words };
            store::save(write, &post, &prepared.files).await?;
            return Ok((post, PublishOutcome::New));
        };
        if before.words == words {
            return Ok((before, PublishOutcome::Unchanged));
        }
        let updated_at = if same_to_readers(&before, &words) { before.updated_at } else { now };
        let post = Post { updated_at, words, ..before };
        store::save(write, &post, &prepared.files).await?;
        Ok((post, PublishOutcome::Changed))
    }

    /// An id that no post has.
    pub(crate) fn new_id(&self) -> String {
        hex::encode(self.random.bytes::<8>())
    }
}

/// Whether only the author's original differs, which readers don't see.
fn same_to_readers(before: &Post, words: &crate::NewPost) -> bool {
    let mut as_before = words.clone();
    as_before.original.clone_from(&before.words.original);
    as_before.format = before.words.format;
    as_before.pictures.clone_from(&before.words.pictures);
    as_before == before.words
}
