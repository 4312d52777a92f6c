//! Posts: written by people, sanitised on the way in, served at once.

pub mod authoring;
pub mod commands;
pub mod dates;
pub mod excerpt;
pub mod html;
pub mod pages;
pub mod post;
pub mod published;
pub mod reading;
mod row;
pub mod slug;
pub mod store;

pub use crate::excerpt::summary;
pub use crate::post::{Format, NewPost, Picture, Post, State};
