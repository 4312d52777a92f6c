//! Amwaj: finished pages for visitors, and requests that are never lost.

pub mod clock;
pub mod content;
pub mod http;
pub mod packed;
pub mod pages;
pub mod render;
