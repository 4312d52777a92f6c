//! What programs read: the feed, the sitemap, `robots.txt`, `security.txt`, the key of IndexNow.

use std::borrow::Cow;

use bytes::Bytes;
use http::StatusCode;
use sha2::{Digest as _, Sha256};

use crate::pages::addresses;
use crate::pages::addresses::SECURITY;
use crate::pages::{Blog, pack, search};
use crate::reading::feed;
use crate::store;
use base::clock::utc_text;
use site::precompressed::CachePolicy;
use site::response_cache::{DataDigest, Fresh, MakeError};

const TEXT: &str = "text/plain; charset=utf-8";

/// What programs are told of the site as a whole.
#[derive(Clone, Debug)]
pub struct SiteIdentity {
    /// The address that links are written with, without a slash at the end.
    pub origin: String,
    /// Whether search engines may know the site by it.
    pub public: bool,
    /// Where weaknesses are reported, where that is not the company's inbox.
    pub security_contact: Option<String>,
    /// The key of IndexNow, where it is used.
    pub indexnow_key: Option<String>,
}

impl SiteIdentity {
    pub(crate) fn is_key_path(&self, path: &str) -> bool {
        let Some(key) = &self.indexnow_key else { return false };
        path.strip_prefix('/').and_then(|name| name.strip_suffix(".txt")) == Some(key.as_str())
    }
}

impl Blog {
    /// The name of an answer that depends on more than its address: this month's, of `security.txt`.
    pub(crate) fn key_of_machines<'a>(&self, path: &'a str) -> Option<Cow<'a, str>> {
        if path == SECURITY {
            let month = &utc_text(self.now())[..7];
            return Some(Cow::Owned(format!("{SECURITY}?{month}")));
        }
        self.0.told.is_key_path(path).then_some(Cow::Borrowed(path))
    }

    pub(crate) async fn feed(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let posts =
            store::list(self.0.db.reader(), self.now(), store::Order::Published, 0, feed::LENGTH, true)
                .await?;
        let render_context = self.0.pages.render_context.load_full();
        let (words, company) = (&render_context.content.words.blog, &render_context.content.company);
        let about = feed::About {
            origin: &self.0.told.origin,
            path: addresses::FEED,
            title: &words.title,
            subtitle: &words.description,
            company: &company.name,
        };
        let xml = feed::xml(&about, &posts).map_err(|error| MakeError::Broken(error.to_string()))?;
        self.text(xml.into_bytes(), "application/atom+xml; charset=utf-8", before).await
    }

    /// There is none where the site has no public address: it would tell search engines of another machine.
    pub(crate) async fn sitemap(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        if !self.0.told.public {
            return Ok(Fresh::Missing);
        }
        let site = self.0.pages.site.load_full();
        let listed = search::listed(self.0.db.reader(), &site.pages, self.now()).await?;
        let xml = search::sitemap(&self.0.told.origin, &listed);
        let xml = xml.map_err(|error| MakeError::Broken(error.to_string()))?;
        self.text(xml, "application/xml; charset=utf-8", before).await
    }

    pub(crate) async fn robots(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let text = search::robots(self.0.told.public.then_some(self.0.told.origin.as_str()));
        self.text(text.into_bytes(), TEXT, before).await
    }

    pub(crate) async fn security(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let render_context = self.0.pages.render_context.load_full();
        let told = &self.0.told;
        let contact = told.security_contact.clone();
        let contact = contact.unwrap_or_else(|| format!("mailto:{}", &*render_context.content.company.email));
        let canonical = told.public.then_some(told.origin.as_str());
        self.text(search::security(&contact, canonical, self.now()).into_bytes(), TEXT, before).await
    }

    pub(crate) async fn indexnow_key(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let key = self.0.told.indexnow_key.clone().unwrap_or_default();
        self.text(key.into_bytes(), TEXT, before).await
    }

    async fn text(
        &self,
        text: Vec<u8>,
        content_type: &str,
        before: Option<DataDigest>,
    ) -> Result<Fresh, MakeError> {
        let digest = Sha256::digest(&text).into();
        if before == Some(digest) {
            return Ok(Fresh::Unchanged);
        }
        let extra = self.0.headers.files.clone();
        let content_type = content_type.to_owned();
        pack(Bytes::from(text), content_type, CachePolicy::ShortLived, extra, digest, StatusCode::OK).await
    }
}
