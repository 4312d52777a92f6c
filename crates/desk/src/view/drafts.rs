//! Drafts of several changes.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::view::site::{SiteChange, SiteDraft, SitePage};

/// Every draft that waits, the latest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteDrafts {
    pub drafts: Vec<DraftEntry>,
    /// The form for a draft that was sent and refused.
    pub refused: Option<RefusedDraft>,
    /// Why changes are locked now: a sentence.
    pub locked: Option<String>,
}

/// A draft with everything that can be done with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct DraftEntry {
    pub draft: SiteDraft,
    /// The whole address at which anybody can look at it, without an account.
    pub link: String,
    /// The person who began it, and when.
    pub by: String,
    pub begun: i64,
    /// The latest first.
    pub changes: Vec<SiteChange>,
    /// The pages that look different with it.
    pub pages: Vec<SitePage>,
    /// When it was put aside; it can be taken up again.
    pub put_aside_at: Option<i64>,
    /// The time that it goes live at, for a `datetime-local` field, in Dubai: `2027-02-07T08:00`; else empty.
    pub time: String,
}

/// The form for a page that is added as a copy of another, with what was typed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct NewSitePage {
    /// The pages that can be copied.
    pub pages: Vec<SitePage>,
    pub heading: String,
    /// Without the slash; empty if it follows from the heading.
    pub address: String,
    /// The path of the page that is copied.
    pub of: String,
    pub has_menu: bool,
    /// Why it can't be added.
    pub problem: Option<String>,
    /// The draft that it is added to; without one it gets its own.
    pub draft: Option<SiteDraft>,
    /// Why changes are locked now: a sentence.
    pub locked: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RefusedDraft {
    /// Empty where one was to be begun.
    pub id: String,
    pub problem: String,
}
