//! Posts: written by people, sanitised on the way in, served at once.

pub mod dates;
pub mod excerpt;
mod front_matter;
pub mod html;
mod markdown;
pub mod pictures;
mod post;
pub mod prepare;
mod row;
pub mod source;
pub mod store;

pub use excerpt::summary;
pub use post::{Format, NewPost, Picture, Post, State};
