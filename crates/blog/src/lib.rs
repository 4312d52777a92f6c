//! The blog. `authoring/` takes posts in (Markdown or HTML, pictures) and sanitises them, `commands/` is `amwaj posts`,
//! `writing/` lets
//! staff write at the desk, `pages/` serves the blog's web pages, feed and sitemap, `api/` serves posts as JSON to other front ends.

pub mod api;
pub mod authoring;
pub mod change_watch;
pub mod commands;
pub mod dates;
mod deletion;
pub mod excerpt;
pub mod facts;
pub mod html;
pub mod pages;
pub mod post;
pub mod published;
mod row;
pub mod slug;
pub mod store;
pub mod writing;

pub use crate::excerpt::summary;
pub use crate::post::{NewPost, Post, PostFormat, PostState, StoredPicture};
