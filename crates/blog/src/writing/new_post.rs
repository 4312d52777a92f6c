//! A new post with nothing but a title, and another address for a post.

use sea_orm::ConnectionTrait;
use sea_orm::DbErr;

use crate::authoring::publish::PostPublisher;
use crate::post::{NewPost, Post, PostFormat};
use crate::slug::{is_slug, slugify};
use crate::writing::copy::lock;
use crate::{dates, store};
use base::text::shown;
use storage::db::WriteTransaction;

/// The address of a post whose title has no letter that addresses have, such as an Arabic one.
const UNNAMED: &str = "post";

/// Stores a new draft as part of `write`. Its address is made of its title, with a number where that is taken.
///
/// # Errors
/// When the database cannot be used.
pub async fn create(
    publisher: &PostPublisher,
    write: &WriteTransaction,
    title: &str,
    author: &str,
) -> Result<Post, DbErr> {
    let now = publisher.clock.now_ms();
    let db = write.connection();
    let post = Post {
        id: publisher.new_id(),
        created_at: store::free_created_at(db, now).await?,
        updated_at: now,
        words: NewPost {
            slug: free_slug(db, title).await?,
            title: crate::html::line(title),
            meta_title: None,
            meta_description: None,
            excerpt: None,
            picture: None,
            author: Some(author.to_owned()).filter(|author| !author.is_empty()),
            draft: true,
            published_at: dates::whole_seconds(now),
            checked_at: None,
            content: String::new(),
            original: String::new(),
            format: PostFormat::Markdown,
            pictures: Default::default(),
        },
    };
    store::save_unseen(write, &post, &[]).await?;
    Ok(post)
}

/// An address that no post has or had.
async fn free_slug(db: &impl ConnectionTrait, title: &str) -> Result<String, DbErr> {
    let wanted = slugify(title).unwrap_or_else(|| UNNAMED.to_owned());
    for number in 1.. {
        let slug = if number == 1 { wanted.clone() } else { format!("{wanted}-{number}") };
        let is_free =
            store::with_slug(db, &slug).await?.is_none() && store::moved_from(db, &slug).await?.is_none();
        if is_free && is_slug(&slug) {
            return Ok(slug);
        }
        // A title as long as an address may be has no room for a number.
        if number == 1 && wanted.len() > 90 {
            return Box::pin(free_slug(db, &wanted[..80])).await;
        }
    }
    unreachable!("numbers have no end")
}

/// Why a post cannot get an address.
#[derive(Debug)]
pub enum RenameError {
    /// The sentence says what would be right.
    Refused(String),
    Database(DbErr),
}

impl From<DbErr> for RenameError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

/// Whether this can be an address.
///
/// # Errors
/// A sentence that says what would be right.
pub fn check_slug(slug: &str) -> Result<(), String> {
    if is_slug(slug) {
        return Ok(());
    }
    let right = slugify(slug).unwrap_or_else(|| "ac-care-in-summer".to_owned());
    let slug = shown(slug);
    Err(format!("`{slug}` cannot be an address; use small letters, digits and hyphens: {right}"))
}

/// Gives a post another address as part of `write`; the old one redirects to it. Returns the post and its old address;
/// `None` if there is no such post.
///
/// # Errors
/// When the address is invalid, or another post's; or the database cannot be used.
pub async fn rename(
    write: &WriteTransaction,
    post_id: &str,
    slug: &str,
    now_ms: i64,
) -> Result<Option<(Post, String)>, RenameError> {
    check_slug(slug).map_err(RenameError::Refused)?;
    if let Some(other) = store::with_slug(write.connection(), slug).await?
        && other.id != post_id
    {
        let title = shown(&other.words.title);
        return Err(RenameError::Refused(format!("`/blogs/{slug}` is the address of another post: {title}")));
    }
    let Some(mut post) = lock(write, post_id).await? else { return Ok(None) };
    let former = std::mem::replace(&mut post.words.slug, slug.to_owned());
    if former != slug {
        post.updated_at = now_ms;
        store::save(write, &post, &[]).await?;
    }
    Ok(Some((post, former)))
}
