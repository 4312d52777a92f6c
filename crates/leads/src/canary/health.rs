//! Health of this server's canaries: for `/healthz`, `/metrics` and the log.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::Serialize;

/// The header with the secret.
pub const HEADER: &str = "x-amwaj-canary";
/// Longest time that a canary may take from the request until a mail server accepts its mail.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// The stages of a canary's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CanaryStage {
    /// The request reaches the site, and the site answers.
    Http,
    /// The request is stored.
    Stored,
    /// A mail server accepts its mail.
    Mailed,
}

impl CanaryStage {
    pub const ALL: [CanaryStage; 3] = [CanaryStage::Http, CanaryStage::Stored, CanaryStage::Mailed];

    pub fn as_str(self) -> &'static str {
        match self {
            CanaryStage::Http => "http",
            CanaryStage::Stored => "stored",
            CanaryStage::Mailed => "mailed",
        }
    }
}

/// Where a canary failed, and why in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanaryFailure {
    pub stage: CanaryStage,
    pub problem: String,
}

impl fmt::Display for CanaryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = match self.stage {
            CanaryStage::Http => "did not get through",
            CanaryStage::Stored => "was not stored",
            CanaryStage::Mailed => "was stored and not mailed",
        };
        write!(f, "the last test request {not}: {}", self.problem)
    }
}

/// The health of this server's canaries. Cheap to clone; all clones share one report.
#[derive(Clone, Debug, Default)]
pub struct CanaryHealth(Arc<Mutex<CanaryReport>>);

/// The state of this server's canaries at one moment.
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
    pub fn report(&self) -> CanaryReport {
        self.0.lock().clone()
    }

    pub(super) fn record(&self, result: &Result<(), CanaryFailure>, now: i64) {
        let mut report = self.0.lock();
        report.healthy = Some(result.is_ok());
        match result {
            Ok(()) => {
                report.arrived += 1;
                report.last_arrived_at = Some(now);
                report.trouble = None;
            }
            Err(failure) => {
                report.failed += 1;
                report.trouble = Some(failure.clone());
            }
        }
    }
}
