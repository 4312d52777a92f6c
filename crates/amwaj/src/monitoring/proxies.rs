//! Proxies that are set wrongly: the running server logs what it notices and keeps it as a row in the database, where
//! `amwaj doctor`, another process, reads it. The row is a lease of a day, so that several servers log it once a day.

use std::time::Duration;

use sea_orm::DbErr;

use base::clock::{Clock, duration_ms};
use stats::{ProxyProblem, Stats};
use storage::db::Db;
use storage::jobs;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Time for which `amwaj doctor` reports a problem.
const NOTED_FOR: Duration = Duration::from_secs(24 * 3600);

/// Logs and stores problems. Runs until it is dropped.
pub async fn watch(stats: Stats, db: Db, clock: Clock) {
    let mut noted = None;
    loop {
        let now = clock.steady();
        if let Some(problem) = stats.proxy_problem()
            && noted.is_none_or(|(which, until)| which != problem || now >= until)
        {
            match note(problem, &db, &clock).await {
                Ok(()) => noted = Some((problem, now + NOTED_FOR)),
                Err(error) => tracing::warn!(%error, "the state of the proxy check could not be saved"),
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn note(problem: ProxyProblem, db: &Db, clock: &Clock) -> Result<(), DbErr> {
    let now = clock.now_ms();
    if jobs::acquire_lease(db, &row(problem.label()), now, now + duration_ms(NOTED_FOR)).await? {
        match problem {
            ProxyProblem::OneVisitor => tracing::warn!("{}", sentence(problem.label())),
            ProxyProblem::Unnamed(proxy) => tracing::warn!(%proxy, "{}", sentence(problem.label())),
        }
    }
    Ok(())
}

/// Problems noticed in the last day, in a sentence each, and when (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn noticed(db: &Db, now_ms: i64) -> Result<Vec<(String, i64)>, DbErr> {
    let mut noticed = Vec::new();
    for label in ProxyProblem::LABELS {
        let until = jobs::lease_ends_at(db.reader(), &row(label)).await?;
        if let Some(until) = until.filter(|until| *until > now_ms) {
            noticed.push((sentence(label), until - duration_ms(NOTED_FOR)));
        }
    }
    Ok(noticed)
}

/// The name of the row in the database.
fn row(label: &str) -> String {
    format!("proxy: {label}")
}

fn sentence(label: &str) -> String {
    if label == ProxyProblem::LABELS[0] {
        "most pages are opened from one address: perhaps a proxy that AMWAJ_TRUSTED_PROXIES does not list"
            .to_owned()
    } else {
        "a trusted proxy does not say for whom it asks (X-Forwarded-For), so that visitors cannot be told apart"
            .to_owned()
    }
}
