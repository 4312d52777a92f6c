//! The connection limiter: at most so many connections in all and so many of one address. At a limit the connections
//! that have been idle (keep-alive) for longest are closed first, because that costs their clients nothing: a browser
//! opens another one. Only where none is idle does a new connection wait in the listener's backlog (global limit) or is
//! refused (limit per address).

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::connection::{CloseReason, ConnectionCounts, ConnectionState};
use crate::limits::Limits;
use base::client_ip;
use base::ip_range::IpRange;

/// How often idle connections are closed while it is crowded.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// The shortest time between two log lines about refused and closed connections.
const LOG_INTERVAL: Duration = Duration::from_secs(60);
/// At the global limit, one in so many connections is closed together: one search makes room for many new ones.
const EVICT_ONE_IN: usize = 32;
/// How long to wait before looking again for a connection that has become idle.
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
}

#[derive(Default)]
struct Connections {
    /// All that are open, with those that were asked to close and have not done so yet.
    open: usize,
    last_id: u64,
    /// Those that were not asked to close.
    by_network: HashMap<IpAddr, HashMap<u64, Arc<ConnectionState>>>,
}

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
        }))
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
            let count = (limits.max_connections / EVICT_ONE_IN).max(1);
            self.evict(None, limits.min_idle_before_close, count);
            drop(tokio::time::timeout(POLL_INTERVAL, self.0.released.notified()).await);
        }
    }

    /// A permit for a connection of this peer; none where all connections of its address are open and busy.
    pub(crate) fn acquire(&self, peer: SocketAddr) -> Option<Permit> {
        let Inner { limits, trusted, counts, connections, .. } = &*self.0;
        let network = client_ip::network(peer.ip());
        let is_trusted = trusted.iter().any(|range| range.contains(peer.ip()));
        let of_network = || connections.lock().by_network.get(&network).map_or(0, HashMap::len);
        if !is_trusted
            && of_network() >= limits.max_connections_per_address
            && self.evict(Some(network), limits.min_idle_before_close, 1) == 0
        {
            counts.refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let mut connections = connections.lock();
        connections.last_id += 1;
        connections.open += 1;
        let id = connections.last_id;
        let connection = Arc::new(ConnectionState::new(id, peer, network, self.0.epoch, counts));
        connections.by_network.entry(network).or_default().insert(id, Arc::clone(&connection));
        counts.accepted.fetch_add(1, Ordering::Relaxed);
        counts.open.store(connections.open as u64, Ordering::Relaxed);
        Some(Permit { connection, limiter: self.clone() })
    }

    /// Asks the connections that have been idle for longest to close: at most `max`, only those idle for at least
    /// `min_idle`, of one network or of all. Returns how many were asked.
    fn evict(&self, network: Option<IpAddr>, min_idle: Duration, max: usize) -> usize {
        let mut connections = self.0.connections.lock();
        let Ok(until_ms) = u64::try_from(self.0.epoch.elapsed().saturating_sub(min_idle).as_millis()) else {
            return 0;
        };
        let by_network = &connections.by_network;
        let candidates: Vec<&Arc<ConnectionState>> = match network {
            Some(network) => by_network.get(&network).into_iter().flat_map(HashMap::values).collect(),
            None => by_network.values().flat_map(HashMap::values).collect(),
        };
        let idle = candidates.into_iter().filter(|connection| connection.is_idle());
        let mut idle: Vec<(u64, Arc<ConnectionState>)> = idle
            .map(|connection| (connection.idle_since_ms(), Arc::clone(connection)))
            .filter(|(since_ms, _)| *since_ms <= until_ms)
            .collect();
        idle.sort_unstable_by_key(|(since_ms, connection)| (*since_ms, connection.id));
        idle.truncate(max);
        for (_, connection) in &idle {
            connections.remove(connection);
            connection.request_close();
        }
        idle.len()
    }

    /// Closes idle connections sooner while it is crowded, and logs how many were refused and closed, once a minute at
    /// most. Runs until it is dropped.
    pub(crate) async fn sweep(&self) {
        let mut ticks = tokio::time::interval(SWEEP_INTERVAL);
        let (mut logged_at, mut logged) = (Instant::now(), [0; 5]);
        loop {
            ticks.tick().await;
            if self.0.connections.lock().open > self.0.limits.max_connections / 4 * 3 {
                self.evict(None, self.0.limits.crowded_idle_timeout, usize::MAX);
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

    fn log(&self, [refused, slow_headers, slow_bodies, slow_readers, idle_while_crowded]: [u64; 5]) {
        tracing::warn!(
            refused,
            slow_headers,
            slow_bodies,
            slow_readers,
            idle_while_crowded,
            open = self.0.counts.open.load(Ordering::Relaxed),
            "connections were refused or closed in the last minutes"
        );
    }

    fn refused_and_closed(&self) -> [u64; 5] {
        let counts = &self.0.counts;
        let [headers, body, reader, evicted] = CloseReason::ALL.map(|reason| counts.closed(reason));
        [counts.refused.load(Ordering::Relaxed), headers, body, reader, evicted]
    }
}

impl Connections {
    fn remove(&mut self, connection: &ConnectionState) {
        if let Some(of_network) = self.by_network.get_mut(&connection.network) {
            of_network.remove(&connection.id);
            if of_network.is_empty() {
                self.by_network.remove(&connection.network);
            }
        }
    }
}

impl Permit {
    /// Undoes an eviction: a request arrived before the connection was closed.
    pub fn keep(&self) {
        let connection = Arc::clone(&self.connection);
        let mut connections = self.limiter.0.connections.lock();
        connections.by_network.entry(connection.network).or_default().insert(connection.id, connection);
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
