//! The JavaScript engine that draws pages. Nobody else knows that there is one.
//!
//! QuickJS is bound to its thread, so it lives on one of its own; jobs go in and answers come
//! out by channel. A drawing that runs away is interrupted, and the next one is fine.

mod engine;
mod globals;

pub use crate::render::engine::{Drawing, Engine, RenderError};
