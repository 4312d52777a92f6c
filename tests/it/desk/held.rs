//! Quarantined requests at the desk: passed on or set aside, and either taken back.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::TestDesk;
use crate::requests::guard::request;
use crate::requests::harness::NOW;
use engines::every_engine;

#[tokio::test]
async fn a_held_request_is_passed_on_or_set_aside_and_either_is_taken_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let site = &desk.site;
        site.post_json(&request("Spam 1", "We offer SEO for your website: https://rank.example")).await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        let held = office.get("/desk/held").await.json();
        let first = &held["screen"]["waiting"][0];
        assert_eq!(
            first["reasons"], "1 link, speaks of search engines, speaks of your website, speaks of an offer",
            "{name}"
        );
        assert_eq!(held["me"]["held"], 1, "{name}");
        assert_eq!(held["me"]["waiting"], 0, "{name}: nobody waits for an answer to spam");
        let reference = first["row"]["reference"].as_str().expect("a reference").to_owned();
        let decide = async |decision: &str, key: &str| {
            let path = format!("/desk/held/{reference}");
            let done = office.post(&path, &[("decision", decision), ("key", key)]).await;
            assert_eq!((done.status, done.location()), (StatusCode::SEE_OTHER, "/desk/held"), "{name}");
            let screen = office.get("/desk/held").await.json()["screen"].clone();
            let count = |list: &str| screen[list].as_array().expect("a list").len();
            (count("waiting"), count("set_aside"))
        };
        let mails = async || site.number("SELECT COUNT(*) FROM delivery WHERE channel = 'mail'").await;
        assert_eq!(decide("spam", "tap-0001").await, (0, 1), "{name}");
        assert_eq!(mails().await, 0, "{name}");
        assert_eq!(decide("pass", "tap-0002").await, (0, 0), "{name}");
        assert_eq!(mails().await, 1, "{name}: it is mailed like any request");
        assert_eq!(office.get("/desk/").await.json()["me"]["waiting"], 1, "{name}");
        assert_eq!(decide("pass", "tap-0003").await, (0, 0), "{name}: passed on twice, owed once");
        assert_eq!(mails().await, 1, "{name}");
        assert_eq!(decide("spam", "tap-0004").await, (0, 1), "{name}");
        let timeline = office.get(&format!("/desk/requests/{reference}")).await.json();
        let events = timeline["screen"]["events"].as_array().expect("events").clone();
        let said: Vec<(&str, &str)> = events
            .iter()
            .map(|event| (event["kind"].as_str().unwrap_or(""), event["by"].as_str().unwrap_or("")))
            .collect();
        assert!(said.contains(&("released", "Yusuf Khan")), "{name}: {said:?}");
        assert!(
            said.contains(&("dismissed", "Yusuf Khan")),
            "{name}: the log stands in the timeline: {said:?}"
        );
        let wrong = office.post(&format!("/desk/held/{reference}"), &[("decision", "maybe")]).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
    }
}
