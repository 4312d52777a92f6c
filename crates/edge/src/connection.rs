//! The state of one connection, shared by the connection limiter, the connection's task and its socket: busy or idle
//! (keep-alive), since when its client is slow, and whether it was asked to close.
//! Over HTTP/1 one request is under way at a time, over HTTP/2 several.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::counts::{CloseReason, ConnectionCounts};
use crate::limits::Limits;
use crate::network::Network;

/// Why an HTTP/2 connection is closed although nobody else needs its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overdue {
    /// No request for as long as a keep-alive connection may be idle.
    Idle,
    /// Its flow control lets responses through too slowly.
    SlowReader,
}

/// While no body is sent and no response is being read.
const NO_TRANSFER: u64 = u64::MAX;

/// The state of one connection.
#[derive(Debug)]
pub struct ConnectionState {
    /// The other end: a visitor or a proxy.
    pub peer: SocketAddr,
    /// Unique within the listener; counts up.
    pub(crate) id: u64,
    /// Networks that count it towards their limits, the client's own first.
    pub(crate) networks: Vec<Network>,
    /// Whether it is a trusted proxy's.
    pub(crate) trusted: bool,
    pub(crate) counts: Arc<ConnectionCounts>,
    /// Zero of all `…_since_ms`; the same for all connections of a listener.
    epoch: Instant,
    /// Requests that wait for their responses.
    responding: AtomicU32,
    /// Request bodies that are read.
    receiving: AtomicU32,
    /// Response bodies of HTTP/2 with a piece that waits until the client takes it.
    unread: AtomicU32,
    /// Bytes of them that were taken since `transfer_since_ms`.
    unread_taken: AtomicU64,
    is_http2: AtomicBool,
    /// Whether a write is blocked because the client does not read.
    write_blocked: AtomicBool,
    /// Whether the body of a response over HTTP/1 comes piece by piece, and has not ended.
    streaming: AtomicBool,
    /// Whether bytes of the next request have arrived.
    request_begun: AtomicBool,
    /// Requests that came while nothing else was under way.
    exchanges: AtomicU64,
    idle_since_ms: AtomicU64,
    /// Since when the client sends a body, or keeps a response from being written.
    transfer_since_ms: AtomicU64,
    close_requested: Notify,
}

impl ConnectionState {
    pub(crate) fn new(
        id: u64,
        peer: SocketAddr,
        networks: Vec<Network>,
        trusted: bool,
        epoch: Instant,
        counts: &Arc<ConnectionCounts>,
    ) -> Self {
        let state = ConnectionState {
            peer,
            id,
            networks,
            trusted,
            counts: Arc::clone(counts),
            epoch,
            responding: AtomicU32::new(0),
            receiving: AtomicU32::new(0),
            unread: AtomicU32::new(0),
            unread_taken: AtomicU64::new(0),
            is_http2: AtomicBool::new(false),
            write_blocked: AtomicBool::new(false),
            streaming: AtomicBool::new(false),
            request_begun: AtomicBool::new(false),
            exchanges: AtomicU64::new(0),
            idle_since_ms: AtomicU64::new(0),
            transfer_since_ms: AtomicU64::new(NO_TRANSFER),
            close_requested: Notify::new(),
        };
        state.reset_idle_time();
        state
    }

    /// Bytes from the client have arrived.
    pub(crate) fn bytes_received(&self) {
        self.request_begun.store(true, Ordering::Relaxed);
    }

    /// The TLS handshake is done; no byte of a request has come yet.
    pub(crate) fn handshake_done(&self, is_http2: bool) {
        self.is_http2.store(is_http2, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
        self.reset_idle_time();
    }

    pub(crate) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    /// The headers of a request are complete; the connection is busy until its response is ready.
    pub(crate) fn request_received(&self) {
        if self.is_idle() {
            self.exchanges.fetch_add(1, Ordering::Relaxed);
        }
        self.responding.fetch_add(1, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
        self.end_transfer();
    }

    /// The client is going to send a body.
    pub(crate) fn body_begun(&self) {
        self.receiving.fetch_add(1, Ordering::Relaxed);
        self.begin_transfer();
    }

    /// The body has arrived, or nobody waits for it any more.
    pub(crate) fn body_ended(&self) {
        self.receiving.fetch_sub(1, Ordering::Relaxed);
        self.end_transfer();
    }

    /// The response of a request is ready, or nobody waits for it any more.
    pub(crate) fn response_ready(&self) {
        self.responding.fetch_sub(1, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
        // Over HTTP/1 its bytes are sent at once, and the time counts from there.
        if self.is_http2() {
            self.reset_idle_time();
        }
    }

    /// The body of a response over HTTP/1 comes piece by piece from now on, or has ended.
    pub(crate) fn set_streaming(&self, streams: bool) {
        self.streaming.store(streams, Ordering::Relaxed);
    }

    /// A piece of a response waits until the client takes it.
    pub(crate) fn piece_waits(&self) {
        self.unread.fetch_add(1, Ordering::Relaxed);
        self.begin_transfer();
    }

    /// The client has taken a piece of a response, or nobody waits for that any more.
    pub(crate) fn piece_taken(&self, bytes: u64) {
        self.unread.fetch_sub(1, Ordering::Relaxed);
        self.unread_taken.fetch_add(bytes, Ordering::Relaxed);
        self.reset_idle_time();
        self.end_transfer();
    }

    /// The client has read some of a response. Over HTTP/2, while nothing is under way, it was the reply to a ping, with
    /// which a client could otherwise look busy for ever.
    pub(crate) fn bytes_sent(&self) {
        let was_blocked = self.write_blocked.swap(false, Ordering::Relaxed);
        if was_blocked || !self.is_http2() || !self.is_idle() {
            self.reset_idle_time();
        }
    }

    /// The client does not read, so a response cannot be written.
    pub(crate) fn write_blocked(&self) {
        self.write_blocked.store(true, Ordering::Relaxed);
        self.begin_transfer();
    }

    fn begin_transfer(&self) {
        let (none, now) = (NO_TRANSFER, self.now_ms());
        let begun = self.transfer_since_ms.compare_exchange(none, now, Ordering::Relaxed, Ordering::Relaxed);
        if begun.is_ok() {
            self.unread_taken.store(0, Ordering::Relaxed);
        }
    }

    /// The client keeps nothing waiting any more, unless one of several transfers goes on.
    fn end_transfer(&self) {
        let counts = [&self.receiving, &self.unread];
        let goes_on = counts.iter().any(|count| count.load(Ordering::Relaxed) > 0)
            || self.write_blocked.load(Ordering::Relaxed);
        if !goes_on {
            self.transfer_since_ms.store(NO_TRANSFER, Ordering::Relaxed);
        }
    }

    /// Whether the client has sent a part of its next request.
    pub(crate) fn has_partial_request(&self) -> bool {
        self.request_begun.load(Ordering::Relaxed)
    }

    /// Counts the requests that came while nothing else was under way: every one over HTTP/1.
    pub(crate) fn exchanges(&self) -> u64 {
        self.exchanges.load(Ordering::Relaxed)
    }

    /// Whether no response is being made or written. A partial request does not make a connection busy: otherwise
    /// dripping headers would.
    pub(crate) fn is_idle(&self) -> bool {
        self.responding.load(Ordering::Relaxed) == 0
            && self.unread.load(Ordering::Relaxed) == 0
            && !self.write_blocked.load(Ordering::Relaxed)
    }

    /// Whether the server works on a request: one whose body is read waits for its client.
    fn is_working(&self) -> bool {
        self.responding.load(Ordering::Relaxed) > self.receiving.load(Ordering::Relaxed)
    }

    /// Since when it has been idle, in milliseconds after the epoch.
    pub(crate) fn idle_since_ms(&self) -> u64 {
        self.idle_since_ms.load(Ordering::Relaxed)
    }

    /// Since when it has been busy only because its client sends or reads, in milliseconds after the epoch.
    pub(crate) fn transfer_since_ms(&self) -> Option<u64> {
        let since = self.transfer_since_ms.load(Ordering::Relaxed);
        (since != NO_TRANSFER && !self.is_idle() && !self.is_working()).then_some(since)
    }

    /// Time that an HTTP/1 connection may still wait for a request, however slowly its headers come; zero if it has
    /// waited too long. While a response is made or sent: time until this is asked again.
    pub(crate) fn http1_time_left(&self, limits: &Limits) -> Duration {
        let waits = self.is_idle() && !self.streaming.load(Ordering::Relaxed);
        let waited = if waits { self.since(self.idle_since_ms()) } else { Duration::ZERO };
        limits.header_timeout.saturating_sub(waited)
    }

    /// Why an HTTP/2 connection is to be closed now, or how long that isn't to be asked again. Blocked writes and bodies
    /// have timeouts of their own, as over HTTP/1.
    pub(crate) fn http2_overdue(&self, limits: &Limits) -> Result<Overdue, Duration> {
        let (passed, allowed, overdue) = if self.is_idle() {
            (self.since(self.idle_since_ms()), limits.header_timeout, Overdue::Idle)
        } else if self.unread.load(Ordering::Relaxed) > 0 && !self.is_working() {
            let taken = self.unread_taken.load(Ordering::Relaxed);
            let began = self.transfer_since_ms.load(Ordering::Relaxed);
            (self.since(began), limits.response_min_rate.time_allowed(taken), Overdue::SlowReader)
        } else {
            return Err(limits.header_timeout);
        };
        if passed >= allowed { Ok(overdue) } else { Err(allowed - passed) }
    }

    /// The reason it may be closed to make room; `None` while the server works on its request.
    pub(crate) fn evictable_as(&self) -> Option<CloseReason> {
        match self.is_idle() {
            true => Some(CloseReason::Evicted),
            false => self.transfer_since_ms().map(|_| CloseReason::EvictedSlow),
        }
    }

    fn reset_idle_time(&self) {
        self.idle_since_ms.store(self.now_ms(), Ordering::Relaxed);
    }

    fn since(&self, ms: u64) -> Duration {
        Duration::from_millis(self.now_ms().saturating_sub(ms))
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Asks the connection's task to close it, if the server still does not work on a request of it.
    pub(crate) fn request_close(&self) {
        self.close_requested.notify_one();
    }

    /// Done when the limiter asks this connection to close.
    pub(crate) async fn close_requested(&self) {
        self.close_requested.notified().await;
    }
}
