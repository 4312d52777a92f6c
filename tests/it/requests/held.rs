//! Quarantine: what staff see of held requests, and the ways out of it.

use std::time::Duration;

use amwaj::doctor::{Verdict, examine};
use base::clock::Clock;
use leads::{ReleaseJob, count_overdue, quarantine_summary};
use sea_orm::ConnectionTrait as _;
use storage::outbox::ChannelsInUse;

use crate::requests::guard::request;
use crate::requests::harness::{NOW, Site, until};
use crate::requests::mailbox::Mailbox;
use crate::requests::staff::command;
use engines::every_engine;

const SPAM: &str = "We offer SEO for your website: https://rank.example";

/// Looks once for requests that nobody looked at for so long.
async fn release(site: &Site, after: Duration) {
    let (db, clock, notify) = (site.db.clone(), site.clock.clone(), site.notify.clone());
    ReleaseJob { db, clock, notify, channels: ChannelsInUse::new(false), after }.poll_once().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_what_is_held_and_release_it_and_its_mail_says_so() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        for visitor in ["Spam 1", "Spam 2", "Spam 3"] {
            site.post_json(&request(visitor, SPAM)).await;
        }
        site.post_json(&request("Aisha", "AC not cooling")).await;
        let (count, oldest) = quarantine_summary(site.db.reader()).await.expect("read");
        assert!(count == 3 && oldest.is_some_and(|oldest| oldest > NOW), "{name}: {count} {oldest:?}");
        let listed = command(&site, &["list", "--held"]).await;
        assert!(
            listed.contains("held     new        Spam 1 · 0501234567 · Plumbing Services · due "),
            "{listed}"
        );
        assert!(listed.contains("    1 link, speaks of search engines, speaks of your website"), "{listed}");
        assert!(listed.ends_with("3 leads\n") && !listed.contains("Aisha"), "{listed}");
        let reference = site.text("SELECT reference FROM lead WHERE name = 'Spam 1'").await.expect("one");
        let shown = command(&site, &["show", &reference]).await;
        assert!(shown.contains("held              1 link, speaks of search engines"), "{shown}");
        assert!(shown.contains("  received: held: 1 link, speaks of search engines"), "{shown}");
        let export = command(&site, &["export", "--format", "csv"]).await;
        assert!(export.lines().next().expect("a head").contains(",held,released_at,"), "{export}");

        let mailbox = Mailbox::open().await;
        let worker = site.send_to(&mailbox);
        site.until_nothing_is_pending().await;
        assert_eq!(mailbox.count(&reference), 0, "{name}: nothing is mailed before its release");
        assert_eq!(
            command(&site, &["release", &reference]).await,
            "1 lead released; a running server mails it now\n"
        );
        let again = command(&site, &["release", &reference]).await;
        assert_eq!(again, "nothing to release: what was asked for is not held\n", "{name}");
        until("it is mailed", async || mailbox.count(&reference) == 1).await;
        assert!(command(&site, &["show", &reference]).await.contains("released_at"));
        let all = command(&site, &["release", "--all"]).await;
        assert_eq!(all, "2 leads released; a running server mails them now\n", "{name}");
        until("all are mailed", async || site.outbox().await.sent == 4).await;
        worker.stop().await;
        assert_eq!(quarantine_summary(site.db.reader()).await.expect("read"), (0, None));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wave_of_thousands_is_released_by_one_command() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        site.post_json(&request("Spam", SPAM)).await;
        let copies = "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message, stage, held, canary) \
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5999) \
            SELECT 'copy-' || n, 'AMW-COPY' || n, received_at, digest, name, phone, service, message, stage, held, canary \
            FROM lead, numbers";
        let write = site.db.begin_write().await.expect("a turn");
        write.connection().execute_unprepared(copies).await.expect("copied");
        write.commit().await.expect("committed");
        let all = command(&site, &["release", "--all"]).await;
        assert_eq!(all, "6000 leads released; a running server mails them now\n", "{name}");
        assert_eq!(site.outbox().await.pending, 6000, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_looked_at_for_a_day_is_released_by_itself_a_few_at_a_time() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let pending_after = async |after: Duration| {
            release(&site, after).await;
            site.outbox().await.pending
        };
        let day = Duration::from_secs(24 * 3600);
        for visitor in ["Spam 1", "Spam 2", "Spam 3"] {
            site.post_json(&request(visitor, SPAM)).await;
        }
        site.clock.advance(day - Duration::from_millis(1));
        assert_eq!(pending_after(day).await, 0, "{name}: a moment too early");
        site.clock.advance(Duration::from_millis(1));
        assert_eq!(pending_after(day).await, 2, "{name}: no burst into the mailbox");
        assert_eq!(pending_after(day).await, 3, "{name}");
        assert_eq!(pending_after(day).await, 3, "{name}: none twice");
        assert_eq!(site.number("SELECT COUNT(*) FROM lead WHERE released_at IS NOT NULL").await, 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_with_the_fewest_signals_are_released_first_and_a_long_backlog_goes_in_a_day() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let bot = |name: &str| {
            let mut body = request(name, "AC not cooling");
            body["second_message"] = "x".into();
            body
        };
        for body in [bot("Old bot"), bot("New bot"), request("Seller", SPAM)] {
            site.post_json(&body).await;
            site.clock.advance(Duration::from_secs(1));
        }
        let day = Duration::from_secs(24 * 3600);
        site.clock.advance(day);
        let released = "SELECT COUNT(*) FROM lead WHERE released_at IS NOT NULL";
        let released_are = async |expected| {
            release(&site, day).await;
            assert_eq!(site.number(released).await, expected, "{name}");
        };
        released_are(2).await;
        assert_eq!(site.number(&format!("{released} AND name LIKE '%bot'")).await, 2, "{name}");
        copies(&site, 5_999).await;
        released_are(2 + 21).await; // 6,000 in 288 times
        let oldest = site.number(&format!("{released} AND name = 'Seller' AND id NOT LIKE 'copy%'")).await;
        assert_eq!(oldest, 0, "{name}: the newest first");
    }
}

/// Copies the last lead, each a millisecond younger.
async fn copies(site: &Site, count: usize) {
    site.execute(&format!(
        "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message, stage, held, canary) \
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) \
         SELECT 'copy-' || n, 'AMW-COPY' || n, received_at + 1, digest, name, phone, service, message, stage, held, \
         canary FROM lead, numbers WHERE name = 'Seller'"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_is_overdue_when_its_promise_is_over_until_somebody_dismisses_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        site.post_json(&request("Spam", SPAM)).await;
        let overdue = async |now: i64| count_overdue(site.db.reader(), now).await.expect("read");
        let due = NOW + 24 * 3600 * 1000;
        assert_eq!((overdue(due - 1).await, overdue(due).await), (0, 1), "{name}");
        site.execute("UPDATE lead SET due_at = 1").await;
        let listed = command(&site, &["list", "--overdue"]).await;
        assert!(listed.contains("held     new        Spam") && listed.contains("overdue since"), "{listed}");
        command(&site, &["dismiss", "--all"]).await;
        assert_eq!(overdue(due).await, 0, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_dismissed_is_kept_and_never_mailed_by_itself_but_still_on_request() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        for visitor in ["Spam 1", "Spam 2"] {
            site.post_json(&request(visitor, SPAM)).await;
        }
        let reference = site.text("SELECT reference FROM lead WHERE name = 'Spam 1'").await.expect("one");
        let dismissed = "1 lead dismissed; it stays stored, and `amwaj leads release` still mails it\n";
        assert_eq!(command(&site, &["dismiss", &reference]).await, dismissed, "{name}");
        let nothing = "nothing to dismiss: what was asked for is not held\n";
        assert_eq!(command(&site, &["dismiss", &reference]).await, nothing, "{name}");
        let held = command(&site, &["list", "--held"]).await;
        assert!(held.contains("Spam 2") && !held.contains("Spam 1"), "{held}");
        assert!(command(&site, &["list"]).await.contains("spam     new        Spam 1"), "{name}");
        assert_eq!(quarantine_summary(site.db.reader()).await.expect("read").0, 1, "{name}");
        command(&site, &["dismiss", "--all"]).await;
        site.clock.advance(Duration::from_secs(30 * 24 * 3600));
        let day = Duration::from_secs(24 * 3600);
        release(&site, day).await;
        assert!(command(&site, &["release", "--all"]).await.starts_with("nothing to release"), "{name}");
        assert_eq!((site.leads().await, site.outbox().await.pending), (2, 0), "{name}");
        command(&site, &["release", &reference]).await;
        assert_eq!(site.outbox().await.pending, 1, "{name}: a person may think again");
        site.execute("UPDATE delivery SET state = 'sent'").await;
        assert_eq!(command(&site, &["dismiss", &reference]).await, dismissed, "{name}: and again");
        assert!(command(&site, &["list"]).await.contains("spam     new        Spam 1"), "{name}");
        let released = command(&site, &["release", &reference]).await;
        assert_eq!(released, "1 lead released; a running server mails it now\n", "{name}");
        assert_eq!(site.outbox().await.pending, 1, "{name}: once more, as it says");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_release_at_the_same_moment_owe_one_mail_each() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        for number in 0..20 {
            site.post_json(&request(&format!("Spam {number}"), SPAM)).await;
        }
        let (one, two) =
            tokio::join!(command(&site, &["release", "--all"]), command(&site, &["release", "--all"]));
        let released = |text: &str| text.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
        assert_eq!(released(&one) + released(&two), 20, "{name}: {one} {two}");
        assert_eq!(site.outbox().await.pending, 20, "{name}");
    }
}

#[tokio::test]
async fn the_doctor_does_not_let_held_requests_be_forgotten() {
    let site = Site::open().await;
    let line = async || {
        let lines = examine(&site.settings(), &site.clock).await;
        lines.into_iter().find(|line| line.about == "held requests").expect("a line")
    };
    assert_eq!(line().await.verdict, Verdict::Ok);
    site.post_json(&request("Spam", SPAM)).await;
    let line = line().await;
    assert_eq!(line.verdict, Verdict::Warn);
    let text = line.to_string();
    assert!(
        text.contains("1 held as likely spam, the oldest since 1") && text.contains("leads release REF"),
        "{text}"
    );
    let pace = "within 24 hours is then mailed a few at a time, at least 24 an hour";
    assert!(text.contains(pace), "{text}");
}
