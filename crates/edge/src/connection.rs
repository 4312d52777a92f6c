//! One connection as the gate, its own task and its bytes see it, and the counts of all of them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use tokio::sync::Notify;

/// Why a connection ended other than by its own wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// Its headers took too long.
    Headers,
    /// Its body came too slowly.
    Body,
    /// It took its answer too slowly.
    Answer,
    /// It was idle, and room was needed.
    Room,
}

impl CloseReason {
    pub const ALL: [CloseReason; 4] =
        [CloseReason::Headers, CloseReason::Body, CloseReason::Answer, CloseReason::Room];

    pub fn as_str(self) -> &'static str {
        match self {
            CloseReason::Headers => "slow headers",
            CloseReason::Body => "slow body",
            CloseReason::Answer => "slow reader",
            CloseReason::Room => "idle while crowded",
        }
    }
}

/// Connections since the start. Shared with whoever shows them.
#[derive(Debug, Default)]
pub struct ConnectionCounts {
    pub open: AtomicU64,
    pub accepted: AtomicU64,
    /// All places of the address were taken, and none of them idle.
    pub refused: AtomicU64,
    /// By [`CloseReason::ALL`].
    cut: [AtomicU64; 4],
}

impl ConnectionCounts {
    pub fn cut(&self, why: CloseReason) -> u64 {
        self.cut[why as usize].load(Ordering::Relaxed)
    }

    pub fn note_cut(&self, why: CloseReason) {
        self.cut[why as usize].fetch_add(1, Ordering::Relaxed);
    }
}

/// One connection, as the gate and its own task see it.
#[derive(Debug)]
pub struct ConnectionState {
    /// Who is at the other end: a visitor or a proxy.
    pub peer: SocketAddr,
    pub number: u64,
    pub network: IpAddr,
    epoch: Instant,
    /// Whether a request is being answered.
    answering: AtomicBool,
    /// Whether the client holds up the answer.
    pub held_up: AtomicBool,
    /// Whether bytes of the next request have come.
    heard: AtomicBool,
    /// Requests so far.
    requests: AtomicU64,
    /// Since when the connection waits for a request, in milliseconds after the epoch.
    idle_since: AtomicU64,
    leave: Notify,
    pub counts: Arc<ConnectionCounts>,
}

impl ConnectionState {
    pub fn new(
        number: u64,
        peer: SocketAddr,
        network: IpAddr,
        epoch: Instant,
        counts: &Arc<ConnectionCounts>,
    ) -> Self {
        let line = ConnectionState {
            peer,
            number,
            network,
            epoch,
            answering: AtomicBool::new(false),
            held_up: AtomicBool::new(false),
            heard: AtomicBool::new(false),
            requests: AtomicU64::new(0),
            idle_since: AtomicU64::new(0),
            leave: Notify::new(),
            counts: Arc::clone(counts),
        };
        line.progress();
        line
    }
    /// A request has come.
    pub fn begin(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.answering.store(true, Ordering::Relaxed);
        self.heard.store(false, Ordering::Relaxed);
    }

    /// Bytes have come.
    pub fn hear(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    /// Whether a request was begun and not finished.
    pub fn is_half_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }

    /// Its answer is there.
    pub fn end(&self) {
        self.answering.store(false, Ordering::Relaxed);
        self.heard.store(false, Ordering::Relaxed);
        self.progress();
    }

    /// More of an answer was taken.
    pub fn progress(&self) {
        let now = u64::try_from(self.epoch.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.idle_since.store(now, Ordering::Relaxed);
    }

    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    pub fn is_idle(&self) -> bool {
        !self.answering.load(Ordering::Relaxed) && !self.held_up.load(Ordering::Relaxed)
    }

    /// Since when it has been idle, in milliseconds after the epoch.
    pub fn idle_since(&self) -> u64 {
        self.idle_since.load(Ordering::Relaxed)
    }

    /// Asks the connection to leave.
    pub fn dismiss(&self) {
        self.leave.notify_one();
    }

    /// Done when the connection should leave.
    pub async fn asked_to_leave(&self) {
        self.leave.notified().await;
    }
}
