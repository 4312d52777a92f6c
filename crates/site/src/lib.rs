//! The website itself: from content to finished, precompressed pages and their responses, and counting who views them.
//! It's a crate of its own because the features (leads, blog) build on it, and it must not know them.

mod accept_encoding;
pub mod content;
pub mod dictionary;
pub mod dispatch;
pub mod editing;
pub mod former_files;
pub mod indexnow;
pub mod pages;
pub mod precompressed;
pub mod render;
pub mod response_cache;
pub mod share_card;
pub mod stats;
pub mod view_counter;
