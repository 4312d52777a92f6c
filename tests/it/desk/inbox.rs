//! The inbox: order, counts that fit, search, and who was answered today.

use std::time::Duration;

use base::clock::Clock;
use desk::staff::roles::Role;
use serde_json::Value;

use crate::desk::harness::{TestDesk, Visitor};
use crate::measured::expect_within;
use crate::requests::guard::request;
use crate::requests::harness::NOW;
use crate::requests::staff::store;
use engines::every_engine;

async fn inbox(visitor: &Visitor<'_>, query: &str) -> Value {
    visitor.get(&format!("/desk/{query}")).await.json()["screen"].clone()
}

fn names(rows: &Value) -> Vec<String> {
    rows.as_array()
        .expect("rows")
        .iter()
        .map(|row| row["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test]
async fn emergencies_come_first_then_who_is_due_first_and_the_counts_fit() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let site = &desk.site;
        store(site, "Rajesh", "050 000 0001", "The heater drips a little").await;
        site.clock.advance(Duration::from_secs(3600));
        store(site, "Omar", "050 000 0002", "A door sticks").await;
        store(site, "أحمد المرزوقي", "050 000 0003", "القاطع يفصل").await;
        let booked = store(site, "Priya", "050 000 0004", "Mixer tap").await;
        site.post_json(&request("Spam", "We offer SEO for your website: https://rank.example")).await;
        site.clock.advance(Duration::from_secs(60));
        store(site, "Fatima", "050 000 0005", "No cooling since this morning").await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        office.post(&format!("/desk/requests/{booked}/answer"), &[("stage", "booked")]).await;
        let screen = inbox(&office, "").await;
        assert_eq!(names(&screen["rows"]), ["Fatima", "Rajesh", "Omar", "أحمد المرزوقي"], "{name}");
        assert_eq!(names(&screen["answered_today"]), ["Priya"], "{name}");
        let counts = &screen["counts"];
        let count = |which: &str| counts[which].as_u64().expect("a number");
        assert_eq!(["waiting", "answered", "held", "all", "failed"].map(count), [4, 1, 1, 5, 0], "{name}");
        assert_eq!((count("answered_today"), count("in_time_today")), (1, 1), "{name}");
        assert_eq!(count("waiting") + count("answered"), count("all"), "{name}");
        for (query, found) in [
            ("?q=fatima", vec!["Fatima"]),
            ("?q=المرزوقي", vec!["أحمد المرزوقي"]),
            ("?q=0500000002", vec!["Omar"]),
            ("?q=%2B971%2050%20000%200002", vec!["Omar"]),
            ("?q=heater", vec!["Rajesh"]),
            (&*format!("?q={}", booked.to_lowercase()), vec!["Priya"]),
            ("?q=100%25", vec![]),
            ("?q=_", vec![]),
            ("?show=answered", vec!["Priya"]),
        ] {
            let encoded: String = url::Url::parse("http://x/")
                .and_then(|base| base.join(query))
                .expect("an address")
                .query()
                .map(|query| format!("?{query}"))
                .unwrap_or_default();
            assert_eq!(names(&inbox(&office, &encoded).await["rows"]), found, "{name}: {query}");
        }
        // The next day nobody was answered yet.
        site.clock.advance(Duration::from_secs(24 * 3600));
        assert_eq!(inbox(&office, "").await["counts"]["answered_today"], 0, "{name}");
    }
}

#[tokio::test]
async fn requests_of_one_number_are_counted_together_and_a_call_under_way_shows() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let first = store(&desk.site, "Omar", "050 000 0002", "A door sticks").await;
    desk.site.clock.advance(Duration::from_secs(60));
    store(&desk.site, "Omar H", "+971 50 000 0002", "The same door").await;
    let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    let other = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
    office.post(&format!("/desk/requests/{first}/calling"), &[]).await;
    let rows = inbox(&other, "").await["rows"].clone();
    let row = |name: &str| {
        rows.as_array().expect("rows").iter().find(|row| row["name"] == name).expect("there").clone()
    };
    assert_eq!(
        (row("Omar")["nth_of_number"].as_u64(), row("Omar H")["nth_of_number"].as_u64()),
        (Some(1), Some(2))
    );
    let last = row("Omar")["last"].clone();
    assert_eq!(
        (&last["kind"], &last["by"], &last["by_me"]),
        (&"calling".into(), &"Yusuf Khan".into(), &false.into())
    );
    let screen = office.get(&format!("/desk/requests/{first}")).await.json()["screen"].clone();
    assert_eq!(screen["others"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_long_list_comes_in_pages() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    desk.site.store_leads(120).await;
    let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    let (mut address, mut seen) = ("/desk/?show=all".to_owned(), Vec::new());
    loop {
        let screen = office.get(&address).await.json()["screen"].clone();
        seen.extend(names(&screen["rows"]));
        match screen["more"].as_str() {
            Some(more) => more.clone_into(&mut address),
            None => break,
        }
    }
    assert_eq!(seen.len(), 120);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 120, "each once");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_changes_hears_within_a_second_what_somebody_else_did_timed() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, "Omar", "050 000 0002", "A door sticks").await;
        let (office, other) = (
            desk.sign_in("Yusuf Khan", &[Role::Office]).await,
            desk.sign_in("Mariam Haddad", &[Role::Owner]).await,
        );
        let stamp = async |since: &str| {
            let answer = other.get(&format!("/desk/changes?since={since}")).await.json();
            answer["stamp"].as_str().expect("a stamp").to_owned()
        };
        let before = stamp("").await;
        let path = format!("/desk/requests/{reference}/calling");
        let started = std::time::Instant::now();
        let call = async {
            tokio::time::sleep(Duration::from_millis(400)).await;
            office.post(&path, &[]).await
        };
        let (after, _) = tokio::join!(stamp(&before), call);
        assert!(after != before, "{name}");
        expect_within("news at the desk", &mut [started.elapsed()], Duration::from_millis(1_400));
        desk.site.clock.advance(Duration::from_secs(1));
        store(&desk.site, "Priya", "050 000 0004", "Mixer tap").await;
        assert!(stamp(&after).await != after, "{name}: a new request too");
    }
}
