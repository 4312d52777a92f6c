//! The routes of the blog: what an address asks for, and the one key under which the response cache keeps its response.

use std::borrow::Cow;

use percent_encoding::{percent_decode_str, utf8_percent_encode};

use crate::slug::UNRESERVED;
use site::share_card;

/// The list.
pub const LIST: &str = "/blogs";
/// Prefix of posts' addresses.
pub const POSTS: &str = "/blogs/";
/// Prefix of the addresses of posts' pictures.
pub const PICTURES: &str = "/media/posts/";
pub const FEED: &str = "/blogs/feed.xml";
pub const SITEMAP: &str = "/sitemap.xml";
pub const ROBOTS: &str = "/robots.txt";
pub const SECURITY: &str = "/.well-known/security.txt";

/// The blog's addresses, parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlogRoute<'a> {
    /// A page of the list, from 1.
    List(u32),
    /// The last part of a post's address, still percent-encoded.
    Post(&'a str),
    /// A picture's file, by its name.
    Picture(&'a str),
    Feed,
    Sitemap,
    Robots,
    /// A picture that chat apps show of a page.
    Share,
    Security,
}

impl<'a> BlogRoute<'a> {
    /// The route of a path with this query string; `None` if it is not the blog's.
    pub fn parse(path: &'a str, query: Option<&str>) -> Option<Self> {
        match path {
            LIST => return Some(Self::List(query.map_or(1, requested_page))),
            FEED => return Some(Self::Feed),
            SITEMAP => return Some(Self::Sitemap),
            ROBOTS => return Some(Self::Robots),
            SECURITY => return Some(Self::Security),
            _ if path.starts_with(share_card::ADDRESS) => return Some(Self::Share),
            _ => {}
        }
        let last =
            |prefix: &str| path.strip_prefix(prefix).filter(|name| !name.is_empty() && !name.contains('/'));
        last(POSTS).map(Self::Post).or_else(|| last(PICTURES).map(Self::Picture))
    }

    /// The key in the response cache: the path, and the page where it is not the first. The rest of a query
    /// string never makes another response.
    pub fn cache_key(self, path: &'a str) -> Cow<'a, str> {
        match self {
            Self::List(page) if page > 1 => Cow::Owned(list_path(page)),
            _ => Cow::Borrowed(path),
        }
    }
}

/// The address of a page of the list.
pub fn list_path(page: u32) -> String {
    if page > 1 { format!("{LIST}?page={page}") } else { LIST.to_owned() }
}

/// The page that a query string names; the first if it names no valid one (R38).
fn requested_page(query: &str) -> u32 {
    let named = query.split('&').find_map(|part| part.strip_prefix("page="));
    let digits = named.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    // More digits than a number has mean the last page.
    let page = digits.filter(|text| !text.is_empty()).map(|text| text.parse().unwrap_or(u32::MAX));
    page.unwrap_or(1).max(1)
}

/// The last part of an address without percent-encoding; `None` if it is not text.
pub fn decode(name: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(name).decode_utf8().ok()
}

/// The slug or id in a path that is spelt exactly as [`post_path`] spells it.
pub fn slug_of_path(path: &str) -> Option<Cow<'_, str>> {
    let Some(BlogRoute::Post(name)) = BlogRoute::parse(path, None) else { return None };
    decode(name).filter(|slug| post_path(slug) == path)
}

/// The one spelling of a post's address.
pub fn post_path(slug: &str) -> String {
    format!("{POSTS}{}", utf8_percent_encode(slug, UNRESERVED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(query: &str) -> BlogRoute<'static> {
        match BlogRoute::parse(LIST, Some(query)).unwrap() {
            BlogRoute::List(page) => BlogRoute::List(page),
            other => panic!("{query} is {other:?}"),
        }
    }

    #[test]
    fn r38_the_page_is_in_the_address_and_what_cannot_be_read_is_the_first() {
        assert_eq!(list("page=2"), BlogRoute::List(2));
        assert_eq!(list("utm_source=mail&page=07"), BlogRoute::List(7));
        for query in ["", "page=", "page=0", "page=-3", "page=two", "pages=4", "page=1.5"] {
            assert_eq!(list(query), BlogRoute::List(1), "{query}");
        }
        assert_eq!(list("page=99999999999999"), BlogRoute::List(u32::MAX));
    }

    #[test]
    fn one_response_has_one_key() {
        assert_eq!(list("page=07&x=1").cache_key(LIST), "/blogs?page=7");
        assert_eq!(list("page=1").cache_key(LIST), "/blogs");
        let post = BlogRoute::parse("/blogs/sand", Some("utm_source=mail")).unwrap();
        assert_eq!(
            (post, post.cache_key("/blogs/sand")),
            (BlogRoute::Post("sand"), Cow::Borrowed("/blogs/sand"))
        );
        for path in ["/blogs/", "/blogs/a/b", "/media/posts/", "/media/other/a.svg", "/blog"] {
            assert_eq!(BlogRoute::parse(path, None), None, "{path}");
        }
    }
}
