//! What responds to the requests of a listener, and what a connection knows of each response in the making.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use hyper::body::Incoming;

use crate::connection::ConnectionState;
use crate::limits::Limits;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Responds to the requests of a listener.
pub trait Handler: Clone + Send + Sync + 'static {
    type Body: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static;
    type Future: Future<Output = Response<Self::Body>> + Send + Unpin + 'static;

    /// Responds to one request of this connection. A handler that reads the body wraps it in a
    /// [`MinRateBody`](crate::min_rate_body::MinRateBody).
    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Self::Future;
}

/// Calls the handler for the requests of one connection.
pub(crate) struct ConnectionService<H> {
    pub handler: H,
    pub state: Arc<ConnectionState>,
    pub limits: Limits,
    /// Whether each response is the last one of its connection: another process takes the next. HTTP/2 says so in a frame
    /// of its own.
    pub is_last: Arc<AtomicBool>,
}

impl<H: Handler> hyper::service::Service<Request<Incoming>> for ConnectionService<H> {
    type Response = Response<H::Body>;
    type Error = Infallible;
    type Future = Responding<H::Future>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.state.request_received();
        Responding {
            response: self.handler.handle(request, &self.state, &self.limits),
            state: Some(Arc::clone(&self.state)),
            is_last: Arc::clone(&self.is_last),
        }
    }
}

/// A response in the making; tells its connection when it is ready, or when nobody waits for it any more.
pub(crate) struct Responding<F> {
    response: F,
    /// Until it is told.
    state: Option<Arc<ConnectionState>>,
    is_last: Arc<AtomicBool>,
}

impl<B, F: Future<Output = Response<B>> + Unpin> Future for Responding<F> {
    type Output = Result<F::Output, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut response = Pin::new(&mut self.response).poll(context);
        if let Poll::Ready(response) = &mut response {
            let is_http2 = self.state.as_ref().is_some_and(|state| state.is_http2());
            if self.is_last.load(Ordering::Relaxed) && !is_http2 {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            self.end();
        }
        response.map(Ok)
    }
}

impl<F> Responding<F> {
    fn end(&mut self) {
        if let Some(state) = self.state.take() {
            state.response_ready();
        }
    }
}

impl<F> Drop for Responding<F> {
    fn drop(&mut self) {
        self.end();
    }
}
