//! Posts, and the number of them that pages show. Knows neither HTTP nor SQL.

use std::collections::BTreeMap;

/// Posts on one page of the list, and in an answer of the API that asks for pages without saying how long (R51).
pub const POSTS_PER_PAGE: u32 = 12;
/// The latest posts that are shown beside another one (R40, R51).
pub const LATEST_POSTS: u64 = 3;

/// A post as it is stored. Times are Unix milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The number that the site it was imported from gave it, or a random one.
    pub id: String,
    /// When it was first stored, here or on the site it was imported from.
    pub created_at: i64,
    /// When a reader would last have noticed a change.
    pub updated_at: i64,
    pub words: NewPost,
}

/// Everything about a post that its author decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPost {
    /// The last part of its address.
    pub slug: String,
    pub title: String,
    /// The title for search results, where it differs.
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    /// Summary in a sentence or two, as plain text.
    pub excerpt: Option<String>,
    pub picture: Option<StoredPicture>,
    /// Pages say `Admin` if unset.
    pub author: Option<String>,
    /// Readers never see a draft.
    pub draft: bool,
    /// When it appears, and the date that readers see.
    pub published_at: i64,
    /// When somebody last checked the content.
    pub checked_at: Option<i64>,
    /// Sanitised HTML.
    pub content: String,
    /// The text in Markdown or HTML as its author wrote it.
    pub original: String,
    pub format: PostFormat,
    /// The pictures of the original, by the names in it.
    pub pictures: BTreeMap<String, StoredPicture>,
}

/// A picture as pages show it. Its files are stored beside the posts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct StoredPicture {
    /// The address of the file that every browser can show.
    pub src: String,
    /// Addresses and widths of a photo's WebP files, as `srcset` wants them; `None` for a drawing.
    pub srcset: Option<String>,
    /// CSS pixels.
    pub width: u32,
    pub height: u32,
    /// Alternative text; empty if it only decorates.
    pub alt: String,
}

/// The language that an original is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostFormat {
    Markdown,
    Html,
}

/// Whether readers can see a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    Draft,
    /// It appears automatically at its date. No job has to run for that.
    Scheduled,
    Published,
}

impl NewPost {
    /// The state at `now_ms`.
    pub fn state(&self, now_ms: i64) -> PostState {
        match (self.draft, self.published_at <= now_ms) {
            (true, _) => PostState::Draft,
            (false, false) => PostState::Scheduled,
            (false, true) => PostState::Published,
        }
    }
}

impl PostState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r51_the_web_and_the_server_agree_on_the_number_of_posts() {
        let web = include_str!("../../../web/src/measures.ts");
        for line in [
            format!("export const BLOG_PAGE_SIZE = {POSTS_PER_PAGE};\n"),
            format!("export const LATEST_POSTS = {LATEST_POSTS};\n"),
        ] {
            assert!(web.contains(&line), "web/src/measures.ts lacks {line}");
        }
    }
}
