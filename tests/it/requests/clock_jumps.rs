//! A clock that jumps by days, and a retry that staff ask for in the middle of a try: nothing is given up, postponed or
//! sent twice.

use std::time::Duration;

use base::clock::{Clock, duration_ms};
use leads::DailyJobs;
use storage::mail::Mailer;
use storage::outbox::{DeliveryState, retry};

use crate::requests::harness::{NOW, Site, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use engines::every_engine;

const SIX_DAYS: Duration = Duration::from_secs(6 * 24 * 3600);

/// How many tries have ended.
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
            mailbox.reopen().await;
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
    mailbox.always(Some(Fault::Slow));
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
        let mut set = site.settings();
        set.mail = mail_settings(Some(mailbox.url()));
        let mailer = Mailer::new(&set.mail, set.mail_dir()).expect("a mailer");
        let (db, clock) = (site.db.clone(), site.clock.clone());
        let jobs = DailyJobs::new(db, clock, mailer, &set.mail, set.mail_dir(), set.care);
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
        mailbox.always(Some(Fault::Slow));
        let worker = site.send_to(&mailbox);
        let references = site.store_leads(1).await;
        until("it is under way", async || {
            site.number("SELECT COUNT(*) FROM delivery WHERE attempts = 1").await == 1
        })
        .await;
        assert_eq!(retry(&site.db, None, site.clock.now_ms()).await.expect("done"), 1, "{name}");
        site.notify.notify();
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
        let worker = site.send_to(&mailbox);
        until("it is under way", async || site.mail_row(&id).await.attempts == 71).await;
        retry(&site.db, None, site.clock.now_ms()).await.expect("done");
        mailbox.always(None);
        until("it is sent", async || site.mail_row(&id).await.state == DeliveryState::Sent).await;
        worker.stop().await;
    }
}
