//! Answers: each tap counts once, can be taken back, and of two people who answer at once one wins and the other is told.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;
use serde_json::Value;
use std::time::Duration;

use crate::desk::harness::{Answer, TestDesk, Visitor};
use crate::requests::harness::NOW;
use crate::requests::staff::{command, store};
use engines::every_engine;

const FATIMA: (&str, &str, &str) = ("Fatima Al Mansoori", "050 000 0142", "No cooling since this morning");

async fn request(visitor: &Visitor<'_>, reference: &str) -> Value {
    visitor.get(&format!("/desk/requests/{reference}")).await.json()["screen"].clone()
}

async fn answer(visitor: &Visitor<'_>, reference: &str, fields: &[(&str, &str)]) -> Answer {
    visitor.post(&format!("/desk/requests/{reference}/answer"), fields).await
}

fn kinds(screen: &Value) -> Vec<String> {
    let events = screen["events"].as_array().expect("events");
    events
        .iter()
        .map(|event| format!("{}: {}", event["kind"].as_str().unwrap(), event["text"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn one_tap_answers_and_one_tap_takes_it_back_and_the_timeline_and_the_command_say_so() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        let before = request(&office, &reference).await;
        assert_eq!(
            (&before["row"]["stage"], &before["row"]["emergency"]),
            (&"new".into(), &true.into()),
            "{name}"
        );
        assert_eq!(before["row"]["phone_e164"], "+971500000142", "{name}");
        desk.site.clock.advance(Duration::from_secs(540));
        let booked = answer(
            &office,
            &reference,
            &[("stage", "booked"), ("note", "Tuesday at 9"), ("seen", "0"), ("key", "tap-0001")],
        )
        .await;
        assert_eq!(booked.status, StatusCode::SEE_OTHER, "{name}: {}", booked.text);
        assert_eq!(booked.location(), format!("/desk/requests/{reference}"), "{name}");
        let after = request(&office, &reference).await;
        assert_eq!(after["row"]["stage"], "booked", "{name}");
        assert_eq!(after["row"]["last"]["by"], "Yusuf Khan", "{name}");
        assert_eq!(after["row"]["last"]["by_me"], true, "{name}");
        assert_eq!(kinds(&after), ["booked: Tuesday at 9"], "{name}");
        assert!(command(&desk.site, &["show", &reference]).await.contains("booked: Tuesday at 9"), "{name}");
        // The next screen says it once, with the name of who was booked.
        let flash = booked.cookie("__Host-amwaj-notice").expect("a notice");
        assert!(!hex_decoded(&flash).contains("Fatima"), "{name}: no name in a cookie");
        let with_flash =
            Visitor { desk: &desk, cookies: format!("{}; __Host-amwaj-notice={flash}", office.cookies) };
        let noticed = with_flash.get(booked.location()).await;
        let expected = serde_json::json!({
            "notice": "answered", "reference": reference, "name": FATIMA.0, "stage": "booked", "was": "new"
        });
        assert_eq!(noticed.json()["notice"], expected, "{name}");
        assert_eq!(noticed.cookie("__Host-amwaj-notice").as_deref(), Some(""), "{name}: taken away");
        let undone =
            answer(&office, &reference, &[("stage", "new"), ("undo", "true"), ("key", "tap-0002")]).await;
        assert_eq!(undone.status, StatusCode::SEE_OTHER, "{name}");
        assert_eq!(request(&office, &reference).await["row"]["stage"], "new", "{name}");
    }
}

fn hex_decoded(text: &str) -> String {
    let bytes =
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal"));
    String::from_utf8(bytes.collect()).expect("text")
}

#[tokio::test]
async fn the_same_tap_twice_counts_once_also_on_two_servers() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        let second = desk.second_server();
        let fields = [("stage", "contacted"), ("seen", "0"), ("key", "tap-0001")];
        for _ in 0..3 {
            assert_eq!(answer(&office, &reference, &fields).await.status, StatusCode::SEE_OTHER, "{name}");
        }
        let path = format!("/desk/requests/{reference}/answer");
        let again =
            crate::desk::harness::send(second, office.form(&path, &fields, crate::desk::harness::ORIGIN))
                .await;
        assert_eq!(again.status, StatusCode::SEE_OTHER, "{name}");
        for _ in 0..2 {
            office
                .post(
                    &format!("/desk/requests/{reference}/note"),
                    &[("note", "Gate locked"), ("key", "tap-0002")],
                )
                .await;
            office.post(&format!("/desk/requests/{reference}/calling"), &[("key", "tap-0003")]).await;
        }
        assert_eq!(
            kinds(&request(&office, &reference).await),
            ["contacted: ", "note: Gate locked", "calling: "],
            "{name}"
        );
    }
}

#[tokio::test]
async fn of_two_who_answer_differently_the_first_wins_and_the_second_sees_who() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let yusuf = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        let mariam = desk.sign_in("Mariam Haddad", &[Role::Office]).await;
        let seen = request(&mariam, &reference).await["seen"].to_string();
        answer(&yusuf, &reference, &[("stage", "booked"), ("note", "Tuesday"), ("seen", &seen)]).await;
        let late =
            answer(&mariam, &reference, &[("stage", "lost"), ("note", "Too far"), ("seen", &seen)]).await;
        assert_eq!(late.status, StatusCode::CONFLICT, "{name}");
        let expected = serde_json::json!({
            "notice": "conflict", "reference": reference, "by": "Yusuf Khan", "theirs": "booked", "yours": "lost",
            "their_note": "Tuesday", "your_note": "Too far"
        });
        assert_eq!(late.json()["notice"], expected, "{name}");
        let screen = request(&mariam, &reference).await;
        assert_eq!(screen["row"]["stage"], "booked", "{name}");
        assert_eq!(
            kinds(&screen),
            ["booked: Tuesday", "note: Too far"],
            "{name}: her note is kept beside his"
        );
        // She decides otherwise, knowing what he said.
        answer(&mariam, &reference, &[("stage", "lost"), ("undo", "true")]).await;
        assert_eq!(request(&mariam, &reference).await["row"]["stage"], "lost", "{name}");
    }
}

#[tokio::test]
async fn to_book_whom_somebody_has_just_called_contradicts_nobody() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
    let yusuf = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    let mariam = desk.sign_in("Mariam Haddad", &[Role::Office]).await;
    answer(&yusuf, &reference, &[("stage", "contacted"), ("seen", "0")]).await;
    let booked = answer(&mariam, &reference, &[("stage", "booked"), ("seen", "0")]).await;
    assert_eq!(booked.status, StatusCode::SEE_OTHER);
    let both_spoke = answer(&yusuf, &reference, &[("stage", "contacted"), ("seen", "0")]).await;
    assert_eq!(both_spoke.status, StatusCode::CONFLICT, "back from booked to contacted is another matter");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_six_taps_at_once_one_wins_and_each_of_the_others_is_told() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let mut people = Vec::new();
        for number in 0..6 {
            people.push(desk.sign_in(&format!("Person {number}"), &[Role::Office]).await);
        }
        let taps = people.iter().enumerate().map(|(number, person)| {
            let stage = if number % 2 == 0 { "booked" } else { "lost" };
            let reference = &reference;
            async move { answer(person, reference, &[("stage", stage), ("seen", "0")]).await.status }
        });
        let statuses = futures_util::future::join_all(taps).await;
        let won = statuses.iter().filter(|status| **status == StatusCode::SEE_OTHER).count();
        let told = statuses.iter().filter(|status| **status == StatusCode::CONFLICT).count();
        assert_eq!((won, told), (1, 5), "{name}: {statuses:?}");
        let answers =
            desk.site.number("SELECT COUNT(*) FROM lead_event WHERE kind IN ('booked', 'lost')").await;
        assert_eq!(answers, 1, "{name}");
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_a_sentence_and_nothing_changes() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
    let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    let long = "x".repeat(2_001);
    for (path, fields, sentence) in [
        ("answer", vec![("stage", "won")], "The stage must be new, contacted, booked or lost."),
        (
            "answer",
            vec![("stage", "booked"), ("note", &long)],
            "A note may have 2000 characters; this one has 2001.",
        ),
        ("note", vec![("note", "  ")], "The note is empty."),
        ("note", vec![("note", &long)], "A note may have 2000 characters; this one has 2001."),
    ] {
        let refused = office.post(&format!("/desk/requests/{reference}/{path}"), &fields).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{sentence}");
        let text = refused.json()["screen"]["text"].as_str().expect("a sentence").to_owned();
        assert!(text.starts_with(sentence), "{text}");
    }
    let huge =
        office.post(&format!("/desk/requests/{reference}/note"), &[("note", &"x".repeat(70_000))]).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);
    let unknown = office.get("/desk/requests/amw-22222").await;
    assert_eq!(unknown.json()["screen"]["reference"], "AMW-22222");
    let mut mistyped = reference.clone();
    mistyped.replace_range(5..6, if &reference[5..6] == "2" { "3" } else { "2" });
    let mistyped = office.get(&format!("/desk/requests/{mistyped}")).await;
    assert_eq!(mistyped.status, StatusCode::NOT_FOUND);
    assert_eq!(mistyped.json()["screen"]["nearest"], reference, "did you mean …?");
    assert_eq!(kinds(&request(&office, &reference).await), Vec::<String>::new());
}

#[tokio::test]
async fn of_an_erased_request_nothing_more_can_be_said() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
    let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    answer(&office, &reference, &[("stage", "booked"), ("note", "Villa 14, Al Barsha")]).await;
    desk.site.execute("UPDATE delivery SET state = 'sent'").await;
    command(&desk.site, &["erase", "--reference", &reference, "--yes"]).await;
    let screen = request(&office, &reference).await;
    assert!(screen["row"]["erased_at"].is_i64(), "{screen}");
    assert!(!screen.to_string().contains("Barsha") && !screen.to_string().contains("Fatima"), "{screen}");
    let refused = office.post(&format!("/desk/requests/{reference}/note"), &[("note", "more")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_tap_that_arrives_twice_can_still_be_taken_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        answer(&office, &reference, &[("stage", "contacted"), ("seen", "0"), ("key", "tap-0001")]).await;
        for attempt in ["first", "second"] {
            let booked = answer(&office, &reference, &[("stage", "booked"), ("key", "tap-0002")]).await;
            let flash = booked.cookie("__Host-amwaj-notice").expect("a notice");
            let said: Value = serde_json::from_str(&hex_decoded(&flash)).expect("JSON");
            assert_eq!(
                said["Answered"]["was"], "contacted",
                "{name}: what Undo goes back to, {attempt} time"
            );
        }
    }
}

#[tokio::test]
async fn who_lacks_the_mail_that_others_have_is_named_and_can_have_it_by_one_tap() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let reference = store(&desk.site, FATIMA.0, FATIMA.1, FATIMA.2).await;
        let office = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
        for (who, state) in [("day@amwaj.example", "sent"), ("night@amwaj.example", "refused")] {
            let row = format!("SELECT id, '{who}', '{state}', 1, '550 no such user', {NOW} FROM lead");
            let columns = "lead_id, address, state, attempts, answer, at";
            desk.site.execute(&format!("INSERT INTO mail_recipient ({columns}) {row}")).await;
        }
        desk.site.execute("UPDATE delivery SET state = 'sent' WHERE channel = 'mail'").await;
        let lacking = request(&office, &reference).await["lacking"].clone();
        let night = serde_json::json!([{ "address": "night@amwaj.example", "why": "550 no such user" }]);
        assert_eq!(lacking, night, "{name}");
        let tapped = office.post(&format!("/desk/requests/{reference}/retry"), &[("key", "tap-0001")]).await;
        assert_eq!(tapped.status, StatusCode::SEE_OTHER, "{name}: {}", tapped.text);
        let states = "SELECT state FROM delivery WHERE channel = 'mail'";
        assert_eq!(desk.site.text(states).await.as_deref(), Some("pending"), "{name}");
        assert_eq!(
            request(&office, &reference).await["lacking"],
            serde_json::json!([]),
            "{name}: it is asked"
        );
    }
}
