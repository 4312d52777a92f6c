//! Each recipient gets each mail on its own: a mailbox that is dead, full or slow keeps it from nobody else.

use std::sync::Arc;
use std::time::Duration;

use amwaj::doctor::{Verdict, examine};
use base::clock::Clock;
use leads::{DailyJobs, LeadMail};
use storage::mail::{MailSettings, Mailer};
use storage::outbox::{DeliveryState, OutboxSettings, Worker, retry};

use crate::requests::duties::readable;
use crate::requests::harness::{NOW, Site, mail_settings, until};
use crate::requests::mailbox::Mailbox;
use crate::requests::staff::command;
use engines::every_engine;

const OFFICE: &str = "office@amwaj.example";
const GONE: &str = "gone@amwaj.example";
const BOSS: &str = "boss@amwaj.example";
const NO_SUCH_USER: &str = "550 5.1.1 no such user, Visitor 1";
const BUSY: &str = "450 4.2.1 mailbox busy";

fn settings(mailbox: &Mailbox, to: &[&str]) -> MailSettings {
    let to = to.iter().map(|address| address.parse().expect("an address")).collect();
    MailSettings { to, ..mail_settings(Some(mailbox.url())) }
}

fn send_to(site: &Site, mailbox: &Mailbox, to: &[&str]) -> Worker {
    let settings = settings(mailbox, to);
    let letters = LeadMail::new(site.db.clone(), site.clock.clone(), &settings);
    site.worker(&settings, Arc::new(letters))
}

/// Number of mails about that reference that each of the three has.
fn copies(mailbox: &Mailbox, reference: &str) -> [usize; 3] {
    [OFFICE, GONE, BOSS].map(|to| mailbox.count_for(to, &format!("({reference})")))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_mailbox_keeps_no_mail_from_the_others_also_over_retries_and_a_restart() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(GONE, Some(NO_SUCH_USER));
        mailbox.answer(BOSS, Some(BUSY));
        let worker = send_to(&site, &mailbox, &[OFFICE, GONE, BOSS, OFFICE]);
        let references = site.store_leads(8).await;
        let id = site.text("SELECT id FROM lead ORDER BY id").await.expect("a lead");
        until("each is retried", async || {
            site.number("SELECT COUNT(*) FROM delivery WHERE attempts < 3").await == 0
        })
        .await;
        for reference in &references {
            assert_eq!(copies(&mailbox, reference), [1, 0, 0], "{name}: at once, and once");
        }
        let row = site.mail_row(&id).await;
        assert_eq!(row.state, DeliveryState::Pending, "{name}: the boss still lacks it");
        worker.stop().await;
        mailbox.answer(BOSS, None);
        mailbox.answer(GONE, None);
        let worker = send_to(&site, &mailbox, &[OFFICE, GONE, BOSS]);
        site.until_nothing_is_pending().await;
        worker.stop().await;
        for reference in &references {
            assert_eq!(copies(&mailbox, reference), [1, 0, 1], "{name}: a refusal is final");
        }
        let to = format!("To: {OFFICE}, {GONE}, {BOSS}");
        assert_eq!(mailbox.count_for(BOSS, &to), 8, "{name}: each sees who else has it");
        let shown = command(&site, &["show", &references[0]]).await;
        assert!(
            shown.contains(&format!("{GONE}: refused, the mail server answered 550: 5.1.1 no such")),
            "{name}: {shown}"
        );
        assert!(
            shown.contains(&format!("{BOSS}: the mail server answered 450: 4.2.1 mailbox busy")),
            "{name}: {shown}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_anything_but_the_recipient_is_the_servers_and_each_recipient_has_the_mail_in_the_end() {
    let answers = [
        ("", "554 5.7.1 too many connections"),
        ("", "421 4.7.0 try later"),
        ("EHLO", "550 access denied"),
        ("EHLO", "504 5.5.2 need a full host name"),
        ("MAIL", "550 5.1.0 sender not allowed"),
        ("MAIL", "451 4.3.0 greylisted"),
        ("RCPT", "550 5.4.5 daily limit exceeded"),
        ("RCPT", "552 5.2.2 mailbox full"),
        ("DATA", "554 5.5.1 no"),
        (".", "554 5.7.1 refused"),
        (".", "552 5.3.4 too big"),
    ];
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        for (verb, reply) in answers {
            mailbox.refuse_next(verb, reply);
            // Its connections are new.
            let worker = send_to(&site, &mailbox, &[OFFICE, BOSS]);
            let reference = site.store_leads(1).await.remove(0);
            site.until_nothing_is_pending().await;
            assert_eq!(copies(&mailbox, &reference), [1, 0, 1], "{name}: {verb} {reply}");
            worker.stop().await;
        }
        assert_eq!(site.number("SELECT COUNT(*) FROM mail_recipient WHERE state = 'refused'").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refused_a_mail_that_others_have_can_have_it_later() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(GONE, Some(NO_SUCH_USER));
        let worker = send_to(&site, &mailbox, &[OFFICE, GONE]);
        let reference = site.store_leads(1).await.remove(0);
        site.until_nothing_is_pending().await;
        let id = site.text("SELECT id FROM lead").await.expect("a lead");
        assert_eq!(site.mail_row(&id).await.state, DeliveryState::Sent, "{name}");
        let unsent = async || command(&site, &["list", "--unsent"]).await.contains(&reference);
        assert!(unsent().await, "{name}: a person can know of it");
        for expected in [[1, 0, 0], [1, 1, 0]] {
            assert_eq!(retry(&site.db, Some(&id), site.clock.now_ms()).await, Ok(1), "{name}");
            site.notify.notify();
            site.until_nothing_is_pending().await;
            assert_eq!(copies(&mailbox, &reference), expected, "{name}");
            mailbox.answer(GONE, None);
        }
        assert_eq!(retry(&site.db, Some(&id), site.clock.now_ms()).await, Ok(0), "{name}: all have it");
        assert!(!unsent().await, "{name}");
        worker.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_is_named_by_the_doctor_and_the_daily_mail_which_reaches_the_others() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(GONE, Some(NO_SUCH_USER));
        let mail = settings(&mailbox, &[GONE, OFFICE]);
        let set = site.settings_with(mail.clone());
        let line = async |about: &str| {
            let lines = examine(&set, &site.clock).await;
            lines.into_iter().find(|line| line.about == about)
        };
        let named = async || line("mailboxes").await;
        assert_eq!(named().await.map(|line| line.text), None, "{name}");
        let asked = line("recipients").await.expect("a line");
        assert_eq!(asked.verdict, Verdict::Warn, "{name}: before the first request");
        assert!(asked.text.contains(GONE) && !asked.text.contains(OFFICE), "{name}: {asked}");
        assert!(mailbox.mails().is_empty(), "{name}: asking sends nothing");
        let worker = send_to(&site, &mailbox, &[GONE, OFFICE]);
        site.store_leads(2).await;
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let line = named().await.expect("a line");
        assert_eq!(line.verdict, Verdict::Warn);
        assert!(line.text.contains(GONE) && line.text.contains("2 mails"), "{name}: {line}");
        assert!(!line.text.contains(OFFICE), "{name}: {line}");
        let mailer = Mailer::new(&mail, set.mail_dir()).expect("a mailer");
        let (db, clock) = (site.db.clone(), site.clock.clone());
        let jobs = DailyJobs::new(db, clock, mailer, &mail, set.mail_dir(), set.care());
        jobs.poll_once().await;
        jobs.poll_once().await;
        let mails = mailbox.mails();
        assert_eq!(mails.len(), 3, "{name}: the daily mail counts as sent");
        let daily = readable(&mails[2]);
        assert!(daily.contains(&format!("The mailbox {GONE} refused mails")), "{name}: {daily}");
        site.clock.advance(Duration::from_secs(8 * 24 * 3600));
        assert_eq!(named().await.map(|line| line.text), None, "{name}: a week later");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_everybody_refuses_is_tried_until_a_mailbox_is_mended() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    mailbox.answer(OFFICE, Some(NO_SUCH_USER));
    mailbox.answer(GONE, Some(NO_SUCH_USER));
    let worker = send_to(&site, &mailbox, &[OFFICE, GONE]);
    let references = site.store_leads(1).await;
    let tried = "SELECT COUNT(*) FROM mail_recipient WHERE state = 'refused' AND attempts >= 3";
    until("both are asked again", async || site.number(tried).await == 2).await;
    assert_eq!(site.outbox().await.pending, 1);
    mailbox.answer(OFFICE, None);
    site.until_nothing_is_pending().await;
    worker.stop().await;
    assert_eq!(copies(&mailbox, &references[0]), [1, 0, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_somebody_has_is_not_given_up_because_a_full_mailbox_never_took_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(BOSS, Some("452 4.2.2 mailbox full"));
        let worker = send_to(&site, &mailbox, &[OFFICE, BOSS]);
        let references = site.store_leads(1).await;
        until("the office has it", async || copies(&mailbox, &references[0]) == [1, 0, 0]).await;
        let over = site.clock.now_ms() - 1;
        site.execute(&format!("UPDATE delivery SET attempts = 70, give_up_at = {over}")).await;
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let outbox = site.outbox().await;
        assert_eq!((outbox.sent, outbox.failed), (1, 0), "{name}");
        let shown = command(&site, &["show", &references[0]]).await;
        assert!(shown.contains("mail given up: try 7") && shown.contains("4.2.2 mailbox full"), "{shown}");
        assert_eq!(copies(&mailbox, &references[0]), [1, 0, 0], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recipients_of_the_settings_may_change_between_two_tries() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    mailbox.answer(BOSS, Some(BUSY));
    let worker = send_to(&site, &mailbox, &[OFFICE, BOSS]);
    let references = site.store_leads(1).await;
    until("the office has it", async || copies(&mailbox, &references[0]) == [1, 0, 0]).await;
    worker.stop().await;
    let worker = send_to(&site, &mailbox, &[OFFICE, GONE]);
    site.until_nothing_is_pending().await;
    worker.stop().await;
    assert_eq!(copies(&mailbox, &references[0]), [1, 1, 0], "the new one, and not the one who left");
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_lead_clears_what_the_mail_server_answered_about_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(GONE, Some(NO_SUCH_USER));
        let worker = send_to(&site, &mailbox, &[OFFICE, GONE]);
        site.store_leads(2).await;
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let told = "SELECT COUNT(*) FROM mail_recipient WHERE answer LIKE '%Visitor 1%'";
        assert_eq!(site.number(told).await, 2, "{name}");
        command(&site, &["erase", "--phone", "050 123 4567", "--yes"]).await;
        assert_eq!(site.number("SELECT COUNT(*) FROM mail_recipient WHERE answer IS NOT NULL").await, 0);
        assert_eq!(site.number("SELECT COUNT(*) FROM mail_recipient").await, 4, "{name}: who has it stays");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_with_a_dead_mailbox_and_a_full_one_delays_and_doubles_nothing_for_the_third() {
    const LEADS: usize = 96;
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        mailbox.answer(GONE, Some(NO_SUCH_USER));
        mailbox.answer(BOSS, Some(BUSY));
        let settings = settings(&mailbox, &[OFFICE, GONE, BOSS]);
        let letters = Arc::new(LeadMail::new(site.db.clone(), site.clock.clone(), &settings));
        // As it is set unless somebody sets it otherwise: a minute, up to an hour.
        let (first_retry, max_retry) = (Duration::from_secs(60), Duration::from_secs(3600));
        let worker = site.worker_with(&settings, letters, OutboxSettings { first_retry, max_retry });
        let mut references = Vec::new();
        for quarter in 0..LEADS as i64 {
            site.clock.set(NOW + quarter * 15 * 60_000);
            let reference = site.store_leads(1).await.remove(0);
            site.notify.notify();
            // The clock stands still: by it, this takes no time at all.
            until("the office has it", async || copies(&mailbox, &reference)[0] == 1).await;
            references.push(reference);
        }
        let retried = site.number("SELECT COUNT(*) FROM delivery WHERE attempts > 2").await;
        assert!(retried > LEADS as i64 / 2, "{name}: {retried} were tried again for the full mailbox");
        mailbox.answer(BOSS, None);
        // One that was under way when the mailbox was mended is due an hour later.
        let mut hours = 48;
        until("the boss has them", async || {
            hours += 1;
            site.clock.set(NOW + hours * 3_600_000);
            site.notify.notify();
            site.outbox().await.pending == 0
        })
        .await;
        worker.stop().await;
        for reference in &references {
            assert_eq!(copies(&mailbox, reference), [1, 0, 1], "{name}: once for each who can have it");
        }
    }
}
