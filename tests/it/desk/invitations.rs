//! The way in: invitations from the command line, once each, within an hour; and the way back after a lost phone.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::ConnectInfo;

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::{ORIGIN, SESSION, TestDesk};
use crate::requests::harness::NOW;
use engines::every_engine;

#[tokio::test]
async fn the_first_person_is_let_in_by_one_command_and_the_screen_says_which() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        assert_eq!(desk.anybody().get("/desk/").await.json()["screen"]["nobody_yet"], true, "{name}");
        assert!(desk.command(&["list"]).await.starts_with("nobody may use the desk yet"), "{name}");
        let printed = desk.command(&["invite", "Mariam Haddad", "--role", "owner"]).await;
        assert!(printed.contains("https://amwaj.example/desk/join#"), "{name}: {printed}");
        assert!(printed.contains('█'), "{name}: a square to scan: {printed}");
        let code =
            printed.split("and types ").nth(1).expect("a code").lines().next().expect("a line").to_owned();
        assert_eq!(desk.anybody().get("/desk/").await.json()["screen"]["nobody_yet"], false, "{name}");
        // However it is typed.
        let typed = code.to_lowercase().replace('-', " ");
        let joined = desk.anybody().post("/desk/join", &[("code", &typed)]).await;
        assert_eq!(
            (joined.status, joined.location()),
            (StatusCode::SEE_OTHER, "/desk/?signed-in=true"),
            "{name}"
        );
        let secret = joined.cookie(SESSION).expect("a session");
        let stored = desk.site.text("SELECT digest FROM staff_session").await.expect("a row");
        assert!(!stored.contains(&secret) && stored.len() == 64, "{name}: only a digest is stored");
        let again = desk.anybody().post("/desk/join", &[("code", &code)]).await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert_eq!(
            again.json()["screen"]["problem"],
            serde_json::json!({ "problem": "used", "at": NOW }),
            "{name}"
        );
        assert!(
            desk.command(&["list"]).await.starts_with("Mariam Haddad: owner\n    A browser, used "),
            "{name}"
        );
    }
}

#[tokio::test]
async fn an_invitation_is_good_for_an_hour_and_a_newer_one_replaces_it() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let first = desk.invite("Mariam Haddad", &[Role::Owner]).await;
    let second = desk.invite("mariam", &[]).await;
    let problem = async |code: &str| {
        desk.anybody().post("/desk/join", &[("code", code)]).await.json()["screen"]["problem"]["problem"]
            .clone()
    };
    assert_eq!(problem(&first).await, "unknown", "replaced");
    desk.site.clock.advance(Duration::from_secs(3600));
    assert_eq!(problem(&second).await, "expired");
    let third = desk.invite("Mariam Haddad", &[]).await;
    desk.command(&["end", "Mariam"]).await;
    assert_eq!(problem(&third).await, "unknown", "of somebody who is let in no more");
}

#[tokio::test]
async fn a_lost_phone_is_signed_out_and_the_same_command_lets_its_owner_back_in() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let lost = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
    let new = desk.sign_in("Mariam Haddad", &[]).await;
    let people = new.get("/desk/people").await.json();
    let devices = people["screen"]["people"][0]["devices"].as_array().expect("devices").clone();
    assert_eq!(devices.len(), 2);
    let other = devices.iter().find(|device| device["is_this"] == false).expect("the lost one");
    let path = format!("/desk/devices/{}/end", other["id"].as_str().expect("an id"));
    assert_eq!(new.post(&path, &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(lost.get("/desk/").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(new.get("/desk/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let code = desk.invite("Mariam", &[Role::Owner]).await;
    let join = async |code: &str| {
        let mut form = desk.anybody().form("/desk/join", &[("code", code)], ORIGIN);
        form.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 7], 50_000))));
        desk.send(form).await
    };
    for _ in 0..10 {
        assert_eq!(join("2222-2222-2222-2222").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let slowed = join(&code).await;
    assert_eq!(slowed.status, StatusCode::TOO_MANY_REQUESTS, "even with the right one");
    assert_eq!(slowed.json()["screen"]["problem"]["problem"], "too-many");
    desk.site.clock.advance(Duration::from_secs(60));
    assert_eq!(join(&code).await.status, StatusCode::SEE_OTHER, "a minute later");
}

#[tokio::test]
async fn a_browser_that_keeps_no_cookie_is_told_so() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let answer = desk.anybody().get("/desk/?signed-in=true").await;
    assert_eq!(answer.json()["screen"]["problem"], "no-cookie");
}

#[tokio::test]
async fn the_command_says_what_is_missing() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    assert_eq!(desk.command(&["invite", "Mariam"]).await, "", "nobody is called so: an error says it");
    assert!(!desk.command(&["invite", "Mariam Haddad", "--role", "owner"]).await.is_empty());
    assert!(
        !desk
            .command(&["invite", "Mariam Saleh", "--role", "office", "--role", "marketing"])
            .await
            .is_empty()
    );
    assert_eq!(desk.command(&["invite", "mariam"]).await, "", "two are called so");
    let listed = desk.command(&["list"]).await;
    assert!(listed.contains("Mariam Saleh: office, marketing\n    invited until "), "{listed}");
}
