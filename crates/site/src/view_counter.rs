//! How often one page was shown: plain atomic numbers, so that counting costs a request next to nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// One number for each of a few days that follow each other: what is counted after midnight never mixes with what
/// was not written down before.
#[derive(Debug, Default)]
pub struct ViewCounter([AtomicU64; 4]);

/// Where a finished answer keeps its tally once it was shown; nothing where it is no page.
pub type ViewSlot = OnceLock<Option<Arc<ViewCounter>>>;

impl ViewCounter {
    /// Counts one more on a day; see [`base::clock::dubai_day`].
    pub fn note(&self, day: i32) {
        self.of(day).fetch_add(1, Ordering::Relaxed);
    }

    /// What was counted on a day since it was last asked.
    pub fn take(&self, day: i32) -> u64 {
        let number = self.of(day);
        // Most pages are not shown within a few seconds: reading is cheaper than writing.
        if number.load(Ordering::Relaxed) == 0 { 0 } else { number.swap(0, Ordering::Relaxed) }
    }

    fn of(&self, day: i32) -> &AtomicU64 {
        &self.0[(day & 3) as usize]
    }
}
