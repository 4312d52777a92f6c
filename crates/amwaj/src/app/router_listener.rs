//! A router at an address of its own, beside the site's.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{HeaderName, HeaderValue, Request, Response};
use hyper::body::Incoming;
use tower::ServiceExt as _;

use edge::connection::ConnectionState;
use edge::handler::Handler;
use edge::limits::Limits;
use edge::min_rate_body::MinRateBody;

/// Answers every request of one listener by a router.
#[derive(Clone)]
pub(super) struct RouterListener {
    router: Router,
    /// Of every answer.
    headers: Arc<[(HeaderName, HeaderValue)]>,
}

impl RouterListener {
    pub fn new(router: Router, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        RouterListener { router, headers: headers.into() }
    }
}

impl Handler for RouterListener {
    type Body = Body;
    type Future = Pin<Box<dyn Future<Output = Response<Self::Body>> + Send>>;

    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Self::Future {
        let mut request = request.map(|body| Body::new(MinRateBody::new(body, connection, limits)));
        request.extensions_mut().insert(ConnectInfo(connection.peer));
        let RouterListener { router, headers } = self.clone();
        Box::pin(async move {
            let answer: Result<_, Infallible> = router.oneshot(request).await;
            let Ok(mut response) = answer;
            for (name, value) in headers.iter() {
                response.headers_mut().entry(name).or_insert_with(|| value.clone());
            }
            response
        })
    }
}
