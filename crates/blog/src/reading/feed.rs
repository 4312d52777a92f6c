//! The newest posts as an Atom feed (RFC 4287).

use atom_syndication::{Content, Entry, Feed, FixedDateTime, Link, Person, Text};

use crate::dates::rfc3339;
use crate::{Post, summary};

/// How many posts the feed has.
pub const LENGTH: u64 = 20;
/// A post whose content is longer than this many bytes is told of by its summary.
const LONGEST_CONTENT: usize = 64 << 10;
/// Where posts stand.
const POSTS: &str = "/blogs/";

/// What the feed says of itself.
pub struct About<'a> {
    /// The site's public address, without a slash at the end.
    pub origin: &'a str,
    /// The feed's own path.
    pub path: &'a str,
    pub title: &'a str,
    pub subtitle: &'a str,
    /// The company, as the author of what names none.
    pub company: &'a str,
}

/// The feed's XML.
///
/// # Errors
/// When a text cannot be written as XML.
pub fn xml(about: &About<'_>, posts: &[Post]) -> Result<String, atom_syndication::Error> {
    let newest = posts.iter().map(changed).max().unwrap_or_default();
    let feed = Feed {
        title: Text::plain(clean(about.title)),
        subtitle: Some(Text::plain(clean(about.subtitle))),
        id: format!("{}{}", about.origin, about.path),
        updated: moment(newest),
        authors: vec![Person { name: clean(about.company), ..Person::default() }],
        links: vec![
            link("self", "application/atom+xml", format!("{}{}", about.origin, about.path)),
            link("alternate", "text/html", format!("{}/blogs", about.origin)),
        ],
        // Pictures and links inside the contents are paths of the site.
        base: Some(format!("{}/", about.origin)),
        lang: Some("en".to_owned()),
        entries: posts.iter().map(|post| entry(about.origin, post)).collect(),
        ..Feed::default()
    };
    let bytes = feed.write_to(Vec::new())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn entry(origin: &str, post: &Post) -> Entry {
    let words = &post.words;
    let short = words.content.len() <= LONGEST_CONTENT;
    Entry {
        title: Text::plain(clean(&words.title)),
        // The address changes with the slug; the id, and this call for it, never do.
        id: format!("{origin}{}/{}", crate::reading::http::PATH, post.id),
        updated: moment(changed(post)),
        published: Some(moment(words.published_at)),
        authors: words.author.iter().map(|name| Person { name: clean(name), ..Person::default() }).collect(),
        links: vec![link("alternate", "text/html", format!("{origin}{POSTS}{}", words.slug))],
        summary: Some(Text::plain(clean(&summary(words)))),
        content: short.then(|| Content {
            value: Some(clean(&words.content)),
            content_type: Some("html".to_owned()),
            ..Content::default()
        }),
        ..Entry::default()
    }
}

fn link(rel: &str, mime_type: &str, href: String) -> Link {
    Link { href, rel: rel.to_owned(), mime_type: Some(mime_type.to_owned()), ..Link::default() }
}

/// When a reader could last have noticed a change: a scheduled post changes by appearing.
fn changed(post: &Post) -> i64 {
    post.updated_at.max(post.words.published_at)
}

fn moment(unix_ms: i64) -> FixedDateTime {
    rfc3339(unix_ms).parse().unwrap_or_default()
}

/// Without the characters that XML cannot have (XML 1.0, section 2.2).
fn clean(text: &str) -> String {
    let allowed = |letter: &char| matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(allowed).collect()
}
