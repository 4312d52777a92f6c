//! Requests that came by phone, by WhatsApp or in person, written down by the office: promised, delivered and counted
//! like those of the form.

use std::sync::atomic::Ordering;
use std::time::Duration;

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;

use crate::desk::harness::{TestDesk, Visitor};
use crate::requests::harness::NOW;

const PATH: &str = "/desk/requests/new";
const HOUR: i64 = 3_600_000;
const CALL: [(&str, &str); 6] = [
    ("way", "phone"),
    ("name", "سارة"),
    ("phone", "٠٥٠ ١٢٣ ٤٥٦٧"),
    ("service", "Plumbing Services"),
    ("message", "The tap drips"),
    ("campaign", "a neighbour"),
];

/// [`CALL`] with other fields.
fn call<'a>(others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let kept = CALL.into_iter().filter(|(name, _)| others.iter().all(|(other, _)| other != name));
    kept.chain(others.iter().copied()).collect()
}

async fn complaint(who: &Visitor<'_>, others: &[(&str, &str)]) -> String {
    let refused = who.post(PATH, &call(others)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{others:?}: {}", refused.text);
    refused.json()["screen"]["complaint"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn a_request_by_phone_is_promised_delivered_and_counted_like_one_of_the_form() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Office]).await;
        let form = layla.get(PATH).await.json();
        assert_eq!(form["screen"]["services"][1], "Plumbing Services", "{name}");
        let fields = call(&[("key", "a")]);
        let entered = layla.post(PATH, &fields).await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER, "{name}: {}", entered.text);
        let again = layla.post(PATH, &fields).await;
        assert_eq!(again.location(), entered.location(), "{name}: one tap is one request");
        assert_eq!((desk.site.leads().await, desk.site.observed.load(Ordering::Relaxed)), (1, 1), "{name}");
        assert_eq!(desk.site.outbox().await.pending, 1, "{name}: its mail is owed");

        let screen = layla.get(entered.location()).await.json()["screen"].clone();
        assert_eq!(screen["row"]["phone_e164"], "+971501234567", "{name}");
        assert_eq!(screen["row"]["due_at"], NOW + 24 * HOUR, "{name}");
        assert_eq!((&screen["came_by"], &screen["campaign"]), (&"phone call".into(), &"a neighbour".into()));
        let entry = &screen["events"][0];
        assert_eq!((&entry["kind"], &entry["by_me"]), (&"entered".into(), &true.into()), "{name}: {screen}");

        desk.site.clock.advance(Duration::from_secs(60));
        let now = desk.site.clock.now_ms();
        let fields = call(&[("key", "b"), ("way", "in-person"), ("urgent", "true"), ("campaign", "")]);
        let urgent = layla.post(PATH, &fields).await;
        let screen = layla.get(urgent.location()).await.json()["screen"].clone();
        assert_eq!((&screen["came_by"], &screen["campaign"]), (&"in person".into(), &().into()), "{name}");
        assert_eq!(screen["row"]["due_at"], now + HOUR, "{name}: the promise of emergencies");
        assert_eq!(screen["row"]["nth_of_number"], 2, "{name}");
        assert_eq!(screen["others"][0]["service"], "Plumbing Services", "{name}");
    }
}

#[tokio::test]
async fn a_form_that_cannot_be_stored_says_what_would_be_right() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Office]).await;
    for (others, said) in [
        ([("phone", "her neighbour's")], "Write it as 050 123 4567"),
        ([("phone", "")], "Write a name, a phone number"),
        ([("name", " ")], "Write a name, a phone number"),
        ([("service", "")], "Write a name, a phone number"),
        ([("way", "pigeon")], "Say how it came"),
        ([("name", "Layla\nSaad")], "single line"),
    ] {
        let text = complaint(&layla, &others).await;
        assert!(text.contains(said), "{others:?}: {text}");
    }
    let long = "x".repeat(201);
    assert!(complaint(&layla, &[("name", &long)]).await.contains("at most 200 characters"));
    assert_eq!(desk.site.leads().await, 0);
}
