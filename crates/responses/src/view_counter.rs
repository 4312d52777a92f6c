//! Views of one page: plain atomic counters, so that counting costs a request next to nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// One counter for each of a few consecutive days: views after midnight never mix with those of the day before that are
/// not flushed yet.
#[derive(Debug, Default)]
pub struct ViewCounter([AtomicU64; 4]);

/// A finished response's place for its counter, filled on the first view; `None` inside if it is not a page.
pub type ViewSlot = OnceLock<Option<Arc<ViewCounter>>>;

impl ViewCounter {
    /// Counts one more view on a day; see [`base::clock::dubai_day`].
    pub fn increment(&self, day: i32) {
        self.on(day).fetch_add(1, Ordering::Relaxed);
    }

    /// Number of a day's views since the last call.
    pub fn take(&self, day: i32) -> u64 {
        let count = self.on(day);
        // Most pages are not viewed within a few seconds: reading is cheaper than writing.
        if count.load(Ordering::Relaxed) == 0 { 0 } else { count.swap(0, Ordering::Relaxed) }
    }

    fn on(&self, day: i32) -> &AtomicU64 {
        &self.0[(day & 3) as usize]
    }
}
