//! What requests read: the live snapshot, what posted forms are answered with, and how publishing is doing (health).

use std::sync::Arc;

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use serde::Serialize;

use crate::content::{Content, Problem};
use crate::pages::renderer::Renderer;
use crate::pages::routes::Routes;
use crate::pages::snapshot::Snapshot;
use crate::response_cache::ResponseCache;

/// How publishing is doing, for `/healthz` and people who look.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Health {
    /// Whether every page is compressed at the best level.
    #[serde(rename = "packed")]
    pub fully_compressed: bool,
    /// How many pages, assets and pictures are finished.
    pub finished: usize,
    /// Milliseconds that the last rendering and fast compression of everything took.
    #[serde(rename = "drawn_in_ms")]
    pub rendered_in_ms: u64,
    /// Milliseconds that the last recompression took.
    #[serde(rename = "packed_in_ms")]
    pub recompressed_in_ms: u64,
    /// What is wrong with the content in its folder now; the live site may be older.
    pub content: Vec<Problem>,
    /// Pages that could not be rendered and are served as they were.
    pub failures: Vec<String>,
}

/// The live site. Requests read it, the publisher replaces its parts.
pub struct Pages {
    pub site: ArcSwap<Snapshot>,
    pub render_context: ArcSwap<RenderContext>,
    /// Responses that are made on request.
    pub response_cache: Arc<ResponseCache>,
    /// How many times everything was compressed at the best level: work that can wait starts after the first time.
    pub full_compressions: tokio::sync::watch::Sender<u64>,
    pub(super) health: Mutex<Health>,
}

/// What rendering a page on request needs.
pub struct RenderContext {
    pub renderer: Renderer,
    pub content: Content,
    pub routes: Routes,
}

impl Pages {
    /// How publishing is doing.
    pub fn health(&self) -> Health {
        self.health.lock().clone()
    }
}
