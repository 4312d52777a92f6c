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

pub use load::load;
pub use media::Photos;
pub use report::{Problem, Report, Severity};
pub use source::Source;
pub use verify::{Address, Addresses};
pub use watch::watch;
pub use whole::Content;
