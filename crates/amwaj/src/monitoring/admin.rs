//! What only the company's own people and machines may ask, on an address of its own.

use std::pin::Pin;
use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};
use http::{Request, Response, header};
use hyper::body::Incoming;
use serde::Serialize;
use tower::ServiceExt as _;

use crate::monitoring::metrics::{CONTENT_TYPE, Watched};
use edge::connection::ConnectionState;
use edge::limits::Limits;
use edge::min_rate_body::MinRateBody;
use edge::server::Handler;
use leads::canary::CanaryReport;
use site::pages::Health;

/// `/healthz` in detail, and `/metrics`.
#[derive(Clone)]
pub struct Admin(Router);

/// How the site stands.
#[derive(Serialize)]
struct AdminHealth {
    #[serde(flatten)]
    pages: Health,
    /// Nothing where no canaries are sent.
    canary: Option<CanaryReport>,
}

impl Admin {
    pub fn new(watched: Watched) -> Self {
        let (pages, board) = (watched.pages.clone(), watched.canary.clone());
        let health = move || async move {
            Json(AdminHealth { pages: pages.health(), canary: board.map(|board| board.report()) })
        };
        let metrics = move || async move {
            let kind = [(header::CONTENT_TYPE, CONTENT_TYPE)];
            (kind, watched.metrics().await)
        };
        Admin(Router::new().route("/healthz", get(health)).route("/metrics", get(metrics)))
    }
}

impl Handler for Admin {
    type Body = axum::body::Body;
    type Future = Pin<Box<dyn Future<Output = Response<Self::Body>> + Send>>;

    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Self::Future {
        let request = request.map(|body| axum::body::Body::new(MinRateBody::new(body, connection, limits)));
        let router = self.0.clone();
        Box::pin(async move {
            let Ok(response) = router.oneshot(request).await;
            response
        })
    }
}
