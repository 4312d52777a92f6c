//! The silence alarm: a contact form that broke looks like a quiet week, so somebody must say how long it is quiet.

use std::time::Duration;

use crate::staff::query::newest_received_at;
use base::clock::{Clock, dubai_text, duration_ms};
use storage::db::Db;

/// How often the clock is looked at, and how often the database is asked.
const LOOK: Duration = Duration::from_millis(250);
const ASK: Duration = Duration::from_secs(60);

/// How many whole periods the site has been silent. Before the first lead of all it is new, and not silent.
pub fn periods(newest: Option<i64>, now: i64, period: Duration) -> i64 {
    newest.map_or(0, |newest| (now - newest).max(0) / duration_ms(period).max(1))
}

/// Writes one line to the log for each further period of silence. Runs until it is dropped.
pub async fn watch(db: Db, clock: Clock, period: Duration) {
    let (mut told, mut next) = (0, clock.now_ms());
    loop {
        let now = clock.now_ms();
        if now >= next {
            next = now + duration_ms(ASK);
            // Where the database is away others are loud about it.
            if let Ok(newest) = newest_received_at(db.reader()).await {
                let silent = periods(newest, now, period);
                if let Some(newest) = newest.filter(|_| silent > told) {
                    tracing::error!("{}", sentence(newest, now));
                }
                told = silent;
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// How long it is quiet, and what to do.
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
        assert_eq!(periods(None, 100 * ms, day), 0);
        assert_eq!(periods(Some(0), ms - 1, day), 0);
        assert_eq!(periods(Some(0), ms, day), 1);
        assert_eq!(periods(Some(0), 3 * ms + 1, day), 3);
        assert_eq!(periods(Some(ms), 0, day), 0, "a clock that was set back");
    }
}
