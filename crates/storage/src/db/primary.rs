//! Which of several PostgreSQL servers takes writes. After a failover it is another one: a look twice a second finds it,
//! and ends the term of the one before.

use std::fmt;
use std::str::FromStr as _;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, ConnectOptions as _, Connection as _};
use sea_orm::{DbErr, RuntimeErr};
use tokio::sync::watch;

/// How often each server is asked.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How long a server may take for its answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// The timeline of a server that takes writes; none of one that follows another. Each failover begins a new timeline.
const TIMELINE: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN NULL
    ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END";

/// The servers, and which of them takes writes.
pub(super) struct Primary {
    hosts: Vec<PgConnectOptions>,
    /// The place of the one that takes writes among the URLs; each change is a turn.
    host: watch::Sender<usize>,
}

/// The time in which one server takes writes.
#[derive(Clone)]
pub(super) struct Term {
    host: usize,
    /// It has seen this term's host, and nothing later.
    turns: watch::Receiver<usize>,
}

impl Term {
    /// The place of the server among the URLs.
    pub fn host(&self) -> usize {
        self.host
    }

    /// Whether another server takes writes by now.
    pub fn is_over(&self) -> bool {
        self.turns.has_changed().unwrap_or(true)
    }

    /// Waits until another server takes writes; what to tell those who waited for this one.
    pub async fn ended(&self) -> DbErr {
        let _ = self.turns.clone().changed().await;
        DbErr::Conn(RuntimeErr::Internal("another database server takes writes now".to_owned()))
    }
}

impl fmt::Debug for Primary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server {} of {}", *self.host.borrow(), self.hosts.len())
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
        let (host, timeline) = newest(ask(&hosts, &mut sessions).await, "").unwrap_or_default();
        let primary = Arc::new(Primary { hosts, host: watch::Sender::new(host) });
        tokio::spawn(watch(Arc::downgrade(&primary), sessions, timeline));
        Ok(primary)
    }

    /// The term of the server that takes writes now.
    pub fn term(&self) -> Term {
        let mut turns = self.host.subscribe();
        let host = *turns.borrow_and_update();
        Term { host, turns }
    }

    fn turn_to(&self, host: usize) {
        let turned = self.host.send_if_modified(|now| std::mem::replace(now, host) != host);
        if turned {
            let server = format!("{}:{}", self.hosts[host].get_host(), self.hosts[host].get_port());
            tracing::warn!(server, "another database server takes writes now");
        }
    }
}

/// Asks again and again, until nobody needs it.
async fn watch(primary: Weak<Primary>, mut sessions: Vec<Option<PgConnection>>, mut timeline: String) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(hosts) = primary.upgrade().map(|primary| primary.hosts.clone()) else { return };
        let answers = ask(&hosts, &mut sessions).await;
        if let (Some(primary), Some((host, seen))) = (primary.upgrade(), newest(answers, &timeline)) {
            timeline = seen;
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

/// Of servers that all believe to take writes, the one that was promoted last, and its timeline. One that was replaced and
/// doesn't know it is none, even where the newer one can't be asked.
fn newest(timelines: Vec<Option<String>>, seen: &str) -> Option<(usize, String)> {
    let known = timelines.into_iter().enumerate().filter_map(|(at, timeline)| Some((at, timeline?)));
    let newest = known.max_by(|(at, one), (other_at, other)| one.cmp(other).then(other_at.cmp(at)));
    newest.filter(|(_, timeline)| timeline.as_str() >= seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_that_was_promoted_last_is_the_one() {
        let at = |timelines: [Option<&str>; 3], seen| {
            newest(timelines.map(|line| line.map(str::to_owned)).into(), seen).map(|(at, _)| at)
        };
        assert_eq!(at([None, Some("00000001"), None], ""), Some(1));
        assert_eq!(at([Some("00000001"), None, Some("0000000A")], "00000001"), Some(2));
        assert_eq!(at([Some("00000001"), Some("00000001"), None], "00000001"), Some(0));
        assert_eq!(at([Some("00000001"), None, None], "00000002"), None, "it was replaced and is cut off");
        assert_eq!(at([None, None, None], ""), None);
    }
}
