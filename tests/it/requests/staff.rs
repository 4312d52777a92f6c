//! Staff's commands: list, show, export, retry, and the doctor.

use amwaj::doctor::{Verdict, examine};
use base::clock::Clock;
use leads::staff::cli::{LeadsCommand, StaffAccess, write_to};
use leads::{Context, NewLead, Typed};

use crate::requests::harness::{NOW, Site, mail_settings};
use crate::requests::mailbox::{Fault, Mailbox};
use engines::{every_engine, sqlite};

pub async fn command(site: &Site, words: &[&str]) -> String {
    command_with(&site.settings().staff_access(), words).await
}

pub async fn command_with(access: &StaffAccess, words: &[&str]) -> String {
    use clap::Parser;
    #[derive(Parser)]
    struct Cli {
        #[command(subcommand)]
        command: LeadsCommand,
    }
    let cli = Cli::try_parse_from([&["leads"], words].concat()).expect("a command");
    let mut out = Vec::new();
    write_to(cli.command, access, &mut out).await;
    String::from_utf8(out).expect("text")
}

pub async fn store(site: &Site, name: &str, phone: &str, message: &str) -> String {
    let typed = Typed {
        name: name.into(),
        phone: phone.into(),
        service: "Plumbing Services".into(),
        message: message.into(),
    };
    let lead = NewLead::parse(typed, Context::default()).expect("a lead");
    site.queue.store(lead, None).await.reference().expect("stored").to_string()
}

#[tokio::test]
async fn export_prints_every_lead_beside_a_running_server_and_no_cell_is_a_formula() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        store(&site, "=HYPERLINK(\"http://evil\")", "+971 50 123 4567", "a\r\n\"b\",c").await;
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..1_000 {
            let queue = site.queue.clone();
            posts.spawn(async move { queue.store(crate::requests::harness::lead(number), None).await });
        }
        assert!(posts.join_all().await.iter().all(|outcome| outcome.reference().is_some()));
        let csv = command(&site, &["export", "--format", "csv"]).await;
        let csv = csv.strip_prefix('\u{FEFF}').expect("the mark by which Excel reads Arabic");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let head = reader.headers().expect("a head").clone();
        let column = |name: &str| head.iter().position(|cell| cell == name).expect(name);
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 1_001, "more than one page of the database");
        for row in &rows {
            let formula = row.iter().find(|cell| cell.starts_with(['=', '-', '@', '\t', '\r']));
            assert_eq!(formula, None);
            let sums = row.iter().find(|cell| {
                cell.starts_with('+') && cell.contains(|c: char| !"+ ".contains(c) && !c.is_ascii_digit())
            });
            assert_eq!(sums, None);
        }
        let nasty = rows.iter().find(|row| row[column("name")].contains("HYPERLINK")).expect("one");
        assert_eq!(&nasty[column("phone")], "+971 50 123 4567");
        assert_eq!(&nasty[column("phone_link")], "tel:+971501234567");
        assert_eq!(&nasty[column("message")], "a\r\n\"b\",c");
        assert_eq!(&nasty[column("mail_state")], "pending");
        assert_eq!(&nasty[column("received_at")], "2026-11-17T04:45:00.000Z");
        assert_eq!(&nasty[column("received_at_dubai")], "2026-11-17 08:45:00");
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
    site.execute("UPDATE delivery SET state = 'failed', last_error = 'no such user' WHERE state = 'pending'")
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
    assert!(told.starts_with("1 delivery is due now"), "{told}");
    let unsent = command(&site, &["list", "--unsent"]).await;
    assert!(unsent.contains(&waiting) && unsent.contains("pending"), "{unsent}");
    let told = command(&site, &["retry", &reference]).await;
    assert!(told.starts_with("nothing to retry"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leads_timeline_tells_in_order_what_happened_and_nothing_of_the_visitor() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::system()).await;
        let mailbox = Mailbox::open().await;
        mailbox.misbehave([Fault::RecipientNever]);
        let reference = store(&site, "Aisha Khan", "050 123 4567", "The tap drips").await;
        let worker = site.send_to(&mailbox);
        site.until_nothing_is_pending().await;
        worker.stop().await;
        // A crash in the midst of a try leaves its beginning alone.
        site.execute("UPDATE delivery SET state = 'pending'").await;
        command(&site, &["retry", &reference]).await;
        site.execute(
            "INSERT INTO lead_event (lead_id, at, kind, text) SELECT id, 1, 'mail begun', 'try 1' FROM lead",
        )
        .await;
        command(&site, &["booked", &reference, "--by", "Mariam", "--note", "Sunday at \u{1b}nine"]).await;
        let shown = command(&site, &["show", &reference]).await;
        let timeline = shown.split("in Dubai's time\n").nth(1).expect("a timeline");
        let told: Vec<&str> = timeline.lines().map(|line| &line[21..]).collect();
        let expected = [
            "received",
            "mail not delivered: try 1: the mail server answered 550: 5.1.1 no such user",
            "mail delivered: try 2: 250 2.0.0 queued as 4711",
            "retried",
            "mail begun: try 1",
            "booked: Mariam: Sunday at  nine",
        ];
        assert_eq!(told, expected);
        assert!(timeline.lines().next().expect("a line").starts_with("20"), "Dubai's date: {timeline}");
        for visitors in ["Aisha", "4567", "drips"] {
            assert!(!timeline.contains(visitors), "{timeline}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_is_overdue_until_somebody_says_that_it_was_answered() {
    for engine in every_engine().await {
        let hours_ago = |hours: i64| Clock::manual(Clock::system().now_ms() - hours * 3_600_000);
        let site = Site::open_on(engine, hours_ago(2)).await;
        let calm = store(&site, "Omar", "050", "The tap drips").await;
        let urgent = store(&site, "Aisha", "050", "Water leaks into the flat below").await;
        let overdue = command(&site, &["list", "--overdue"]).await;
        assert!(overdue.contains(&urgent) && overdue.contains("overdue since"), "{overdue}");
        assert!(!overdue.contains(&calm) && overdue.ends_with("1 lead\n"), "{overdue}");
        let all = command(&site, &["list"]).await;
        assert!(all.contains("new") && all.contains(" · due "), "{all}");
        let told = command(&site, &["contacted", &urgent, "--note", "comes at five"]).await;
        assert_eq!(told, format!("{urgent} is contacted now\n"));
        assert!(command(&site, &["list", "--overdue"]).await.starts_with("0 leads"));
        assert_eq!(command(&site, &["lost", "AMW-NONE9"]).await, "");
        command(&site, &["reopen", &urgent]).await;
        assert!(command(&site, &["list", "--overdue"]).await.contains(&urgent));
        let lines = examine(&site.settings(), &Clock::system()).await;
        let line = lines.iter().find(|line| line.about == "answers").expect("a line");
        assert_eq!((line.verdict, line.text.as_str()), (Verdict::Warn, "waiting longer than promised: 1"));
        command(&site, &["lost", &urgent]).await;
        let json = command(&site, &["export", "--format", "json"]).await;
        let json: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
        let stage = |reference: &str| {
            let lead = json.iter().find(|lead| lead["reference"] == reference).expect("one");
            lead["stage"].as_str().expect("a stage").to_owned()
        };
        assert_eq!((stage(&calm).as_str(), stage(&urgent).as_str()), ("new", "lost"));
        let csv = command(&site, &["export", "--format", "csv"]).await;
        let head = csv.lines().next().expect("a head");
        assert!(head.contains(",mail_last_error,stage,due_at,erased_at,webhook_state,"), "{head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_how_each_thing_stands_and_what_to_do() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::system()).await;
        let mut mailbox = Mailbox::open().await;
        let mut settings = site.settings_with(mail_settings(Some(mailbox.url())));
        let lines = examine(&settings, &site.clock).await;
        assert!(lines.iter().all(|line| line.verdict != Verdict::Fail), "{lines:#?}");
        let verdict = async |settings: &_, about: &str| {
            let lines = examine(settings, &site.clock).await;
            lines.into_iter().find(|line| line.about == about).expect("a line")
        };
        mailbox.shut().await;
        let line = verdict(&settings, "mail server").await;
        assert_eq!(line.verdict, Verdict::Fail, "{line}");
        assert!(line.text.contains("127.0.0.1:") && line.text.contains("AMWAJ_SMTP_URL"), "{line}");
        settings.smtp_url = None;
        assert_eq!(verdict(&settings, "mail server").await.verdict, Verdict::Warn);
        site.store_leads(1).await;
        site.execute("UPDATE delivery SET created_at = 1").await;
        assert_eq!(verdict(&settings, "outbox").await.verdict, Verdict::Warn);
        site.execute("UPDATE delivery SET state = 'failed'").await;
        let line = verdict(&settings, "outbox").await;
        assert_eq!(line.verdict, Verdict::Fail);
        assert!(line.to_string().contains("amwaj leads list --failed"), "{line}");
        site.execute("UPDATE lead SET received_at = 4102444800000").await;
        assert_eq!(verdict(&settings, "clock").await.verdict, Verdict::Warn);
    }
    let mut settings = Site::open().await.settings();
    settings.database_url = Some(storage::db::Database::Sqlite("/proc/no/such/amwaj.db".into()));
    let lines = examine(&settings, &Clock::system()).await;
    assert!(lines.iter().any(|line| line.about == "database" && line.verdict == Verdict::Fail));
}
