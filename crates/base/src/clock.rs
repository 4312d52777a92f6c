//! What time it is: every part of the server asks this clock, so that tests can own the time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What the machine's steady time is counted from.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

const DAY_MS: i64 = 24 * 3600 * 1000;
/// Dubai is four hours ahead, in summer and winter.
const DUBAI_AHEAD_MS: i64 = 4 * 3600 * 1000;

/// Cheap to clone; all clones of a manual clock move together.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Clock(Source::System)
    }

    /// A clock that stands still until it is told to move. For tests.
    pub fn manual(unix_ms: i64) -> Self {
        Clock(Source::Manual(Arc::new(AtomicI64::new(unix_ms))))
    }

    /// Milliseconds since 1970-01-01 00:00 UTC.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System => match SystemTime::now().duration_since(UNIX_EPOCH) {
                Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
                Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
            },
            Source::Manual(ms) => ms.load(Ordering::SeqCst),
        }
    }

    /// The current year in Dubai.
    pub fn dubai_year(&self) -> i32 {
        dubai_parts(self.now_ms()).0 as i32
    }

    /// Time that only goes forward, from a start of its own: for lengths of time, which a person who sets the
    /// machine's clock must not change.
    pub fn steady(&self) -> Duration {
        match &self.0 {
            Source::System => START.elapsed(),
            Source::Manual(ms) => Duration::from_millis(ms.load(Ordering::SeqCst).unsigned_abs()),
        }
    }

    /// Moves a manual clock forward; the machine's clock is not ours to move.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(ms) = &self.0 {
            ms.fetch_add(duration_ms(by), Ordering::SeqCst);
        }
    }
}

/// A duration in whole milliseconds, for arithmetic with [`Clock::now_ms`].
pub fn duration_ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A moment as Dubai's wall clock shows it (UTC+4, no daylight saving): year, month, day, hour, minute, second.
pub fn dubai_parts(unix_ms: i64) -> (i64, u32, u32, u32, u32, u32) {
    civil((unix_ms + DUBAI_AHEAD_MS).div_euclid(1000))
}

/// `17 November 2026, 09:05 (Dubai)`: for mails and lists that people read.
pub fn dubai_text(unix_ms: i64) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day, hour, minute, _) = dubai_parts(unix_ms);
    let month = MONTHS[(month - 1) as usize];
    format!("{day} {month} {year}, {hour:02}:{minute:02} (Dubai)")
}

/// `2026-11-17 09:05:09`, in Dubai: for timelines, where seconds tell what came first.
pub fn dubai_time(unix_ms: i64) -> String {
    let (year, month, day, hour, minute, second) = dubai_parts(unix_ms);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The day in Dubai, counted from 1970.
pub fn dubai_day(unix_ms: i64) -> i32 {
    (unix_ms + DUBAI_AHEAD_MS).div_euclid(DAY_MS) as i32
}

/// `2026-11-17`, for a day as [`dubai_day`] counts them.
pub fn day_text(day: i32) -> String {
    let (year, month, day, ..) = civil(i64::from(day) * DAY_MS / 1000);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-11-17T05:05:09.123Z`: for exports that programs read.
pub fn utc_text(unix_ms: i64) -> String {
    let (year, month, day, hour, minute, second) = civil(unix_ms.div_euclid(1000));
    let ms = unix_ms.rem_euclid(1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// The civil date and time of a count of seconds since 1970.
/// Source of the arithmetic: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn civil(seconds: i64) -> (i64, u32, u32, u32, u32, u32) {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month as u32, day as u32, (rest / 3600) as u32, (rest / 60 % 60) as u32, (rest % 60) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days_and_before_1970() {
        assert_eq!(utc_text(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(utc_text(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(utc_text(1_709_164_800_000), "2024-02-29T00:00:00.000Z");
        assert_eq!(utc_text(4_107_542_399_000), "2100-02-28T23:59:59.000Z");
    }

    #[test]
    fn dubai_is_four_hours_ahead_and_turns_the_year_first() {
        assert_eq!(dubai_text(1_798_747_200_000), "1 January 2027, 00:00 (Dubai)");
        assert_eq!(dubai_parts(1_798_747_200_000 - 1).0, 2026);
        assert_eq!(dubai_time(1_798_747_200_000 - 1), "2026-12-31 23:59:59");
    }

    #[test]
    fn a_day_begins_at_midnight_in_dubai() {
        let new_year = dubai_day(1_798_747_200_000);
        assert_eq!(day_text(new_year), "2027-01-01");
        assert_eq!(dubai_day(1_798_747_200_000 - 1), new_year - 1);
        assert_eq!(day_text(new_year - 1), "2026-12-31");
    }

    #[test]
    fn a_manual_clock_moves_only_when_told_and_its_clones_move_with_it() {
        let clock = Clock::manual(5);
        let other = clock.clone();
        clock.advance(Duration::from_secs(2));
        assert_eq!(other.now_ms(), 2005);
    }
}
