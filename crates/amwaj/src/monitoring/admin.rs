//! What only the company's own people and machines may ask, on an address of its own.

use axum::routing::get;
use axum::{Json, Router};
use http::header;
use serde::Serialize;

use crate::monitoring::metrics::{CONTENT_TYPE, Watched};
use leads::canary::CanaryReport;
use site::pages::Health;

/// How the site stands.
#[derive(Serialize)]
struct AdminHealth {
    #[serde(flatten)]
    pages: Health,
    /// Nothing where no canaries are sent.
    canary: Option<CanaryReport>,
}

/// `/healthz` in detail, and `/metrics`.
pub fn router(watched: Watched) -> Router {
    let (pages, board) = (watched.pages.clone(), watched.canary.clone());
    let health = move || async move {
        Json(AdminHealth { pages: pages.health(), canary: board.map(|board| board.report()) })
    };
    let metrics = move || async move {
        let kind = [(header::CONTENT_TYPE, CONTENT_TYPE)];
        (kind, watched.metrics().await)
    };
    Router::new().route("/healthz", get(health)).route("/metrics", get(metrics))
}
