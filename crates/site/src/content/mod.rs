//! The site's content: read from the folder `content/`, checked, and turned into types. Nothing here knows how a page is
//! rendered or served.

mod document;
mod load;
pub mod media;
pub mod model;
mod node;
pub mod report;
mod schema;
mod site_content;
mod source;
mod tokens;
mod verify;
mod watch;

pub use crate::content::load::load;
pub use crate::content::media::Photos;
pub use crate::content::report::{Problem, Report, Severity};
pub use crate::content::site_content::Content;
pub use crate::content::source::Source;
pub use crate::content::verify::{LinkTarget, ResolveLink};
pub use crate::content::watch::watch;
