//! The state of one connection, shared by the connection limiter, the connection's task and its socket: busy or idle
//! (keep-alive), since when its client is slow, and whether it was asked to close. Also the counters of all connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::Notify;

use crate::network::Network;

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
    /// Its client was sending or reading slowly, and another connection needed the room.
    EvictedSlow,
}

impl CloseReason {
    pub const ALL: [CloseReason; 5] = [
        CloseReason::SlowHeaders,
        CloseReason::SlowBody,
        CloseReason::SlowReader,
        CloseReason::Evicted,
        CloseReason::EvictedSlow,
    ];

    /// The label in the metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            CloseReason::SlowHeaders => "slow headers",
            CloseReason::SlowBody => "slow body",
            CloseReason::SlowReader => "slow reader",
            CloseReason::Evicted => "idle while crowded",
            CloseReason::EvictedSlow => "slow while crowded",
        }
    }
}

/// Counters of a listener's connections since the start. Shared with the metrics.
#[derive(Debug, Default)]
pub struct ConnectionCounts {
    /// Open now.
    pub open: AtomicU64,
    pub accepted: AtomicU64,
    /// Closed at once: their address had all the connections it may have, and none of them idle or slow.
    pub refused: AtomicU64,
    /// In the order of [`CloseReason::ALL`].
    closed: [AtomicU64; 5],
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

/// While no body is sent and no response is being read.
const NO_TRANSFER: u64 = u64::MAX;

/// The state of one connection.
#[derive(Debug)]
pub struct ConnectionState {
    /// The other end: a visitor or a proxy.
    pub peer: SocketAddr,
    /// Unique within the listener; counts up.
    pub(crate) id: u64,
    /// What the limits count it by, the client's own network first.
    pub(crate) networks: Vec<Network>,
    /// Whether it is a trusted proxy's.
    pub(crate) trusted: bool,
    pub(crate) counts: Arc<ConnectionCounts>,
    /// What all `…_since_ms` count from; the same for all connections of a listener.
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
            responding: AtomicBool::new(false),
            write_blocked: AtomicBool::new(false),
            request_begun: AtomicBool::new(false),
            requests: AtomicU64::new(0),
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

    /// The headers of a request are complete; the connection is busy until its response is ready.
    pub(crate) fn request_received(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.responding.store(true, Ordering::Relaxed);
        self.request_begun.store(false, Ordering::Relaxed);
        self.body_ended();
    }

    /// The client is going to send a body.
    pub(crate) fn body_begun(&self) {
        self.transfer_since_ms.store(self.now_ms(), Ordering::Relaxed);
    }

    /// The body has arrived, or nobody waits for it any more.
    pub(crate) fn body_ended(&self) {
        self.transfer_since_ms.store(NO_TRANSFER, Ordering::Relaxed);
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
        let (none, now) = (NO_TRANSFER, self.now_ms());
        let _ = self.transfer_since_ms.compare_exchange(none, now, Ordering::Relaxed, Ordering::Relaxed);
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

    /// Since when it has been busy only because its client sends or reads, in milliseconds after the epoch.
    pub(crate) fn transfer_since_ms(&self) -> Option<u64> {
        let since = self.transfer_since_ms.load(Ordering::Relaxed);
        (since != NO_TRANSFER && !self.is_idle()).then_some(since)
    }

    /// As what it may be closed to make room; none while the server works on its request.
    pub(crate) fn evictable_as(&self) -> Option<CloseReason> {
        match self.is_idle() {
            true => Some(CloseReason::Evicted),
            false => self.transfer_since_ms().map(|_| CloseReason::EvictedSlow),
        }
    }

    fn reset_idle_time(&self) {
        self.idle_since_ms.store(self.now_ms(), Ordering::Relaxed);
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
