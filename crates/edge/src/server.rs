//! The HTTP server of one listener: accepts connections within the limits, serves each in a task of its own (HTTP/1, and
//! over TLS HTTP/2 where the client prefers it), closes idle and slow ones when asked to, and shuts down gracefully.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use base::supervisor;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
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

/// Longest wait of a graceful shutdown for the requests under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
/// Time that clients have while a listener drains to ask for something on the connection they have, and read that the
/// next one is to be new. Then idle ones are closed, which a client that asks at that very moment would take for a
/// failure.
const DRAIN_TIME: Duration = Duration::from_secs(3);
/// Time that the last connections that it accepted have to send their request.
const LAST_REQUEST_TIME: Duration = Duration::from_millis(500);
/// Interval at which it looks whether all of them have gone.
const LEFT_POLL: Duration = Duration::from_millis(20);
/// Time that the opening bytes of an HTTP/2 connection wait for the first request, to leave with its response. Browsers
/// send both together; a client that reads first waits this much longer.
const FIRST_REQUEST_WAIT: Duration = Duration::from_millis(20);
/// Pause after a failed accept, for example because too many files are open.
const PAUSE_AFTER_ERROR: Duration = Duration::from_millis(50);

/// The way a listener ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Idle connections are closed at once.
    Now,
    /// For [`DRAIN_TIME`] it goes on, and each answer is the last of its connection: the socket outlives the process, and new
    /// connections wait in its queue for the next one.
    Drain,
}

/// Serves until `stop` is done, then waits for the requests under way. Without `tls` it speaks plain HTTP/1.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    handler: Arc<dyn Handler>,
    limiter: ConnectionLimiter,
    stop: impl Future<Output = Stop> + Send,
) {
    let builders = Arc::new(Builders { http1: http1_builder(limiter.limits()), tls });
    let graceful = GracefulShutdown::new();
    let (stopping, stop_told) = watch::channel(None);
    let is_last = Arc::new(AtomicBool::new(false));
    let start = |stream, permit| {
        let stopping = Stopping { graceful: graceful.watcher(), told: stop_told.clone() };
        let (handler, is_last) = (Arc::clone(&handler), Arc::clone(&is_last));
        let connection = Connection { handler, limits: *limiter.limits(), permit, stopping, is_last };
        connection.start(stream, Arc::clone(&builders));
    };
    let end = async {
        if stop.await == Stop::Drain {
            is_last.store(true, Ordering::Relaxed);
            stopping.send_replace(Some(Stop::Drain));
            tokio::time::sleep(DRAIN_TIME).await;
        }
    };
    {
        let mut end = Box::pin(end);
        supervisor::supervise("listener", &mut end, |end| {
            Box::pin(async {
                tokio::select! {
                    () = accept_all(&listener, &limiter, &start) => {}
                    () = limiter.sweep() => {}
                    () = end => {}
                }
            })
        })
        .await;
    }
    drop(listener);
    if stopping.borrow().is_some() {
        let _ = tokio::time::timeout(LAST_REQUEST_TIME, until_left(&limiter)).await;
    }
    stopping.send_replace(Some(Stop::Now));
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way when the time to finish was over");
    }
}

/// Done when no connection is open.
async fn until_left(limiter: &ConnectionLimiter) {
    while limiter.open() > 0 {
        tokio::time::sleep(LEFT_POLL).await;
    }
}

/// The settings of a listener's protocols.
struct Builders {
    http1: http1::Builder,
    tls: Option<Tls>,
}

fn http1_builder(limits: &Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    // Not `pipeline_flush`: it loses the last response where a client sent more requests than are answered.
    // Not its own timeout either, which is a timer for each request: the connection's task has one for all of them.
    http.header_read_timeout(None)
        .max_header_size(limits.max_header_bytes)
        .max_buf_size(limits.max_buffer_bytes);
    http
}

/// Starts each connection that the limiter lets in, until it is dropped.
async fn accept_all(listener: &TcpListener, limiter: &ConnectionLimiter, start: &impl Fn(TcpStream, Permit)) {
    loop {
        match accept(listener, limiter).await {
            // Without a permit the socket is dropped, which closes it.
            Ok((stream, peer)) => drop(limiter.acquire(peer).map(|permit| start(stream, permit))),
            Err(error) => pause_after(&error).await,
        }
    }
}

/// The next connection, as soon as the limiter has room for it.
async fn accept(listener: &TcpListener, limiter: &ConnectionLimiter) -> io::Result<(TcpStream, SocketAddr)> {
    limiter.has_room().await;
    listener.accept().await
}

/// Tells a connection of the shutdown, which waits until this is dropped.
struct Stopping {
    graceful: Watcher,
    told: watch::Receiver<Option<Stop>>,
}

struct Connection {
    handler: Arc<dyn Handler>,
    limits: Limits,
    permit: Permit,
    stopping: Stopping,
    /// See [`ConnectionService::is_last`].
    is_last: Arc<AtomicBool>,
}

impl Connection {
    /// Not inside [`serve`], which is generic and so compiled where it's called: the task would be too.
    fn start(self, stream: TcpStream, builders: Arc<Builders>) {
        tokio::spawn(self.serve(stream, builders));
    }

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
        let closed = told.wait_for(|stop| *stop == Some(Stop::Now));
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
        let look = tokio::time::sleep(self.limits.header_timeout);
        tokio::pin!(look);
        loop {
            tokio::select! {
                biased;
                // Broken connections are the client's business, and happen all day: they are not logged.
                _ = &mut connection => return,
                () = &mut look => match state.http1_time_left(&self.limits) {
                    Duration::ZERO => {
                        if state.has_partial_request() {
                            state.counts.count_close(CloseReason::SlowHeaders);
                        }
                        return;
                    }
                    left => look.as_mut().reset(tokio::time::Instant::now() + left),
                },
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

    fn service(&self) -> ConnectionService {
        let state = Arc::clone(&self.permit.connection);
        let (handler, is_last) = (Arc::clone(&self.handler), Arc::clone(&self.is_last));
        ConnectionService { handler, state, limits: self.limits, is_last }
    }
}

async fn pause_after(error: &io::Error) {
    if !matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(PAUSE_AFTER_ERROR).await;
    }
}
