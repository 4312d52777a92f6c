//! Routes for the company's own people and machines, on an address of its own.

use axum::routing::get;
use axum::{Json, Router};
use http::header;
use serde::Serialize;

use crate::log;
use crate::monitoring::metrics::{CONTENT_TYPE, Watched};
use base::supervisor::{self, TaskStatus};
use leads::canary::CanaryReport;
use site::pages::Health;

/// Health of the site.
#[derive(Serialize)]
struct AdminHealth {
    #[serde(flatten)]
    pages: Health,
    /// `None` where no canaries are sent.
    canary: Option<CanaryReport>,
    /// Background tasks that broke down since the start.
    tasks: Vec<Broken>,
    log_lines_lost: u64,
}

#[derive(Serialize)]
struct Broken {
    name: String,
    is_down: bool,
    breakdowns: u64,
}

fn broken() -> Vec<Broken> {
    let broken = supervisor::tasks().into_iter().filter(|task| task.breakdowns > 0);
    broken.map(|TaskStatus { name, is_down, breakdowns }| Broken { name, is_down, breakdowns }).collect()
}

/// `/healthz` in detail, and `/metrics`.
pub fn router(watched: Watched) -> Router {
    let (pages, board) = (watched.pages.clone(), watched.canary.clone());
    let health = move || async move {
        let (pages, canary) = (pages.health(), board.map(|board| board.report()));
        Json(AdminHealth { pages, canary, tasks: broken(), log_lines_lost: log::lost_lines() })
    };
    let metrics = move || async move {
        let kind = [(header::CONTENT_TYPE, CONTENT_TYPE)];
        (kind, watched.metrics().await)
    };
    Router::new().route("/healthz", get(health)).route("/metrics", get(metrics))
}
