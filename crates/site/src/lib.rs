//! TODO head

pub mod content;
pub mod dispatch;
pub mod indexnow;
pub mod pages;
pub mod precompressed;
pub mod render;
pub mod response_cache;
pub mod share_card;
pub mod stats;
pub mod view_counter;
