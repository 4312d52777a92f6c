//! Rendering with JavaScript. Only this folder knows that there is an engine.
//!
//! QuickJS is bound to its thread, so it runs on one of its own; jobs go in and documents come out by channel. A page
//! that takes too long is interrupted, and the next one renders as usual.

mod engine;
mod globals;

pub use crate::render::engine::{Engine, PendingRender, RenderError};
