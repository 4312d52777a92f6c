//! Drafts of several changes, and the site as a change found it and left it.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use crate::view::site::{SiteChange, SitePage};

/// Changes of the site that go live together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteDraft {
    pub id: String,
    pub name: String,
    /// When they go live by themselves, in Unix milliseconds.
    pub goes_live_at: Option<i64>,
    /// Why they did not at that time: a sentence.
    pub problem: Option<String>,
}

/// Every draft that waits, the latest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteDrafts {
    pub drafts: Vec<DraftEntry>,
    /// What was sent of a draft and refused.
    pub refused: Option<RefusedDraft>,
    /// Why nothing can be changed now: a sentence.
    pub locked: Option<String>,
}

/// A draft with everything that can be done with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct DraftEntry {
    pub draft: SiteDraft,
    /// The whole address at which anybody can look at it, without an account.
    pub link: String,
    /// Who began it, and when.
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

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RefusedDraft {
    /// Empty where one was to be begun.
    pub id: String,
    /// What was typed: the name, or the time.
    pub typed: String,
    pub problem: String,
}

/// A page before and after a change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteVersion {
    pub change: SiteChange,
    /// The page's address, and its name.
    pub at: String,
    pub title: String,
    /// The id of the piece that was changed; the pages in the frames have it in `data-at`.
    pub piece: Option<String>,
    /// Why it can't be shown: a sentence.
    pub problem: Option<String>,
}
