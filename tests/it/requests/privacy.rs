//! A person's own data: to be had, and to be erased.

use std::time::{Duration, Instant};

use base::clock::Clock;
use sea_orm::{ConnectionTrait as _, Database as Connect, DbBackend, Statement, TransactionTrait as _};
use storage::db::Database;

use crate::measured::expect_within;
use crate::requests::duties::duties;
use crate::requests::harness::{BEFORE_TODAY, NOW, Site};
use crate::requests::mailbox::Mailbox;
use crate::requests::staff::{command, store};
use engines::{every_engine, sqlite};

async fn delivered(site: &Site) {
    site.execute("UPDATE delivery SET state = 'sent'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_their_own_data_by_the_number_however_it_is_written() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        store(&site, "Aisha", "050 123 4567", "one").await;
        store(&site, "Aisha Khan", "+971-50-1234567", "two").await;
        store(&site, "Omar", "050 765 4321", "three").await;
        store(&site, "Unreadable", "ext. 12 34", "four").await;
        store(&site, "Both", "050 123 4567 / 055 765 4321", "six").await;
        store(&site, "Wordy", "call me", "five").await;
        let messages = async |phone: &str| {
            let json = command(&site, &["export", "--phone", phone, "--format", "json"]).await;
            let leads: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
            let mut all: Vec<String> =
                leads.iter().map(|lead| lead["message"].as_str().expect("text").to_owned()).collect();
            all.sort();
            all.join(" ")
        };
        assert_eq!(messages("00971 50 123 4567").await, "one six two", "{name}");
        assert_eq!(messages("٠٥٠١٢٣٤٥٦٧").await, "one six two", "{name}");
        assert_eq!(messages("1234").await, "four", "{name}");
        // The same digits without the zero and the code of a network or an emirate are another person's number.
        store(&site, "Office", "04 332 1234", "seven").await;
        store(&site, "Mobile", "054 332 1234", "eight").await;
        assert_eq!(messages("+971 4 332 1234").await, "seven", "{name}");
        assert_eq!(messages("0543321234").await, "eight", "{name}");
        assert_eq!(command(&site, &["export", "--phone", "me", "--format", "json"]).await, "", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_says_first_what_would_go_and_takes_it_only_with_yes() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let hers = store(&site, "Aisha", "050 123 4567", "one").await;
        let his = store(&site, "Omar", "050 765 4321", "two").await;
        let erase = ["erase", "--phone", "+971501234567"];
        let told = command(&site, &[&erase[..], &["--yes"]].concat()).await;
        assert!(told.contains(&format!("{hers} is not delivered yet")), "{name}: {told}");
        delivered(&site).await;
        let told = command(&site, &erase).await;
        assert!(told.contains(&hers) && told.contains("Aisha") && told.contains("--yes"), "{name}: {told}");
        assert!(!told.contains(&his), "{name}: {told}");
        assert!(command(&site, &["list"]).await.contains("Aisha"), "{name}: not without --yes");
        let told = command(&site, &[&erase[..], &["--yes"]].concat()).await;
        assert!(
            told.contains(&format!("{hers} is erased")) && told.contains("cannot be called back"),
            "{told}"
        );
        let left = command(&site, &["list"]).await;
        assert!(!left.contains("Aisha") && left.contains("Omar"), "{name}: {left}");
        assert!(command(&site, &erase).await.starts_with("nothing to erase"), "{name}");
        let told = command(&site, &["erase", "--reference", &his, "--yes"]).await;
        assert!(told.contains(&format!("{his} is erased")), "{name}: {told}");
        let retried = command(&site, &["retry", "--all"]).await;
        assert!(retried.starts_with("nothing to retry"), "{name}: {retried}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_request_says_why_it_is_not_erased_and_is_once_it_is_dismissed() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let hers = store(&site, "Aisha", "050 123 4567", "one").await;
        site.execute("DELETE FROM delivery").await;
        site.execute("UPDATE lead SET held = '4 links'").await;
        let erase = ["erase", "--reference", &hers, "--yes"];
        let told = command(&site, &erase).await;
        assert!(told.contains(&format!("{hers} is held; say `amwaj leads dismiss`")), "{name}: {told}");
        assert!(command(&site, &["list"]).await.contains("Aisha"), "{name}");
        command(&site, &["dismiss", &hers]).await;
        let told = command(&site, &erase).await;
        assert!(told.contains(&format!("{hers} is erased")), "{name}: {told}");
        assert!(!command(&site, &["list"]).await.contains("Aisha"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_is_erased_no_byte_stays_in_the_database_or_the_mail_folder() {
    let site = Site::open_on(sqlite(), Clock::manual(NOW)).await;
    let folder = site.engine.folder.path().to_owned();
    let mailbox = Mailbox::open().await;
    for number in 0..50 {
        store(&site, &format!("Other {number}"), "050 765 4321", "kept").await;
    }
    let body = serde_json::json!({
        "name": "Qxzname Khan", "phone": "050 123 4567", "service": "Qxzservice",
        "message": format!("Qxzmessage {}", "long ".repeat(1_500)),
        "page": "https://public.example/?qxzquery=1",
    });
    assert!(site.post_json(&body).await.status().is_success());
    let reference = site.text("SELECT reference FROM lead WHERE name LIKE 'Qxz%'").await.expect("a lead");
    let worker = site.send_to(&mailbox);
    site.until_nothing_is_pending().await;
    worker.stop().await;
    command(&site, &["contacted", &reference, "--note", "Qxznote"]).await;
    let mail = folder.join("mail");
    std::fs::create_dir_all(&mail).expect("a folder");
    std::fs::write(mail.join(format!("{reference}.eml")), "Qxzmail").expect("a mail");
    std::fs::write(mail.join("digest-2026-11-17.eml"), format!("{reference} Qxzdigest")).expect("a mail");
    std::fs::write(mail.join("digest-2026-11-18.eml"), "Other 7").expect("a mail");
    let everything = || {
        let mut all = Vec::new();
        for place in [&folder, &mail] {
            for file in std::fs::read_dir(place).expect("a folder").flatten() {
                all.extend(std::fs::read(file.path()).unwrap_or_default());
            }
        }
        String::from_utf8_lossy(&all).into_owned()
    };
    assert!(everything().contains("Qxzmessage"), "it was there");
    let told = command(&site, &["erase", "--reference", &reference, "--yes"]).await;
    assert!(told.contains("is erased"), "{told}");
    for place in ["Qxz", "qxzquery", "050 123 4567", "+971501234567"] {
        assert!(!everything().contains(place), "{place} is still there");
    }
    assert!(everything().contains("Other 7") && mail.join("digest-2026-11-18.eml").exists(), "others stay");
    assert_eq!(site.text("SELECT service FROM lead WHERE name = ''").await.as_deref(), Some("Other"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_held_longer_than_the_set_days_is_erased_and_what_stays_of_a_campaign_names_nobody() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(BEFORE_TODAY)).await;
        let hers = store(&site, "Aisha", "050 123 4567", "one").await;
        delivered(&site).await;
        site.execute(
            "UPDATE lead SET held = '4 links', utm_source = 'aisha@example.com', utm_medium = 'mail'",
        )
        .await;
        site.execute("UPDATE lead SET page = '/for/aisha%40example.com?x=1', language = 'aisha@example.com'")
            .await;
        let mailbox = Mailbox::open().await;
        let duties = duties(&site, site.db.clone(), &mailbox, Some(30));
        duties.poll_once().await;
        site.clock.advance(std::time::Duration::from_secs(31 * 24 * 3600));
        duties.poll_once().await;
        let shown = command(&site, &["show", &hers]).await;
        assert!(!shown.contains("aisha") && !shown.contains("Aisha"), "{name}: {shown}");
        assert!(shown.contains("mail") && shown.contains("other"), "{name}: {shown}");
        let held = command(&site, &["list", "--held"]).await;
        assert!(held.starts_with("0 leads"), "{name}: nobody has to look at it any more: {held}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_reads_for_long_as_a_copy_does_makes_no_visitor_wait_for_an_erasure_timed() {
    let site = Site::open_on(sqlite(), Clock::manual(NOW)).await;
    let hers = store(&site, "Aisha", "050 123 4567", "one").await;
    delivered(&site).await;
    let Database::Sqlite(path) = &site.engine.database else { return };
    let other = Connect::connect(format!("sqlite://{}", path.display())).await.expect("a database");
    let reading = other.begin().await.expect("a transaction");
    let count = Statement::from_string(DbBackend::Sqlite, "SELECT COUNT(*) FROM lead");
    reading.query_one_raw(count).await.expect("a row");
    let began = Instant::now();
    let erase = async {
        command(&site, &["erase", "--reference", &hers, "--yes"]).await;
        began.elapsed()
    };
    let visitors = async {
        let mut longest = Duration::ZERO;
        while began.elapsed() < Duration::from_millis(1_500) {
            let asked = Instant::now();
            site.store_leads(1).await;
            longest = longest.max(asked.elapsed());
        }
        longest
    };
    let (erasing, longest) = tokio::join!(erase, visitors);
    expect_within("an erasure beside a reader", &mut [erasing], Duration::from_secs(3));
    expect_within("the longest wait of a visitor beside it", &mut [longest], Duration::from_secs(1));
    reading.rollback().await.expect("the end");
}
