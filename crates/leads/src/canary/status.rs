//! The state of the canaries of all servers, from the database: for `amwaj doctor`, which is a process of its own.

use std::collections::BTreeMap;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use crate::canary::health::{CanaryFailure, TIMEOUT};
use crate::canary::row;
use base::clock::duration_ms;

/// The state of the canaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanaryStatus {
    /// The last one of each server arrived; when the newest of them did, in Unix milliseconds.
    Arrived(i64),
    /// The last one of this server failed.
    Failed { node: String, failure: CanaryFailure },
    /// No canary has ended although one was due.
    None,
}

/// Reads the last canary of each server that has sent one recently. `every` is how often they are sent.
///
/// # Errors
/// When the database cannot be read.
pub async fn read_status(
    db: &impl ConnectionTrait,
    every: Duration,
    now: i64,
) -> Result<CanaryStatus, DbErr> {
    // Two intervals, and the time that each of two may take.
    let since = now - 2 * duration_ms(every) - 2 * duration_ms(TIMEOUT);
    let mut last = BTreeMap::new();
    for row in row::list_since(db, since).await? {
        if let Some(result) = row.result() {
            last.entry(row.node).or_insert(result);
        }
    }
    let mut newest = None;
    for (node, result) in last {
        match result {
            Ok(at) => newest = newest.max(Some(at)),
            Err(failure) => return Ok(CanaryStatus::Failed { node, failure }),
        }
    }
    Ok(newest.map_or(CanaryStatus::None, CanaryStatus::Arrived))
}
