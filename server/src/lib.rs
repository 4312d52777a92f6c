//! Amwaj: finished pages for visitors, and requests that are never lost.

pub mod content;
pub mod packed;
pub mod render;
