//! The silence alarm: a broken contact form looks like a quiet week, so the log says how long no request has come.

use std::time::Duration;

use crate::staff::query::newest_received_at;
use base::clock::{Clock, dubai_text, duration_ms};
use storage::db::Db;

/// Intervals at which to look at the clock, and to ask the database.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
const QUERY_INTERVAL: Duration = Duration::from_secs(60);

/// For how many whole periods no request has come. A site without any lead is new, and not silent.
pub fn silent_periods(newest: Option<i64>, now: i64, period: Duration) -> i64 {
    newest.map_or(0, |newest| (now - newest).max(0) / duration_ms(period).max(1))
}

/// Writes one line to the log for each further period of silence. Runs until it is dropped.
pub async fn watch(db: Db, clock: Clock, period: Duration) {
    let (mut logged_periods, mut next_query) = (0, clock.steady());
    loop {
        let (now, steady) = (clock.now_ms(), clock.steady());
        if steady >= next_query {
            next_query = steady + QUERY_INTERVAL;
            // If the database is away, others log that.
            if let Ok(newest) = newest_received_at(db.reader()).await {
                let silent = silent_periods(newest, now, period);
                if let Some(newest) = newest.filter(|_| silent > logged_periods) {
                    tracing::error!("{}", sentence(newest, now));
                }
                logged_periods = silent;
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Time since the last request, and advice.
pub fn sentence(newest: i64, now: i64) -> String {
    let hours = (now - newest) / 3_600_000;
    let since = dubai_text(newest);
    format!(
        "no visitor's request since {since}, {hours} hours ago; send one from the site to see that it arrives"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_counts_from_the_last_request_and_a_new_site_is_not_silent() {
        let day = Duration::from_secs(24 * 3600);
        let ms = duration_ms(day);
        assert_eq!(silent_periods(None, 100 * ms, day), 0);
        assert_eq!(silent_periods(Some(0), ms - 1, day), 0);
        assert_eq!(silent_periods(Some(0), ms, day), 1);
        assert_eq!(silent_periods(Some(0), 3 * ms + 1, day), 3);
        assert_eq!(silent_periods(Some(ms), 0, day), 0, "a clock that was set back");
    }
}
