//! The website itself: from content to finished pages, which of them answers a request, and counting who views them.
//! It's a crate of its own because the features (leads, blog) build on it, and it must not know them.

pub mod background;
pub mod dispatch;
pub mod former_files;
pub mod indexnow;
pub mod pages;
pub mod render;
pub mod share_card;
