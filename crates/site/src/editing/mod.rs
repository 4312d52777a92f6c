//! Changing the site's words where they stand: a page says where each of its pieces is written, an edit changes those bytes
//! of the file and no others, and the check decides whether it may.

mod adding;
mod annotate;
mod drafting;
pub mod drafts;
mod editor;
pub mod kept_pictures;
mod links;
mod lists;
mod notices;
mod other_forms;
mod outcome;
pub mod overlay;
mod pictures;
mod piece;
mod problem;
pub mod revisions;
mod sections;
mod site;
pub mod special_days;
mod store;
mod storing;
#[cfg(test)]
mod tests;
mod undo;
mod versions;
mod words;

pub use crate::editing::annotate::{Annotated, annotate};
pub use crate::editing::editor::{EditorOptions, SiteEditor, Truth};
pub use crate::editing::notices::NoticeTyped;
pub use crate::editing::outcome::{Prepared, Refused, StoreError};
pub use crate::editing::pictures::{NewFile, NewPicture};
pub use crate::editing::piece::{Item, Piece, PiecePicture};
pub use crate::editing::problem::EditProblem;
pub use crate::editing::site::{MarkedPage, MarkedSite};
pub use crate::editing::versions::NoVersion;
pub use crate::editing::words::{Edit, Tried};
