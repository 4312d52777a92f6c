//! The site's pages, every piece of which can be changed where it stands.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// A page of the site beside the sheet that changes its pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteScreen {
    /// The page's address: `/contact-us`.
    pub at: String,
    /// Its name among the pages.
    pub title: String,
    pub pages: Vec<SitePage>,
    /// Whether somebody added this page, and it may be removed.
    pub is_own: bool,
    /// The page's pieces that can be changed, in reading order.
    pub pieces: Vec<SitePiece>,
    /// The names that links on this page can end in: `request`.
    pub anchors: Vec<String>,
    /// The id of the piece that was asked for.
    pub chosen: Option<String>,
    /// The edit that was sent and refused; no part of it is live.
    pub refused: Option<RefusedEdit>,
    /// The latest first; of a draft, its own.
    pub changes: Vec<SiteChange>,
    /// The draft that is changed here; absent for the site itself.
    pub draft: Option<SiteDraft>,
    /// Number of drafts that wait.
    pub drafts: u64,
    /// The page's sections that visitors don't see.
    pub hidden: Vec<HiddenSection>,
    /// Why changes are locked now: a sentence.
    pub locked: Option<String>,
}

/// A section that is in the page's file, and not on the page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct HiddenSection {
    /// For the form of `/desk/site/item`, whose action is `show`.
    pub item: String,
    /// Its first words.
    pub words: String,
}

/// A page in the list of pages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SitePage {
    pub at: String,
    pub title: String,
}

/// Something on a page that can be changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SitePiece {
    /// Its file and its place there: `pages/home.toml:sections.0.lead`. The page's marks have the same in `data-at`, or in
    /// `data-at-in`, separated by spaces, on an element of which an attribute says it.
    pub id: String,
    /// Its meaning in a few words: the first sentence of its type.
    pub name: String,
    /// The other sentences.
    pub meaning: String,
    pub kind: PieceKind,
    /// As it is written, with facts by their names: `AC cleaning {prices.ac-cleaning}`.
    pub value: String,
    /// With the facts filled in.
    pub shown: String,
    pub place: PiecePlace,
    /// On how many pages it is.
    pub on_pages: u64,
    /// Recommended length in characters, at most.
    pub limit: Option<u64>,
    /// Where it is an item of a list, or belongs to one.
    pub item: Option<PieceItem>,
    /// Of a picture.
    pub picture: Option<SitePicture>,
}

/// Kind of text that may be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum PieceKind {
    Text,
    /// Markdown, with line breaks.
    LongText,
    /// A whole number, or one with a point.
    Number,
    /// `150-300`, or `5000` where there is no highest.
    Price,
    /// A picture: its value is the file's name; see [`SitePicture`].
    Picture,
    /// Where a link leads: `/contracts#basic`, `#contact`, `https://…`, or a line of the company: `call`, `landline`,
    /// `chat`, `email`, `directions`.
    Link,
    /// `https://…`
    Url,
}

/// A picture's look and alternative text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SitePicture {
    /// The public address.
    pub src: String,
    pub width: u32,
    pub height: u32,
    /// Alternative text, for people who do not see it; empty for a decoration.
    pub alt: String,
    /// A photo needs an alternative text.
    pub is_photo: bool,
    /// The part that stays in sight where a page cuts it: `top-left`, `top`, `top-right`, `left`, `middle`, and so on;
    /// empty where each place decides.
    pub focus: String,
}

/// Where a piece is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum PiecePlace {
    Page,
    /// Said by an element and not shown: a picture's alternative text, a button's name.
    Hidden,
    /// In search results and the browser's tab.
    Search,
}

/// The item of a list that a piece belongs to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct PieceItem {
    /// The item's id, for the form of `/desk/site/item`.
    pub id: String,
    /// The list's name: `steps`.
    pub list: String,
    /// From 0.
    pub index: u64,
    pub count: u64,
    /// Id of the item that is marked as a sample: this one, or one that it is in.
    pub sample: Option<String>,
}

/// The refused value, for its field.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RefusedEdit {
    pub value: String,
    pub problems: Vec<SiteProblem>,
}

/// A complaint of the check about an edit. Only mistakes stop it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteProblem {
    pub is_mistake: bool,
    pub what: String,
    /// The suggested correction.
    pub instead: String,
    /// The file and line, where it is not in the piece itself.
    pub elsewhere: Option<String>,
    /// The piece as the likely fix would have it.
    pub fix: Option<String>,
}

/// A change that somebody made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteChange {
    pub id: i64,
    pub when: i64,
    /// Absent where a file was changed on the server's disk.
    pub by: Option<String>,
    pub mine: bool,
    /// The piece's name; of a file, its own.
    pub name: String,
    pub was: String,
    pub is: String,
    /// Whether it has been taken back.
    pub is_undone: bool,
    /// Whether it took another one back.
    pub is_undo: bool,
    /// The draft that it came with.
    pub draft: Option<String>,
}

/// The facts that a company changes often, on one screen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteFacts {
    pub groups: Vec<FactGroup>,
    /// Days with hours of their own, the first one first.
    pub special_days: Vec<SpecialDays>,
    /// Notices on every page for some days.
    pub notices: Vec<SiteNotice>,
    /// A new notice that was typed and refused.
    pub refused_notice: Option<RefusedNotice>,
    /// New days that were typed and refused, with the check's sentences.
    pub refused_days: Option<RefusedDays>,
    /// The id of the fact that was sent and refused, and the typed value.
    pub chosen: Option<String>,
    pub refused: Option<RefusedEdit>,
    pub changes: Vec<SiteChange>,
    /// The draft that is changed here; absent for the site itself.
    pub draft: Option<SiteDraft>,
    pub drafts: u64,
    pub locked: Option<String>,
}

/// Facts of a kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct FactGroup {
    pub kind: FactKind,
    pub facts: Vec<SitePiece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub enum FactKind {
    Prices,
    Plans,
    Contact,
    Hours,
    Times,
}

/// A day or a range of days with hours of its own, as it is written.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SpecialDays {
    /// For the form of `/desk/site/item`.
    pub item: String,
    pub name: String,
    /// `2026-12-02`
    pub from: String,
    /// Empty where it is a single day.
    pub to: String,
    /// Empty where the office is closed.
    pub opens: String,
    pub closes: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RefusedDays {
    pub days: SpecialDays,
    pub problems: Vec<SiteProblem>,
}

/// A notice on every page for some days.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct SiteNotice {
    /// For the form of `/desk/site/item`.
    pub item: String,
    pub text: String,
    /// The first day: `2026-12-01`.
    pub from: String,
    /// The last day.
    pub until: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct RefusedNotice {
    pub notice: SiteNotice,
    pub problems: Vec<SiteProblem>,
}

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
