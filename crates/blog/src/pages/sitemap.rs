//! The sitemap at `/sitemap.xml`: which addresses search engines may keep, and when each last changed.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use sea_orm::{ConnectionTrait, DbErr};

use crate::dates::rfc3339;
use crate::pages::routes::{LIST, post_path};
use crate::pages::{Blog, machine_text_response};
use crate::store;
use responses::response_cache::{DataDigest, Fresh, MakeError};
use site::pages::changes;
use site::pages::changes::ListedPage;

/// The most addresses in one sitemap (sitemaps.org).
const MAX_ADDRESSES: usize = 50_000;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A path that search engines may keep, and when it last changed in Unix milliseconds, where that is known.
pub type SitemapEntry = (String, Option<i64>);

impl Blog {
    /// Missing if the site is not live at a public address: it would send search engines to another machine.
    pub(crate) async fn sitemap(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let Some(origin) = self.listed_origin() else { return Ok(Fresh::Missing) };
        let site = self.0.pages.site.load_full();
        let entries = entries(self.0.db.reader(), &site.pages, self.now()).await?;
        let xml = xml(origin, &entries).map_err(|error| MakeError::Broken(error.to_string()))?;
        machine_text_response(self, xml, "application/xml; charset=utf-8", before).await
    }
}

/// Everything that search engines may keep: pages in the route table's order, the list of posts, then posts,
/// newest first. The list changes with every post.
///
/// # Errors
/// When the database cannot be read.
pub async fn entries(
    db: &impl ConnectionTrait,
    pages: &[ListedPage],
    now_ms: i64,
) -> Result<Vec<SitemapEntry>, DbErr> {
    let dates = changes::dates(db, pages).await?;
    let max_posts = MAX_ADDRESSES.saturating_sub(pages.len() + 1);
    let posts = store::slugs_with_dates(db, now_ms, max_posts as u64).await?;
    let pages = pages.iter().map(|page| (page.path.clone(), dates.get(&page.path).copied()));
    let list = (LIST.to_owned(), posts.iter().map(|(_, changed)| *changed).max());
    let mut entries: Vec<SitemapEntry> = pages.chain([list]).collect();
    entries.extend(posts.into_iter().map(|(slug, changed)| (post_path(&slug), Some(changed))));
    Ok(entries)
}

fn xml(origin: &str, entries: &[SitemapEntry]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("urlset").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|urls| {
        for (path, changed) in entries {
            url(urls, &format!("{origin}{path}"), changed.map(rfc3339).as_deref())?;
        }
        Ok(())
    })?;
    Ok(writer.into_inner())
}

fn url(urls: &mut Writer<Vec<u8>>, address: &str, changed: Option<&str>) -> io::Result<()> {
    urls.create_element("url").write_inner_content(|url| {
        url.create_element("loc").write_text_content(BytesText::new(address))?;
        if let Some(changed) = changed {
            url.create_element("lastmod").write_text_content(BytesText::new(changed))?;
        }
        Ok(())
    })?;
    Ok(())
}
