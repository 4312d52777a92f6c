//! Earlier versions of a post, and what two authors wrote in the same place.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::view::PostField;

/// One earlier, or the present, version of the words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PostRevision {
    pub number: i64,
    pub at: i64,
    /// Nothing for the command line.
    pub by: Option<String>,
    pub mine: bool,
    pub change: RevisionChange,
    /// Whether readers see this one, or will.
    pub is_live: bool,
}

/// What a revision changed, in one line of the text.
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
        field: PostField,
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
    /// The number of the revision that keeps what was sent.
    pub mine: i64,
    /// Who saved the other one.
    pub by: Option<String>,
    /// For each, the form of `/desk/posts/{id}/settle` has a field `choice-{index}`: `mine`, `theirs` or `both`.
    pub places: Vec<ConflictPlace>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct ConflictPlace {
    pub field: PostField,
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
    pub field: PostField,
    pub lines: Vec<DifferentLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct DifferentLine {
    pub side: LineSide,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum LineSide {
    /// In both.
    Both,
    /// Only in the earlier version.
    Earlier,
    /// Only in the present words.
    Present,
    /// Unchanged lines that are left out.
    Skipped,
}
