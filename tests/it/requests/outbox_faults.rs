//! An unkind mail server: each lead is mailed at least once in the end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use base::clock::Clock;
use leads::LeadMail;
use storage::outbox::{OutboxSettings, retry};

use crate::requests::harness::{NOW, Site, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use engines::every_engine;

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_mail_server_does_each_lead_is_mailed_in_the_end() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mut mailbox = Mailbox::open().await;
        let faults: Vec<Fault> = Fault::ALL.into_iter().cycle().take(28).collect();
        let unheard = faults.iter().filter(|fault| fault.keeps_in_silence()).count();
        mailbox.misbehave(faults.iter().copied());
        mailbox.shut().await;
        let worker = site.send_within(&mailbox, Duration::from_secs(5));
        let references = site.store_leads(40).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(site.outbox().await.pending, 40, "{name}: refused, so nothing is sent");
        mailbox.reopen();
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let counts: Vec<usize> = references.iter().map(|one| mailbox.count(one)).collect();
        let twice: usize = counts.iter().map(|count| count.saturating_sub(1)).sum();
        println!("{name}: 40 leads, 28 faults: lost 0, extra copies {twice} of {unheard} unheard answers");
        assert!(counts.iter().all(|count| *count >= 1), "{name}: lost: {counts:?}");
        // A copy too many comes only from a mail that was taken without a word.
        assert_eq!(twice, unheard, "{name}");
        assert_eq!(site.outbox().await.sent, 40);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_copy_can_be_recognised_by_its_message_id() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    mailbox.misbehave([Fault::HangUp]);
    let worker = site.send_to(&mailbox);
    site.store_leads(1).await;
    site.until_nothing_is_pending().await;
    worker.stop().await;
    let mails = mailbox.mails();
    let id = |mail: &String| {
        let line = mail.lines().find(|line| line.starts_with("Message-ID:"));
        line.expect("a Message-ID").to_owned()
    };
    assert_eq!(mails.len(), 2);
    assert_eq!(id(&mails[0]), id(&mails[1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_away_for_four_days_costs_no_mail() {
    for engine in every_engine().await {
        let clock = Clock::manual(NOW);
        let site = Site::open_on(engine, clock.clone()).await;
        let mut mailbox = Mailbox::open().await;
        mailbox.shut().await;
        let worker = site.send_to(&mailbox);
        let mut references = Vec::new();
        for three_hours in 0..4 * 8 {
            if three_hours % 2 == 0 {
                references.extend(site.store_leads(1).await);
            }
            clock.advance(Duration::from_secs(3 * 3600));
            site.notify.notify();
            let now = clock.now_ms();
            let tried = format!("SELECT COUNT(*) FROM delivery WHERE next_at <= {now}");
            until("each one is tried", async || site.number(&tried).await == 0).await;
        }
        // A try that fails after the clock went on would wait beyond the end of this test.
        let counted = |kind: &str| format!("(SELECT COUNT(*) FROM lead_event WHERE kind = 'mail {kind}')");
        let under_way = format!("SELECT {} - {}", counted("begun"), counted("not delivered"));
        until("each try has ended", async || site.number(&under_way).await == 0).await;
        let stood = site.outbox().await;
        assert_eq!((stood.pending, stood.failed, stood.sent), (16, 0, 0), "{}", site.engine.name);
        mailbox.reopen();
        clock.advance(Duration::from_secs(3600));
        site.notify.notify();
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let counts: Vec<usize> = references.iter().map(|one| mailbox.count(one)).collect();
        assert_eq!(counts, [1; 16], "{}", site.engine.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_mail_server_is_away_one_mail_a_second_is_tried_and_the_others_go_when_it_is_back() {
    const LEADS: usize = 31;
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let mut mailbox = Mailbox::open().await;
        mailbox.shut().await;
        let settings = mail_settings(Some(mailbox.url()));
        let letters = Arc::new(LeadMail::new(site.db.clone(), site.clock.clone(), &settings));
        let hour = Duration::from_secs(3600);
        let backoff = OutboxSettings { first_retry: hour, max_retry: hour };
        let started = Instant::now();
        let worker = site.worker_with(&settings, letters, backoff);
        let mut references = site.store_leads(1).await;
        let failed = "SELECT COUNT(*) FROM lead_event WHERE kind = 'mail not delivered'";
        until("the first one fails", async || site.number(failed).await == 1).await;
        references.extend(site.store_leads(LEADS - 1).await);
        until("others are tried", async || site.number(failed).await > 1).await;
        let tried = site.number("SELECT COUNT(*) FROM delivery WHERE attempts > 0").await;
        let seconds = started.elapsed().as_secs();
        assert!(tried.unsigned_abs() <= 1 + seconds, "{name}: {tried} in {seconds} s");
        mailbox.reopen();
        let untried = "SELECT COUNT(*) FROM delivery WHERE state = 'pending' AND attempts = 0";
        until("those that were not tried are sent", async || site.number(untried).await == 0).await;
        retry(&site.db, None, site.clock.now_ms()).await.expect("done");
        site.notify.notify();
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let counts: Vec<usize> = references.iter().map(|one| mailbox.count(one)).collect();
        assert_eq!(counts, [1; LEADS], "{name}");
    }
}
