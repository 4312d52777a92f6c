//! Share images, the pictures that chat apps show of a page: which page an address belongs to, and the picture
//! rasterised from what the page says now.

use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use sha2::{Digest as _, Sha256};

use crate::authoring::pictures;
use crate::pages::routes::{LIST, POSTS, decode};
use crate::pages::{Blog, page_data};
use crate::post::POSTS_PER_PAGE;
use crate::store;
use crate::store::Order;
use content::model::PageData;
use responses::precompressed::CachePolicy;
use responses::response_cache::{CacheLookup, CachedResponse, DataDigest, Fresh, MakeError};
use site::share_card::{Card, ImageFormat, Material, Priority, page_of};

/// Time from the compression of the last page until the first picture is pre-rendered: nobody is waiting for it.
const PRERENDER_DELAY: Duration = Duration::from_secs(20);
/// Interval at which the clock is read meanwhile.
const CLOCK_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Prefix of the cache key for the current picture at an old address. No address starts like this.
const CURRENT_KEY: &str = "now ";

/// A page and what its picture is rasterised from.
struct Subject {
    path: String,
    card: Card,
}

impl Blog {
    /// The picture at an address. An old address shows the current picture, so that messages which were sent last
    /// month keep one.
    pub(crate) async fn share(&self, address: &str, priority: Priority) -> Result<CacheLookup, MakeError> {
        let found = self.cached_image(address, priority).await?;
        let CacheLookup::Moved(current) = found else { return Ok(found) };
        let CacheLookup::Hit(picture) = self.cached_image(&current, priority).await? else {
            return Ok(CacheLookup::Missing);
        };
        let (blog, key) = (self.clone(), format!("{CURRENT_KEY}{current}"));
        let cache = &self.0.pages.response_cache;
        cache.get_or_make(&key, |before| async move { blog.uncached_copy(&picture, before).await }).await
    }

    async fn cached_image(&self, address: &str, priority: Priority) -> Result<CacheLookup, MakeError> {
        let _permit = self.0.picture_permits.acquire().await.expect("never closed");
        let (blog, requested) = (self.clone(), address.to_owned());
        self.0
            .pages
            .response_cache
            .get_or_make(address, move |before| async move { blog.image(&requested, before, priority).await })
            .await
    }

    /// Pre-renders the pictures of all pages, of the list and of its first page of posts, one after the other.
    /// Pictures that are in the cache stay.
    pub(crate) async fn prerender_share_images(&self) {
        // A task that is already waiting here will see the newest posts too.
        let Ok(waiting) = self.0.prerender_waiting.try_lock() else { return };
        // Every page is compressed as small as it gets first: nobody waits for a picture.
        let mut full_compressions = self.0.pages.full_compressions.subscribe();
        if full_compressions.wait_for(|count| *count > 0).await.is_err() {
            return;
        }
        self.wait(PRERENDER_DELAY).await;
        drop(waiting);
        let pages: Vec<String> = {
            let site = self.0.pages.site.load();
            site.cards.iter().map(|(path, card)| card.address(path)).collect()
        };
        let count = u64::from(POSTS_PER_PAGE);
        let newest = self.posts(Order::Published, 0, count, false).await.unwrap_or_default();
        let posts = newest.iter().filter_map(|post| self.subject_for(&page_data::article(post, &[])));
        let list = self.list_subject().into_iter();
        let rest = list.chain(posts).map(|subject| subject.card.address(&subject.path));
        for address in pages.into_iter().chain(rest) {
            // A failure is in the response cache's log, and the first visitor tries again.
            let _ = self.share(&address, Priority::Ahead).await;
        }
    }

    /// Waits on the site's clock.
    async fn wait(&self, length: Duration) {
        let started = self.0.clock.steady();
        while self.0.clock.steady().saturating_sub(started) < length {
            tokio::time::sleep(CLOCK_POLL_INTERVAL).await;
        }
    }

    async fn image(
        &self,
        address: &str,
        before: Option<DataDigest>,
        priority: Priority,
    ) -> Result<Fresh, MakeError> {
        let Some(subject) = self.subject(address).await? else { return Ok(Fresh::Missing) };
        let current = subject.card.address(&subject.path);
        if current != address {
            return Ok(Fresh::Moved(current));
        }
        let digest = subject.card.digest();
        if before == Some(digest) {
            return Ok(Fresh::Unchanged);
        }
        let material = self.material(&subject.card).await?;
        let rasterised = (self.0.rasterise)(subject.card, material, priority).await;
        let bytes =
            rasterised.ok_or_else(|| MakeError::Broken("the picture cannot be rasterised".to_owned()))?;
        let media_type = ImageFormat::of(&bytes).media_type().to_owned();
        let headers = self.0.headers.files.clone();
        self.compress(bytes, media_type, CachePolicy::Immutable, headers, digest, StatusCode::OK).await
    }

    /// The same picture for an old address, where browsers must ask again each time.
    async fn uncached_copy(
        &self,
        picture: &CachedResponse,
        before: Option<DataDigest>,
    ) -> Result<Fresh, MakeError> {
        let body = picture.precompressed.identity.body.clone();
        let digest = Sha256::digest(&body).into();
        if before == Some(digest) {
            return Ok(Fresh::Unchanged);
        }
        let headers = self.0.headers.files.clone();
        let media_type = ImageFormat::of(&body).media_type().to_owned();
        self.compress(body, media_type, CachePolicy::Revalidate, headers, digest, StatusCode::OK).await
    }

    /// The page that a picture's address belongs to, where there is one that readers may see.
    async fn subject(&self, address: &str) -> Result<Option<Subject>, MakeError> {
        let Some(path) = page_of(address) else { return Ok(None) };
        if let Some(card) = self.0.pages.site.load().cards.get(&path) {
            return Ok(Some(Subject { card: card.clone(), path }));
        }
        if path == LIST {
            return Ok(self.list_subject());
        }
        let Some(name) = path.strip_prefix(POSTS).and_then(decode) else { return Ok(None) };
        let post = store::find_visible_or_moved(self.0.db.reader(), &name, self.now()).await?;
        Ok(post.and_then(|post| self.subject_for(&page_data::article(&self.filled(post), &[]))))
    }

    fn subject_for(&self, page: &PageData) -> Option<Subject> {
        let card = self.0.pages.render_context.load().renderer.card(page)?;
        Some(Subject { path: page.path.clone()?, card })
    }

    fn list_subject(&self) -> Option<Subject> {
        let render_context = self.0.pages.render_context.load_full();
        self.subject_for(&page_data::list(&render_context.content, &[], 1, 1))
    }

    /// The files that a card names: the content's, or a post's from the database.
    async fn material(&self, card: &Card) -> Result<Material, MakeError> {
        let render_context = self.0.pages.render_context.load_full();
        let of_content = |address: &str| {
            let mut shown = render_context.content.media.values().map(|media| &media.shown);
            shown.find(|shown| shown.address == address).map(|shown| shown.bytes.clone())
        };
        let logo = of_content(&card.logo);
        let Some(address) = card.picture.as_ref().map(|picture| picture.src.as_str()) else {
            return Ok(Material { picture: None, logo });
        };
        let picture = match address.strip_prefix(pictures::PICTURES_PATH) {
            Some(name) => store::file(self.0.db.reader(), name).await?.map(|file| Bytes::from(file.bytes)),
            None => of_content(address),
        };
        Ok(Material { picture, logo })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc::Sender;

    use super::*;
    use crate::pages::SiteIdentity;
    use base::clock::Clock;
    use content::Source;
    use site::pages::{Bundle, Change, PublishOptions, Samples, SiteHeaders, publish};
    use site::share_card::Rasterise;
    use std::sync::Arc;
    use storage::db::Database;
    use storage::db::Db;

    const BUNDLE: &str = concat!(
        include_str!("../../../../tests/shared/routes.js"),
        "export const render = (input) => input;"
    );

    /// A blog whose pages are rendered and compressed until the sender is dropped.
    async fn blog(folder: &Path, clock: &Clock) -> (Blog, Sender<Change>) {
        std::fs::create_dir_all(folder.join("server")).expect("a folder");
        std::fs::write(folder.join("server/render.js"), BUNDLE).expect("written");
        let options = PublishOptions {
            source: Source::Bundled,
            bundle: Bundle::Folder(folder.to_owned()),
            origin: "https://amwaj.example".to_owned(),
            listed: true,
            headers: SiteHeaders::default(),
            clock: clock.clone(),
            samples: Samples::Allowed,
        };
        let (pages, changes) =
            tokio::task::spawn_blocking(|| publish(options)).await.expect("done").expect("a site");
        let db = Db::open(&Database::Sqlite(folder.join("test.db"))).await.expect("a database");
        let identity = SiteIdentity {
            origin: "https://amwaj.example".to_owned(),
            security_contact: None,
            indexnow_key: None,
        };
        let rasterise: Rasterise =
            Arc::new(|_, _, _| Box::pin(async { Some(Bytes::from_static(b"\x89PNG")) }));
        (Blog::new(db, clock.clone(), pages, SiteHeaders::default(), identity, rasterise), changes)
    }

    #[tokio::test]
    async fn the_pictures_of_all_pages_are_prerendered_and_not_too_early() {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Clock::manual(1_791_172_800_000);
        let (blog, _changes) = blog(folder.path(), &clock).await;
        let cache = blog.0.pages.response_cache.clone();
        let prerendering = tokio::spawn({
            let blog = blog.clone();
            async move { blog.prerender_share_images().await }
        });
        blog.0.pages.full_compressions.subscribe().wait_for(|count| *count > 0).await.expect("compressed");
        tokio::time::sleep(2 * CLOCK_POLL_INTERVAL).await;
        assert!(cache.is_empty(), "pre-rendered while the site may still be starting");
        clock.advance(PRERENDER_DELAY);
        prerendering.await.expect("done");
        let cards = blog.0.pages.site.load().cards.clone();
        assert_eq!(cards.len(), 13);
        for (path, card) in cards.iter() {
            assert!(cache.get_fresh(&card.address(path)).is_some(), "{path}");
        }
        assert_eq!(cache.len(), cards.len() + 1, "and the list's");
    }
}
