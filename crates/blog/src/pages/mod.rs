//! The blog's pages, feed, pictures and the sitemap: read from the database when somebody asks, drawn in the
//! site's look, and kept on the shelf.

mod addresses;
mod machine_files;
mod page_data;
pub mod search;
mod share_images;

use site::share_card::Rasterise;
use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::Semaphore;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};

use crate::pages::addresses::{Address, decoded, list_path, post_path};
pub use crate::pages::addresses::{LIST, post_of};
pub use crate::pages::machine_files::SiteIdentity;
use crate::reading::calls::PER_PAGE;
use crate::store;
use crate::store::Order;
use base::clock::Clock;
use site::content::model::PageData;
use site::dispatch::OnDemand;
use site::pages::{Pages, SiteHeaders};
use site::precompressed::{CachePolicy, CompressionLevel, Precompressed};
use site::render::RenderError;
use site::response_cache::{CacheLookup, DataDigest, Fresh, MakeError};
use site::share_card::Priority;
use storage::db::Db;

/// The page for posts that do not exist, under a name that is no address.
const NOT_FOUND: &str = "no such post";
/// How many of the newest posts are drawn before anybody asks.
const AHEAD: u64 = 3;
/// How many visitors may wait for a share picture at once.
const MAX_PICTURE_WAITERS: usize = 2;
/// What a drawing on its own may do: show itself, and nothing else.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const HTML: &str = "text/html; charset=utf-8";

/// Answers the blog's addresses. Cheap to clone.
#[derive(Clone)]
pub struct Blog(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    pages: Arc<Pages>,
    headers: SiteHeaders,
    told: SiteIdentity,
    rasterise: Rasterise,
    /// How many may wait for a picture at once; the others wait before they take a place in the response cache.
    picture_permits: Semaphore,
    /// Held by whoever is about to paint ahead.
    calm: tokio::sync::Mutex<()>,
}

impl OnDemand for Blog {
    fn key<'a>(&self, path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>> {
        if let Some(key) = self.key_of_machines(path) {
            return Some(key);
        }
        Address::parse(path, query).map(|address| address.key(path))
    }

    fn answer(&self, key: String) -> Pin<Box<dyn Future<Output = Result<CacheLookup, MakeError>> + Send>> {
        let blog = self.clone();
        Box::pin(async move { blog.find(&key).await })
    }
}

impl Blog {
    pub fn new(
        db: Db,
        clock: Clock,
        pages: Arc<Pages>,
        headers: SiteHeaders,
        told: SiteIdentity,
        rasterise: Rasterise,
    ) -> Self {
        let (picture_permits, calm) = (Semaphore::new(MAX_PICTURE_WAITERS), Default::default());
        Self(Arc::new(Inner { db, clock, pages, headers, told, rasterise, picture_permits, calm }))
    }

    /// What most readers come for is drawn before they ask.
    pub fn start(&self) {
        let blog = self.clone();
        tokio::spawn(async move {
            blog.draw_ahead().await;
            blog.paint_ahead().await;
        });
    }

    /// Something changed: everything is looked at again before it is handed out.
    pub fn changed(&self) {
        self.0.pages.response_cache.invalidate();
        self.start();
    }

    /// A failure is written down by the shelf, and the reader who comes for it tries again.
    async fn draw_ahead(&self) {
        let newest = store::list(self.0.db.reader(), self.now(), Order::Published, 0, AHEAD, false)
            .await
            .unwrap_or_default();
        let posts = newest.iter().map(|post| post_path(&post.words.slug));
        for key in std::iter::once(LIST.to_owned()).chain(posts) {
            let _ = self.find(&key).await;
        }
    }

    async fn find(&self, key: &str) -> Result<CacheLookup, MakeError> {
        if self.0.told.is_key_path(key) {
            let (blog, shelf) = (self.clone(), &self.0.pages.response_cache);
            return shelf.get_or_make(key, |before| async move { blog.indexnow_key(before).await }).await;
        }
        let (path, query) = key.split_once('?').map_or((key, None), |(path, query)| (path, Some(query)));
        let Some(address) = Address::parse(path, query) else { return Ok(CacheLookup::Missing) };
        let shelf = &self.0.pages.response_cache;
        let (blog, path) = (self.clone(), path.to_owned());
        match address {
            Address::List(wanted) => {
                let page = self.clamped(wanted).await;
                shelf
                    .get_or_make(&list_path(page), move |before| async move { blog.list(page, before).await })
                    .await
            }
            Address::Post(_) => {
                let making = |before| async move { blog.post(&path, before).await };
                match shelf.get_or_make(key, making).await? {
                    CacheLookup::Missing => {
                        let blog = self.clone();
                        shelf
                            .get_or_make(NOT_FOUND, |before| async move { blog.not_found(before).await })
                            .await
                    }
                    found => Ok(found),
                }
            }
            Address::Picture(name) => {
                let name = name.to_owned();
                shelf.get_or_make(key, |before| async move { blog.picture(&name, before).await }).await
            }
            Address::Feed => shelf.get_or_make(key, |before| async move { blog.feed(before).await }).await,
            Address::Sitemap => {
                shelf.get_or_make(key, |before| async move { blog.sitemap(before).await }).await
            }
            Address::Share => self.share(key, Priority::Requested).await,
            Address::Robots => {
                shelf.get_or_make(key, |before| async move { blog.robots(before).await }).await
            }
            Address::Security => {
                shelf.get_or_make(key, |before| async move { blog.security(before).await }).await
            }
        }
    }

    fn now(&self) -> i64 {
        self.0.clock.now_ms()
    }

    /// A page of the list that there is (R38).
    async fn clamped(&self, wanted: u32) -> u32 {
        if wanted == 1 {
            return 1;
        }
        // Without a word from the database the page may still be on the shelf.
        let posts = store::count(self.0.db.reader(), self.now()).await;
        posts.map_or(wanted, |posts| wanted.min(page_data::pages_of(posts)))
    }

    async fn list(&self, page: u32, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let (db, now) = (self.0.db.reader(), self.now());
        let skip = u64::from(page - 1) * u64::from(PER_PAGE);
        let posts = store::list(db, now, Order::Published, skip, u64::from(PER_PAGE), false).await?;
        let pages = page_data::pages_of(store::count(db, now).await?);
        let render_context = self.0.pages.render_context.load_full();
        let data = page_data::list(&render_context.content, &posts, page.min(pages), pages);
        self.draw(&data, StatusCode::OK, before).await
    }

    async fn post(&self, path: &str, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let (db, now) = (self.0.db.reader(), self.now());
        let sent = path.strip_prefix(addresses::POSTS).unwrap_or_default();
        let Some(name) = decoded(sent) else { return Ok(Fresh::Missing) };
        let Some(post) = store::find_visible(db, &name, now).await? else {
            return self.elsewhere(&name).await;
        };
        // By its id, or spelt another way.
        let own = post_path(&post.words.slug);
        if own != path {
            return Ok(Fresh::Moved(own));
        }
        let newest =
            store::list(db, now, Order::Created, 0, page_data::LATEST_POSTS as u64 + 1, false).await?;
        self.draw(&page_data::article(&post, &newest), StatusCode::OK, before).await
    }

    /// Where a post went that had this slug, or has it in small letters.
    async fn elsewhere(&self, name: &str) -> Result<Fresh, MakeError> {
        let (db, now) = (self.0.db.reader(), self.now());
        if let Some(slug) = store::moved_to(db, name, now).await? {
            return Ok(Fresh::Moved(post_path(&slug)));
        }
        let small = name.to_lowercase();
        if small == name {
            return Ok(Fresh::Missing);
        }
        let slug = match store::find_visible(db, &small, now).await? {
            Some(post) => Some(post.words.slug),
            None => store::moved_to(db, &small, now).await?,
        };
        Ok(slug.map_or(Fresh::Missing, |slug| Fresh::Moved(post_path(&slug))))
    }

    async fn not_found(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let newest = store::list(
            self.0.db.reader(),
            self.now(),
            Order::Created,
            0,
            page_data::LATEST_POSTS as u64,
            false,
        )
        .await?;
        let render_context = self.0.pages.render_context.load_full();
        self.draw(&page_data::not_found(&render_context.content, &newest), StatusCode::NOT_FOUND, before)
            .await
    }

    async fn picture(&self, name: &str, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        // The name changes with the bytes: what was right once is right for ever.
        if before.is_some() {
            return Ok(Fresh::Unchanged);
        }
        let Some(file) = store::file(self.0.db.reader(), name).await? else { return Ok(Fresh::Missing) };
        let mut extra = self.0.headers.files.clone();
        if file.content_type == "image/svg+xml" {
            extra.push((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING_POLICY)));
        }
        let digest = Sha256::digest(&file.bytes).into();
        pack(
            Bytes::from(file.bytes),
            file.content_type,
            CachePolicy::Immutable,
            extra,
            digest,
            StatusCode::OK,
        )
        .await
    }

    async fn draw(
        &self,
        data: &PageData,
        status: StatusCode,
        before: Option<DataDigest>,
    ) -> Result<Fresh, MakeError> {
        let render_context = self.0.pages.render_context.load_full();
        let digest = render_context.renderer.digest(data);
        if before == Some(digest) {
            return Ok(Fresh::Unchanged);
        }
        let html = render_context.renderer.render(data).await.map_err(|error| match error {
            RenderError::Script(why) => MakeError::Broken(why),
            RenderError::Busy | RenderError::Gone => MakeError::Away(error.to_string()),
        })?;
        let extra = self.0.headers.pages.clone();
        let keep = if status == StatusCode::OK { CachePolicy::ShortLived } else { CachePolicy::Revalidate };
        pack(Bytes::from(html), HTML.to_owned(), keep, extra, digest, status).await
    }
}

async fn pack(
    body: Bytes,
    content_type: String,
    keep: CachePolicy,
    extra: Vec<(HeaderName, HeaderValue)>,
    digest: DataDigest,
    status: StatusCode,
) -> Result<Fresh, MakeError> {
    let work = move || Precompressed::new(body, &content_type, keep, &extra, CompressionLevel::Balanced);
    let packed = tokio::task::spawn_blocking(work).await;
    let packed = packed.map_err(|error| MakeError::Broken(error.to_string()))?;
    Ok(Fresh::New { digest, status, precompressed: Box::new(packed) })
}
