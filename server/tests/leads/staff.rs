//! Staff's commands: list, show, export, retry, and the doctor.

use amwaj::clock::Clock;
use amwaj::doctor::{Verdict, examine};
use amwaj::leads::cli::{LeadsCommand, write_to};
use amwaj::leads::{Context, NewLead, Typed};

use crate::engines::{every_engine, sqlite};
use crate::mailbox::{Fault, Mailbox};
use crate::site::{NOW, Site, mail_settings};

pub async fn command(site: &Site, words: &[&str]) -> String {
    use clap::Parser;
    #[derive(Parser)]
    struct Cli {
        #[command(subcommand)]
        command: LeadsCommand,
    }
    let cli = Cli::try_parse_from([&["leads"], words].concat()).expect("a command");
    let mut out = Vec::new();
    write_to(cli.command, &site.settings(), &mut out).await;
    String::from_utf8(out).expect("text")
}

async fn store(site: &Site, name: &str, phone: &str, message: &str) -> String {
    let typed = Typed {
        name: name.into(),
        phone: phone.into(),
        service: "Plumbing Services".into(),
        message: message.into(),
    };
    let lead = NewLead::parse(typed, Context::default()).expect("a lead");
    site.desk.accept(lead, None).await.expect("stored").reference.to_string()
}

#[tokio::test]
async fn export_prints_every_lead_beside_a_running_server_and_no_cell_is_a_formula() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        store(&site, "=HYPERLINK(\"http://evil\")", "+971 50 123 4567", "a\r\n\"b\",c").await;
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..1_000 {
            let desk = site.desk.clone();
            posts.spawn(async move { desk.accept(crate::site::lead(number), None).await });
        }
        assert!(posts.join_all().await.iter().all(Result::is_ok));
        let csv = command(&site, &["export", "--format", "csv"]).await;
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let head = reader.headers().expect("a head").clone();
        let column = |name: &str| head.iter().position(|cell| cell == name).expect(name);
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 1_001, "more than one page of the database");
        for row in &rows {
            let formula = row.iter().find(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
            assert_eq!(formula, None);
        }
        let nasty = rows.iter().find(|row| row[column("name")].contains("HYPERLINK")).expect("one");
        assert_eq!(&nasty[column("phone")], "'+971 50 123 4567");
        assert_eq!(&nasty[column("phone_link")], "tel:+971501234567");
        assert_eq!(&nasty[column("message")], "a\r\n\"b\",c");
        assert_eq!(&nasty[column("mail_state")], "pending");
        let json = command(&site, &["export", "--format", "json"]).await;
        let json: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json.len(), 1_001);
        let nasty = json.iter().find(|lead| lead["name"] == "=HYPERLINK(\"http://evil\")");
        assert_eq!(nasty.expect("kept as typed")["phone_e164"], "+971501234567");
    }
}

#[tokio::test]
async fn an_export_without_leads_is_still_csv_and_json() {
    let site = Site::open().await;
    assert_eq!(command(&site, &["export", "--format", "csv"]).await.lines().count(), 1);
    let json = command(&site, &["export", "--format", "json"]).await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).expect("JSON"), serde_json::json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn list_show_and_retry_tell_how_the_mail_stands() {
    let site = Site::open_on(sqlite(), Clock::system()).await;
    let mailbox = Mailbox::open().await;
    mailbox.misbehave([Fault::RecipientNever]);
    let reference = store(&site, "Aisha \u{1b}[31m", "050", "two\nlines").await;
    let worker = site.send_to(&mailbox);
    site.until_nothing_is_pending().await;
    worker.stop().await;
    let waiting = store(&site, "Omar", "050", "").await;
    site.execute("UPDATE outbox SET state = 'failed', last_error = 'no such user' WHERE state = 'pending'")
        .await;
    let all = command(&site, &["list"]).await;
    assert!(all.contains(&reference) && all.contains("Aisha") && all.ends_with("2 leads\n"), "{all}");
    assert!(!all.contains('\u{1b}'), "no escape sequence reaches the terminal");
    let failed = command(&site, &["list", "--failed"]).await;
    assert!(failed.contains(&waiting) && failed.contains("no such user"), "{failed}");
    assert!(!failed.contains(&reference) && failed.ends_with("1 lead\n"), "{failed}");
    let shown = command(&site, &["show", &reference.to_lowercase()]).await;
    assert!(shown.contains("lines") && shown.contains("queued as 4711"), "{shown}");
    let told = command(&site, &["retry", &waiting]).await;
    assert!(told.starts_with("1 mail is due now"), "{told}");
    let unsent = command(&site, &["list", "--unsent"]).await;
    assert!(unsent.contains(&waiting) && unsent.contains("pending"), "{unsent}");
    let told = command(&site, &["retry", &reference]).await;
    assert!(told.starts_with("nothing to retry"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_how_each_thing_stands_and_what_to_do() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::system()).await;
        let mut mailbox = Mailbox::open().await;
        let mut settings = site.settings();
        settings.mail = mail_settings(Some(mailbox.url()));
        let lines = examine(&settings, &site.clock).await;
        assert!(lines.iter().all(|line| line.verdict != Verdict::Fail), "{lines:#?}");
        let verdict = async |settings: &_, about: &str| {
            let lines = examine(settings, &site.clock).await;
            lines.into_iter().find(|line| line.about == about).expect("a line")
        };
        mailbox.shut().await;
        let line = verdict(&settings, "mail server").await;
        assert_eq!(line.verdict, Verdict::Fail, "{line}");
        assert!(line.remedy.contains("AMWAJ_SMTP_URL"), "{line}");
        settings.mail = mail_settings(None);
        assert_eq!(verdict(&settings, "mail server").await.verdict, Verdict::Warn);
        site.store_leads(1).await;
        site.execute("UPDATE outbox SET created_at = 1").await;
        assert_eq!(verdict(&settings, "outbox").await.verdict, Verdict::Warn);
        site.execute("UPDATE outbox SET state = 'failed'").await;
        let line = verdict(&settings, "outbox").await;
        assert_eq!(line.verdict, Verdict::Fail);
        assert!(line.to_string().contains("amwaj leads list --failed"), "{line}");
        site.execute("UPDATE lead SET received_at = 4102444800000").await;
        assert_eq!(verdict(&settings, "clock").await.verdict, Verdict::Warn);
    }
    let mut settings = Site::open().await.settings();
    settings.database = amwaj::config::Database::Sqlite("/proc/no/such/amwaj.db".into());
    let lines = examine(&settings, &Clock::system()).await;
    assert!(lines.iter().any(|line| line.about == "database" && line.verdict == Verdict::Fail));
}
