//! What only the company's own people and machines may ask, on an address of its own.

use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};

use crate::pages::{Health, Pages};

/// `/healthz` in detail.
pub fn router(pages: Arc<Pages>) -> Router {
    let health = move || async move { Json::<Health>(pages.health()) };
    Router::new().route("/healthz", get(health))
}
