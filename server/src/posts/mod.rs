//! Posts: written by people, sanitised on the way in, served at once.

mod post;
mod row;
pub mod store;

pub use post::{Format, NewPost, Picture, Post, State};
