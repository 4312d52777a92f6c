//! Background tasks that break down: each is started again, named meanwhile, and the site goes on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::clock::Clock;
use base::supervisor::tasks;

use crate::abuse::harness::{LEAD, Site, short, status};

const NOW: i64 = 1_795_600_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_by_a_broken_clock_is_named_and_back_within_ten_seconds() {
    let clock = Clock::manual(NOW);
    let site = Site::open_at(short(), &[("AMWAJ_CANARY_EVERY", "6")], clock.clone()).await;
    // Everything that looks at the clock within half a minute; the slowest poll is one of 20 s.
    let by_the_clock = BTreeSet::from([
        "canary",
        "daily jobs",
        "draft timer",
        "outbox mail",
        "phone reminders",
        "publish",
        "silence",
        "watch for changed posts",
    ]);
    clock.break_down();
    let broken = || -> BTreeSet<String> {
        tasks().into_iter().filter(|task| task.breakdowns > 0).map(|task| task.name).collect()
    };
    let until = Instant::now() + Duration::from_secs(40);
    while !by_the_clock.iter().all(|name| broken().contains(*name)) && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let missing: Vec<_> = by_the_clock.iter().filter(|name| !broken().contains(**name)).collect();
    assert!(missing.is_empty(), "these did not break down: {missing:?}");
    let down: Vec<String> = tasks().into_iter().filter(|task| task.is_down).map(|task| task.name).collect();
    assert!(!down.is_empty());
    clock.set(NOW);
    let began = Instant::now();
    let mut back: Vec<(String, u64, Duration)> = Vec::new();
    while began.elapsed() < Duration::from_secs(10) {
        for task in tasks().into_iter().filter(|task| !task.is_down && broken().contains(&task.name)) {
            if !back.iter().any(|(name, ..)| *name == task.name) {
                back.push((task.name, task.breakdowns, began.elapsed()));
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for (name, breakdowns, after) in &back {
        println!("{name}: broke down {breakdowns} times, back for good after {:.1} s", after.as_secs_f64());
    }
    let still: Vec<_> = tasks().into_iter().filter(|task| task.is_down).collect();
    assert!(still.is_empty(), "{still:?}");
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
