//! What is told of requests to who counts them.

use std::sync::Arc;

use crate::context::Context;

/// What became of a visitor's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// Stored for the first time.
    Sent,
    /// The same, and it is held.
    Quarantined,
    /// It was whole, and it was not stored.
    Failed,
}

/// Is told of each request that was whole, and where it came from. No canary is one, nor what a flood sends.
pub type LeadObserver = Arc<dyn Fn(Came, &Context) + Send + Sync>;
