//! Who may come in: so many connections in all and so many of one address. Where it gets full, the connections that
//! have been idle for longest make room, because their owners lose nothing: a browser opens another one. Only where
//! none is idle does a newcomer wait (all places taken) or is sent away (all places of its address taken).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::connection::{CloseReason, ConnectionCounts, ConnectionState};
use crate::limits::Limits;
use base::ip_range::IpRange;

/// How often idle connections are looked at while it is crowded.
const SWEEP: Duration = Duration::from_secs(1);
/// How often refused and cut connections are told to the log, at most.
const TELL: Duration = Duration::from_secs(60);
/// Of all places, the part that is freed at once where none is left: one search pays for many newcomers.
const FREED_AT_ONCE: usize = 32;
/// How long to wait before looking again for a connection that has become idle.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The gate of one listener. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionLimiter(Arc<Inner>);

struct Inner {
    limits: Limits,
    trusted: Vec<IpRange>,
    counts: Arc<ConnectionCounts>,
    epoch: Instant,
    lines: Mutex<Lines>,
    left: Notify,
}

#[derive(Default)]
struct Lines {
    /// Those that are in, with those asked to leave that have not gone yet.
    total: usize,
    next: u64,
    /// Those that have not been asked to leave.
    by_network: HashMap<IpAddr, HashMap<u64, Arc<ConnectionState>>>,
}

/// A connection's place; given back when it is dropped.
pub struct Permit {
    pub line: Arc<ConnectionState>,
    gate: ConnectionLimiter,
}

impl ConnectionLimiter {
    pub fn new(limits: Limits, trusted: Vec<IpRange>, counts: Arc<ConnectionCounts>) -> Self {
        let (lines, left) = (Mutex::default(), Notify::new());
        ConnectionLimiter(Arc::new(Inner { limits, trusted, counts, epoch: Instant::now(), lines, left }))
    }

    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Done when there is a place. Newcomers wait meanwhile, in the system's queue.
    pub async fn room(&self) {
        loop {
            if self.lines().total < self.0.limits.most {
                return;
            }
            let many = (self.0.limits.most / FREED_AT_ONCE).max(1);
            self.dismiss(None, self.0.limits.settled, many);
            drop(tokio::time::timeout(LOOK_AGAIN, self.0.left.notified()).await);
        }
    }

    /// A place for a connection from there; none where all of its address are taken and busy.
    pub fn admit(&self, peer: SocketAddr) -> Option<Permit> {
        let network = network(peer.ip());
        let trusted = self.0.trusted.iter().any(|range| range.contains(peer.ip()));
        let full = |lines: &Lines| {
            lines.by_network.get(&network).is_some_and(|own| own.len() >= self.0.limits.most_per_address)
        };
        if !trusted && full(&self.lines()) && self.dismiss(Some(network), self.0.limits.settled, 1) == 0 {
            self.0.counts.refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let mut lines = self.lines();
        lines.next += 1;
        lines.total += 1;
        let line = Arc::new(ConnectionState::new(lines.next, peer, network, self.0.epoch, &self.0.counts));
        lines.by_network.entry(network).or_default().insert(line.number, Arc::clone(&line));
        self.0.counts.accepted.fetch_add(1, Ordering::Relaxed);
        self.0.counts.open.store(lines.total as u64, Ordering::Relaxed);
        Some(Permit { line, gate: self.clone() })
    }

    /// Asks the connections that have been idle for longest, and at least for `idle`, to leave; `of` one network or
    /// of all. Returns how many were asked.
    fn dismiss(&self, of: Option<IpAddr>, idle: Duration, most: usize) -> usize {
        let mut lines = self.lines();
        let Ok(until) = u64::try_from(self.0.epoch.elapsed().saturating_sub(idle).as_millis()) else {
            return 0;
        };
        let mut idle: Vec<(u64, Arc<ConnectionState>)> = match of {
            Some(network) => lines.by_network.get(&network).into_iter().flat_map(HashMap::values).collect(),
            None => lines.by_network.values().flat_map(HashMap::values).collect::<Vec<_>>(),
        }
        .into_iter()
        .filter(|line| line.is_idle())
        .map(|line| (line.idle_since(), Arc::clone(line)))
        .filter(|(since, _)| *since <= until)
        .collect();
        idle.sort_unstable_by_key(|(since, line)| (*since, line.number));
        idle.truncate(most);
        for (_, line) in &idle {
            lines.forget(line);
            line.dismiss();
        }
        idle.len()
    }

    /// Closes idle connections sooner while it is crowded, and tells the log what was refused and cut, once a minute
    /// at most. Runs until it is dropped.
    pub async fn watch(&self) {
        let mut ticks = tokio::time::interval(SWEEP);
        let (mut told, mut last) = (Instant::now(), [0; 5]);
        loop {
            ticks.tick().await;
            if self.lines().total > self.0.limits.most / 4 * 3 {
                self.dismiss(None, self.0.limits.crowded_idle, usize::MAX);
            }
            if told.elapsed() >= TELL {
                let now = self.tally();
                if now != last {
                    let [refused, headers, body, answer, room] =
                        std::array::from_fn(|at| now[at].saturating_sub(last[at]));
                    tracing::warn!(
                        refused,
                        slow_headers = headers,
                        slow_bodies = body,
                        slow_readers = answer,
                        idle_while_crowded = room,
                        open = self.0.counts.open.load(Ordering::Relaxed),
                        "connections were refused or cut in the last minutes"
                    );
                }
                (told, last) = (Instant::now(), now);
            }
        }
    }

    fn tally(&self) -> [u64; 5] {
        let counts = &self.0.counts;
        let [headers, body, answer, room] = CloseReason::ALL.map(|why| counts.cut(why));
        [counts.refused.load(Ordering::Relaxed), headers, body, answer, room]
    }
}

impl Lines {
    fn forget(&mut self, line: &ConnectionState) {
        if let Some(own) = self.by_network.get_mut(&line.network) {
            own.remove(&line.number);
            if own.is_empty() {
                self.by_network.remove(&line.network);
            }
        }
    }
}

impl Permit {
    /// Takes back a request to leave: a request of the client's came first.
    pub fn stay(&self) {
        let line = &self.line;
        self.gate.lines().by_network.entry(line.network).or_default().insert(line.number, Arc::clone(line));
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut lines = self.gate.lines();
        lines.forget(&self.line);
        lines.total -= 1;
        self.gate.0.counts.open.store(lines.total as u64, Ordering::Relaxed);
        drop(lines);
        self.gate.0.left.notify_one();
    }
}

/// Whose connections are counted together: an IPv4 address, or the /64 that an IPv6 customer has.
fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}
