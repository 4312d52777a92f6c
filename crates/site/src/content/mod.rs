//! The site's content: read from the folder `content/`, checked, and turned into types. Nothing here knows how a page is
//! rendered or served.

mod areas;
mod assemble;
mod document;
pub mod export;
pub mod fields;
pub mod figures;
pub mod hours;
pub mod items;
mod links;
mod load;
pub mod marked;
pub mod marks;
pub mod media;
pub mod model;
pub mod node;
pub mod notices;
mod photo_slots;
mod prefills;
pub mod report;
mod samples;
mod schema;
mod schema_values;
mod site_content;
pub mod source;
pub mod splice;
mod syntax;
mod tokens;
#[cfg(test)]
mod tokens_tests;
mod verify;
mod watch;

pub use crate::content::figures::{TypedFigure, typed as typed_figures};
pub use crate::content::links::{LinkTarget, ResolveLink};
pub use crate::content::load::{Loaded, check_figures, load};
pub use crate::content::media::Photos;
pub use crate::content::report::{Problem, Report, Severity};
pub use crate::content::site_content::Content;
pub use crate::content::source::Source;
pub use crate::content::tokens::Tokens;
pub use crate::content::watch::watch;
