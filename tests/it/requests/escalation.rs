//! A promise that runs out is mailed at that minute, and once more at twice the time.

use std::time::Duration;

use base::clock::{Clock, duration_ms};
use storage::db::Db;

use crate::requests::duties::readable;
use crate::requests::harness::{NOW, Site};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::{command, store};
use engines::every_engine;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test(flavor = "multi_thread")]
async fn an_emergency_that_nobody_answers_is_mailed_after_an_hour_and_after_two_once_between_all_servers() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let other = Db::open(&site.engine.database).await.expect("a second server");
        let nodes = [site.jobs(site.db.clone(), &mailbox), site.jobs(other, &mailbox)];
        let at = async |after: Duration| {
            site.clock.set(NOW + duration_ms(after));
            tokio::join!(nodes[0].poll_once(), nodes[1].poll_once());
            tokio::join!(nodes[0].poll_once(), nodes[1].poll_once());
            mailbox.mails().len()
        };
        let urgent = store(&site, "Aisha Khan", "050 123 4567", "No power").await;
        let calm = store(&site, "Omar", "050 765 4321", "The tap drips").await;
        assert_eq!(at(HOUR - Duration::from_millis(1)).await, 0, "{name}: there is time left");
        assert_eq!(at(HOUR).await, 1, "{name}: at that minute");
        let mail = readable(&mailbox.mails()[0]);
        assert!(mail.contains("Subject: [URGENT] 1 request was not answered in time"), "{name}: {mail}");
        assert!(mail.contains(&urgent) && mail.contains("Aisha Khan, +971501234567"), "{name}: {mail}");
        assert!(mail.contains("the promised time is over") && !mail.contains(&calm), "{name}: {mail}");
        assert_eq!(at(2 * HOUR - MINUTE).await, 1, "{name}: not again so soon");
        assert_eq!(at(2 * HOUR).await, 2, "{name}: at twice the time");
        assert!(readable(&mailbox.mails()[1]).contains("twice the promised time is over"), "{name}");
        assert_eq!(at(23 * HOUR).await, 2, "{name}: then it is enough");
        assert_eq!(at(24 * HOUR).await, 3, "{name}: the other promise is a day");
        let mail = readable(&mailbox.mails()[2]);
        assert!(mail.contains("Subject: 1 request was not answered in time"), "{name}: not urgent: {mail}");
        command(&site, &["contacted", &calm]).await;
        assert_eq!(at(72 * HOUR).await, 3, "{name}: somebody has answered");
        let shown = command(&site, &["show", &urgent]).await;
        assert!(shown.contains("escalated: the promised time is over"), "{name}: {shown}");
        assert!(shown.contains("escalated: twice the promised time is over"), "{name}: {shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_leads_of_people_who_wait_are_escalated_also_one_in_quarantine() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let jobs = site.jobs(site.db.clone(), &mailbox);
        let mut references = Vec::new();
        for visitor in ["Canary", "Dismissed", "Answered", "Erased", "Held", "Waits"] {
            references.push(store(&site, visitor, "050 123 4567", "No power").await);
        }
        for (visitor, change) in [
            ("Canary", "canary = true"),
            ("Dismissed", "held = 'links', dismissed_at = 1"),
            ("Answered", "stage = 'booked'"),
            ("Erased", "erased_at = 1"),
            ("Held", "held = 'links'"),
        ] {
            site.execute(&format!("UPDATE lead SET {change} WHERE name = '{visitor}'")).await;
        }
        jobs.poll_once().await;
        site.clock.advance(HOUR);
        jobs.poll_once().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        let mail = readable(&mails[0]);
        let named: Vec<bool> = references.iter().map(|reference| mail.contains(reference)).collect();
        assert_eq!(named, [false, false, false, false, true, true], "{name}: {mail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_outage_a_whole_backlog_is_one_mail_also_when_the_mail_server_is_away() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let jobs = site.jobs(site.db.clone(), &mailbox);
        jobs.poll_once().await;
        site.store_leads(120).await;
        site.clock.advance(50 * HOUR);
        mailbox.misbehave([Fault::MailLater]);
        jobs.poll_once().await;
        jobs.poll_once().await;
        assert_eq!(mailbox.mails().len(), 0, "{name}: not again at once");
        site.clock.advance(2 * MINUTE);
        jobs.poll_once().await;
        site.clock.advance(50 * HOUR);
        jobs.poll_once().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        let mail = readable(&mails[0]);
        assert!(mail.contains("120 requests were not answered") && mail.contains("and 20 more"), "{mail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_ordinary_requests_is_a_mail_in_ten_minutes_and_an_emergency_waits_for_nobody() {
    let site = Site::open().await;
    let mailbox = Mailbox::open().await;
    let jobs = site.jobs(site.db.clone(), &mailbox);
    jobs.poll_once().await;
    for _ in 0..30 {
        store(&site, "Spam", "050 123 4567", "The tap drips").await;
        site.clock.advance(MINUTE);
    }
    site.clock.advance(24 * HOUR - 31 * MINUTE);
    for _ in 0..31 {
        site.clock.advance(MINUTE);
        jobs.poll_once().await;
    }
    assert_eq!(mailbox.mails().len(), 4, "at 0, 10, 20 and 30 minutes");
    let urgent = store(&site, "Aisha", "050 765 4321", "No power").await;
    site.clock.advance(HOUR - MINUTE);
    store(&site, "Omar", "050 765 4321", "The tap drips").await;
    jobs.poll_once().await;
    site.execute("UPDATE lead SET due_at = received_at, escalations = 0 WHERE name = 'Omar'").await;
    jobs.poll_once().await;
    assert_eq!(mailbox.mails().len(), 5);
    site.clock.advance(MINUTE);
    jobs.poll_once().await;
    assert!(readable(mailbox.mails().last().expect("a mail")).contains(&urgent));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_overdue_for_days_before_leads_were_escalated_is_left_to_the_daily_mail() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let jobs = site.jobs(site.db.clone(), &mailbox);
        let old = store(&site, "Old", "050 123 4567", "No power").await;
        site.clock.advance(3 * HOUR);
        let young = store(&site, "Young", "050 123 4567", "No power").await;
        site.clock.advance(23 * HOUR);
        jobs.poll_once().await;
        site.clock.advance(100 * HOUR);
        jobs.poll_once().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 1, "{name}");
        let mail = readable(&mails[0]);
        assert!(mail.contains(&young) && !mail.contains(&old), "{name}: {mail}");
    }
}
