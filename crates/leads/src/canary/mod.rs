//! Canaries: requests that the site sends itself, the whole way that a visitor's takes, so that somebody hears of it
//! when the way is broken and not only that nobody writes.
//!
//! A canary is a real HTTP POST to the public address, through the proxy. It is marked by a secret in a header that
//! is made for this one request and known by its digest in the database only: nobody else can send one, and any
//! server on the same database knows it. It becomes a lead that is mailed to an address of its own, and that no list,
//! export, count or alarm of staff's has in it.

mod prober;
mod row;
pub mod status;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

pub use crate::canary::prober::{Prober, ProberOptions};
pub(crate) use crate::canary::row::claim;
pub use crate::canary::status::{CanaryStatus, standing};

/// The header with the secret.
pub const HEADER: &str = "x-amwaj-canary";
/// How long a canary may take from the request to the mail server's word.
pub const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The stages of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The request reaches the site, and the site answers.
    Http,
    /// The request is stored.
    Stored,
    /// A mail server takes its mail.
    Mailed,
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Http, Stage::Stored, Stage::Mailed];

    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Http => "http",
            Stage::Stored => "stored",
            Stage::Mailed => "mailed",
        }
    }
}

/// Where a canary stopped, and why in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanaryFailure {
    pub stage: Stage,
    pub problem: String,
}

impl fmt::Display for CanaryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = match self.stage {
            Stage::Http => "did not get through",
            Stage::Stored => "was not stored",
            Stage::Mailed => "was stored and not mailed",
        };
        write!(f, "the last test request {not}: {}", self.problem)
    }
}

/// How the canaries of this server stand. Cheap to clone; all clones are one.
#[derive(Clone, Debug, Default)]
pub struct CanaryHealth(Arc<Mutex<CanaryReport>>);

/// What the board says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CanaryReport {
    /// False from a failure until the next one that arrives; null before the first has ended.
    pub healthy: Option<bool>,
    pub arrived: u64,
    pub failed: u64,
    /// When the last one arrived, in Unix milliseconds.
    pub last_arrived_at: Option<i64>,
    pub trouble: Option<CanaryFailure>,
}

impl CanaryHealth {
    pub fn told(&self) -> CanaryReport {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, ended: &Result<(), CanaryFailure>, now: i64) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.healthy = Some(ended.is_ok());
        match ended {
            Ok(()) => {
                told.arrived += 1;
                told.last_arrived_at = Some(now);
                told.trouble = None;
            }
            Err(trouble) => {
                told.failed += 1;
                told.trouble = Some(trouble.clone());
            }
        }
    }
}
