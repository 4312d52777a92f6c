//! The site's content: read from the folder `content/`, checked, and turned into types. Rendering and serving pages are
//! not known here.

mod areas;
mod assemble;
mod document;
pub mod fields;
pub mod figures;
pub mod hours;
pub mod items;
#[cfg(test)]
mod items_tests;
mod links;
mod load;
pub mod marked;
pub mod marks;
pub mod media;
pub mod merge;
pub mod model;
pub mod node;
pub mod notices;
pub mod own_pages;
mod photo_slots;
mod prefills;
pub mod promised_times;
pub mod report;
mod samples;
mod schema;
mod schema_values;
mod site_content;
pub mod source;
pub mod splice;
mod structure;
mod syntax;
mod tokens;
#[cfg(test)]
mod tokens_tests;
pub mod unused;
mod verify;
mod watch;

pub use crate::figures::{TypedFigure, typed as typed_figures};
pub use crate::links::{LinkTarget, ResolveLink};
pub use crate::load::{Loaded, check_figures, load, pages};
pub use crate::media::Photos;
pub use crate::report::{ContentProblem, Report, Severity};
pub use crate::site_content::Content;
pub use crate::source::Source;
pub use crate::tokens::Tokens;
pub use crate::watch::watch;
