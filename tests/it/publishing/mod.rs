//! The site from the outside of the library: content that is checked, pages that are published and served.

mod content;
mod live_edits;
mod photos;
mod wrong_edits;
