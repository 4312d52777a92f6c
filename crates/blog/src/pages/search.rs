//! What search engines are told: which addresses there are, when each last changed, and whether they may look at
//! them. And whom to tell of a weakness.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use sea_orm::{ConnectionTrait, DbErr};

use crate::dates::rfc3339;
use crate::pages::addresses::{LIST, SECURITY, SITEMAP, post_path};
use crate::store;
use base::clock::utc_text;
use site::pages::changes;
use site::pages::changes::ListedPage;

/// Addresses in one sitemap at most (sitemaps.org).
pub const MOST: usize = 50_000;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A path that search engines may keep, and when it last changed in Unix milliseconds, where that is known.
pub type Known = (String, Option<i64>);

/// Everything that search engines may keep: pages in the route table's order, the list of posts, then posts, newest
/// first. The list changes with every post.
///
/// # Errors
/// When the database cannot be read.
pub async fn listed(
    db: &impl ConnectionTrait,
    pages: &[ListedPage],
    now_ms: i64,
) -> Result<Vec<Known>, DbErr> {
    let dates = changes::dates(db, pages).await?;
    let most = MOST.saturating_sub(pages.len() + 1);
    let posts = store::addresses(db, now_ms, most as u64).await?;
    let pages = pages.iter().map(|page| (page.path.clone(), dates.get(&page.path).copied()));
    let list = (LIST.to_owned(), posts.iter().map(|(_, changed)| *changed).max());
    let mut listed: Vec<Known> = pages.chain([list]).collect();
    listed.extend(posts.into_iter().map(|(slug, changed)| (post_path(&slug), Some(changed))));
    Ok(listed)
}

/// The sitemap's XML.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn sitemap(origin: &str, listed: &[Known]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("urlset").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|urls| {
        for (path, changed) in listed {
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

/// `robots.txt`: everything is for everybody, where the site has a public address; else nothing is for anybody.
pub fn robots(origin: Option<&str>) -> String {
    match origin {
        Some(origin) => format!("User-agent: *\nAllow: /\n\nSitemap: {origin}{SITEMAP}\n"),
        None => "# This site has no public address (AMWAJ_SITE_URL): it is not for search engines.\n\
                 User-agent: *\nDisallow: /\n"
            .to_owned(),
    }
}

/// `security.txt` (RFC 9116). It expires at the beginning of a month, ten to eleven months ahead: a year at most, as
/// the standard asks, and the same bytes all month.
pub fn security(contact: &str, origin: Option<&str>, now_ms: i64) -> String {
    let now = utc_text(now_ms);
    let (year, month): (i64, i64) = (now[..4].parse().unwrap_or(2026), now[5..7].parse().unwrap_or(1));
    let ahead = year * 12 + (month - 1) + 11;
    let expires = format!("{:04}-{:02}-01T00:00:00Z", ahead / 12, ahead % 12 + 1);
    let canonical = origin.map(|origin| format!("Canonical: {origin}{SECURITY}\n")).unwrap_or_default();
    format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n{canonical}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_txt_expires_at_the_beginning_of_a_month_within_a_year() {
        let expires = |now: i64| {
            let text = security("mailto:a@b.example", None, now);
            text.lines().find_map(|line| line.strip_prefix("Expires: ")).unwrap().to_owned()
        };
        // 31 December 2026 and 1 January 2027.
        assert_eq!(expires(1_798_761_600_000 - 1), "2027-11-01T00:00:00Z");
        assert_eq!(expires(1_798_761_600_000), "2027-12-01T00:00:00Z");
        // 1 February 2027.
        assert_eq!(expires(1_801_440_000_000), "2028-01-01T00:00:00Z");
    }
}
