//! A clock that jumps by days, and a retry that staff ask for in the middle of a try: no mail is given up, postponed or
//! sent twice.

use std::time::Duration;

use base::clock::{Clock, duration_ms};
use leads::DailyJobs;
use storage::db::Database;
use storage::mail::Mailer;
use storage::outbox::{DeliveryState, retry};

use crate::requests::duties::duties;
use crate::requests::harness::{BEFORE_TODAY, NOW, Site, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use engines::every_engine;

const SIX_DAYS: Duration = Duration::from_secs(6 * 24 * 3600);

/// Number of tries that have ended.
async fn ended(site: &Site) -> i64 {
    site.number("SELECT COUNT(*) FROM lead_event WHERE kind = 'mail not delivered'").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_days_either_way_gives_up_no_mail_and_postpones_none() {
    for engine in every_engine().await {
        let name = engine.name;
        for ahead in [true, false] {
            let clock = Clock::manual(NOW);
            let site = Site::open_on(engines_of(&engine).await, clock.clone()).await;
            let mut mailbox = Mailbox::open().await;
            mailbox.shut().await;
            let mut references = site.store_leads(1).await;
            let worker = site.send_to(&mailbox);
            until("it fails", async || ended(&site).await >= 1).await;
            clock.set(if ahead { NOW + duration_ms(SIX_DAYS) } else { NOW - duration_ms(SIX_DAYS) });
            references.extend(site.store_leads(1).await);
            site.notify.notify();
            until("both are tried in the jump", async || {
                site.number(
                    "SELECT COUNT(DISTINCT lead_id) FROM lead_event WHERE kind = 'mail not delivered'",
                )
                .await
                    == 2
                    && ended(&site).await >= 3
            })
            .await;
            clock.set(NOW + 1_000);
            mailbox.reopen();
            site.notify.notify();
            site.until_nothing_is_pending().await;
            worker.stop().await;
            let outbox = site.outbox().await;
            assert_eq!((outbox.sent, outbox.failed), (2, 0), "{name}, ahead: {ahead}");
            for reference in &references {
                assert_eq!(mailbox.count(reference), 1, "{name}, ahead: {ahead}");
            }
        }
    }
}

/// Another empty database of the same engine.
async fn engines_of(engine: &engines::Engine) -> engines::Engine {
    let mut all = every_engine().await;
    let at = all.iter().position(|other| other.name == engine.name).expect("the same engine");
    all.swap_remove(at)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_under_way_is_sent_once_although_the_clock_jumps() {
    let clock = Clock::manual(NOW);
    let site = Site::open_on(engines::sqlite(), clock.clone()).await;
    let mailbox = Mailbox::open().await;
    mailbox.always(Some(Fault::Held));
    let worker = site.send_to(&mailbox);
    let references = site.store_leads(1).await;
    until("it is claimed", async || {
        site.number("SELECT COUNT(*) FROM delivery WHERE attempts = 1").await == 1
    })
    .await;
    clock.set(NOW - duration_ms(SIX_DAYS));
    site.notify.notify();
    clock.set(NOW + duration_ms(SIX_DAYS));
    site.notify.notify();
    mailbox.take_held();
    site.until_nothing_is_pending().await;
    worker.stop().await;
    assert_eq!(mailbox.count(&references[0]), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_daily_mail_of_a_clock_that_was_ahead_postpones_none() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let (set, mail) = (site.settings(), mail_settings(Some(mailbox.url())));
        let mailer = Mailer::new(&mail, set.mail_dir()).expect("a mailer");
        let (db, clock) = (site.db.clone(), site.clock.clone());
        let jobs = DailyJobs::new(db, clock, mailer, &mail, set.mail_dir(), set.care());
        site.store_leads(1).await;
        let daily = || mailbox.mails().iter().filter(|mail| mail.contains("Requests of ")).count();
        site.clock.set(NOW + duration_ms(SIX_DAYS));
        jobs.poll_once().await;
        assert_eq!(daily(), 1, "{name}");
        site.clock.set(NOW);
        jobs.poll_once().await;
        jobs.poll_once().await;
        assert_eq!(daily(), 2, "{name}: today's, once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_in_the_middle_of_a_try_doubles_no_mail_and_is_not_forgotten() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.always(Some(Fault::Held));
        let worker = site.send_to(&mailbox);
        let references = site.store_leads(1).await;
        until("it is under way", async || {
            site.number("SELECT COUNT(*) FROM delivery WHERE attempts = 1").await == 1
        })
        .await;
        assert_eq!(retry(&site.db, None, site.clock.now_ms()).await.expect("done"), 1, "{name}");
        site.notify.notify();
        mailbox.take_held();
        site.until_nothing_is_pending().await;
        worker.stop().await;
        assert_eq!(mailbox.count(&references[0]), 1, "{name}");

        // The last try of five days fails in the middle of a retry: the retry counts.
        mailbox.always(Some(Fault::Silence));
        site.store_leads(1).await;
        let id = site.text("SELECT id FROM lead ORDER BY id DESC").await.expect("a lead");
        site.execute(&format!(
            "UPDATE delivery SET attempts = 70, give_up_at = {} WHERE lead_id = '{id}'",
            site.clock.now_ms() - 1
        ))
        .await;
        let worker = site.send_within(&mailbox, Duration::from_secs(2));
        until("it is under way", async || site.mail_row(&id).await.attempts == 71).await;
        retry(&site.db, None, site.clock.now_ms()).await.expect("done");
        mailbox.always(None);
        until("it is sent", async || site.mail_row(&id).await.state == DeliveryState::Sent).await;
        worker.stop().await;
    }
}

/// Number of requests that have lost their personal data.
async fn erased(site: &Site) -> i64 {
    site.number("SELECT COUNT(*) FROM lead WHERE erased_at IS NOT NULL").await
}

/// Lets the server look twice an hour for so long.
async fn run(site: &Site, jobs: &DailyJobs, time: Duration) {
    for _ in 0..time.as_secs() / 1800 {
        site.clock.advance(Duration::from_secs(1800));
        jobs.poll_once().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_days_ahead_or_behind_for_a_minute_or_a_day_erases_nobody_too_early() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    for engine in every_engine().await {
        let name = engine.name;
        for days in [40, 100, -40, -100] {
            for (length, starts_then) in [(60, false), (86_400, false), (86_400, true)] {
                let case = format!("{name}: {days} days for {length} s, starts then: {starts_then}");
                let site = Site::open_on(engines_of(&engine).await, Clock::manual(BEFORE_TODAY)).await;
                let mailbox = Mailbox::open().await;
                let mut jobs = duties(&site, site.db.clone(), &mailbox, Some(30));
                jobs.poll_once().await;
                run(&site, &jobs, 2 * DAY).await;
                site.store_leads(3).await;
                site.execute("UPDATE delivery SET state = 'sent'").await;
                let stored = site.clock.now_ms();
                site.clock.set(stored + days * duration_ms(DAY));
                if starts_then {
                    jobs = duties(&site, site.db.clone(), &mailbox, Some(30));
                }
                jobs.poll_once().await;
                run(&site, &jobs, Duration::from_secs(length)).await;
                assert_eq!(erased(&site).await, 0, "{case}");
                site.clock.set(stored + duration_ms(Duration::from_secs(length)));
                run(&site, &jobs, 3 * DAY).await;
                assert_eq!(erased(&site).await, 0, "{case}, afterwards");
                site.clock.advance(26 * DAY);
                run(&site, &jobs, 2 * DAY).await;
                assert_eq!(erased(&site).await, 3, "{case}: on time all the same");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_on_one_postgresql_the_one_with_the_wrong_clock_erases_nobody() {
    let day = Duration::from_secs(24 * 3600);
    for engine in
        every_engine().await.into_iter().filter(|engine| matches!(engine.database, Database::Postgres(_)))
    {
        let site = Site::open_on(engine, Clock::manual(Clock::system().now_ms())).await;
        let mailbox = Mailbox::open().await;
        duties(&site, site.db.clone(), &mailbox, Some(30)).poll_once().await;
        site.store_leads(3).await;
        site.execute("UPDATE delivery SET state = 'sent'").await;
        site.clock.set(site.clock.now_ms() + 40 * duration_ms(day));
        let wrong = duties(&site, site.db.clone(), &mailbox, Some(30));
        // For three days of running, not for one only.
        run(&site, &wrong, 3 * day).await;
        assert_eq!(erased(&site).await, 0);
    }
}
