//! The words and facts of the site: read from `content/`, checked, and handed on as types.
//! Nothing here knows how a page is drawn or served.

mod document;
mod load;
pub mod media;
pub mod model;
mod node;
pub mod report;
mod schema;
mod source;
mod tokens;
mod verify;
mod watch;
mod whole;

pub use crate::content::load::load;
pub use crate::content::media::Photos;
pub use crate::content::report::{Problem, Report, Severity};
pub use crate::content::source::Source;
pub use crate::content::verify::{Address, Addresses};
pub use crate::content::watch::watch;
pub use crate::content::whole::Content;
