//! What responds to the requests of a listener, and what a connection knows of each response in the making.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
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
        }
    }
}

/// A response in the making; tells its connection when it is ready, or when nobody waits for it any more.
pub(crate) struct Responding<F> {
    response: F,
    /// Until it is told.
    state: Option<Arc<ConnectionState>>,
}

impl<F: Future + Unpin> Future for Responding<F> {
    type Output = Result<F::Output, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let response = Pin::new(&mut self.response).poll(context);
        if response.is_ready() {
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
