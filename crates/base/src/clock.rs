//! The clock: the current time, passed in everywhere so that tests control it, and dates and times as text.
//! A time is a count of Unix milliseconds; dates and times of day are Dubai's unless the name says UTC.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

use crate::confirmed_time::ConfirmedTime;

/// Dubai's time zone: four hours ahead of UTC, with no daylight saving time.
pub const DUBAI: Offset = Offset::constant(4);

/// When the monotonic clock starts to count.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A manual clock that shows this panics.
const BROKEN: i64 = i64::MIN;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// Cheap to clone; all clones of a manual clock move together.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    confirmed: Arc<Mutex<ConfirmedTime>>,
}

#[derive(Clone, Debug)]
enum Source {
    System,
    Manual(Arc<ManualTime>),
}

/// Both in milliseconds.
#[derive(Debug)]
struct ManualTime {
    unix: AtomicI64,
    steady: AtomicI64,
}

impl Clock {
    /// The operating system's clock.
    pub fn system() -> Self {
        Clock { source: Source::System, confirmed: Arc::default() }
    }

    /// A clock that only moves when [`Clock::advance`] or [`Clock::set`] is called. For tests.
    pub fn manual(unix_ms: i64) -> Self {
        let time = ManualTime { unix: AtomicI64::new(unix_ms), steady: AtomicI64::new(0) };
        Clock { source: Source::Manual(Arc::new(time)), confirmed: Arc::default() }
    }

    /// Milliseconds since 1970-01-01 00:00 UTC.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn now_ms(&self) -> i64 {
        match &self.source {
            Source::System => match SystemTime::now().duration_since(UNIX_EPOCH) {
                Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
                Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
            },
            Source::Manual(time) => match time.unix.load(Ordering::SeqCst) {
                BROKEN => panic!("this clock is broken, as a test wants"),
                ms => ms,
            },
        }
    }

    /// The current year in Dubai.
    pub fn dubai_year(&self) -> i32 {
        i32::from(dubai(self.now_ms()).year())
    }

    /// Monotonic time since an arbitrary start: for measuring durations, which must not jump when somebody sets the
    /// system's clock.
    pub fn steady(&self) -> Duration {
        match &self.source {
            Source::System => START.elapsed(),
            Source::Manual(time) => Duration::from_millis(time.steady.load(Ordering::SeqCst).unsigned_abs()),
        }
    }

    /// The time that everything goes by that cannot be undone: erasing, and deleting copies. Never later than
    /// [`Clock::now_ms`], and long past until a time was confirmed, see [`ConfirmedTime`].
    pub fn confirmed_ms(&self) -> i64 {
        self.with_confirmed(|confirmed, now, steady| confirmed.read(now, steady))
    }

    /// Reads the clock beside another one, such as the database server's, of which the earlier counts. Returns what is
    /// confirmed, to be stored.
    pub fn confirm(&self, other_ms: Option<i64>) -> ConfirmedTime {
        self.with_confirmed(|confirmed, now, steady| {
            confirmed.read(other_ms.map_or(now, |other| other.min(now)), steady);
            *confirmed
        })
    }

    /// Goes on from what was stored before this process began.
    pub fn resume(&self, stored: ConfirmedTime) {
        self.with_confirmed(|confirmed, _, _| *confirmed = stored);
    }

    fn with_confirmed<T>(&self, act: impl FnOnce(&mut ConfirmedTime, i64, i64) -> T) -> T {
        let mut confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut confirmed, self.now_ms(), duration_ms(self.steady()))
    }

    /// Sets a manual clock, also back, as somebody who sets the machine's: the monotonic time goes on as before. Does
    /// nothing to the system's clock.
    pub fn set(&self, unix_ms: i64) {
        if let Source::Manual(time) = &self.source {
            time.unix.store(unix_ms, Ordering::SeqCst);
        }
    }

    /// Makes whatever asks a manual clock for the time panic until it is set: a fault in everything that runs by the clock.
    pub fn break_down(&self) {
        self.set(BROKEN);
    }

    /// Moves a manual clock forward, and its monotonic time. Does nothing to the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(time) = &self.source {
            time.unix.fetch_add(duration_ms(by), Ordering::SeqCst);
            time.steady.fetch_add(duration_ms(by), Ordering::SeqCst);
        }
    }
}

/// A duration in whole milliseconds, for arithmetic with [`Clock::now_ms`].
pub fn duration_ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// `17 November 2026, 09:05 (Dubai)`: for mails and lists that people read.
pub fn dubai_text(unix_ms: i64) -> String {
    dubai(unix_ms).strftime("%-d %B %Y, %H:%M (Dubai)").to_string()
}

/// `2026-11-17 09:05:09`, in Dubai: for timelines, where the seconds show the order of events.
pub fn dubai_time(unix_ms: i64) -> String {
    dubai(unix_ms).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// The day in Dubai, as the number of days since 1 January 1970.
pub fn dubai_day(unix_ms: i64) -> i32 {
    (unix_ms + dubai_ahead_ms()).div_euclid(DAY_MS) as i32
}

/// When a day as [`dubai_day`] counts them begins, in Unix milliseconds.
pub fn dubai_midnight(day: i32) -> i64 {
    i64::from(day) * DAY_MS - dubai_ahead_ms()
}

/// `2026-11-17`, for a day as [`dubai_day`] counts them.
pub fn day_text(day: i32) -> String {
    utc(i64::from(day) * DAY_MS).date().to_string()
}

/// The day that a text such as `2026-11-17` names, counted as [`dubai_day`] does; `None` if the calendar has no such
/// day.
pub fn day_of(text: &str) -> Option<i32> {
    let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text)?;
    let midnight = Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok()?;
    i32::try_from(midnight.as_millisecond().div_euclid(DAY_MS)).ok()
}

/// `17 November`, for a day as [`dubai_day`] counts them.
pub fn day_and_month(day: i32) -> String {
    utc(i64::from(day) * DAY_MS).strftime("%-d %B").to_string()
}

/// The latest moment, up to and including now, at which it was this time of day in Dubai, in Unix milliseconds.
/// `minute_of_day` counts the minutes since midnight.
pub fn latest_dubai_time_of_day(minute_of_day: u32, now_ms: i64) -> i64 {
    let offset = i64::from(minute_of_day) * MINUTE_MS - dubai_ahead_ms();
    (now_ms - offset).div_euclid(DAY_MS) * DAY_MS + offset
}

/// The same for this time of day on a Monday.
pub fn latest_dubai_monday(minute_of_day: u32, now_ms: i64) -> i64 {
    let latest = latest_dubai_time_of_day(minute_of_day, now_ms);
    // 1 January 1970 was a Thursday.
    latest - i64::from((dubai_day(latest) + 3).rem_euclid(7)) * DAY_MS
}

/// The moment that a text such as `2026-11-17T08:00` names in Dubai, in Unix milliseconds; `None` if it names none.
pub fn dubai_moment(text: &str) -> Option<i64> {
    let at = text.parse::<DateTime>().ok()?;
    DUBAI.to_timestamp(at).ok().map(|moment| moment.as_millisecond())
}

/// `2026-11-17T08:00`, in Dubai: for fields of that kind.
pub fn dubai_field(unix_ms: i64) -> String {
    dubai(unix_ms).strftime("%Y-%m-%dT%H:%M").to_string()
}

/// `2026-11-17T05:05:09.123Z`: for exports that programs read.
pub fn utc_text(unix_ms: i64) -> String {
    utc(unix_ms).strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}

fn dubai_ahead_ms() -> i64 {
    i64::from(DUBAI.seconds()) * 1000
}

/// Date and time of day in Dubai.
fn dubai(unix_ms: i64) -> DateTime {
    DUBAI.to_datetime(timestamp(unix_ms))
}

/// Date and time of day in UTC.
fn utc(unix_ms: i64) -> DateTime {
    Offset::UTC.to_datetime(timestamp(unix_ms))
}

/// A time beyond the years that jiff knows (-9999 to 9999) becomes the nearest one that it does.
fn timestamp(unix_ms: i64) -> Timestamp {
    let nearest = if unix_ms < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(unix_ms).unwrap_or(nearest)
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
    fn a_new_year_begins_in_dubai_four_hours_before_utc() {
        assert_eq!(dubai_text(1_798_747_200_000), "1 January 2027, 00:00 (Dubai)");
        assert_eq!(Clock::manual(1_798_747_200_000).dubai_year(), 2027);
        assert_eq!(Clock::manual(1_798_747_200_000 - 1).dubai_year(), 2026);
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
    fn a_day_is_read_as_it_is_written_and_one_that_does_not_exist_is_none() {
        let leap_day = day_of("2028-02-29").expect("the calendar has it");
        assert_eq!(
            (day_text(leap_day), day_and_month(leap_day)),
            ("2028-02-29".into(), "29 February".into())
        );
        for wrong in ["2027-02-29", "2027-2-3", "2027-02-03T10:00", "3 February", ""] {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_time_of_day_comes_round_once_a_day_in_dubai() {
        let midnight = 1_798_747_200_000;
        let latest = |after: i64| dubai_time(latest_dubai_time_of_day(8 * 60, midnight + after));
        assert_eq!(latest(0), "2026-12-31 08:00:00");
        assert_eq!(latest(8 * 3_600_000 - 1), "2026-12-31 08:00:00");
        assert_eq!(latest(8 * 3_600_000), "2027-01-01 08:00:00");
    }

    #[test]
    fn a_monday_comes_round_once_a_week_by_dubais_calendar() {
        // Monday 23 November 2026, 00:00 in Dubai.
        let start = 1_795_377_600_000;
        let eight = 8 * 3_600_000;
        let latest = |after: i64| latest_dubai_monday(8 * 60, start + after) - start;
        assert_eq!(latest(eight - 1), eight - 7 * DAY_MS, "a moment before");
        assert_eq!((latest(eight), latest(eight + 7 * DAY_MS)), (eight, eight + 7 * DAY_MS));
        assert_eq!(dubai_time(latest_dubai_monday(0, -1)), "1969-12-29 00:00:00", "before 1970 too");
    }

    #[test]
    fn a_time_that_no_calendar_knows_is_shown_and_does_not_panic() {
        assert_eq!(utc_text(i64::MAX / 2), "9999-12-30T22:00:00.999Z");
        assert_eq!(dubai_text(i64::MIN / 2), "2 January -9999, 05:59 (Dubai)");
    }

    #[test]
    fn clones_of_a_manual_clock_move_together() {
        let clock = Clock::manual(5);
        let other = clock.clone();
        clock.advance(Duration::from_secs(2));
        assert_eq!(other.now_ms(), 2005);
    }
}
