//! Posts: the list, and one in the editor.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::view::{EditorField, PostConflict, PostRevision};

/// Posts, newest change first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct Posts {
    pub show: PostsShow,
    pub rows: Vec<PostRow>,
    pub counts: PostCounts,
    /// Address of the rows after these; absent at the end.
    pub more: Option<String>,
}

/// The lists of posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum PostsShow {
    All,
    Draft,
    Scheduled,
    Published,
    TakenOff,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostCounts {
    pub all: u64,
    pub draft: u64,
    pub scheduled: u64,
    pub published: u64,
    pub taken_off: u64,
}

/// A post's status for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum PostStatus {
    /// Never published.
    Draft,
    /// It appears by itself at its time.
    Scheduled,
    Published,
    /// It was published, and its text is kept.
    TakenOff,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostRow {
    /// For the desk's addresses: `/desk/posts/{id}`. Stays when the post's own address changes.
    pub id: String,
    pub title: String,
    pub author: Option<String>,
    pub picture: Option<PostThumb>,
    pub state: PostStatus,
    /// When it appears or appeared; absent for a draft.
    pub published_at: Option<i64>,
    pub changed_at: i64,
    /// Whether there are words that readers do not see yet, of a post that is scheduled or published.
    pub unpublished: bool,
    /// Mistakes that keep it from being published.
    pub mistakes: u64,
    /// Of the last 28 days.
    pub views: u64,
    /// Calls, chats and requests of the last 28 days from this post's page.
    pub reached: u64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostThumb {
    pub src: String,
    pub srcset: Option<String>,
    pub width: u32,
    pub height: u32,
}

/// The first step of a new post.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct NewPostForm {
    /// Why the title cannot be used.
    pub complaint: Option<String>,
}

/// A post in the editor.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostEditor {
    pub id: String,
    /// The last part of its address, `/blogs/{slug}`.
    pub slug: String,
    pub state: PostStatus,
    /// When it appears or appeared; absent for a draft.
    pub published_at: Option<i64>,
    /// The number of the revision that the words are; 0 before the first save here.
    pub number: i64,
    pub words: PostWords,
    pub format: EditorFormat,
    pub saved_at: i64,
    /// Whether readers see, or will see, exactly these words.
    pub up_to_date: bool,
    pub problems: Vec<PostProblem>,
    /// The pictures that the text or the top may name.
    pub pictures: Vec<EditorPicture>,
    /// Newest first.
    pub revisions: Vec<PostRevision>,
    /// Names of others who wrote here within the last two minutes.
    pub others: Vec<String>,
    /// Where what was just sent and what somebody else saved in the meantime say different things. None of it is saved
    /// as the post's words yet; both are kept as revisions.
    pub conflict: Option<PostConflict>,
}

/// The form of a post. The names are those of its fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostWords {
    pub title: String,
    /// Markdown or HTML.
    pub body: String,
    /// For lists.
    pub excerpt: String,
    /// The title in search results, where it differs.
    pub meta_title: String,
    pub meta_description: String,
    pub author: String,
    /// The name of the picture at the top; empty if there is none.
    pub image: String,
    pub image_alt: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum EditorFormat {
    Markdown,
    Html,
}

/// A complaint about these words by the check of `amwaj posts publish`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostProblem {
    /// A mistake keeps the post from being published; anything else is a hint.
    pub is_mistake: bool,
    /// The field that it is about.
    pub field: EditorField,
    /// The line of the body, from 1 on.
    pub line: Option<u64>,
    pub what: String,
    /// The suggested correction.
    pub instead: String,
}

/// A picture that was uploaded for a post.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct EditorPicture {
    /// Its name in the text: `![What it shows](name)`.
    pub name: String,
    /// An address that shows it.
    pub src: String,
    pub width: u32,
    pub height: u32,
    /// Photos need a sentence that says what they show; drawings may go without.
    pub is_photo: bool,
}
