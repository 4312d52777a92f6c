//! How much of the server one connection, one address and all of them together may take, and for how long.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files that are left for everything but connections: database, mails, content, the listeners.
const OTHER_FILES: u64 = 128;
/// The least number of connections a site is started with, however few files it may open.
const FEWEST: usize = 64;

/// The least that a slow client must get done: after `grace`, so many bytes for each further second. A pace, and not
/// only a longest gap, because one byte each second keeps every gap short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    pub grace: Duration,
    /// A phone on the slowest network that browsers still work on (GPRS) gets ten times as much.
    pub bytes_per_second: u64,
}

impl Pace {
    /// How long so many bytes may have taken.
    pub fn allows(&self, bytes: u64) -> Duration {
        self.grace + Duration::from_millis(bytes.saturating_mul(1000) / self.bytes_per_second.max(1))
    }
}

/// What a listener allows. Tests shorten the times.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For all headers of a request together, and for a connection that lies idle.
    pub headers: Duration,
    /// Longest pause while a client sends a body.
    pub body_gap: Duration,
    /// How fast a body must come.
    pub body: Pace,
    /// How fast an answer must be taken while the client holds it up.
    pub answer: Pace,
    /// How long a connection that is being closed still hears what the client sends.
    pub linger: Duration,
    /// The most connections at once.
    pub most: usize,
    /// The most connections of one address; a trusted proxy may have any number.
    pub most_per_address: usize,
    /// An idle connection younger than this is never closed to make room: it has no request yet because the
    /// network takes its time.
    pub settled: Duration,
    /// How long a connection may lie idle once three in four places are taken.
    pub crowded_idle: Duration,
    /// The most bytes that all headers of a request may take; over it: 431.
    pub header_bytes: usize,
    /// The most bytes kept for a connection in either direction.
    pub buffer_bytes: usize,
    /// The longest address of a request, in bytes; over it: 414.
    pub uri_bytes: usize,
    /// The most bytes of an answer that wait in the system beyond those on their way.
    pub unsent_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            headers: Duration::from_secs(15),
            body_gap: Duration::from_secs(15),
            body: Pace { grace: Duration::from_secs(20), bytes_per_second: 256 },
            answer: Pace { grace: Duration::from_secs(30), bytes_per_second: 256 },
            linger: Duration::from_millis(500),
            most: 4096,
            most_per_address: 256,
            settled: Duration::from_secs(1),
            crowded_idle: Duration::from_secs(3),
            header_bytes: 16 * 1024,
            buffer_bytes: 32 * 1024,
            uri_bytes: 8 * 1024,
            unsent_bytes: 128 * 1024,
        }
    }
}

impl Limits {
    /// Of the site's own listener, within the files that this process may open; says so where that is less than was
    /// asked for. Raises the process's soft limit to its hard one.
    pub fn of(settings: &ConnectionSettings) -> Self {
        let wanted = settings.most;
        let most = wanted.min(places(open_files()));
        if most < wanted {
            tracing::warn!(
                most,
                wanted,
                "this process may not open enough files for so many connections; raise its limit (LimitNOFILE, ulimit -n)"
            );
        }
        Limits { most, most_per_address: settings.most_per_address, ..Limits::default() }
    }

    /// Of the listener for the company's own machines.
    pub fn of_admin() -> Self {
        Limits { most: FEWEST, most_per_address: FEWEST, ..Limits::default() }
    }
}

/// How many connections fit where so many files may be open.
fn places(files: u64) -> usize {
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).max(FEWEST)
}

/// How many files this process may open, after it has been raised as far as it goes.
fn open_files() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        // Where the system forbids it, the old limit goes on to hold.
        let _ = setrlimit(Resource::Nofile, raised);
    }
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dripping_client_has_the_grace_and_little_more() {
        let pace = Pace { grace: Duration::from_secs(20), bytes_per_second: 256 };
        assert_eq!(pace.allows(0), Duration::from_secs(20));
        assert!(
            pace.allows(20) < Duration::from_millis(20_100),
            "twenty bytes buy less than a tenth of a second"
        );
        assert_eq!(pace.allows(160 * 1024), Duration::from_secs(660), "the longest body in eleven minutes");
    }

    #[test]
    fn connections_leave_files_for_everything_else() {
        assert_eq!(places(1024), 896);
        assert_eq!(places(100), 64);
    }
}

/// How many connections the site takes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionSettings {
    pub most: usize,
    /// Of one address that is no trusted proxy's.
    pub most_per_address: usize,
}
