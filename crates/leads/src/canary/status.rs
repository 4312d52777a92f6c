//! How the canaries of all servers stand, from the database: for `amwaj doctor`, which is a process of its own.

use std::collections::BTreeMap;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use crate::canary::{CanaryFailure, PATIENCE, row};
use base::clock::duration_ms;

/// How they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanaryStatus {
    /// The last one of each server arrived; when the newest of them did, in Unix milliseconds.
    Arrived(i64),
    /// The last one of this server stopped.
    Stopped { node: String, trouble: CanaryFailure },
    /// None has ended although it was time for one.
    None,
}

/// Looks at the last canary of each server that has sent one lately. `every` is how often they are sent.
///
/// # Errors
/// When the database cannot be read.
pub async fn standing(db: &impl ConnectionTrait, every: Duration, now: i64) -> Result<CanaryStatus, DbErr> {
    // One that is late, and the time it may take.
    let lately = now - 2 * duration_ms(every) - 2 * duration_ms(PATIENCE);
    let mut last = BTreeMap::new();
    for row in row::since(db, lately).await? {
        if let Some(ended) = row.ended() {
            last.entry(row.node).or_insert(ended);
        }
    }
    let mut newest = None;
    for (node, ended) in last {
        match ended {
            Ok(at) => newest = newest.max(Some(at)),
            Err(trouble) => return Ok(CanaryStatus::Stopped { node, trouble }),
        }
    }
    Ok(newest.map_or(CanaryStatus::None, CanaryStatus::Arrived))
}
