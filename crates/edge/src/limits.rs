//! Limits of the HTTP edge: how many connections, how many bytes and how much time one client, one address and all of
//! them together may take. The defences against slowloris attacks (headers, bodies or reads that drip), idle keep-alive
//! connections and connection floods are all set here.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files reserved for everything but connections: database, mails, content, the listeners.
const RESERVED_FILES: u64 = 128;
/// A listener accepts at least this many connections, however few files the process may open.
const MIN_CONNECTIONS: usize = 64;
/// Share of connections that are reserved for clients without any: one in so many.
const RESERVE_ONE_IN: usize = 32;

/// A minimum transfer rate: after `grace`, a slow client must transfer this many bytes each further second. A rate, and
/// not only an idle timeout, because one byte each second keeps every gap short (slowloris).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinRate {
    pub grace: Duration,
    /// A phone on the slowest network that browsers still work on (GPRS) gets ten times the default.
    pub bytes_per_second: u64,
}

impl MinRate {
    /// The longest that a transfer of this many bytes may take.
    pub(crate) fn time_allowed(&self, bytes: u64) -> Duration {
        self.grace + Duration::from_millis(bytes.saturating_mul(1000) / self.bytes_per_second.max(1))
    }
}

/// Limits of a listener. Tests shorten the times.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For all headers of a request together, and for an idle keep-alive connection.
    pub header_timeout: Duration,
    /// Longest pause while a client sends a body.
    pub body_idle_timeout: Duration,
    /// Minimum rate at which a client must send a body.
    pub body_min_rate: MinRate,
    /// The same over a longer time, which makes it the total deadline of a body: a minute, and what its size takes.
    pub body_total_rate: MinRate,
    /// Minimum rate at which a client must read a response: the write timeout. The time counts from the first write
    /// that blocks.
    pub response_min_rate: MinRate,
    /// Time for which a closing connection still reads what the client sends (a lingering close).
    pub close_grace: Duration,
    /// The most connections at once; further ones wait in the listener's backlog.
    pub max_connections: usize,
    /// The most connections of one address, of an IPv6 /64; twice as many of a /56, four times of a /48. A trusted proxy
    /// may have any number.
    pub max_connections_per_address: usize,
    /// An idle connection younger than this is never closed to make room: its first request may still be on its way.
    pub min_idle_before_close: Duration,
    /// A client that has been sending a body or reading a response for this long counts as slow: its connection may be
    /// closed to make room where no idle one is left.
    pub min_slow_before_close: Duration,
    /// Longest idle time of a connection once three quarters of `max_connections` are open.
    pub crowded_idle_timeout: Duration,
    /// The most bytes that all headers of a request may have; more get a 431.
    pub max_header_bytes: usize,
    /// The most bytes buffered for a connection in either direction.
    pub max_buffer_bytes: usize,
    /// The most requests under way on one HTTP/2 connection.
    pub max_streams: u32,
    /// The longest URI of a request, in bytes; longer ones get a 414.
    pub max_uri_bytes: usize,
    /// The most bytes of a response that the system's socket buffer holds beyond those on the wire.
    pub max_unsent_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            header_timeout: Duration::from_secs(15),
            body_idle_timeout: Duration::from_secs(15),
            body_min_rate: MinRate { grace: Duration::from_secs(20), bytes_per_second: 256 },
            body_total_rate: MinRate { grace: Duration::from_secs(60), bytes_per_second: 4096 },
            response_min_rate: MinRate { grace: Duration::from_secs(30), bytes_per_second: 256 },
            close_grace: Duration::from_millis(500),
            max_connections: 4096,
            max_connections_per_address: 256,
            min_idle_before_close: Duration::from_secs(1),
            min_slow_before_close: Duration::from_millis(500),
            crowded_idle_timeout: Duration::from_secs(3),
            max_header_bytes: 16 * 1024,
            max_buffer_bytes: 16 * 1024,
            max_streams: 100,
            max_uri_bytes: 8 * 1024,
            max_unsent_bytes: 128 * 1024,
        }
    }
}

impl Limits {
    /// For the site's own listener, within the number of files that this process may open; logs a warning where that
    /// allows fewer connections than the default. Raises the process's soft limit to its hard limit.
    pub fn for_site() -> Self {
        let limits = Limits::default();
        let wanted = limits.max_connections;
        let max_connections = wanted.min(connections_within(open_file_limit()));
        if max_connections < wanted {
            tracing::warn!(
                max_connections,
                wanted,
                "this process may not open enough files for so many connections; raise its limit (LimitNOFILE, ulimit -n)"
            );
        }
        Limits { max_connections, ..limits }
    }

    /// Connections of `max_connections` that are kept for clients without any.
    pub(crate) fn reserved_connections(&self) -> usize {
        (self.max_connections / RESERVE_ONE_IN).max(1)
    }

    /// For the admin listener, which only the company's own monitoring uses.
    pub fn for_admin() -> Self {
        Limits {
            max_connections: MIN_CONNECTIONS,
            max_connections_per_address: MIN_CONNECTIONS,
            ..Limits::default()
        }
    }
}

/// Number of connections that fit into this number of open files.
fn connections_within(files: u64) -> usize {
    usize::try_from(files.saturating_sub(RESERVED_FILES)).unwrap_or(usize::MAX).max(MIN_CONNECTIONS)
}

/// Number of files that this process may open, after raising its soft limit to the hard limit.
fn open_file_limit() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        // Where the system forbids it, the old limit stays.
        let _ = setrlimit(Resource::Nofile, raised);
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_drips_bytes_gets_the_grace_and_little_more() {
        let rate = MinRate { grace: Duration::from_secs(20), bytes_per_second: 256 };
        assert_eq!(rate.time_allowed(0), Duration::from_secs(20));
        assert!(
            rate.time_allowed(20) < Duration::from_millis(20_100),
            "twenty bytes buy less than a tenth of a second"
        );
        assert_eq!(
            rate.time_allowed(160 * 1024),
            Duration::from_secs(660),
            "the longest body in eleven minutes"
        );
        let total = Limits::default().body_total_rate;
        assert_eq!(
            total.time_allowed(160 * 1024),
            Duration::from_secs(100),
            "were it not for the total deadline"
        );
    }

    #[test]
    fn connections_leave_files_for_everything_else() {
        assert_eq!(connections_within(1024), 896);
        assert_eq!(connections_within(100), 64);
    }
}
