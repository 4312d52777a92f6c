//! The handler of a listener's requests, and the state of each response in the making. Handlers are trait objects: the
//! server's code is then compiled once, in this crate, and not for each of them.

use std::convert::Infallible;
use std::future::Ready;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Either, Full};
use hyper::body::Incoming;

use crate::connection::ConnectionState;
use crate::limits::Limits;
use crate::security_headers::confine;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A finished body, or one that comes piece by piece.
pub type ResponseBody = Either<Full<Bytes>, UnsyncBoxBody<Bytes, BoxError>>;

/// The body of a response that is finished.
pub fn whole(body: Bytes) -> ResponseBody {
    Either::Left(Full::new(body))
}

/// The body of a response that comes piece by piece.
pub fn streamed<B>(body: B) -> ResponseBody
where
    B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    Either::Right(body.map_err(Into::into).boxed_unsync())
}

/// Responds to the requests of a listener.
pub trait Handler: Send + Sync + 'static {
    /// Responds to one request of this connection. A handler that reads the body wraps it in a
    /// [`MinRateBody`](crate::min_rate_body::MinRateBody).
    fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> PendingResponse;
}

/// A response that is ready, or one that is being made.
pub enum PendingResponse {
    Finished(Ready<Response<ResponseBody>>),
    Later(Pin<Box<dyn Future<Output = Response<ResponseBody>> + Send>>),
}

impl From<Response<ResponseBody>> for PendingResponse {
    fn from(response: Response<ResponseBody>) -> Self {
        Self::Finished(std::future::ready(response))
    }
}

impl Future for PendingResponse {
    type Output = Response<ResponseBody>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Finished(response) => Pin::new(response).poll(context),
            Self::Later(response) => response.as_mut().poll(context),
        }
    }
}

/// Calls the handler for the requests of one connection.
pub(crate) struct ConnectionService {
    pub handler: Arc<dyn Handler>,
    pub state: Arc<ConnectionState>,
    pub limits: Limits,
    /// Whether each response is the last one of its connection, because the server is about to end. HTTP/2 says so in a frame
    /// of its own.
    pub is_last: Arc<AtomicBool>,
}

impl hyper::service::Service<Request<Incoming>> for ConnectionService {
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = Responding;

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
pub(crate) struct Responding {
    response: PendingResponse,
    /// Until it is told.
    state: Option<Arc<ConnectionState>>,
    is_last: Arc<AtomicBool>,
}

impl Future for Responding {
    type Output = Result<Response<ResponseBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut response = ready!(Pin::new(&mut self.response).poll(context));
        confine(&mut response);
        if let Some(state) = self.state.as_ref().filter(|state| !state.is_http2()) {
            if self.is_last.load(Ordering::Relaxed) {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            if matches!(response.body(), Either::Right(_)) {
                let streaming = Streaming::begin(state);
                response = response.map(|body| {
                    streamed(body.map_frame(move |frame| {
                        let _until_the_end = &streaming;
                        frame
                    }))
                });
            }
        }
        self.end();
        Poll::Ready(Ok(response))
    }
}

/// While a body that comes piece by piece is on its way over HTTP/1: a pause in it isn't the client's.
struct Streaming(Arc<ConnectionState>);

impl Streaming {
    fn begin(state: &Arc<ConnectionState>) -> Self {
        state.set_streaming(true);
        Self(Arc::clone(state))
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.set_streaming(false);
    }
}

impl Responding {
    fn end(&mut self) {
        if let Some(state) = self.state.take() {
            state.response_ready();
        }
    }
}

impl Drop for Responding {
    fn drop(&mut self) {
        self.end();
    }
}
