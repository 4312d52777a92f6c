//! Changing the site's words where they stand: a page says where each of its pieces is written, an edit changes those bytes
//! of the file and no others, and the check decides whether it may.

mod adding;
mod annotate;
mod drafting;
pub mod drafts;
mod editor;
pub mod kept_pictures;
mod launch;
mod links;
mod lists;
mod notices;
mod other_forms;
mod outcome;
pub mod overlay;
mod own_pages;
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
mod words;

pub use crate::annotate::{Annotated, annotate};
pub use crate::editor::{EditorOptions, SiteEditor, Truth};
pub use crate::launch::Sample;
pub use crate::notices::NoticeTyped;
pub use crate::outcome::{Prepared, Refused, StoreError};
pub use crate::pictures::{NewFile, NewPicture};
pub use crate::piece::{Item, Piece, PiecePicture};
pub use crate::problem::EditProblem;
pub use crate::site::{MarkedPage, MarkedSite};
pub use crate::words::{Edit, Tried};
