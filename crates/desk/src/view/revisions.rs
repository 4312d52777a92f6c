//! Earlier versions of a post, and conflicts between two authors.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// One earlier, or the present, version of the words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostRevision {
    pub number: i64,
    pub at: i64,
    /// Absent for the command line.
    pub by: Option<String>,
    pub mine: bool,
    pub change: RevisionChange,
    /// Whether readers see this one, or will.
    pub is_live: bool,
}

/// A revision's change, in one line of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum RevisionChange {
    /// The first one that is kept.
    First,
    Added {
        text: String,
    },
    Removed {
        text: String,
    },
    /// The line as it is since then.
    Reworded {
        text: String,
    },
    /// Another field than the text.
    Field {
        field: EditorField,
    },
    /// An earlier version was brought back.
    Restored,
    /// Somebody else had changed the same place; kept beside the words.
    SetAside,
    Nothing,
}

/// Two writers changed the same place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostConflict {
    /// The number of the revision that keeps the form sent.
    pub mine: i64,
    /// The person who saved the other one.
    pub by: Option<String>,
    /// For each, the form of `/desk/posts/{id}/settle` has a field `choice-{index}`: `mine`, `theirs` or `both`.
    pub places: Vec<ConflictPlace>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct ConflictPlace {
    pub field: EditorField,
    pub mine: String,
    pub theirs: String,
}

/// An earlier version beside the present words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RevisionScreen {
    pub id: String,
    /// The present title.
    pub title: String,
    pub revision: PostRevision,
    /// Its lines and the present ones, in the order of the text; unchanged stretches are shortened.
    pub fields: Vec<FieldDifference>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct FieldDifference {
    pub field: EditorField,
    pub lines: Vec<ChangedLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct ChangedLine {
    pub side: ChangedSide,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum ChangedSide {
    /// In both.
    Both,
    /// Only in the earlier version.
    Earlier,
    /// Only in the present words.
    Present,
    /// Unchanged lines that are left out.
    Skipped,
}

/// A field of a post's words, or its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum EditorField {
    Title,
    Body,
    Excerpt,
    MetaTitle,
    MetaDescription,
    Author,
    Image,
    ImageAlt,
    Slug,
}
