//! The lead side of a running server, on a port of its own.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use amwaj::settings::Settings;
use base::clock::Clock;
use base::random::Random;
use base::site_names::SiteNames;
use bytes::Bytes;
use leads::{
    CareSettings, Context, DailyJobs, FormPages, FormResponse, Guard, LeadMail, LeadObserver, LeadQueue,
    NewLead, Promises, Typed, router,
};
use reqwest::{Client, Response, StatusCode};
use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use storage::db::Db;
use storage::mail::MailSettings;
use storage::mail::Mailer;
use storage::outbox::OutboxSettings;
use storage::outbox::{
    Channel, ComposeMail, MailDelivery, OutboxNotify, OutboxSummary, Worker, WorkerOptions, channel_summary,
};

use crate::requests::mailbox::Mailbox;
use engines::{Engine, sqlite};

/// A moment that tests may call now.
pub const NOW: i64 = 1_794_890_700_000;

/// A moment from which tests may go on for a year: PostgreSQL, whose clock is today's, confirms no later one.
pub const BEFORE_TODAY: i64 = NOW - 400 * 24 * 3_600_000;
/// A mail that a busy machine takes a moment for is no mail without an answer.
const PATIENT: Duration = Duration::from_secs(30);

pub struct Site {
    pub address: SocketAddr,
    pub db: Db,
    pub queue: LeadQueue,
    pub clock: Clock,
    pub notify: OutboxNotify,
    pub client: Client,
    pub engine: Engine,
    /// Number of requests that statistics were told of.
    pub observed: Arc<AtomicU64>,
    pub observer: LeadObserver,
}

/// Answers with the data instead of a page, so that tests read what a page would be drawn from.
pub struct DataPages;

impl FormPages for DataPages {
    fn page(&self, answer: FormResponse) -> Pin<Box<dyn Future<Output = Bytes> + Send + '_>> {
        Box::pin(async move { Bytes::from(serde_json::to_vec(&answer).expect("an answer")) })
    }

    fn bare_page(&self, sentence: &str) -> Bytes {
        Bytes::from(sentence.to_owned())
    }

    fn phone(&self) -> String {
        "+971 4 000 0000".to_owned()
    }

    fn own_texts(&self) -> Vec<String> {
        vec!["I would like the Premium annual contract at AED 4,999 a year.".to_owned()]
    }

    fn promises(&self) -> Promises {
        Promises::default()
    }
}

impl Site {
    /// On a fresh SQLite file, with a clock that stands still.
    pub async fn open() -> Self {
        Self::open_on(sqlite(), Clock::manual(NOW)).await
    }

    pub async fn open_on(engine: Engine, clock: Clock) -> Self {
        let db = Db::open(&engine.database).await.expect("a database");
        let notify = OutboxNotify::default();
        let queue = LeadQueue::open(db.clone(), clock.clone(), Random::system(), notify.clone());
        // The tests play the proxy in front: one that names nobody lets everyone pass.
        let proxies = vec!["127.0.0.1".parse().expect("a range")];
        let guard = Guard::new(proxies, clock.clone());
        let observed = Arc::new(AtomicU64::new(0));
        let told = observed.clone();
        let observer: LeadObserver = Arc::new(move |_, _| {
            told.fetch_add(1, Ordering::Relaxed);
        });
        let names = SiteNames::new(Some(&"https://public.example".parse().expect("an address")), &[]);
        let (pages, front_ends) = (Arc::new(DataPages), ["https://app.example".to_owned()]);
        let app = router(queue.clone(), guard, pages, &names, &front_ends, observer.clone())
            .into_make_service_with_connect_info::<SocketAddr>();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, app).await });
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .expect("a client");
        Site { address, db, queue, clock, notify, client, engine, observed, observer }
    }

    pub fn url(&self) -> String {
        format!("http://{}/sendMail.php", self.address)
    }

    pub async fn post_json(&self, body: &serde_json::Value) -> Response {
        self.client.post(self.url()).json(body).send().await.expect("an answer")
    }

    pub async fn post_keyed(&self, key: &str, body: &serde_json::Value) -> (StatusCode, String) {
        let request = self.client.post(self.url()).header("Idempotency-Key", key).json(body);
        read(request.send().await.expect("an answer")).await
    }

    pub async fn post_form(&self, fields: &[(&str, &str)]) -> (StatusCode, serde_json::Value) {
        let body = serde_urlencoded::to_string(fields).expect("a form");
        let request = self
            .client
            .post(self.url())
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body);
        let (status, text) = read(request.send().await.expect("an answer")).await;
        (status, serde_json::from_str(&text).expect("the data of a page"))
    }

    /// Number of leads that are stored.
    pub async fn leads(&self) -> i64 {
        self.number("SELECT COUNT(*) FROM lead").await
    }

    pub async fn number(&self, sql: &str) -> i64 {
        let statement = Statement::from_string(self.db.backend(), sql);
        let row = self.db.reader().query_one_raw(statement).await.expect("a query").expect("a row");
        row.try_get_by_index(0).expect("a number")
    }

    pub async fn text(&self, sql: &str) -> Option<String> {
        let statement = Statement::from_string(self.db.backend(), sql);
        let row = self.db.reader().query_one_raw(statement).await.expect("a query")?;
        row.try_get_by_index(0).expect("a text")
    }

    pub async fn execute(&self, sql: &str) {
        self.db.reader().execute_unprepared(sql).await.expect("done");
    }

    /// State of the leads' own mails.
    pub async fn outbox(&self) -> OutboxSummary {
        channel_summary(self.db.reader(), Channel::Mail).await.expect("a summary")
    }

    /// Number of leads that wait for a summary mail.
    pub async fn waiting_for_summary(&self) -> u64 {
        channel_summary(self.db.reader(), Channel::Summary).await.expect("a summary").pending
    }

    pub async fn mail_row(&self, lead: &str) -> storage::outbox::row::Model {
        let row = storage::outbox::row::Entity::find_by_id((lead.to_owned(), Channel::Mail))
            .one(self.db.reader())
            .await;
        row.expect("a query").expect("a row")
    }

    /// Starts sending to that mailbox, with short waits.
    pub fn send_to(&self, mailbox: &Mailbox) -> Worker {
        self.send_within(mailbox, PATIENT)
    }

    /// The same, giving a mail up when the mailbox has said nothing for so long.
    pub fn send_within(&self, mailbox: &Mailbox, smtp_timeout: Duration) -> Worker {
        let settings = MailSettings { smtp_timeout, ..mail_settings(Some(mailbox.url())) };
        let letters = LeadMail::new(self.db.clone(), self.clock.clone(), &settings);
        self.worker(&settings, Arc::new(letters))
    }

    pub fn worker(&self, settings: &MailSettings, letters: Arc<dyn ComposeMail>) -> Worker {
        let (first_retry, max_retry) = (Duration::from_millis(20), Duration::from_millis(100));
        self.worker_with(settings, letters, OutboxSettings { first_retry, max_retry })
    }

    pub fn worker_with(
        &self,
        settings: &MailSettings,
        letters: Arc<dyn ComposeMail>,
        backoff: OutboxSettings,
    ) -> Worker {
        let mailer = Mailer::new(settings, self.engine.folder.path().join("mail")).expect("a mailer");
        Worker::spawn(WorkerOptions {
            db: self.db.clone(),
            channels: vec![Arc::new(MailDelivery::new(self.db.clone(), mailer, letters))],
            clock: self.clock.clone(),
            notify: self.notify.clone(),
            backoff,
            only_worker: true,
        })
    }

    /// The scheduled jobs of one server, without the daily mail, which send to that mailbox.
    pub fn jobs(&self, db: Db, mailbox: &Mailbox) -> DailyJobs {
        self.jobs_with(db, mail_settings(Some(mailbox.url())))
    }

    pub fn jobs_with(&self, db: Db, mail: MailSettings) -> DailyJobs {
        let settings = self.settings();
        let care = CareSettings { digest_at: None, ..settings.care() };
        let mailer = Mailer::new(&mail, settings.mail_dir()).expect("a mailer");
        DailyJobs::new(db, self.clock.clone(), mailer, &mail, settings.mail_dir(), care)
    }

    /// Stores that many leads and returns their references.
    pub async fn store_leads(&self, count: usize) -> Vec<String> {
        let mut references = Vec::new();
        for number in 0..count {
            let outcome = self.queue.store(lead(number), None).await;
            references.push(outcome.reference().expect("stored").to_string());
        }
        references
    }

    /// Waits until no delivery of a worker is pending any more.
    pub async fn until_nothing_is_pending(&self) {
        let pending =
            async |channel| channel_summary(self.db.reader(), channel).await.expect("a summary").pending;
        let all = async || pending(Channel::Mail).await + pending(Channel::Webhook).await;
        until("nothing is pending", async || all().await == 0).await;
    }

    /// The settings of a command on this site's database.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::load(None, &[]).expect("defaults");
        settings.database_url = Some(self.engine.database.clone());
        settings.data_dir = self.engine.folder.path().to_owned();
        settings
    }

    /// The same, with this mail server.
    pub fn settings_with(&self, mail: MailSettings) -> Settings {
        let MailSettings { smtp_url, to, from: mail_from, .. } = mail;
        Settings { smtp_url, mail_to: Some(to), mail_from, ..self.settings() }
    }
}

pub fn mail_settings(smtp_url: Option<String>) -> MailSettings {
    MailSettings {
        own_name: "amwaj.example".to_owned(),
        smtp_url,
        smtp_timeout: PATIENT,
        first_retry: Duration::from_millis(20),
        to: vec!["office@amwaj.example".parse().expect("an address")],
        from: Some("website@amwaj.example".parse().expect("an address")),
    }
}

/// A lead like others, told apart by its number.
pub fn lead(number: usize) -> NewLead {
    let typed = Typed {
        name: format!("Visitor {number}"),
        phone: "050 123 4567".into(),
        service: "Plumbing Services".into(),
        message: "The tap drips".into(),
    };
    NewLead::parse(typed, Context::default()).expect("a lead")
}

pub async fn read(response: Response) -> (StatusCode, String) {
    (response.status(), response.text().await.expect("a text"))
}

/// Waits until something holds, for three minutes at most: a dozen tests run at once.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < Duration::from_secs(180), "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
