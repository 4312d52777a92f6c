//! Accepts connections, one task each, and lets those under way finish when it is time to stop.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
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

/// Longest time that requests under way may take after the signal to stop.
const FINISHING: Duration = Duration::from_secs(20);
/// Pause after an error of accepting, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// What answers the requests of a listener.
pub trait Handler: Clone + Send + Sync + 'static {
    type Body: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static;
    type Answer: Future<Output = Response<Self::Body>> + Send + Unpin + 'static;

    fn answer(
        &self,
        request: Request<Incoming>,
        line: &Arc<ConnectionState>,
        limits: &Limits,
    ) -> Self::Answer;
}

/// Serves until `stop` is done, then waits for the requests under way.
pub async fn serve(
    listener: TcpListener,
    door: impl Handler,
    gate: ConnectionLimiter,
    stop: impl Future<Output = ()>,
) {
    let server = server(gate.limits());
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    let watching = gate.watch();
    tokio::pin!(watching);
    loop {
        let accepted = tokio::select! {
            accepted = next(&listener, &gate) => accepted,
            () = &mut watching => continue,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        // Dropped where it may not come in: its owner has as many connections as anybody may.
        if let Some(place) = gate.admit(peer) {
            let connection = Connection { door: door.clone(), gate: gate.clone(), place };
            tokio::spawn(connection.serve(stream, server.clone(), graceful.watcher()));
        }
    }
    drop(listener);
    if tokio::time::timeout(FINISHING, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way when the time to finish was over");
    }
}

fn server(limits: &Limits) -> http1::Builder {
    let mut server = http1::Builder::new();
    // Not `pipeline_flush`: it loses the last answer where more requests were sent than are answered.
    server
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers)
        .max_header_size(limits.header_bytes)
        .max_buf_size(limits.buffer_bytes);
    server
}

/// The next connection, as soon as there is a place for it.
async fn next(listener: &TcpListener, gate: &ConnectionLimiter) -> io::Result<(TcpStream, SocketAddr)> {
    gate.room().await;
    listener.accept().await
}

struct Connection<D> {
    door: D,
    gate: ConnectionLimiter,
    place: Permit,
}

impl<D: Handler> Connection<D> {
    async fn serve(self, stream: TcpStream, server: http1::Builder, watcher: Watcher) {
        let (line, limits) = (&self.place.line, *self.gate.limits());
        let _ = stream.set_nodelay(true);
        // Else a client that does not read could have megabytes waiting for it in the system.
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(limits.unsent_bytes);
        let wire = TimedIo::new(stream, Arc::clone(line), &limits);
        let service = OnLine { door: self.door.clone(), line: Arc::clone(line), limits };
        let connection = watcher.watch(server.serve_connection(TokioIo::new(wire), service));
        tokio::pin!(connection);
        loop {
            tokio::select! {
                ended = &mut connection => {
                    // A connection that breaks is the client's business, and happens all day.
                    let slow = ended.is_err_and(|error| error.is_timeout());
                    if slow && line.is_half_heard() {
                        line.counts.note_cut(CloseReason::Headers);
                    }
                    return;
                }
                () = line.asked_to_leave() => {
                    if line.is_idle() {
                        line.counts.note_cut(CloseReason::Room);
                        return;
                    }
                    self.place.stay();
                }
            }
        }
    }
}

/// A door as one connection sees it.
struct OnLine<D> {
    door: D,
    line: Arc<ConnectionState>,
    limits: Limits,
}

impl<D: Handler> hyper::service::Service<Request<Incoming>> for OnLine<D> {
    type Response = Response<D::Body>;
    type Error = Infallible;
    type Future = Answering<D::Answer>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        self.line.begin();
        Answering {
            answer: self.door.answer(request, &self.line, &self.limits),
            line: Arc::clone(&self.line),
        }
    }
}

/// An answer on its way; the connection is busy until it is there.
struct Answering<A> {
    answer: A,
    line: Arc<ConnectionState>,
}

impl<A: Future + Unpin> Future for Answering<A> {
    type Output = Result<A::Output, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = Pin::new(&mut self.answer).poll(context);
        if answer.is_ready() {
            self.line.end();
        }
        answer.map(Ok)
    }
}

async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(BREATH).await;
    }
}
