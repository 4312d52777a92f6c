//! The HTTP/1 server of one listener: accepts connections within the limits, serves each in a task of its own, closes
//! idle and slow ones when asked to, and shuts down gracefully, or hands over to another process.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};

use crate::connection::{CloseReason, ConnectionState};
use crate::limiter::{ConnectionLimiter, Permit};
use crate::limits::Limits;
use crate::timed_io::TimedIo;

/// How long a graceful shutdown waits for the requests under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
/// After a handover, how long clients have to ask for something on the connection they have, and read that the next one is
/// to be new. Then idle ones are closed, which a client that asks at that very moment would take for a failure.
const HANDOVER_GRACE: Duration = Duration::from_secs(10);
/// How often to look whether all of them have gone.
const HANDOVER_POLL: Duration = Duration::from_millis(20);
/// Pause after a failed accept, for example because too many files are open.
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(50);

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Responds to the requests of a listener.
pub trait Handler: Clone + Send + Sync + 'static {
    type Body: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static;
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

/// How a listener ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nobody accepts from its socket any more.
    Closed,
    /// Another process accepts from the same socket.
    HandedOver,
}

/// Serves until `stop` is done, then waits for the requests under way.
pub async fn serve(
    listener: TcpListener,
    handler: impl Handler,
    limiter: ConnectionLimiter,
    stop: impl Future<Output = Stop>,
) {
    let http = http1_builder(limiter.limits());
    let graceful = GracefulShutdown::new();
    let is_last = Arc::new(AtomicBool::new(false));
    tokio::pin!(stop);
    let sweep = limiter.sweep();
    tokio::pin!(sweep);
    let stopped = loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &limiter) => accepted,
            () = &mut sweep => continue,
            stopped = &mut stop => break stopped,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        // Without a permit the socket is dropped, which closes it.
        if let Some(permit) = limiter.acquire(peer) {
            let (handler, is_last) = (handler.clone(), Arc::clone(&is_last));
            let connection = Connection { handler, limits: *limiter.limits(), permit, is_last };
            tokio::spawn(connection.serve(stream, http.clone(), graceful.watcher()));
        }
    };
    drop(listener);
    if stopped == Stop::HandedOver {
        is_last.store(true, Ordering::Relaxed);
        let _ = tokio::time::timeout(HANDOVER_GRACE, until_left(&limiter)).await;
    }
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way when the time to finish was over");
    }
}

/// Done when no connection is open.
async fn until_left(limiter: &ConnectionLimiter) {
    while limiter.open() > 0 {
        tokio::time::sleep(HANDOVER_POLL).await;
    }
}

fn http1_builder(limits: &Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    // Not `pipeline_flush`: it loses the last response where a client sent more requests than are answered.
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_header_size(limits.max_header_bytes)
        .max_buf_size(limits.max_buffer_bytes);
    http
}

/// The next connection, as soon as the limiter has room for it.
async fn accept(listener: &TcpListener, limiter: &ConnectionLimiter) -> io::Result<(TcpStream, SocketAddr)> {
    limiter.has_room().await;
    listener.accept().await
}

struct Connection<H> {
    handler: H,
    limits: Limits,
    permit: Permit,
    /// See [`ConnectionService::is_last`].
    is_last: Arc<AtomicBool>,
}

impl<H: Handler> Connection<H> {
    async fn serve(self, stream: TcpStream, http: http1::Builder, watcher: Watcher) {
        let (state, limits) = (&self.permit.connection, self.limits);
        let _ = stream.set_nodelay(true);
        // Otherwise the system could buffer megabytes for a client that does not read.
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(limits.max_unsent_bytes);
        let io = TimedIo::new(stream, Arc::clone(state), &limits);
        let (handler, is_last) = (self.handler.clone(), Arc::clone(&self.is_last));
        let service = ConnectionService { handler, state: Arc::clone(state), limits, is_last };
        let connection = watcher.watch(http.serve_connection(TokioIo::new(io), service));
        tokio::pin!(connection);
        loop {
            tokio::select! {
                ended = &mut connection => {
                    // Broken connections are the client's business, and happen all day: they are not logged.
                    let timed_out = ended.is_err_and(|error| error.is_timeout());
                    if timed_out && state.has_partial_request() {
                        state.counts.count_close(CloseReason::SlowHeaders);
                    }
                    return;
                }
                () = state.close_requested() => {
                    if let Some(reason) = state.evictable_as() {
                        state.counts.count_close(reason);
                        return;
                    }
                    self.permit.keep();
                }
            }
        }
    }
}

/// Calls the handler for the requests of one connection.
struct ConnectionService<H> {
    handler: H,
    state: Arc<ConnectionState>,
    limits: Limits,
    /// Whether each answer is the last one of its connection: another process takes the next.
    is_last: Arc<AtomicBool>,
}

impl<H: Handler> hyper::service::Service<Request<Incoming>> for ConnectionService<H> {
    type Response = Response<H::Body>;
    type Error = Infallible;
    type Future = Responding<H::Future>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.state.request_received();
        Responding {
            response: self.handler.handle(request, &self.state, &self.limits),
            state: Arc::clone(&self.state),
            is_last: Arc::clone(&self.is_last),
        }
    }
}

/// A response in the making; marks the connection as idle when it is ready.
struct Responding<F> {
    response: F,
    state: Arc<ConnectionState>,
    is_last: Arc<AtomicBool>,
}

impl<B, F: Future<Output = Response<B>> + Unpin> Future for Responding<F> {
    type Output = Result<F::Output, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut response = Pin::new(&mut self.response).poll(context);
        if let Poll::Ready(response) = &mut response {
            self.state.response_ready();
            if self.is_last.load(Ordering::Relaxed) {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
        }
        response.map(Ok)
    }
}

async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(PAUSE_AFTER_ERROR).await;
    }
}
