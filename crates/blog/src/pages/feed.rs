//! The Atom feed (RFC 4287) at `/blogs/feed.xml`: the newest posts, as XML.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::dates::rfc3339;
use crate::pages::routes::{FEED, LIST, POSTS};
use crate::pages::{Blog, machine_text_response};
use crate::store::Order;
use crate::{Post, summary};
use responses::response_cache::{DataDigest, Fresh, MakeError};

const FEED_POSTS: u64 = 20;
/// The feed has only the summary of a post whose content is longer than this.
const MAX_CONTENT_BYTES: usize = 64 << 10;
const NAMESPACE: &str = "http://www.w3.org/2005/Atom";
const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";

type Xml = Writer<Vec<u8>>;

/// The feed's own data.
struct FeedInfo<'a> {
    /// The site's public address, without a slash at the end.
    origin: &'a str,
    title: &'a str,
    subtitle: &'a str,
    /// The company is the author of posts that name none.
    company: &'a str,
}

impl Blog {
    pub(crate) async fn feed(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let posts = self.posts(Order::Published, 0, FEED_POSTS, true).await?;
        let render_context = self.0.pages.render_context.load_full();
        let words = &render_context.content.words.blog;
        let info = FeedInfo {
            origin: &self.0.identity.origin,
            title: &words.title,
            subtitle: &words.description,
            company: &render_context.content.company.name,
        };
        let xml = xml(&info, &posts).map_err(|error| MakeError::Broken(error.to_string()))?;
        machine_text_response(self, xml, MEDIA_TYPE, before).await
    }
}

fn xml(info: &FeedInfo<'_>, posts: &[Post]) -> io::Result<Vec<u8>> {
    let newest = posts.iter().map(last_change).max().unwrap_or_default();
    let origin = info.origin;
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", None, None)))?;
    writer.write_event(Event::Text(BytesText::from_escaped("\n")))?;
    let feed = writer.create_element("feed").with_attribute(("xmlns", NAMESPACE));
    // Pictures and links inside the contents are paths of the site.
    let feed = feed.with_attributes([("xml:base", format!("{origin}/").as_str()), ("xml:lang", "en")]);
    feed.write_inner_content(|feed| {
        text(feed, "title", info.title)?;
        text(feed, "id", &format!("{origin}{FEED}"))?;
        text(feed, "updated", &date(newest))?;
        author(feed, info.company)?;
        link(feed, "self", "application/atom+xml", &format!("{origin}{FEED}"))?;
        link(feed, "alternate", "text/html", &format!("{origin}{LIST}"))?;
        text(feed, "subtitle", info.subtitle)?;
        posts.iter().try_for_each(|post| entry(feed, origin, post))
    })?;
    Ok(writer.into_inner())
}

fn entry(feed: &mut Xml, origin: &str, post: &Post) -> io::Result<()> {
    let words = &post.words;
    feed.create_element("entry").write_inner_content(|entry| {
        text(entry, "title", &words.title)?;
        // The page's address changes with the slug; the id, and its address in the API, never do.
        text(entry, "id", &format!("{origin}{}/{}", crate::api::http::PATH, post.id))?;
        text(entry, "updated", &date(last_change(post)))?;
        words.author.iter().try_for_each(|name| author(entry, name))?;
        link(entry, "alternate", "text/html", &format!("{origin}{POSTS}{}", words.slug))?;
        text(entry, "published", &date(words.published_at))?;
        text(entry, "summary", &summary(words))?;
        if words.content.len() <= MAX_CONTENT_BYTES {
            let content = entry.create_element("content").with_attribute(("type", "html"));
            content.write_text_content(BytesText::new(&without_forbidden(&words.content)))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn text(writer: &mut Xml, name: &str, text: &str) -> io::Result<()> {
    writer.create_element(name).write_text_content(BytesText::new(&without_forbidden(text)))?;
    Ok(())
}

fn author(writer: &mut Xml, name: &str) -> io::Result<()> {
    writer.create_element("author").write_inner_content(|author| text(author, "name", name))?;
    Ok(())
}

fn link(writer: &mut Xml, rel: &str, media_type: &str, href: &str) -> io::Result<()> {
    let link = writer.create_element("link");
    link.with_attributes([("href", href), ("rel", rel), ("type", media_type)]).write_empty()?;
    Ok(())
}

/// When a reader could last have noticed a change: a scheduled post changes when it appears.
fn last_change(post: &Post) -> i64 {
    post.updated_at.max(post.words.published_at)
}

/// `2026-10-05T04:00:00+00:00`: feed readers have always seen the offset in digits.
fn date(unix_ms: i64) -> String {
    rfc3339(unix_ms).replace('Z', "+00:00")
}

/// Drops the characters that XML cannot have (XML 1.0, section 2.2).
fn without_forbidden(text: &str) -> String {
    let allowed = |letter: &char| matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(allowed).collect()
}

#[cfg(test)]
mod tests {
    use atom_syndication::Feed;

    use super::*;
    use crate::{NewPost, PostFormat};

    fn post(author: Option<&str>, content: &str) -> Post {
        let words = NewPost {
            slug: "sand".into(),
            title: "Sand & \"heat\" <fast>\u{1} it's".into(),
            meta_title: None,
            meta_description: None,
            excerpt: None,
            picture: None,
            author: author.map(Into::into),
            draft: false,
            published_at: 1_791_172_800_000,
            checked_at: None,
            content: content.into(),
            original: String::new(),
            format: PostFormat::Html,
            pictures: Default::default(),
        };
        Post { id: "p1".into(), created_at: 0, updated_at: 1_791_172_801_999, words }
    }

    /// The feed used to be written by that library, and readers' programs know its bytes.
    #[test]
    fn the_feed_has_the_bytes_that_a_feed_library_writes() {
        let info = FeedInfo {
            origin: "https://amwaj.example",
            title: "Blog & more",
            subtitle: "",
            company: "Amwaj",
        };
        let long = "x".repeat(MAX_CONTENT_BYTES + 1);
        let posts = [post(Some("Huda"), "<p>a &amp; 'b'</p>\n<script>"), post(None, &long)];
        for posts in [&posts[..], &[]] {
            let ours = String::from_utf8(xml(&info, posts).expect("XML")).expect("UTF-8");
            let feed: Feed = ours.parse().expect("an Atom feed");
            assert_eq!(feed.entries.len(), posts.len());
            assert_eq!(feed.to_string(), ours);
        }
    }
}
