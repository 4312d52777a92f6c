//! The blog's web pages. This file finds the response for an address: from the response cache, or made from the
//! database. `posts.rs` renders the list, the posts and the not-found page; `feed.rs`, `sitemap.rs` and `text_files.rs`
//! (robots.txt) make what programs read, `share_images.rs` the pictures for chat apps.

mod feed;
mod page_data;
mod posts;
mod routes;
mod share_images;
pub mod sitemap;
mod text_files;

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, StatusCode};
use sea_orm::DbErr;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::Post;
use crate::facts::PostFacts;
use crate::pages::routes::{BlogRoute, list_path, post_path};
pub use crate::pages::routes::{LIST, slug_of_path};
pub use crate::pages::text_files::SiteIdentity;
use crate::post::LATEST_POSTS;
use crate::store;
use crate::store::Order;
use crate::writing::DraftPages;
use base::clock::Clock;
use content::Tokens;
use responses::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use responses::response_cache::{CacheLookup, DataDigest, Fresh, MakeError};
use site::dispatch::OnDemand;
use site::pages::{Pages, SiteHeaders};
use site::share_card::{Priority, Rasterise};
use storage::db::Db;

/// The cache key of the page for posts that do not exist. No address is spelt like this.
const NOT_FOUND_KEY: &str = "no such post";
/// The most visitors that wait for a share picture at the same time.
const MAX_PICTURE_WAITERS: usize = 2;

/// Answers the blog's addresses. Cheap to clone.
#[derive(Clone)]
pub struct Blog(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    headers: SiteHeaders,
    identity: SiteIdentity,
    rasterise: Rasterise,
    /// Limits how many wait for a picture; the rest wait here, before they use up a permit of the response cache.
    picture_permits: Semaphore,
    /// Locked while a task waits to render share pictures ahead, so that only one does.
    prerender_waiting: tokio::sync::Mutex<()>,
}

impl OnDemand for Blog {
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>> {
        if let Some(key) = self.text_file_key(path) {
            return Some(key);
        }
        BlogRoute::parse(path, query).map(|route| route.cache_key(path))
    }

    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>> {
        let blog = self.clone();
        Box::pin(async move { blog.response(&key).await })
    }
}

impl DraftPages for Blog {
    fn tokens(&self) -> Tokens {
        self.0.pages.render_context.load().content.tokens.clone()
    }

    fn page(&self, post: Post) -> Pin<Box<dyn Future<Output = Result<String, MakeError>> + Send + '_>> {
        Box::pin(self.draft_page(post))
    }
}

impl Blog {
    /// `rasterise` turns share cards into pictures.
    pub fn new(
        db: Db,
        clock: Clock,
        pages: Arc<Pages>,
        headers: SiteHeaders,
        identity: SiteIdentity,
        rasterise: Rasterise,
    ) -> Self {
        let (picture_permits, prerender_waiting) = (Semaphore::new(MAX_PICTURE_WAITERS), Default::default());
        let inner =
            Inner { db, clock, pages, headers, identity, rasterise, picture_permits, prerender_waiting };
        Self(Arc::new(inner))
    }

    /// Warms up the response cache: pre-renders what most readers ask for, then the share pictures.
    pub fn start(&self) {
        let blog = self.clone();
        tokio::spawn(async move {
            blog.prerender_pages().await;
            blog.prerender_share_images().await;
        });
    }

    /// The posts or the site changed: every cached response is checked against the data before it is sent again.
    pub fn changed(&self) {
        self.0.pages.response_cache.invalidate();
        self.start();
    }

    /// Pre-renders the list and the newest posts. A failure is in the response cache's log, and the first reader
    /// tries again.
    async fn prerender_pages(&self) {
        let newest = self.posts(Order::Published, 0, LATEST_POSTS, false).await.unwrap_or_default();
        let posts = newest.iter().map(|post| post_path(&post.words.slug));
        for key in std::iter::once(LIST.to_owned()).chain(posts) {
            let _ = self.response(&key).await;
        }
    }

    /// Visible posts as readers get them; see [`store::list`].
    async fn posts(&self, order: Order, skip: u64, count: u64, content: bool) -> Result<Vec<Post>, DbErr> {
        let posts = store::list(self.0.db.reader(), self.now(), order, skip, count, content).await;
        self.facts().fill_all(posts)
    }

    /// A post as readers get it.
    fn filled(&self, post: Post) -> Post {
        self.facts().fill(post)
    }

    fn facts(&self) -> PostFacts {
        PostFacts::of(&self.0.pages.render_context.load().content)
    }

    /// The response for a cache key, made now unless it is in the cache.
    async fn response(&self, key: &str) -> Result<CacheLookup, MakeError> {
        let (blog, cache) = (self.clone(), &self.0.pages.response_cache);
        if self.0.identity.is_key_path(key) {
            return cache.get_or_make(key, |before| async move { blog.indexnow_key(before).await }).await;
        }
        let (path, query) = key.split_once('?').map_or((key, None), |(path, query)| (path, Some(query)));
        let Some(route) = BlogRoute::parse(path, query) else { return Ok(CacheLookup::Missing) };
        match route {
            BlogRoute::List(requested) => {
                let page = self.existing_page(requested).await;
                cache
                    .get_or_make(&list_path(page), move |before| async move { blog.list(page, before).await })
                    .await
            }
            BlogRoute::Post(_) => self.post_response(key, path.to_owned()).await,
            BlogRoute::Picture(name) => {
                let name = name.to_owned();
                cache.get_or_make(key, |before| async move { blog.picture(&name, before).await }).await
            }
            BlogRoute::Feed => cache.get_or_make(key, |before| async move { blog.feed(before).await }).await,
            BlogRoute::Sitemap => {
                cache.get_or_make(key, |before| async move { blog.sitemap(before).await }).await
            }
            BlogRoute::Share => self.share(key, Priority::Requested).await,
            BlogRoute::Robots => {
                cache.get_or_make(key, |before| async move { blog.robots(before).await }).await
            }
            BlogRoute::Security => {
                cache.get_or_make(key, |before| async move { blog.security(before).await }).await
            }
        }
    }

    async fn post_response(&self, key: &str, path: String) -> Result<CacheLookup, MakeError> {
        let (blog, cache) = (self.clone(), &self.0.pages.response_cache);
        match cache.get_or_make(key, |before| async move { blog.post(&path, before).await }).await? {
            CacheLookup::Missing => {
                let blog = self.clone();
                cache.get_or_make(NOT_FOUND_KEY, |before| async move { blog.not_found(before).await }).await
            }
            found => Ok(found),
        }
    }

    fn now(&self) -> i64 {
        self.0.clock.now_ms()
    }

    /// Compresses a response on a thread that may take its time.
    async fn compress(
        &self,
        body: Bytes,
        content_type: String,
        keep: CachePolicy,
        headers: Vec<(HeaderName, HeaderValue)>,
        digest: DataDigest,
        status: StatusCode,
    ) -> Result<Fresh, MakeError> {
        let dictionaries = self.0.pages.response_cache.dictionaries();
        let work = move || {
            Precompressed::new(body, &content_type, keep, &headers, CompressionLevel::Balanced)
                .with_dictionaries(&dictionaries)
        };
        let response = tokio::task::spawn_blocking(work).await;
        let response = response.map_err(|error| MakeError::Broken(error.to_string()))?;
        Ok(Fresh::New { digest, status, precompressed: Box::new(response) })
    }
}

/// A text that programs read, unless it is the same as `before`.
async fn machine_text_response(
    blog: &Blog,
    text: Vec<u8>,
    content_type: &str,
    before: Option<DataDigest>,
) -> Result<Fresh, MakeError> {
    let digest = Sha256::digest(&text).into();
    if before == Some(digest) {
        return Ok(Fresh::Unchanged);
    }
    let (content_type, headers) = (content_type.to_owned(), blog.0.headers.files.clone());
    blog.compress(Bytes::from(text), content_type, CachePolicy::ShortLived, headers, digest, StatusCode::OK)
        .await
}
