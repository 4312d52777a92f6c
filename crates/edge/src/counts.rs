//! Counters of a listener's connections, and why this server closes some of them.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why this server closed a connection before the client did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The client sent its headers, or its part of the TLS handshake, too slowly.
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
    /// Closed at once: their address had all the connections it may have, and no idle or slow one.
    pub refused: AtomicU64,
    /// In the order of [`CloseReason::ALL`].
    closed: [AtomicU64; 5],
}

impl ConnectionCounts {
    /// Number of connections that this server closed for this reason.
    pub fn closed(&self, reason: CloseReason) -> u64 {
        self.closed[reason as usize].load(Ordering::Relaxed)
    }

    pub(crate) fn count_close(&self, reason: CloseReason) {
        self.closed[reason as usize].fetch_add(1, Ordering::Relaxed);
    }
}
