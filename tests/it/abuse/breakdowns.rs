//! Background tasks that break down: each is started again, named meanwhile, and the site goes on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::clock::Clock;
use base::supervisor::tasks;

use crate::abuse::harness::{LEAD, Site, short, status, until};
use crate::measured::expect_within;

const NOW: i64 = 1_795_600_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_by_a_broken_clock_is_named_and_comes_back_timed() {
    let clock = Clock::manual(NOW);
    let site = Site::open_at(short(), &[("AMWAJ_CANARY_EVERY", "6")], clock.clone()).await;
    // Everything that looks at the clock within half a minute; the slowest poll is one of 20 s.
    let by_the_clock = [
        "canary",
        "daily jobs",
        "draft timer",
        "outbox mail",
        "phone reminders",
        "publish",
        "silence",
        "watch for changed posts",
    ];
    clock.break_down();
    let broken = || -> BTreeSet<String> {
        tasks().into_iter().filter(|task| task.breakdowns > 0).map(|task| task.name).collect()
    };
    // Named one by one, so that a task that goes on is named by its wait.
    for name in by_the_clock {
        until(name, async || broken().contains(name)).await;
    }
    let down: Vec<String> = tasks().into_iter().filter(|task| task.is_down).map(|task| task.name).collect();
    assert!(!down.is_empty());
    clock.set(NOW);
    let began = Instant::now();
    until("none is down", async || !tasks().iter().any(|task| task.is_down)).await;
    expect_within("all tasks back", &mut [began.elapsed()], Duration::from_secs(10));
    for name in by_the_clock {
        let counted = site.metric(&format!(r#"amwaj_task_breakdowns_total{{task="{name}"}}"#)).await;
        assert!(counted > 0.0, "{name}");
    }
    let health = site.health().await;
    assert!(health.contains(r#""name":"canary""#), "{health}");
    let post = format!(
        "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{LEAD}",
        LEAD.len()
    );
    assert_eq!(status(&site.ask(&post).await), 200);
}
