//! Times that were measured: the gate only prints them, since its machine may be busy; `make prove` judges them. Tests
//! that measure end in `_timed`.

use std::time::Duration;

/// Judges the median of `times` against `limit`, where `AMWAJ_TEST_TIMES` is set.
#[expect(clippy::disallowed_methods, reason = "the test run says in the environment whether it judges")]
pub fn expect_within(what: &str, times: &mut [Duration], limit: Duration) {
    times.sort();
    let median = times[times.len() / 2];
    println!("{what}: {times:?}, limit {limit:?}");
    if std::env::var_os("AMWAJ_TEST_TIMES").is_some() {
        assert!(median <= limit, "{what}: {times:?}, limit {limit:?}");
    }
}
