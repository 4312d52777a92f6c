//! Clocks that jump, and what is confirmed of them.

use std::time::Duration;

use crate::clock::{Clock, duration_ms};
use crate::confirmed_time::ConfirmedTime;

const NOW: i64 = 1_795_000_000_000;
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Lets time pass as a running server sees it.
fn run(clock: &Clock, time: Duration) {
    let minutes = time.as_secs() / 60;
    for _ in 0..minutes {
        clock.advance(MINUTE);
        clock.confirmed_ms();
    }
}

fn confirmed() -> Clock {
    let clock = Clock::manual(NOW);
    clock.resume(ConfirmedTime { at: NOW, ..Default::default() });
    assert_eq!(clock.confirmed_ms(), NOW);
    clock
}

#[test]
fn a_clock_that_jumps_ahead_for_a_minute_or_a_day_is_not_believed() {
    for days in [1, 3, 40, 100, 365, 36_500] {
        for length in [MINUTE, 20 * MINUTE, DAY] {
            let clock = confirmed();
            clock.set(NOW + days * duration_ms(DAY));
            run(&clock, length);
            assert_eq!(clock.confirmed_ms(), NOW + duration_ms(length), "{days} days for {length:?}");
            clock.set(NOW + duration_ms(length));
            run(&clock, 2 * DAY);
            assert_eq!(clock.confirmed_ms(), clock.now_ms(), "{days} days for {length:?}");
        }
    }
}

#[test]
fn a_clock_that_jumps_again_and_again_is_not_believed() {
    let clock = confirmed();
    for hour in 1..=100 {
        clock.set(NOW + hour * 40 * duration_ms(DAY));
        run(&clock, 60 * MINUTE);
    }
    assert_eq!(clock.confirmed_ms(), NOW + 100 * duration_ms(60 * MINUTE));
}

#[test]
fn a_clock_that_is_behind_is_believed_at_once_and_afterwards_the_right_one_within_two_days() {
    for (days, length) in [(40, MINUTE), (100, MINUTE), (40, DAY), (100, DAY)] {
        let clock = confirmed();
        clock.set(NOW - days * duration_ms(DAY));
        run(&clock, length);
        assert_eq!(clock.confirmed_ms(), clock.now_ms());
        clock.set(NOW + duration_ms(length));
        run(&clock, DAY);
        assert!(clock.confirmed_ms() < NOW, "{days} days for {length:?}");
        run(&clock, DAY);
        assert_eq!(clock.confirmed_ms(), clock.now_ms(), "{days} days for {length:?}");
    }
}

#[test]
fn a_server_that_was_off_for_weeks_is_right_again_after_a_day_and_a_half_also_when_it_restarts_each_night() {
    let stored = ConfirmedTime { at: NOW, ..Default::default() };
    let back = NOW + 40 * duration_ms(DAY);
    let clock = Clock::manual(back);
    clock.resume(stored);
    assert_eq!(clock.confirmed_ms(), NOW);
    run(&clock, 23 * 60 * MINUTE);
    assert!(clock.confirmed_ms() < back);
    let again = Clock::manual(clock.now_ms() + duration_ms(5 * MINUTE));
    again.resume(ConfirmedTime { read_at: None, ..clock.confirm(None) });
    run(&again, 14 * 60 * MINUTE);
    assert_eq!(again.confirmed_ms(), again.now_ms());
}

#[test]
fn a_start_while_the_clock_is_ahead_believes_it_as_little() {
    for days in [2, 40, 100] {
        let clock = Clock::manual(NOW + days * duration_ms(DAY));
        clock.resume(ConfirmedTime { at: NOW, waiting_at: NOW, waited_ms: 0, read_at: None });
        run(&clock, DAY);
        assert_eq!(clock.confirmed_ms(), NOW + duration_ms(DAY) - duration_ms(MINUTE), "{days} days");
    }
}

#[test]
fn of_two_clocks_the_earlier_counts_however_long_the_other_is_ahead() {
    let clock = confirmed();
    let database = Clock::manual(NOW);
    clock.set(NOW + 40 * duration_ms(DAY));
    for _ in 0..4 * 24 * 60 {
        clock.advance(MINUTE);
        database.advance(MINUTE);
        clock.confirm(Some(database.now_ms()));
    }
    assert_eq!(clock.confirm(Some(database.now_ms())).at, database.now_ms());
}

#[test]
fn nothing_is_confirmed_where_nobody_has_read_a_clock_for_long_enough() {
    let clock = Clock::manual(NOW);
    assert_eq!(clock.confirmed_ms(), 0);
    run(&clock, DAY);
    assert!(clock.confirmed_ms() <= duration_ms(DAY));
    run(&clock, DAY);
    assert_eq!(clock.confirmed_ms(), clock.now_ms());
}
