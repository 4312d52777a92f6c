//! Changing the site's words where they stand: a page says where each of its pieces is written, an edit changes those bytes
//! of the file and no others, and the check decides whether it may.

mod adding_days;
mod annotate;
mod editor;
mod lists;
mod other_forms;
pub mod overlay;
mod pictures;
mod piece;
mod problem;
pub mod revisions;
mod site;
pub mod special_days;
mod store;
#[cfg(test)]
mod tests;
mod undo;
mod words;

pub use crate::editing::annotate::{Annotated, annotate};
pub use crate::editing::editor::{EditorOptions, Prepared, Refused, SiteEditor, StoreError, Truth};
pub use crate::editing::pictures::NewPicture;
pub use crate::editing::piece::{Item, Piece, PiecePicture};
pub use crate::editing::problem::EditProblem;
pub use crate::editing::site::{MarkedPage, MarkedSite};
pub use crate::editing::words::{Edit, Tried};
