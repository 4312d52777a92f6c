//! What a post is. Knows neither HTTP nor SQL.

use std::collections::BTreeMap;

/// A post as it is stored. Times are Unix milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// As the site it was imported from numbered it, or drawn here.
    pub id: String,
    /// When it was first stored, or what the site it was imported from said.
    pub created_at: i64,
    /// When a reader would last have noticed a change.
    pub updated_at: i64,
    pub words: NewPost,
}

/// All of a post that its author decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPost {
    /// The last part of its address.
    pub slug: String,
    pub title: String,
    /// The title in search results, where it is another one.
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    /// What it is about, in a sentence or two, as plain text.
    pub excerpt: Option<String>,
    pub picture: Option<Picture>,
    /// Where nobody is named, pages say `Admin`.
    pub author: Option<String>,
    /// A draft is nowhere to be seen.
    pub draft: bool,
    /// The moment it appears, and the date that readers see.
    pub published_at: i64,
    /// Sanitised HTML.
    pub content: String,
    /// The text as its author wrote it.
    pub original: String,
    pub format: Format,
    /// The pictures of the original, by the name that its author gave them.
    pub pictures: BTreeMap<String, Picture>,
}

/// A picture as pages show it. Its files are stored beside the posts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Picture {
    /// The address of what every browser can show.
    pub src: String,
    /// Addresses and widths of a photo's WebP files, as `srcset` wants them; none for a drawing.
    pub srcset: Option<String>,
    /// CSS pixels.
    pub width: u32,
    pub height: u32,
    /// What it shows; empty where it only decorates.
    pub alt: String,
}

/// What an original is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Html,
}

/// Where a post stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Draft,
    /// It appears by itself when its moment comes: nothing has to run for that.
    Scheduled,
    Published,
}

impl NewPost {
    /// Where the post stands at `now`.
    pub fn state(&self, now_ms: i64) -> State {
        match (self.draft, self.published_at <= now_ms) {
            (true, _) => State::Draft,
            (false, false) => State::Scheduled,
            (false, true) => State::Published,
        }
    }
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
        }
    }
}
