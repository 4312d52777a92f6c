//! Which of several PostgreSQL servers takes writes. After a failover it is another one: a look each second finds it, the
//! pools connect there from then on, and sessions that are older than that are closed before they are used.

use std::fmt;
use std::str::FromStr as _;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use parking_lot::Mutex;
use sea_orm::DbErr;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sea_orm::sqlx::{self, ConnectOptions as _, Connection as _};

/// How often each server is asked.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long a server may take for its answer.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1_500);
/// The timeline of a server that takes writes; none of one that follows another. Each failover begins a new timeline.
const TIMELINE: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN NULL
    ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END";

/// The servers, and which of them takes writes.
pub(super) struct Primary {
    hosts: Vec<PgConnectOptions>,
    now: Mutex<Now>,
    /// The pools that connect to it.
    pools: Mutex<Vec<PgPool>>,
}

struct Now {
    host: usize,
    since: Instant,
}

impl fmt::Debug for Primary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server {} of {}", self.host(), self.hosts.len())
    }
}

impl Primary {
    /// Asks each of the servers; the first one counts where none takes writes. It is watched until it is dropped.
    ///
    /// # Errors
    /// When one of the URLs can lead to no server.
    pub async fn find(urls: &[String]) -> Result<Arc<Self>, DbErr> {
        let options = |url: &String| {
            let options =
                PgConnectOptions::from_str(url).map_err(|error| DbErr::Custom(error.to_string()))?;
            // Statements contain what visitors typed, which must not be logged.
            Ok(options.disable_statement_logging())
        };
        let hosts = urls.iter().map(options).collect::<Result<Vec<_>, DbErr>>()?;
        let mut sessions: Vec<Option<PgConnection>> = hosts.iter().map(|_| None).collect();
        let host = newest(&ask(&hosts, &mut sessions).await).unwrap_or(0);
        let now = Mutex::new(Now { host, since: Instant::now() });
        let primary = Arc::new(Primary { hosts, now, pools: Mutex::default() });
        tokio::spawn(watch(Arc::downgrade(&primary), sessions));
        Ok(primary)
    }

    /// The place of the server that takes writes among the URLs.
    pub fn host(&self) -> usize {
        self.now.lock().host
    }

    /// From now on `pool` connects to the server that takes writes.
    pub fn lead(&self, pool: &PgPool) {
        let mut pools = self.pools.lock();
        pools.retain(|pool| !pool.is_closed());
        pools.push(pool.clone());
        pool.set_connect_options(self.hosts[self.host()].clone());
    }

    /// Whether a session of this age is one with another server.
    pub fn is_stale(&self, age: Duration) -> bool {
        self.now.lock().since.elapsed() < age
    }

    fn turn_to(&self, host: usize) {
        let mut now = self.now.lock();
        if now.host == host {
            return;
        }
        for pool in self.pools.lock().iter() {
            pool.set_connect_options(self.hosts[host].clone());
        }
        // Only sessions that begin from here on are with the new one.
        *now = Now { host, since: Instant::now() };
        let server = format!("{}:{}", self.hosts[host].get_host(), self.hosts[host].get_port());
        tracing::warn!(server, "another database server takes writes now");
    }
}

/// Asks again and again, until nobody needs it.
async fn watch(primary: Weak<Primary>, mut sessions: Vec<Option<PgConnection>>) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(hosts) = primary.upgrade().map(|primary| primary.hosts.clone()) else { return };
        let answers = ask(&hosts, &mut sessions).await;
        if let (Some(primary), Some(host)) = (primary.upgrade(), newest(&answers)) {
            primary.turn_to(host);
        }
    }
}

/// The timeline of each server that takes writes.
async fn ask(hosts: &[PgConnectOptions], sessions: &mut [Option<PgConnection>]) -> Vec<Option<String>> {
    let answers = hosts.iter().zip(sessions).map(|(host, session)| async move {
        let asked = async {
            let mut open = match session.take() {
                Some(open) => open,
                None => PgConnection::connect_with(host).await?,
            };
            let timeline: Option<String> = sqlx::query_scalar(TIMELINE).fetch_one(&mut open).await?;
            *session = Some(open);
            Ok::<_, sqlx::Error>(timeline)
        };
        tokio::time::timeout(ANSWER_TIMEOUT, asked).await.ok()?.ok()?
    });
    join_all(answers).await
}

/// Of servers that all believe to take writes, the one that was promoted last.
fn newest(timelines: &[Option<String>]) -> Option<usize> {
    let known = timelines.iter().enumerate().filter_map(|(at, timeline)| Some((timeline.as_ref()?, at)));
    // The first of equal ones.
    known.max_by_key(|(timeline, at)| (*timeline, std::cmp::Reverse(*at))).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_that_was_promoted_last_is_the_one() {
        let at = |timelines: [Option<&str>; 3]| newest(&timelines.map(|line| line.map(str::to_owned)));
        assert_eq!(at([None, Some("00000001"), None]), Some(1));
        assert_eq!(at([Some("00000001"), None, Some("0000000A")]), Some(2));
        assert_eq!(at([Some("00000001"), Some("00000001"), None]), Some(0));
        assert_eq!(at([None, None, None]), None);
    }
}
