//! State that requests read: the live snapshot, answers to posted forms, and the health of publishing.

use std::sync::Arc;

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use serde::Serialize;

use crate::pages::renderer::Renderer;
use crate::pages::routes::Routes;
use crate::pages::snapshot::Snapshot;
use content::{Content, ContentProblem};
use responses::response_cache::ResponseCache;

/// Health of publishing, for `/healthz` and people who look.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Health {
    /// Whether every page is compressed at the best level.
    #[serde(rename = "packed")]
    pub fully_compressed: bool,
    /// Number of pages, assets and pictures that are finished.
    pub finished: usize,
    /// Milliseconds that the last rendering and fast compression of everything took.
    #[serde(rename = "drawn_in_ms")]
    pub rendered_in_ms: u64,
    /// Milliseconds that the last recompression took.
    #[serde(rename = "packed_in_ms")]
    pub recompressed_in_ms: u64,
    /// Problems of the content in its folder now; the live site may be older.
    pub content: Vec<ContentProblem>,
    /// Pages that could not be rendered and are served as they were.
    pub failures: Vec<String>,
}

/// The live site. Requests read it, the publisher replaces its parts.
pub struct Pages {
    pub site: ArcSwap<Snapshot>,
    pub render_context: ArcSwap<RenderContext>,
    /// Responses that are made on request.
    pub response_cache: Arc<ResponseCache>,
    /// Number of times that everything was compressed at the best level: work that can wait starts after the first
    /// time.
    pub full_compressions: tokio::sync::watch::Sender<u64>,
    pub(super) health: Mutex<Health>,
}

/// Dependencies of rendering a page on request.
pub struct RenderContext {
    pub renderer: Renderer,
    pub content: Content,
    pub routes: Routes,
}

impl Pages {
    pub fn health(&self) -> Health {
        self.health.lock().clone()
    }
}
