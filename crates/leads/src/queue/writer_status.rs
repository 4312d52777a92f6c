//! State of the writer of leads, for monitoring and load balancers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Public state of the group commit. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriterStatus {
    /// Whether the last lead could be stored neither in the database nor in the spool.
    is_stuck: Arc<AtomicBool>,
    is_database_away: Arc<AtomicBool>,
}

impl WriterStatus {
    pub fn is_stuck(&self) -> bool {
        self.is_stuck.load(Ordering::Relaxed)
    }

    pub fn set_stuck(&self, is_stuck: bool) {
        self.is_stuck.store(is_stuck, Ordering::Relaxed);
    }

    /// Returns the previous value.
    pub fn set_database_away(&self, is_away: bool) -> bool {
        self.is_database_away.swap(is_away, Ordering::Relaxed)
    }

    pub fn is_database_away(&self) -> bool {
        self.is_database_away.load(Ordering::Relaxed)
    }
}
