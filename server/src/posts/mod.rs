//! Posts: written by people, sanitised on the way in, served at once.

pub mod dates;
pub mod excerpt;
pub mod html;
pub mod pictures;
mod post;
mod row;
pub mod store;

pub use excerpt::summary;
pub use post::{Format, NewPost, Picture, Post, State};
