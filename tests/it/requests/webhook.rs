//! The webhook: a program of the company's is told of each lead, and can tell that it was this site.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use amwaj::doctor::{Verdict, examine};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base::clock::Clock;
use base::random::Random;
use hmac::{Hmac, KeyInit, Mac};
use leads::{LeadMail, LeadQueue, WebhookDelivery};
use sea_orm::EntityTrait;
use sha2::Sha256;
use storage::mail::Mailer;
use storage::outbox::OutboxSettings;
use storage::outbox::row::{Entity, Model};
use storage::outbox::{
    Channel, ChannelsInUse, DeliveryState, MailDelivery, Worker, WorkerOptions, channel_summary,
};
use storage::webhook::Webhook;
use storage::webhook::WebhookSettings;

use crate::requests::harness::{NOW, Site, lead, mail_settings, until};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::command;
use engines::every_engine;

const SECRET: &str = "a secret of the company";

#[derive(Clone, Default)]
struct Program {
    posts: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    answers: Arc<Mutex<VecDeque<Response>>>,
}

impl Program {
    /// Opens it on a port of its own and returns its address.
    async fn open(&self) -> String {
        let program = self.clone();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let app = axum::Router::new().route(
            "/hook",
            axum::routing::post(async move |headers: HeaderMap, body: String| {
                program.posts.lock().expect("unpoisoned").push((headers, body));
                let answer = program.answers.lock().expect("unpoisoned").pop_front();
                answer.unwrap_or_else(|| (StatusCode::OK, "  noted\nand more").into_response())
            }),
        );
        tokio::spawn(async move { axum::serve(listener, app).await });
        format!("http://{address}/hook")
    }

    fn posts(&self) -> Vec<(HeaderMap, String)> {
        self.posts.lock().expect("unpoisoned").clone()
    }

    fn will_answer(&self, answers: impl IntoIterator<Item = Response>) {
        self.answers.lock().expect("unpoisoned").extend(answers);
    }
}

fn settings(url: &str) -> WebhookSettings {
    WebhookSettings { url: url.parse().expect("an address"), secret: SECRET.into() }
}

/// A site whose leads owe a mail and a webhook.
async fn site_with_webhook(engine: engines::Engine, clock: Clock) -> Site {
    let mut site = Site::open_on(engine, clock).await;
    let (db, clock, notify) = (site.db.clone(), site.clock.clone(), site.notify.clone());
    site.queue = LeadQueue::open_with(db, clock, Random::system(), notify, ChannelsInUse::new(true), None)
        .expect("a queue");
    site
}

fn deliver(site: &Site, mailbox: &Mailbox, url: Option<&str>) -> Worker {
    let mail = mail_settings(Some(mailbox.url()));
    let letters = LeadMail::new(site.db.clone(), site.clock.clone(), &mail);
    let mailer = Mailer::new(&mail, "unused".into()).expect("a mailer");
    let webhook = url.map(|url| Webhook::new(&settings(url)).expect("a webhook"));
    Worker::spawn(WorkerOptions {
        db: site.db.clone(),
        channels: vec![
            Arc::new(MailDelivery::new(site.db.clone(), mailer, Arc::new(letters))),
            Arc::new(WebhookDelivery::new(site.db.clone(), site.clock.clone(), webhook)),
        ],
        clock: site.clock.clone(),
        notify: site.notify.clone(),
        backoff: OutboxSettings {
            first_retry: Duration::from_millis(20),
            max_retry: Duration::from_secs(3600),
        },
        only_worker: true,
    })
}

async fn hook_row(site: &Site, lead: &str) -> Model {
    let row = Entity::find_by_id((lead.to_owned(), Channel::Webhook)).one(site.db.reader()).await;
    row.expect("a query").expect("a row")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_lead_is_posted_signed_and_as_it_is_exported() {
    for engine in every_engine().await {
        let site = site_with_webhook(engine, Clock::manual(NOW)).await;
        let (program, mailbox) = (Program::default(), Mailbox::open().await);
        let url = program.open().await;
        let reference = site.queue.store(lead(1), None).await.reference().expect("stored").to_string();
        let worker = deliver(&site, &mailbox, Some(&url));
        site.until_nothing_is_pending().await;
        worker.stop().await;

        let posts = program.posts();
        let [(headers, body)] = posts.as_slice() else { panic!("one post") };
        let header = |name: &str| headers[name].to_str().expect("text").to_owned();
        assert_eq!(
            (header("content-type"), header("idempotency-key")),
            ("application/json".into(), reference)
        );
        let timestamp = header("x-amwaj-timestamp");
        assert_eq!(timestamp, (NOW / 1000).to_string());
        let signature = header("x-amwaj-signature");
        let hex = signature.strip_prefix("sha256=").expect("the scheme");
        let bytes: Vec<u8> =
            (0..32).map(|at| u8::from_str_radix(&hex[2 * at..][..2], 16).expect("hex")).collect();
        let mut check = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key");
        check.update(format!("{timestamp}.{body}").as_bytes());
        check.verify_slice(&bytes).expect("the company's signature");

        let posted: serde_json::Value = serde_json::from_str(body).expect("JSON");
        let exported = command(&site, &["export", "--format", "json"]).await;
        let exported: serde_json::Value = serde_json::from_str(&exported).expect("JSON");
        assert_eq!(posted["event"], "lead.received");
        for name in
            ["reference", "id", "received_at", "name", "phone", "phone_e164", "message", "stage", "due_at"]
        {
            assert_eq!(posted[name], exported[0][name], "{name}");
        }
        assert_eq!(exported[0]["webhook_answer"], "200 noted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_is_down_holds_up_no_other() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = site_with_webhook(engine, Clock::system()).await;
        let (program, mailbox) = (Program::default(), Mailbox::open().await);
        let url = program.open().await;
        let busy =
            || (StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "3600")], "Visitor 1").into_response();
        program.will_answer((0..12).map(|_| busy()));
        let references = site.store_leads(12).await;
        let worker = deliver(&site, &mailbox, Some(&url));
        let sent = async |channel| channel_summary(site.db.reader(), channel).await.expect("a summary").sent;
        until("the mails are sent", async || sent(Channel::Mail).await == 12).await;
        until("the program was asked", async || program.posts().len() == 12).await;
        assert_eq!(sent(Channel::Webhook).await, 0, "{name}");
        let id = site.text("SELECT id FROM lead ORDER BY id").await.expect("a lead");
        until("it is written down", async || hook_row(&site, &id).await.last_error.is_some()).await;
        let row = hook_row(&site, &id).await;
        assert_eq!(row.last_error.as_deref(), Some("the webhook answered 503: Visitor 1"), "{name}");
        assert!(row.next_at > site.clock.now_ms() + 3_000_000, "{name}: it asked for an hour");
        mailbox.always(Some(Fault::RecipientLater));
        site.store_leads(1).await;
        until("the webhook goes on", async || sent(Channel::Webhook).await == 1).await;
        worker.stop().await;
        let unsent = command(&site, &["list", "--unsent"]).await;
        assert!(
            unsent.ends_with("13 leads\n") && unsent.contains("webhook: the webhook answered 503"),
            "{unsent}"
        );
        let told = command(&site, &["retry", &references[0]]).await;
        assert!(told.starts_with("1 delivery is due now"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_will_never_take_it_is_not_asked_again_and_no_redirect_is_followed() {
    let site = site_with_webhook(engines::sqlite(), Clock::system()).await;
    let (program, mailbox) = (Program::default(), Mailbox::open().await);
    let url = program.open().await;
    let moved = (StatusCode::TEMPORARY_REDIRECT, [("location", "/hook")], "").into_response();
    let endless = axum::body::Body::from("x".repeat(100_000));
    let gone = (StatusCode::GONE, endless).into_response();
    program.will_answer([moved, gone]);
    site.store_leads(1).await;
    let worker = deliver(&site, &mailbox, Some(&url));
    site.until_nothing_is_pending().await;
    worker.stop().await;
    let id = site.text("SELECT id FROM lead").await.expect("a lead");
    let row = hook_row(&site, &id).await;
    assert_eq!((row.state, row.attempts, program.posts().len()), (DeliveryState::Failed, 2, 2));
    let error = row.last_error.expect("an error");
    assert_eq!(error, format!("the webhook answered 410: {}", "x".repeat(500)));
    let reference = site.text("SELECT reference FROM lead").await.expect("a lead");
    let shown = command(&site, &["show", &reference]).await;
    let timeline: Vec<&str> = shown.split("in Dubai's time\n").nth(1).expect("a timeline").lines().collect();
    let has = |what: &str| timeline.iter().any(|line| line.contains(what));
    assert!(has("webhook not delivered: try 1: the webhook answered 307, and redirects"), "{shown}");
    assert!(has("webhook given up: try 2: the webhook answered 410") && has("mail delivered: try 1: 250"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_being_updated_may_answer_404_for_an_hour_and_loses_no_lead() {
    let clock = Clock::manual(NOW);
    let site = site_with_webhook(engines::sqlite(), clock.clone()).await;
    let (program, mailbox) = (Program::default(), Mailbox::open().await);
    let url = program.open().await;
    let refuses = [StatusCode::NOT_FOUND, StatusCode::FORBIDDEN, StatusCode::UNAUTHORIZED];
    program.will_answer(refuses.map(IntoResponse::into_response));
    site.store_leads(1).await;
    let worker = deliver(&site, &mailbox, Some(&url));
    let id = site.text("SELECT id FROM lead").await.expect("a lead");
    for posts in 1..=4 {
        let recorded = async || {
            let row = hook_row(&site, &id).await;
            program.posts().len() == posts && row.claimed_until.is_none()
        };
        // Before, the next attempt would be counted from the time to which the clock is put forward.
        until("it is posted, and what came of it is recorded", recorded).await;
        clock.advance(Duration::from_secs(10 * 60));
        site.notify.notify();
    }
    site.until_nothing_is_pending().await;
    assert_eq!(hook_row(&site, &id).await.state, DeliveryState::Sent);
    program.will_answer((0..300).map(|_| StatusCode::NOT_FOUND.into_response()));
    site.store_leads(1).await;
    let last = "SELECT id FROM lead ORDER BY id DESC";
    let id = site.text(last).await.expect("a lead");
    until("an hour is over", async || {
        clock.advance(Duration::from_secs(20 * 60));
        site.notify.notify();
        hook_row(&site, &id).await.state == DeliveryState::Failed
    })
    .await;
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_owed_to_a_webhook_that_is_set_no_more_is_seen() {
    let site = site_with_webhook(engines::sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    site.store_leads(1).await;
    let worker = deliver(&site, &mailbox, None);
    let id = site.text("SELECT id FROM lead").await.expect("a lead");
    until("it is said", async || hook_row(&site, &id).await.last_error.is_some()).await;
    worker.stop().await;
    let unsent = command(&site, &["list", "--unsent"]).await;
    assert!(unsent.contains("webhook: no webhook is set any more"), "{unsent}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_whether_the_webhooks_host_answers() {
    let site = Site::open().await;
    let url = Program::default().open().await;
    let mut set = site.settings();
    set.webhook_secret = Some(SECRET.into());
    let line = async |settings: &_| {
        let lines = examine(settings, &site.clock).await;
        lines.into_iter().find(|line| line.about == "webhook").expect("a line")
    };
    set.webhook_url = Some(url.parse().expect("an address"));
    assert_eq!(line(&set).await.verdict, Verdict::Ok);
    set.webhook_url = Some("http://127.0.0.1:1/hook?token=hunter2".parse().expect("an address"));
    let down = line(&set).await;
    assert_eq!(down.verdict, Verdict::Fail);
    assert!(down.text.contains("cannot be reached") && !down.text.contains("hunter2"), "{down}");
}
