//! A router at an address of its own, beside the site's.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderName, HeaderValue, Request};
use hyper::body::Incoming;
use tower::ServiceExt as _;

use edge::connection::ConnectionState;
use edge::handler::{Handler, PendingResponse, streamed};
use edge::limits::Limits;
use edge::min_rate_body::MinRateBody;

/// Answers every request of one listener by a router.
pub(super) struct RouterListener {
    router: Router,
    /// Headers of every answer.
    headers: Arc<[(HeaderName, HeaderValue)]>,
}

impl RouterListener {
    pub fn new(router: Router, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        RouterListener { router, headers: headers.into() }
    }
}

impl Handler for RouterListener {
    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> PendingResponse {
        let mut request = request.map(|body| Body::new(MinRateBody::new(body, connection, limits)));
        request.extensions_mut().insert(ConnectInfo(connection.peer));
        let (router, headers) = (self.router.clone(), Arc::clone(&self.headers));
        PendingResponse::Later(Box::pin(async move {
            let answer: Result<_, Infallible> = router.oneshot(request).await;
            let Ok(mut response) = answer;
            for (name, value) in headers.iter() {
                response.headers_mut().entry(name).or_insert_with(|| value.clone());
            }
            response.map(streamed)
        }))
    }
}
