//! The pages that people read: the list of posts (R37, R38), a post with the latest ones beside it (R39, R40, R41), the
//! page for a post that does not exist (R39), and the files of posts' pictures.

use bytes::Bytes;
use http::StatusCode;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::pages::routes::{POSTS, decode, post_path};
use crate::pages::{Blog, page_data};
use crate::post::{LATEST_POSTS, POSTS_PER_PAGE, Post};
use crate::store;
use crate::store::Order;
use content::media::drawing::{self, Drawing};
use content::model::PageData;
use responses::precompressed::CachePolicy;
use responses::response_cache::{DataDigest, Fresh, MakeError};
use site::render::RenderError;

const HTML: &str = "text/html; charset=utf-8";

impl Blog {
    /// The page of the list to show for the one that was asked for: at most the last one (R38).
    pub(crate) async fn existing_page(&self, requested: u32) -> u32 {
        if requested == 1 {
            return 1;
        }
        // Where the database does not answer, the page may still be in the response cache.
        let posts = store::count(self.0.db.reader(), self.now()).await;
        posts.map_or(requested, |posts| requested.min(page_data::page_count(posts)))
    }

    /// A page of the list of posts.
    pub(crate) async fn list(&self, page: u32, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let (db, now, per_page) = (self.0.db.reader(), self.now(), u64::from(POSTS_PER_PAGE));
        let skip = u64::from(page - 1) * per_page;
        let posts = self.posts(Order::Published, skip, per_page, false).await?;
        let pages = page_data::page_count(store::count(db, now).await?);
        let render_context = self.0.pages.render_context.load_full();
        let data = page_data::list(&render_context.content, &posts, page.min(pages), pages);
        self.render(&data, StatusCode::OK, before).await
    }

    /// A post's page, or the way to its present address.
    pub(crate) async fn post(&self, path: &str, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let (db, now) = (self.0.db.reader(), self.now());
        let encoded = path.strip_prefix(POSTS).unwrap_or_default();
        let Some(name) = decode(encoded) else { return Ok(Fresh::Missing) };
        let Some(post) = store::find_visible(db, &name, now).await? else {
            return self.redirect(&name).await;
        };
        // It was asked for by its id, or spelt another way.
        let own = post_path(&post.words.slug);
        if own != path {
            return Ok(Fresh::Moved(own));
        }
        let newest = self.posts(Order::Created, 0, LATEST_POSTS + 1, false).await?;
        self.render(&page_data::article(&self.filled(post), &newest), StatusCode::OK, before).await
    }

    /// The document of a post that readers don't see yet, as they would get it.
    ///
    /// # Errors
    /// When it cannot be rendered, or the database cannot be read.
    pub(crate) async fn draft_page(&self, post: Post) -> Result<String, MakeError> {
        let newest = self.posts(Order::Created, 0, LATEST_POSTS + 1, false).await?;
        let data = page_data::article(&self.filled(post), &newest);
        let render_context = self.0.pages.render_context.load_full();
        render_context.renderer.render(&data).await.map_err(unrendered)
    }

    /// The address of the post that had this slug once, or has it in lower case; in any of Unicode's forms.
    async fn redirect(&self, name: &str) -> Result<Fresh, MakeError> {
        let (db, now) = (self.0.db.reader(), self.now());
        let composed: String = name.nfc().collect();
        if let Some(slug) = store::moved_to(db, &composed, now).await? {
            return Ok(Fresh::Moved(post_path(&slug)));
        }
        let lower = composed.to_lowercase();
        if lower == name {
            return Ok(Fresh::Missing);
        }
        let post = store::find_visible_or_moved(db, &lower, now).await?;
        Ok(post.map_or(Fresh::Missing, |post| Fresh::Moved(post_path(&post.words.slug))))
    }

    /// The page for a post that does not exist.
    pub(crate) async fn not_found(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let newest = self.posts(Order::Created, 0, LATEST_POSTS, false).await?;
        let render_context = self.0.pages.render_context.load_full();
        self.render(&page_data::not_found(&render_context.content, &newest), StatusCode::NOT_FOUND, before)
            .await
    }

    /// A file of a post's picture.
    pub(crate) async fn picture(&self, name: &str, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        // The name changes with the bytes: a cached file never becomes wrong.
        if before.is_some() {
            return Ok(Fresh::Unchanged);
        }
        let Some(file) = store::file(self.0.db.reader(), name).await? else { return Ok(Fresh::Missing) };
        let headers = self.0.headers.files.clone();
        let digest = Sha256::digest(&file.bytes).into();
        // Stored by an earlier version, it may be as its author brought it.
        let body = match file.content_type.as_str() {
            drawing::CONTENT_TYPE => {
                Drawing::rebuilt(&file.bytes).map_or(Bytes::new(), |drawing| drawing.bytes)
            }
            _ => Bytes::from(file.bytes),
        };
        self.compress(body, file.content_type, CachePolicy::Immutable, headers, digest, StatusCode::OK).await
    }

    async fn render(
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
        let html = render_context.renderer.render(data).await.map_err(unrendered)?;
        let keep = if status == StatusCode::OK { CachePolicy::ShortLived } else { CachePolicy::Revalidate };
        let headers = self.0.headers.listed(render_context.renderer.is_listed()).pages;
        self.compress(Bytes::from(html), HTML.to_owned(), keep, headers, digest, status).await
    }
}

fn unrendered(error: RenderError) -> MakeError {
    match error {
        RenderError::Script(why) => MakeError::Broken(why),
        RenderError::Busy | RenderError::Gone => MakeError::Away(error.to_string()),
    }
}
