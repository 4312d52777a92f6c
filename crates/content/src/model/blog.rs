//! Data of the blog's pages, and the words around it.

use crate::model::{Action, Ground, content};

content! {
    /// A post as a card or a list shows it.
    pub struct PostCard {
        /// The last part of its address.
        pub slug: String,
        /// Its title.
        pub title: String,
        /// Summary: plain text, cut to 100 characters and followed by an ellipsis.
        pub summary: String,
        /// Its picture.
        pub picture: Option<PostPicture>,
        /// Its author; pages say `Admin` if unset.
        pub author: Option<String>,
        /// When it was published: RFC 3339.
        pub published_date: String,
    }
}

content! {
    /// A page of the list.
    pub struct PostList {
        /// The posts, newest first.
        pub posts: Vec<PostCard>,
        /// Which page of the list this is, from 1.
        pub page: u32,
        /// Number of pages, at least 1.
        pub pages: u32,
    }
}

content! {
    /// A post as its own page shows it.
    pub struct Article {
        /// The last part of its address.
        pub slug: String,
        /// Its title.
        pub title: String,
        /// Its picture.
        pub picture: Option<PostPicture>,
        /// Its author; pages say `Admin` if unset.
        pub author: Option<String>,
        /// When it was published: RFC 3339.
        pub published_date: String,
        /// When it last changed: RFC 3339.
        pub updated_at: String,
        /// When somebody last checked what it says: RFC 3339.
        pub checked_date: Option<String>,
        /// Its text: sanitised HTML.
        pub content: String,
        /// The title in search results, where it is another one.
        pub meta_title: Option<String>,
        /// The description in search results: as written, or the excerpt, or empty (R41).
        pub meta_description: String,
    }
}

content! {
    /// A picture of a post.
    pub struct PostPicture {
        /// Its address.
        pub src: String,
        /// A photo's WebP files with their widths.
        pub srcset: Option<String>,
        /// Width in CSS pixels.
        pub width: u32,
        /// Height in CSS pixels.
        pub height: u32,
        /// Alternative text; empty if it only decorates.
        pub alt: String,
    }
}

content! {
    /// The words of the blog.
    pub struct BlogWords {
        /// Heading of the list.
        pub heading: String,
        /// Title of the list in search results and the browser's tab, at most 60 characters.
        pub title: String,
        /// The same for its pages after the first; `{page}` is the page's number.
        pub page_title: String,
        /// Description of the list in search results, at most 155 characters.
        pub description: String,
        /// What the list is, below its heading.
        pub lead: String,
        /// The way to the list.
        pub crumbs: Vec<Action>,
        /// The ground that the list's banner stands on.
        pub ground: Ground,
        /// Who wrote a post that names nobody.
        pub author: String,
        /// When somebody last checked what a post says; `{date}` is the day.
        pub checked: String,
        /// How long a post takes to read; `{minutes}` is the number.
        pub reading: String,
        /// The link below a card.
        pub read_more: String,
        /// Name of the links to the list's pages.
        pub pages: String,
        /// The link to the page before.
        pub previous: String,
        /// The link to the page after.
        pub next: String,
        /// One of the list's pages, for screen readers; `{page}` is its number.
        pub page: String,
        /// While a page of the blog is on its way.
        pub loading: String,
        /// The list could not be loaded.
        pub list_failed: String,
        /// Button below that.
        pub try_again: String,
        /// A post could not be loaded.
        pub post_failed: String,
        /// There is no such post.
        pub not_found: String,
        /// What to do then.
        pub not_found_text: String,
        /// No post was published yet.
        pub none_yet: String,
        /// Heading of the list beside a post.
        pub latest: String,
        /// What stands there while there are none.
        pub no_latest: String,
        /// The link below it.
        pub view_all: String,
        /// Heading of the card that says whom to call.
        pub call_heading: String,
        /// Text of that card.
        pub call_text: String,
    }
}
