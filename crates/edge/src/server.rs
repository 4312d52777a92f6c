//! The HTTP server of one listener: accepts connections within the limits, serves each in a task of its own (HTTP/1, and
//! over TLS HTTP/2 where the client prefers it), closes idle and slow ones when asked to, and shuts down gracefully, or
//! hands over to another process.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::server::TlsStream;

use crate::coalescing_io::{CoalescingIo, TurnEnd};
use crate::connection::Overdue;
use crate::counts::CloseReason;
use crate::handler::{ConnectionService, Handler};
use crate::http2::Http2Service;
use crate::limiter::{ConnectionLimiter, Permit};
use crate::limits::Limits;
use crate::stream_tasks::StreamTasks;
use crate::timed_io::TimedIo;
use crate::tls::{Accepted, Tls};

/// How long a graceful shutdown waits for the requests under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
/// After a handover, how long clients have to ask for something on the connection they have, and read that the next one is
/// to be new. Then idle ones are closed, which a client that asks at that very moment would take for a failure.
const HANDOVER_GRACE: Duration = Duration::from_secs(10);
/// How often to look whether all of them have gone.
const HANDOVER_POLL: Duration = Duration::from_millis(20);
/// How long what opens an HTTP/2 connection waits for the first request, to leave with its response. Browsers send both
/// together; a client that reads first waits this much longer.
const FIRST_REQUEST_WAIT: Duration = Duration::from_millis(20);
/// Pause after a failed accept, for example because too many files are open.
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(50);

/// How a listener ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nobody accepts from its socket any more.
    Closed,
    /// Another process accepts from the same socket.
    HandedOver,
}

/// Serves until `stop` is done, then waits for the requests under way. Without `tls` it speaks plain HTTP/1.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    handler: impl Handler,
    limiter: ConnectionLimiter,
    stop: impl Future<Output = Stop>,
) {
    let builders = Arc::new(Builders { http1: http1_builder(limiter.limits()), tls });
    let graceful = GracefulShutdown::new();
    let (stopping, stop_told) = watch::channel(None);
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
            let stopping = Stopping { graceful: graceful.watcher(), told: stop_told.clone() };
            let (handler, is_last) = (handler.clone(), Arc::clone(&is_last));
            let connection = Connection { handler, limits: *limiter.limits(), permit, stopping, is_last };
            tokio::spawn(connection.serve(stream, Arc::clone(&builders)));
        }
    };
    drop(listener);
    stopping.send_replace(Some(stopped));
    if stopped == Stop::HandedOver {
        is_last.store(true, Ordering::Relaxed);
        let _ = tokio::time::timeout(HANDOVER_GRACE, until_left(&limiter)).await;
        stopping.send_replace(Some(Stop::Closed));
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

/// How the protocols of a listener are spoken.
struct Builders {
    http1: http1::Builder,
    tls: Option<Tls>,
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

/// How a connection hears of the shutdown, which waits until this is dropped.
struct Stopping {
    graceful: Watcher,
    told: watch::Receiver<Option<Stop>>,
}

struct Connection<H> {
    handler: H,
    limits: Limits,
    permit: Permit,
    stopping: Stopping,
    /// See [`ConnectionService::is_last`].
    is_last: Arc<AtomicBool>,
}

impl<H: Handler> Connection<H> {
    async fn serve(self, stream: TcpStream, builders: Arc<Builders>) {
        let (state, limits) = (Arc::clone(&self.permit.connection), self.limits);
        let _ = stream.set_nodelay(true);
        // Otherwise the system could buffer megabytes for a client that does not read.
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(limits.max_unsent_bytes);
        let io = TimedIo::new(stream, Arc::clone(&state), &limits);
        match &builders.tls {
            // Boxed, so that a plain connection does not need a handshake's memory.
            Some(tls) => Box::pin(self.serve_tls(io, tls, &builders)).await,
            None => self.serve_http1(io, &builders.http1).await,
        }
    }

    async fn serve_tls(self, io: TimedIo, tls: &Tls, builders: &Builders) {
        let (state, limits) = (Arc::clone(&self.permit.connection), self.limits);
        let mut told = self.stopping.told.clone();
        let closed = told.wait_for(|stop| *stop == Some(Stop::Closed));
        let agreed = tokio::select! {
            agreed = tokio::time::timeout(limits.header_timeout, tls.accept(io, limits.max_buffer_bytes)) => agreed,
            () = state.close_requested() => return state.counts.count_close(CloseReason::Evicted),
            _ = closed => return,
        };
        match agreed {
            Ok(Ok(Accepted::Http1(io))) => {
                state.handshake_done(false);
                self.serve_http1(io, &builders.http1).await;
            }
            Ok(Ok(Accepted::Http2(io, turn_end))) => {
                state.handshake_done(true);
                self.serve_http2(io, turn_end).await;
            }
            // Handshakes fail all day, for scanners and for clients of the last century: they are not logged.
            Ok(Ok(Accepted::Challenge) | Err(_)) => {}
            Err(_) => state.counts.count_close(CloseReason::SlowHeaders),
        }
    }

    async fn serve_http1<IO>(self, io: IO, http: &http1::Builder)
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let state = &self.permit.connection;
        let service = self.service();
        let connection = self.stopping.graceful.watch(http.serve_connection(TokioIo::new(io), service));
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

    async fn serve_http2(self, io: TlsStream<CoalescingIo<TimedIo>>, turn_end: TurnEnd<TimedIo>) {
        let state = &self.permit.connection;
        let mut streams = StreamTasks::new();
        let connection = crate::http2::builder(&self.limits, streams.executor())
            .serve_connection(TokioIo::new(io), Http2Service(self.service()));
        tokio::pin!(connection);
        let Stopping { graceful: _until_served, mut told } = self.stopping;
        let look = tokio::time::sleep(self.limits.header_timeout);
        tokio::pin!(look);
        let first_request = tokio::time::sleep(FIRST_REQUEST_WAIT);
        tokio::pin!(first_request);
        let mut is_ending = false;
        loop {
            tokio::select! {
                _ = poll_fn(|context| {
                    let polled = streams.poll_with(connection.as_mut(), context).map(|_| Ok(()));
                    let waits = polled.is_pending()
                        && state.exchanges() == 0
                        && first_request.as_mut().poll(context).is_pending();
                    if waits { Poll::Pending } else { turn_end.after(polled, context) }
                }) => return,
                () = state.close_requested() => {
                    if let Some(reason) = state.evictable_as() {
                        state.counts.count_close(reason);
                        return;
                    }
                    self.permit.keep();
                }
                _ = told.wait_for(Option::is_some), if !is_ending => {
                    is_ending = true;
                    connection.as_mut().graceful_shutdown();
                }
                () = &mut look => match state.http2_overdue(&self.limits) {
                    Err(wait) => look.as_mut().reset(tokio::time::Instant::now() + wait),
                    Ok(Overdue::SlowReader) => return state.counts.count_close(CloseReason::SlowReader),
                    // The first time it is said, so that the client sends its next request elsewhere.
                    Ok(Overdue::Idle) if !is_ending => {
                        is_ending = true;
                        connection.as_mut().graceful_shutdown();
                        look.as_mut().reset(tokio::time::Instant::now() + self.limits.close_grace);
                    }
                    Ok(Overdue::Idle) => return,
                },
            }
        }
    }

    fn service(&self) -> ConnectionService<H> {
        let state = Arc::clone(&self.permit.connection);
        let (handler, is_last) = (self.handler.clone(), Arc::clone(&self.is_last));
        ConnectionService { handler, state, limits: self.limits, is_last }
    }
}

async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(PAUSE_AFTER_ERROR).await;
    }
}
