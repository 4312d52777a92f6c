//! Background tasks that break down: each is started again, named meanwhile, and the site goes on.
//!
//! All tasks of a process break down at once, so that test runs in a process of its own.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::clock::Clock;
use base::supervisor;
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
    assert_eq!(status(&site.ask(&post()).await), 200);
}

fn post() -> String {
    let head =
        "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json";
    format!("{head}\r\nContent-Length: {}\r\n\r\n{LEAD}", LEAD.len())
}

/// Threads are not broken down where they wait; what they do after a panic is shown by tests of their own.
const THREADS: [&str; 6] =
    ["leads", "publish", "recompress", "render", "share pictures", "watch for changed files"];

#[test]
fn every_task_is_back_after_it_broke_down_and_named_meanwhile() {
    let this = std::env::current_exe().expect("this program");
    let mut alone = std::process::Command::new(this);
    alone.args([
        "--exact",
        "abuse::breakdowns::all_at_once_alone_in_its_process",
        "--ignored",
        "--nocapture",
    ]);
    let done = alone.output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    println!("{said}");
    assert!(done.status.success() && said.contains("1 passed"), "{}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "breaks down the tasks of all tests beside it"]
async fn all_at_once_alone_in_its_process() {
    let copies = tempfile::tempdir().expect("a folder");
    let to = copies.path().display().to_string();
    let key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
    let env = [
        ("AMWAJ_CANARY_EVERY", "6"),
        ("AMWAJ_SITE_URL", "http://amwaj.example"),
        ("AMWAJ_COPIES_TO", to.as_str()),
        ("AMWAJ_COPIES_KEY", key),
    ];
    let site = Site::open(short(), &env).await;
    let names = || -> BTreeSet<String> {
        let names = tasks().into_iter().map(|task| task.name);
        names.filter(|name| !THREADS.contains(&name.as_str())).collect()
    };
    // A task is known from its first step on.
    until("all have begun", async || names().len() >= 19).await;
    let tasks_of_this = names();
    // What breaks down a second time was running again.
    for time in 1..=2 {
        supervisor::break_down_all();
        let fewer = || tasks().into_iter().filter(|task| task.breakdowns < time).map(|task| task.name);
        until("all broke down", async || fewer().all(|name| THREADS.contains(&name.as_str()))).await;
        until("none is down", async || !tasks().iter().any(|task| task.is_down)).await;
    }
    let health = site.health().await;
    for name in tasks_of_this {
        assert!(
            health.contains(&format!(r#"{{"name":"{name}","is_down":false,"breakdowns":"#)),
            "{name}: {health}"
        );
        assert!(
            site.metric(&format!(r#"amwaj_task_breakdowns_total{{task="{name}"}}"#)).await >= 2.0,
            "{name}"
        );
    }
    assert_eq!(status(&site.ask(&post()).await), 200);
    until("its mail is there", async || site.mails() == 1).await;
}
