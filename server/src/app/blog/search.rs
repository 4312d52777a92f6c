//! What search engines are told: which addresses there are, and that they may look at all of them.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::addresses::{SITEMAP, post_path};
use crate::posts::dates::rfc3339;

/// Addresses in one sitemap at most (sitemaps.org).
pub const MOST: usize = 50_000;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The sitemap: pages, whose last change is not known, then posts with theirs in Unix milliseconds.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn xml(origin: &str, pages: &[String], posts: &[(String, i64)]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("urlset").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|urls| {
        for page in pages {
            url(urls, &format!("{origin}{page}"), None)?;
        }
        for (slug, changed) in posts.iter().take(MOST.saturating_sub(pages.len())) {
            url(urls, &format!("{origin}{}", post_path(slug)), Some(&rfc3339(*changed)))?;
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

/// `robots.txt`: everything is for everybody.
pub fn robots(origin: &str) -> String {
    format!("User-agent: *\nAllow: /\n\nSitemap: {origin}{SITEMAP}\n")
}
