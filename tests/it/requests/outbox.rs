//! The outbox, on every engine: every mail goes, in the end and in order, and what cannot go is seen.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::clock::Clock;
use leads::LeadMail;
use storage::db::Db;
use storage::mail::{MailMessage, Mailer};
use storage::outbox::{ComposeMail, DeliveryState, MailDelivery, NotComposed, Worker, WorkerOptions, retry};

use crate::measured::expect_within;
use crate::requests::harness::{NOW, Site, lead, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use engines::every_engine;

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_is_mailed_at_once_and_the_servers_answer_is_kept_timed() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        let worker = site.send_to(&mailbox);
        tokio::time::sleep(Duration::from_millis(200)).await;
        let started = Instant::now();
        let outcome = site.queue.store(lead(1), None).await;
        let reference = outcome.reference().expect("stored");
        until("the mail is there", async || mailbox.mails().len() == 1).await;
        let what = "a mail that a new row wakes the worker for";
        expect_within(what, &mut [started.elapsed()], Duration::from_secs(1));
        site.until_nothing_is_pending().await;
        assert_eq!(mailbox.count(reference.as_str()), 1);
        let answer = site.text("SELECT answer FROM delivery").await.expect("an answer");
        assert!(answer.contains("queued as 4711"), "{answer}");
        worker.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workers_on_one_database_send_each_mail_once() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::system()).await;
        let references = site.store_leads(60).await;
        let mailbox = Mailbox::open().await;
        let settings = mail_settings(Some(mailbox.url()));
        let spawn = |db: Db| {
            let letters = LeadMail::new(db.clone(), site.clock.clone(), &settings);
            let mailer = Mailer::new(&settings, "unused".into()).expect("a mailer");
            Worker::spawn(WorkerOptions {
                channels: vec![Arc::new(MailDelivery::new(db.clone(), mailer, Arc::new(letters)))],
                clock: site.clock.clone(),
                notify: site.notify.clone(),
                backoff: site.settings().outbox(),
                only_worker: false,
                db,
            })
        };
        let other = Db::open(&site.engine.database).await.expect("a second node");
        let workers = [spawn(site.db.clone()), spawn(other)];
        site.until_nothing_is_pending().await;
        for worker in workers {
            worker.stop().await;
        }
        for reference in &references {
            assert_eq!(mailbox.count(reference), 1, "{name}: {reference}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_finishes_the_mail_under_way_and_writes_it_down() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    mailbox.always(Some(Fault::Held));
    site.store_leads(1).await;
    let worker = site.send_to(&mailbox);
    until("it is under way", async || {
        site.number("SELECT COUNT(*) FROM delivery WHERE attempts = 1").await == 1
    })
    .await;
    assert_eq!(mailbox.mails().len(), 0, "still under way");
    tokio::join!(worker.stop(), async { mailbox.take_held() });
    assert_eq!((mailbox.mails().len(), site.outbox().await.sent), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_left_claimed_by_a_crash_is_sent_when_the_server_starts_again() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let references = site.store_leads(1).await;
    let lease = site.clock.now_ms() + 3_600_000;
    site.execute(&format!("UPDATE delivery SET claimed_until = {lease}, attempts = 1")).await;
    let mailbox = Mailbox::open().await;
    let worker = site.send_to(&mailbox);
    site.until_nothing_is_pending().await;
    worker.stop().await;
    assert_eq!(mailbox.count(&references[0]), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_five_days_a_mail_is_given_up_in_the_open_and_can_be_retried() {
    for engine in every_engine().await {
        let clock = Clock::manual(NOW);
        let site = Site::open_on(engine, clock.clone()).await;
        let mailbox = Mailbox::open().await;
        mailbox.always(Some(Fault::RecipientNever));
        let references = site.store_leads(1).await;
        let id = site.text("SELECT id FROM lead").await.expect("a lead");
        let worker = site.send_to(&mailbox);
        until("it failed once", async || site.mail_row(&id).await.last_error.is_some()).await;
        let row = site.mail_row(&id).await;
        assert_eq!((row.state, row.attempts), (DeliveryState::Pending, 1), "a refusal is tried again");
        assert!(row.last_error.is_some_and(|error| error.contains("no such user")));
        // As if it had been tried each hour; without enough attempts it is not given up when its time is over.
        site.execute("UPDATE delivery SET attempts = 70").await;
        clock.advance(Duration::from_secs(5 * 24 * 3600 - 1));
        site.notify.notify();
        until("it failed again", async || site.mail_row(&id).await.attempts == 71).await;
        until("it is written down", async || site.mail_row(&id).await.next_at < NOW + 432_100_000).await;
        assert_eq!(site.mail_row(&id).await.state, DeliveryState::Pending, "a second before");
        clock.advance(Duration::from_secs(2));
        site.notify.notify();
        until("it is given up", async || site.mail_row(&id).await.state == DeliveryState::Failed).await;
        mailbox.always(None);
        assert_eq!(retry(&site.db, None, clock.now_ms()).await.expect("done"), 1);
        site.notify.notify();
        until("it is sent", async || site.mail_row(&id).await.state == DeliveryState::Sent).await;
        assert_eq!(mailbox.count(&references[0]), 1);
        assert_eq!(retry(&site.db, None, clock.now_ms()).await.expect("done"), 0, "sent stays sent");
        worker.stop().await;
    }
}

/// Composes mails, of which some cannot be composed.
struct Poisoned(LeadMail, String, String);

impl ComposeMail for Poisoned {
    fn compose(
        &self,
        lead_id: String,
    ) -> Pin<Box<dyn Future<Output = Result<MailMessage, NotComposed>> + Send + '_>> {
        assert_ne!(lead_id, self.2, "this letter makes its writer stumble");
        if lead_id == self.1 {
            return Box::pin(async { Err(NotComposed::Permanent("poison".to_owned())) });
        }
        self.0.compose(lead_id)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_cannot_be_made_is_seen_and_does_not_hold_up_the_others() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    site.store_leads(12).await;
    let id = async |at| {
        site.text(&format!("SELECT id FROM lead ORDER BY id LIMIT 1 OFFSET {at}")).await.expect("one")
    };
    let (poison, stumble) = (id(0).await, id(1).await);
    let settings = mail_settings(Some(mailbox.url()));
    let letters = LeadMail::new(site.db.clone(), site.clock.clone(), &settings);
    let letters = Poisoned(letters, poison.clone(), stumble.clone());
    let worker = site.worker(&settings, Arc::new(letters));
    until("the others are sent", async || site.outbox().await.sent == 10).await;
    until("the poison is given up", async || site.mail_row(&poison).await.state == DeliveryState::Failed)
        .await;
    until("the panic is seen", async || site.mail_row(&stumble).await.last_error.is_some()).await;
    assert_eq!(site.mail_row(&poison).await.last_error.as_deref(), Some("poison"));
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_mail_server_each_mail_becomes_a_file_that_is_there_whole() {
    let site = Site::open_on(engines::sqlite(), Clock::system()).await;
    let references = site.store_leads(3).await;
    let mut settings = mail_settings(None);
    settings.to.clear();
    settings.from = None;
    let letters = LeadMail::new(site.db.clone(), site.clock.clone(), &settings);
    let worker = site.worker(&settings, Arc::new(letters));
    site.until_nothing_is_pending().await;
    worker.stop().await;
    let folder = site.engine.folder.path().join("mail");
    for reference in &references {
        let mail = std::fs::read_to_string(folder.join(format!("{reference}.eml"))).expect("a file");
        assert!(mail.contains("From: website@localhost") && mail.contains(reference.as_str()));
    }
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 3, "no drafts are left");
}
