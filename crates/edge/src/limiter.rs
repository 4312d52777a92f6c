//! The connection limiter: at most so many connections in all and so many of one address or network. At a limit the
//! connections that have been idle (keep-alive) for longest are closed first, because that costs their clients nothing: a
//! browser opens another one. Then go those whose clients send or read slowly, of the client with the most connections
//! first. The last places in all are for clients that have few connections; where they are taken too, and nothing may be
//! closed, a new connection waits in the listener's backlog.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::connection::ConnectionState;
use crate::counts::{CloseReason, ConnectionCounts};
use crate::limits::Limits;
use crate::network::{Network, networks};
use base::ip_range::IpRange;

/// Interval at which idle connections are closed while it is crowded.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// The shortest time between two log lines about refused and closed connections.
const LOG_INTERVAL: Duration = Duration::from_secs(60);
/// A client with fewer connections than this may have one of the reserved places.
const FEW: usize = 2;
/// Interval at which connections that have become idle are looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The connection limiter of one listener. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionLimiter(Arc<Inner>);

struct Inner {
    limits: Limits,
    trusted: Vec<IpRange>,
    counts: Arc<ConnectionCounts>,
    epoch: Instant,
    connections: Mutex<Connections>,
    /// Notified when a permit is dropped.
    released: Notify,
    is_swept: AtomicBool,
}

#[derive(Default)]
struct Connections {
    /// All that are open, with those that were asked to close and have not done so yet.
    open: usize,
    last_id: u64,
    /// Those that were not asked to close.
    by_network: HashMap<Network, Crowd>,
}

/// The connections of one network, by their ids.
type Crowd = HashMap<u64, Arc<ConnectionState>>;

/// The order in which connections are closed to make room; the lowest first.
type Rank = (u8, Reverse<usize>, u64, u64);

/// Permission to serve one connection; dropping it makes room for another.
pub(crate) struct Permit {
    pub connection: Arc<ConnectionState>,
    limiter: ConnectionLimiter,
}

impl ConnectionLimiter {
    /// `trusted` are the proxies without a limit per address.
    pub fn new(limits: Limits, trusted: Vec<IpRange>, counts: Arc<ConnectionCounts>) -> Self {
        let (connections, released) = (Mutex::default(), Notify::new());
        ConnectionLimiter(Arc::new(Inner {
            limits,
            trusted,
            counts,
            epoch: Instant::now(),
            connections,
            released,
            is_swept: AtomicBool::new(false),
        }))
    }

    pub(crate) fn open(&self) -> usize {
        self.0.connections.lock().open
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Done when the global limit allows one more connection. Until then new ones wait in the listener's backlog.
    pub(crate) async fn has_room(&self) {
        let limits = &self.0.limits;
        loop {
            if self.0.connections.lock().open < limits.max_connections {
                return;
            }
            // One search makes room for many new ones.
            self.evict(None, limits.reserved_connections(), |connection, size| self.rank(connection, size));
            drop(tokio::time::timeout(POLL_INTERVAL, self.0.released.notified()).await);
        }
    }

    /// A permit for a connection of this peer; `None` if its network has its full share of connections, all of them at
    /// work.
    pub(crate) fn acquire(&self, peer: SocketAddr) -> Option<Permit> {
        let Inner { trusted, counts, connections, .. } = &*self.0;
        let networks = networks(peer.ip());
        let is_trusted = trusted.iter().any(|range| range.contains(peer.ip()));
        if !is_trusted && !self.has_room_for(&networks) {
            counts.refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let mut connections = connections.lock();
        connections.last_id += 1;
        connections.open += 1;
        let id = connections.last_id;
        let connection = Arc::new(ConnectionState::new(id, peer, networks, is_trusted, self.0.epoch, counts));
        connections.insert(&connection);
        counts.accepted.fetch_add(1, Ordering::Relaxed);
        counts.open.store(connections.open as u64, Ordering::Relaxed);
        Some(Permit { connection, limiter: self.clone() })
    }

    /// Whether a client of these networks may have one more connection, after closing another where one must go.
    fn has_room_for(&self, networks: &[Network]) -> bool {
        let limits = &self.0.limits;
        let (full, own, is_crowded) = {
            let connections = self.0.connections.lock();
            let is_full = |network: &&Network| {
                connections.size(network) >= limits.max_connections_per_address * network.times
            };
            let reserved_from = limits.max_connections - limits.reserved_connections();
            let own = networks.first().map_or(0, |network| connections.size(network));
            (networks.iter().find(is_full).copied(), own, connections.open >= reserved_from)
        };
        if full.is_some() {
            return self.evict(full, 1, |connection, size| self.rank(connection, size)) > 0;
        }
        // The client with the most connections loses one to a client with few, however long it has had it.
        let crowding = |connection: &ConnectionState, size: usize| {
            let is_crowding = !connection.trusted && size > 2 * (own + 1);
            let reason = connection.evictable_as().filter(|_| is_crowding);
            reason.map(|_| (2, Reverse(size), 0, connection.id))
        };
        let rank = |connection: &ConnectionState, size| {
            self.rank(connection, size).or_else(|| crowding(connection, size))
        };
        !is_crowded || self.evict(None, 1, rank) > 0 || own < FEW
    }

    /// The order in which connections are closed to make room: those that have been idle for longest, then slow ones of
    /// the client with the most connections. `None` for those that must not be closed.
    fn rank(&self, connection: &ConnectionState, size: usize) -> Option<Rank> {
        let limits = &self.0.limits;
        if connection.is_idle() {
            let since = connection.idle_since_ms();
            return self.is_past(since, limits.min_idle_before_close).then_some((
                0,
                Reverse(0),
                since,
                connection.id,
            ));
        }
        let since = connection.transfer_since_ms()?;
        let size = if connection.trusted { 0 } else { size };
        self.is_past(since, limits.min_slow_before_close).then_some((1, Reverse(size), since, connection.id))
    }

    /// Whether a moment, in milliseconds after the epoch, was at least so long ago.
    fn is_past(&self, since_ms: u64, least: Duration) -> bool {
        Duration::from_millis(since_ms) + least <= self.0.epoch.elapsed()
    }

    /// Asks connections to close, in the order of their ranks: at most `max`, of one network or of all. `rank` gets each
    /// with the number of its client's connections. Returns how many were asked.
    fn evict(
        &self,
        network: Option<Network>,
        max: usize,
        rank: impl Fn(&ConnectionState, usize) -> Option<Rank>,
    ) -> usize {
        let mut connections = self.0.connections.lock();
        let by_network = &connections.by_network;
        let crowds: Vec<&Crowd> = match network {
            Some(network) => by_network.get(&network).into_iter().collect(),
            None => by_network.iter().filter(|(own, _)| own.times == 1).map(|(_, crowd)| crowd).collect(),
        };
        let ranked = crowds.into_iter().flat_map(|crowd| {
            let rank = &rank;
            crowd.values().filter_map(move |one| Some((rank(one, crowd.len())?, Arc::clone(one))))
        });
        let mut ranked: Vec<(Rank, Arc<ConnectionState>)> = ranked.collect();
        if max < ranked.len() {
            ranked.select_nth_unstable_by_key(max, |(rank, _)| *rank);
            ranked.truncate(max);
        }
        for (_, connection) in &ranked {
            connections.remove(connection);
            connection.request_close();
        }
        ranked.len()
    }

    /// Closes idle connections sooner while it is crowded, and logs how many were refused and closed, once a minute at
    /// most. Runs until it is dropped.
    pub(crate) async fn sweep(&self) {
        // Of several listeners that share a limiter one does it.
        if self.0.is_swept.swap(true, Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        let mut ticks = tokio::time::interval(SWEEP_INTERVAL);
        let (mut logged_at, mut logged) = (Instant::now(), [0; 6]);
        loop {
            ticks.tick().await;
            if self.0.connections.lock().open > self.0.limits.max_connections / 4 * 3 {
                let timeout = self.0.limits.crowded_idle_timeout;
                let is_over =
                    |one: &ConnectionState| one.is_idle() && self.is_past(one.idle_since_ms(), timeout);
                self.evict(None, usize::MAX, |one, _| is_over(one).then_some((0, Reverse(0), 0, one.id)));
            }
            if logged_at.elapsed() >= LOG_INTERVAL {
                let now = self.refused_and_closed();
                if now != logged {
                    self.log(std::array::from_fn(|at| now[at].saturating_sub(logged[at])));
                }
                (logged_at, logged) = (Instant::now(), now);
            }
        }
    }

    fn log(&self, counts: [u64; 6]) {
        let [refused, slow_headers, slow_bodies, slow_readers, idle_while_crowded, slow_while_crowded] =
            counts;
        tracing::warn!(
            refused,
            slow_headers,
            slow_bodies,
            slow_readers,
            idle_while_crowded,
            slow_while_crowded,
            open = self.0.counts.open.load(Ordering::Relaxed),
            "connections were refused or closed in the last minutes"
        );
    }

    fn refused_and_closed(&self) -> [u64; 6] {
        let counts = &self.0.counts;
        let [headers, body, reader, idle, slow] = CloseReason::ALL.map(|reason| counts.closed(reason));
        [counts.refused.load(Ordering::Relaxed), headers, body, reader, idle, slow]
    }
}

impl Connections {
    fn size(&self, network: &Network) -> usize {
        self.by_network.get(network).map_or(0, HashMap::len)
    }

    fn insert(&mut self, connection: &Arc<ConnectionState>) {
        for network in &connection.networks {
            self.by_network.entry(*network).or_default().insert(connection.id, Arc::clone(connection));
        }
    }

    fn remove(&mut self, connection: &ConnectionState) {
        for network in &connection.networks {
            if let Some(crowd) = self.by_network.get_mut(network) {
                crowd.remove(&connection.id);
                if crowd.is_empty() {
                    self.by_network.remove(network);
                }
            }
        }
    }
}

impl Permit {
    /// Undoes an eviction: a request arrived before the connection was closed.
    pub fn keep(&self) {
        self.limiter.0.connections.lock().insert(&self.connection);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let inner = &self.limiter.0;
        let mut connections = inner.connections.lock();
        connections.remove(&self.connection);
        connections.open -= 1;
        inner.counts.open.store(connections.open as u64, Ordering::Relaxed);
        drop(connections);
        inner.released.notify_one();
    }
}

#[cfg(test)]
#[path = "limiter_tests.rs"]
mod tests;
