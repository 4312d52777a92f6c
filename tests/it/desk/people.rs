//! Owners let people in and out; everybody else sees themselves.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::{SESSION, TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

#[tokio::test]
async fn an_owner_lets_somebody_in_and_out_again() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        let invited = owner
            .post("/desk/people/invite", &[("name", "عائشة"), ("office", "true"), ("marketing", "true")])
            .await;
        assert_eq!(invited.status, StatusCode::OK, "{name}: {}", invited.text);
        let screen = invited.json()["screen"].clone();
        let code = screen["invitation"]["code"].as_str().expect("a code").to_owned();
        assert_eq!(screen["invitation"]["link"], format!("https://amwaj.example/desk/join#{code}"), "{name}");
        assert!(screen["invitation"]["qr"].as_str().is_some_and(|qr| qr.contains("<svg")), "{name}");
        assert!(
            owner.get("/desk/people").await.json()["screen"]["invitation"].is_null(),
            "{name}: shown once"
        );
        let joined = desk.anybody().post("/desk/join", &[("code", &code)]).await;
        let aisha = Visitor {
            desk: &desk,
            cookies: format!("{SESSION}={}", joined.cookie(SESSION).expect("a session")),
        };
        let own = aisha.get("/desk/people").await.json();
        assert_eq!(own["screen"]["people"].as_array().map(Vec::len), Some(1), "{name}: herself only");
        assert_eq!(own["me"]["roles"], serde_json::json!(["office", "marketing"]), "{name}");
        let id = own["me"]["id"].as_str().expect("an id").to_owned();
        let twice = owner.post("/desk/people/invite", &[("name", "عائشة"), ("office", "true")]).await;
        assert_eq!(twice.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: there is one already");
        let again = owner.post(&format!("/desk/people/{id}/invite"), &[]).await;
        assert!(
            again.json()["screen"]["invitation"]["code"].is_string(),
            "{name}: a new link for a lost phone"
        );
        let ended = owner.post(&format!("/desk/people/{id}/end"), &[]).await;
        assert_eq!(ended.status, StatusCode::SEE_OTHER, "{name}");
        assert_eq!(aisha.get("/desk/").await.status, StatusCode::UNAUTHORIZED, "{name}: at once");
    }
}

#[tokio::test]
async fn the_last_owner_stays() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
    let id = owner.get("/desk/").await.json()["me"]["id"].as_str().expect("an id").to_owned();
    owner.post(&format!("/desk/people/{id}/end"), &[]).await;
    assert_eq!(owner.get("/desk/").await.status, StatusCode::OK);
    desk.sign_in("Khalid", &[Role::Owner]).await;
    owner.post(&format!("/desk/people/{id}/end"), &[]).await;
    assert_eq!(owner.get("/desk/").await.status, StatusCode::UNAUTHORIZED, "another one is left");
}

#[tokio::test]
async fn nobody_is_invited_without_a_name_or_a_role() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
    for (fields, sentence) in [
        (vec![("office", "true")], "A name has 1 to 60 letters."),
        (vec![("name", "Yusuf")], "Say what they may do"),
        (vec![("name", "Yusuf"), ("king", "true")], "Say what they may do"),
    ] {
        let refused = owner.post("/desk/people/invite", &fields).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            refused.json()["screen"]["text"].as_str().expect("a sentence").starts_with(sentence),
            "{fields:?}"
        );
    }
    assert_eq!(owner.get("/desk/people").await.json()["screen"]["people"].as_array().map(Vec::len), Some(1));
}
