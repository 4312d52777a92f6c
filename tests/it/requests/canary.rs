//! Requests that the site sends itself: they go the whole way, stand in nobody's list, and are loud when they stop.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use amwaj::doctor::{Check, Verdict, examine};
use base::clock::Clock;
use base::random::Random;
use leads::canary::{CanaryHealth, CanaryStage, CanaryStatus, Prober, ProberOptions, read_status};
use leads::newest_received_at;
use tempfile::NamedTempFile;
use tokio::task::JoinHandle;
use tracing::subscriber::{DefaultGuard, set_default};

use crate::requests::harness::{NOW, Site, until};
use crate::requests::mailbox::{Fault, Mailbox};
use crate::requests::staff::command;
use engines::{every_engine, sqlite};

const EVERY: Duration = Duration::from_secs(15 * 60);
const MINUTE: Duration = Duration::from_secs(60);

/// A site whose prober sends to `target`, or to the site itself.
struct RunningProber {
    health: CanaryHealth,
    task: JoinHandle<()>,
}

impl RunningProber {
    fn start(site: &Site, target: Option<String>) -> Self {
        let health = CanaryHealth::default();
        let options = ProberOptions {
            db: site.db.clone(),
            clock: site.clock.clone(),
            random: if target.is_some() { Random::system() } else { Random::scripted(7) },
            target: target.unwrap_or_else(|| site.url()).parse().expect("an address"),
            node: "one".to_owned(),
            every: EVERY,
            health: health.clone(),
        };
        let mut prober = Prober::new(options).expect("a prober");
        RunningProber { health, task: tokio::spawn(async move { prober.run().await }) }
    }

    async fn until_it_has_ended(&self, times: u64) {
        let ended = async || self.health.report().arrived + self.health.report().failed == times;
        until("a canary has ended", ended).await;
    }

    fn stopped_at(&self) -> Option<CanaryStage> {
        self.health.report().trouble.map(|trouble| trouble.stage)
    }
}

impl Drop for RunningProber {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn doctor_line(site: &Site) -> Check {
    let mut settings = site.settings();
    settings.canary_every = Some(EVERY);
    let lines = examine(&settings, &site.clock).await;
    lines.into_iter().find(|line| line.about == "test request").expect("a line")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_canary_goes_the_whole_way_and_stands_in_nobodys_list() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        let worker = site.send_to(&mailbox);
        let kept = RunningProber::start(&site, None);
        assert_eq!(doctor_line(&site).await.verdict, Verdict::Fail, "none was sent yet");
        site.clock.advance(MINUTE);
        kept.until_it_has_ended(1).await;
        assert_eq!(kept.health.report().healthy, Some(true), "{name}: {:?}", kept.health.report());
        let mail = mailbox.mails().pop().expect("a mail").replace("\r\n ", " ");
        assert!(mail.contains("Subject: [canary] Maintenance Contract: request from Canary"), "{mail}");
        assert!(mail.contains("To: website@amwaj.example") && !mail.contains("office@"), "{mail}");
        assert_eq!(command(&site, &["list"]).await, "0 leads\n");
        assert_eq!(command(&site, &["export", "--format", "json"]).await.trim(), "[\n]");
        assert!(command(&site, &["list", "--canary"]).await.ends_with("1 lead\n"));
        assert!(command(&site, &["export", "--canary", "--format", "csv"]).await.contains("Canary"));
        assert_eq!(newest_received_at(site.db.reader()).await.expect("read"), None, "nobody wrote");
        assert_eq!(site.outbox().await.sent, 0, "{name}: no delivery is counted");
        assert_eq!(site.observed.load(Ordering::Relaxed), 0, "{name}: nor a visitor's request");
        let line = doctor_line(&site).await;
        assert_eq!(line.verdict, Verdict::Ok, "{line}");
        let later = site.clock.now_ms() + 41 * 60 * 1000;
        let late = read_status(site.db.reader(), EVERY, later).await.expect("read");
        assert_eq!(late, CanaryStatus::None, "a server that sends none any more is noticed");
        let person =
            serde_json::json!({"name": "Noor", "phone": "050 123 4567", "service": "Plumbing Services"});
        assert_eq!(site.post_json(&person).await.status(), 200);
        assert_eq!(site.observed.load(Ordering::Relaxed), 1, "{name}: a person's is counted");
        worker.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_refuses_is_noticed_within_five_minutes_and_so_is_its_return() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mailbox = Mailbox::open().await;
        mailbox.always(Some(Fault::RecipientNever));
        let worker = site.send_to(&mailbox);
        let kept = RunningProber::start(&site, None);
        site.clock.advance(MINUTE);
        until("it is stored", async || site.leads().await == 1).await;
        until("it was refused", async || {
            site.text("SELECT last_error FROM delivery WHERE last_error IS NOT NULL").await.is_some()
        })
        .await;
        assert_eq!(kept.health.report().healthy, None, "it has five minutes");
        site.clock.advance(5 * MINUTE);
        kept.until_it_has_ended(1).await;
        assert_eq!(kept.stopped_at(), Some(CanaryStage::Mailed));
        let line = doctor_line(&site).await;
        assert_eq!(line.verdict, Verdict::Fail);
        assert!(
            line.to_string().contains("stored and not mailed") && line.text.contains("no such user"),
            "{line}"
        );
        assert_eq!(site.leads().await, 0, "its mail is not sent later");
        mailbox.always(None);
        site.clock.advance(MINUTE);
        kept.until_it_has_ended(2).await;
        assert_eq!((kept.health.report().healthy, kept.stopped_at()), (Some(true), None));
        assert_eq!(doctor_line(&site).await.verdict, Verdict::Ok);
        assert_eq!(mailbox.mails().len(), 1);
        worker.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_does_not_store_is_told_apart_from_a_site_that_does_not_answer() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        site.execute("ALTER TABLE lead RENAME TO lead_away").await;
        let kept = RunningProber::start(&site, None);
        site.clock.advance(MINUTE);
        kept.until_it_has_ended(1).await;
        assert_eq!(kept.stopped_at(), Some(CanaryStage::Stored), "{:?}", kept.health.report());
        site.execute("ALTER TABLE lead_away RENAME TO lead").await;
        drop(kept);
        let nobody = RunningProber::start(&site, Some("http://127.0.0.1:9/sendMail.php".to_owned()));
        site.clock.advance(MINUTE);
        nobody.until_it_has_ended(1).await;
        assert_eq!(nobody.stopped_at(), Some(CanaryStage::Http), "{:?}", nobody.health.report());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_way_that_leads_elsewhere_or_loses_the_mark_is_noticed() {
    let site = Site::open().await;
    let other = Site::open().await;
    let forgetful = forgetful_proxy(site.url()).await;
    for (target, where_it_is) in [(other.url(), &other), (forgetful, &site)] {
        let kept = RunningProber::start(&site, Some(target));
        site.clock.advance(MINUTE);
        kept.until_it_has_ended(1).await;
        let trouble = kept.health.report().trouble.expect("trouble");
        assert_eq!(trouble.stage, CanaryStage::Stored);
        assert!(trouble.problem.contains("x-amwaj-canary"), "{trouble}");
        assert_eq!(where_it_is.leads().await, 1, "there it is a visitor's, and kept");
    }
}

/// Passes on a request's body, without its headers.
async fn forgetful_proxy(to: String) -> String {
    let pass_on = async move |body: String| {
        let answer =
            reqwest::Client::builder().no_proxy().build().expect("a client").post(to).body(body).send().await;
        answer.expect("an answer").text().await.expect("a text")
    };
    let app = axum::Router::new().route("/sendMail.php", axum::routing::post(pass_on));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}/sendMail.php")
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_can_mark_a_request_and_a_secret_counts_once() {
    let site = Site::open().await;
    let mailbox = Mailbox::open().await;
    let worker = site.send_to(&mailbox);
    let kept = RunningProber::start(&site, None);
    site.clock.advance(MINUTE);
    kept.until_it_has_ended(1).await;
    let used: String = Random::scripted(7).bytes::<32>().iter().map(|byte| format!("{byte:02x}")).collect();
    for secret in [used.as_str(), "made up", ""] {
        let before = site.number("SELECT COUNT(*) FROM lead WHERE canary").await;
        let lead = serde_json::json!({"name": "Aisha", "phone": "050", "service": "Plumbing Services"});
        let request = site.client.post(site.url()).header("X-Amwaj-Canary", secret).json(&lead);
        assert_eq!(request.send().await.expect("an answer").status(), 200);
        assert_eq!(site.number("SELECT COUNT(*) FROM lead WHERE canary").await, before, "{secret:?}");
    }
    assert!(command(&site, &["list"]).await.ends_with("3 leads\n"));
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_ten_are_kept() {
    let site = Site::open().await;
    let mailbox = Mailbox::open().await;
    let worker = site.send_to(&mailbox);
    site.store_leads(1).await;
    let kept = RunningProber::start(&site, None);
    site.clock.advance(MINUTE);
    for number in 1..=13 {
        kept.until_it_has_ended(number).await;
        site.clock.advance(EVERY);
    }
    kept.until_it_has_ended(14).await;
    worker.stop().await;
    for (sql, count) in [
        ("SELECT COUNT(*) FROM canary", 10),
        ("SELECT COUNT(*) FROM lead WHERE canary", 10),
        ("SELECT COUNT(*) FROM lead", 11),
        ("SELECT COUNT(*) FROM delivery", 11),
    ] {
        assert_eq!(site.number(sql).await, count, "{sql}");
    }
    assert_eq!(mailbox.mails().len(), 15);
}

/// A log that is written to a file, as long as the guard lives.
fn log_to(file: &NamedTempFile) -> DefaultGuard {
    let writer = Arc::new(file.reopen().expect("a file"));
    set_default(tracing_subscriber::fmt().with_ansi(false).with_writer(writer).finish())
}

/// Number of times that those words stand in it.
fn count(log: &NamedTempFile, words: &str) -> usize {
    std::fs::read_to_string(log.path()).expect("a log").matches(words).count()
}

#[tokio::test]
async fn the_log_says_once_a_minute_that_none_arrives_until_one_does() {
    let log = NamedTempFile::new().expect("a file");
    let _guard = log_to(&log);
    let site = Site::open().await;
    let nobody = RunningProber::start(&site, Some("http://127.0.0.1:9/sendMail.php".to_owned()));
    for minute in 1..=3 {
        site.clock.advance(MINUTE);
        until("the log says so", async || count(&log, "requests may not arrive") == minute).await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(count(&log, "requests may not arrive"), minute, "once a minute");
    }
    assert!(nobody.health.report().failed >= 2);
}

#[tokio::test]
async fn silence_is_told_once_for_each_period_and_canaries_do_not_break_it() {
    let log = NamedTempFile::new().expect("a file");
    let _guard = log_to(&log);
    let site = Site::open_on(sqlite(), Clock::manual(NOW)).await;
    let period = Duration::from_secs(72 * 3600);
    site.store_leads(1).await;
    let watch = tokio::spawn(leads::staff::silence::watch(site.db.clone(), site.clock.clone(), period));
    let told = || count(&log, "no visitor's request since");
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(told(), 0);
    let silence = async |settings: &amwaj::settings::Settings| {
        let lines = examine(settings, &site.clock).await;
        lines.into_iter().find(|line| line.about == "last request").expect("a line")
    };
    let settings = site.settings();
    assert_eq!(silence(&settings).await.verdict, Verdict::Ok);
    for times in 1..=2 {
        site.clock.advance(period);
        until("the log says so", async || told() == times).await;
        site.clock.advance(Duration::from_secs(3600));
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(told(), times, "once for each period");
    }
    let line = silence(&settings).await;
    assert_eq!(line.verdict, Verdict::Warn, "{line}");
    assert!(line.text.contains("146 hours ago"), "{line}");
    site.store_leads(1).await;
    assert_eq!(silence(&settings).await.verdict, Verdict::Ok);
    watch.abort();
}
