//! The confirmed time: what the machine's clock says, once the monotonic clock has agreed for long enough. Erasing and
//! deleting go by it, so that a clock that is ahead for an hour or a day costs nothing that cannot be had back.
//!
//! It goes forward with the monotonic clock. A clock that is ahead of it, because somebody set it or because the server was
//! off, is believed after it went on evenly for [`CONFIRM_AFTER_MS`] of running. A clock that is behind is believed at once:
//! then something is erased later, and nothing wrongly.

/// Time for which a clock that is ahead has to go on evenly: longer than the day for which it may be wrong.
pub const CONFIRM_AFTER_MS: i64 = 36 * 3600 * 1000;
/// Largest difference between the clock and the monotonic clock from one reading to the next.
const UNEVEN_MS: i64 = 60 * 1000;
/// Longest time that a server may be off between two readings while it waits.
const MAX_PAUSE_MS: i64 = 24 * 3600 * 1000;

/// The confirmed time, and the later one that waits to be confirmed. All times are Unix milliseconds; 0 if unset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConfirmedTime {
    pub at: i64,
    /// Latest reading of the clock while it is ahead.
    pub waiting_at: i64,
    /// Milliseconds of running for which it went on evenly.
    pub waited_ms: i64,
    /// Time of the last reading, in milliseconds of the monotonic clock; `None` when just loaded from storage.
    pub read_at: Option<i64>,
}

impl ConfirmedTime {
    /// Reads both clocks, of which `steady_ms` is the monotonic one. Returns the confirmed time.
    pub fn read(&mut self, now_ms: i64, steady_ms: i64) -> i64 {
        let passed = self.read_at.map(|before| steady_ms - before);
        self.read_at = Some(steady_ms);
        let ran = passed.unwrap_or_default();
        self.at = self.at.saturating_add(ran);
        if now_ms <= self.at {
            *self = ConfirmedTime { at: now_ms, read_at: self.read_at, ..Default::default() };
            return self.at;
        }
        let differs = now_ms.saturating_sub(self.waiting_at).saturating_sub(ran);
        let goes_on = match passed {
            Some(_) => differs.abs() <= UNEVEN_MS,
            None => (-UNEVEN_MS..=MAX_PAUSE_MS).contains(&differs),
        };
        self.waited_ms = if goes_on { self.waited_ms.saturating_add(ran) } else { 0 };
        self.waiting_at = now_ms;
        if self.waited_ms >= CONFIRM_AFTER_MS {
            *self = ConfirmedTime { at: now_ms, read_at: self.read_at, ..Default::default() };
        }
        self.at
    }
}
