//! The state of one connection, shared by the connection limiter, the connection's task and its socket: busy or idle
//! (keep-alive), and whether it was asked to close. Also the counters of all connections.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::Notify;

/// Why this server closed a connection before the client did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The client sent its headers too slowly.
    SlowHeaders,
    /// The client sent its body too slowly.
    SlowBody,
    /// The client read the response too slowly.
    SlowReader,
    /// It was idle, and another connection needed the room.
    Evicted,
}

impl CloseReason {
    pub const ALL: [CloseReason; 4] =
        [CloseReason::SlowHeaders, CloseReason::SlowBody, CloseReason::SlowReader, CloseReason::Evicted];

    /// The label in the metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            CloseReason::SlowHeaders => "slow headers",
            CloseReason::SlowBody => "slow body",
            CloseReason::SlowReader => "slow reader",
            CloseReason::Evicted => "idle while crowded",
        }
    }
}

/// Counters of a listener's connections since the start. Shared with the metrics.
#[derive(Debug, Default)]
pub struct ConnectionCounts {
    /// Open now.
    pub open: AtomicU64,
    pub accepted: AtomicU64,
    /// Closed at once: their address had all its connections open, and none of them idle.
    pub refused: AtomicU64,
    /// In the order of [`CloseReason::ALL`].
    closed: [AtomicU64; 4],
}

impl ConnectionCounts {
    /// How many connections this server closed for this reason.
    pub fn closed(&self, reason: CloseReason) -> u64 {
        self.closed[reason as usize].load(Ordering::Relaxed)
    }

    pub(crate) fn count_close(&self, reason: CloseReason) {
        self.closed[reason as usize].fetch_add(1, Ordering::Relaxed);
    }
}

/// The state of one connection.
#[derive(Debug)]
pub struct ConnectionState {
    /// The other end: a visitor or a proxy.
    pub peer: SocketAddr,
    /// Unique within the listener; counts up.
    pub(crate) id: u64,
    /// What the limit of connections per address counts it by.
    pub(crate) network: IpAddr,
    pub(crate) counts: Arc<ConnectionCounts>,
    /// What `idle_since_ms` counts from; the same for all connections of a listener.
    epoch: Instant,
    /// Whether a request waits for its response.
    responding: AtomicBool,
    /// Whether a write is blocked because the client does not read.
    write_blocked: AtomicBool,
    /// Whether bytes of the next request have arrived.
    request_begun: AtomicBool,
    /// Requests so far.
    requests: AtomicU64,
    idle_since_ms: AtomicU64,
    close_requested: Notify,
}

impl ConnectionState {
    pub(crate) fn new(
        id: u64,
        peer: SocketAddr,
        network: IpAddr,
        epoch: Instant,
        counts: &Arc<ConnectionCounts>,
    ) -> Self {
        let state = ConnectionState {
            peer,
            id,
            network,
            counts: Arc::clone(counts),
            epoch,
            responding: AtomicBool::new(false),
            write_blocked: AtomicBool::new(false),
            request_begun: AtomicBool::new(false),
            requests: AtomicU64::new(0),
            idle_since_ms: AtomicU64::new(0),
            close_requested: Notify::new(),
        };
        state.reset_idle_time();
        state
    }

    /// Bytes from the client have arrived.
    pub(crate) fn bytes_received(&self) {
        self.request_begun.store(true, Ordering::Relaxed);
    }

    /// The headers of a request are complete; the connection is busy until its response is ready.
    pub(crate) fn request_received(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.responding.store(true, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
    }

    pub(crate) fn response_ready(&self) {
        self.responding.store(false, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
        self.reset_idle_time();
    }

    /// The client has read some of a response.
    pub(crate) fn bytes_sent(&self) {
        self.write_blocked.store(false, Ordering::Relaxed);
        self.reset_idle_time();
    }

    /// The client does not read, so a response cannot be written.
    pub(crate) fn write_blocked(&self) {
        self.write_blocked.store(true, Ordering::Relaxed);
    }

    /// Whether the client has sent a part of its next request.
    pub(crate) fn has_partial_request(&self) -> bool {
        self.request_begun.load(Ordering::Relaxed)
    }

    /// Requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Whether no response is being made or written. A partial request does not make a connection busy: otherwise
    /// dripping headers would.
    pub(crate) fn is_idle(&self) -> bool {
        !self.responding.load(Ordering::Relaxed) && !self.write_blocked.load(Ordering::Relaxed)
    }

    /// Since when it has been idle, in milliseconds after the epoch.
    pub(crate) fn idle_since_ms(&self) -> u64 {
        self.idle_since_ms.load(Ordering::Relaxed)
    }

    fn reset_idle_time(&self) {
        let now = u64::try_from(self.epoch.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.idle_since_ms.store(now, Ordering::Relaxed);
    }

    /// Asks the connection's task to close it, if it is still idle.
    pub(crate) fn request_close(&self) {
        self.close_requested.notify_one();
    }

    /// Done when the limiter asks this connection to close.
    pub(crate) async fn close_requested(&self) {
        self.close_requested.notified().await;
    }
}
