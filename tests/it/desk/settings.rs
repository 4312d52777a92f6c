//! Settings by owners, in the browser and by the command; and people's permissions, which owners change too.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::{TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

async fn settings(owner: &Visitor<'_>) -> serde_json::Value {
    owner.get("/desk/settings").await.json()["screen"]["settings"].clone()
}

#[tokio::test]
async fn what_an_owner_saves_counts_everywhere_and_is_taken_back_with_one_tap() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        let before = settings(&owner).await;
        let form = [("locked-screen", "name"), ("told-half", "office"), ("chat-english", "Hi {name}!")];
        let saved = owner.post("/desk/settings", &form).await;
        assert_eq!((saved.status, saved.location()), (StatusCode::SEE_OTHER, "/desk/settings"), "{name}");
        let after = settings(&owner).await;
        assert_eq!(
            (&after["locked_screen"], &after["told_half"], &after["told_late"], &after["chat"]["english"]),
            (&"name".into(), &"office".into(), &"everybody".into(), &"Hi {name}!".into()),
            "{name}"
        );
        let office = desk.sign_in("Yusuf", &[Role::Office]).await;
        assert_eq!(
            office.get("/desk/").await.json()["screen"]["chat"]["english"],
            "Hi {name}!",
            "{name}: who writes to visitors"
        );
        owner.post("/desk/settings/put-back", &[]).await;
        assert_eq!(settings(&owner).await, before, "{name}");
        owner.post("/desk/settings/put-back", &[]).await;
        assert_eq!(settings(&owner).await, after, "{name}: and back again");
        let log = desk.command(&["log"]).await;
        assert_eq!(log.matches("Mariam Haddad  settings changed").count(), 3, "{name}: {log}");
    }
}

#[tokio::test]
async fn a_setting_that_cannot_be_changes_nothing_and_the_sentence_says_what_could() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
    let before = settings(&owner).await;
    for (form, sentence) in [
        ([("locked-screen", "name"), ("told-new", "nobody")], "everybody, office or owners"),
        ([("mail-link", "on"), ("chat-arabic", "{nmae}")], "Nothing is called {nmae}"),
    ] {
        let refused = owner.post("/desk/settings", &form).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let text = refused.json()["screen"]["text"].as_str().expect("a sentence").to_owned();
        assert!(text.contains(sentence), "{text}");
        assert_eq!(settings(&owner).await, before);
    }
}

#[tokio::test]
async fn the_command_sets_the_same() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        assert_eq!(desk.command(&["settings", "mail-link"]).await, "mail-link: off\n", "{name}");
        assert_eq!(desk.command(&["settings", "mail-link", "on"]).await, "mail-link: on\n", "{name}");
        assert_eq!(settings(&owner).await["mail_link"], true, "{name}");
        assert_eq!(desk.command(&["settings"]).await.lines().count(), 7, "{name}");
        for wrong in [&["settings", "colour"][..], &["settings", "mail-link", "perhaps"]] {
            assert_eq!(desk.command(wrong).await, "", "{name}: the sentence goes to standard error");
        }
        assert_eq!(settings(&owner).await["mail_link"], true, "{name}");
    }
}

#[tokio::test]
async fn an_owner_changes_what_somebody_may_do_but_one_owner_stays() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam Haddad", &[Role::Owner]).await;
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let id = async |visitor: &Visitor<'_>| {
            visitor.get("/desk/people").await.json()["me"]["id"].as_str().expect("an id").to_owned()
        };
        let (mariams, yusufs) = (id(&owner).await, id(&yusuf).await);
        let change = async |id: &str, form: &[(&str, &str)]| {
            owner.post(&format!("/desk/people/{id}/change"), form).await
        };
        let mail = ("mail", "Yusuf@amwaj.example");
        assert_eq!(
            change(&yusufs, &[("marketing", "true"), mail]).await.status,
            StatusCode::SEE_OTHER,
            "{name}"
        );
        assert_eq!(yusuf.get("/desk/held").await.status, StatusCode::FORBIDDEN, "{name}: with the next tap");
        let own = yusuf.get("/desk/people").await.json()["screen"]["people"][0].clone();
        assert_eq!(own["mail"], "Yusuf@amwaj.example", "{name}");
        for (form, sentence) in [
            (vec![mail], "Say what they may do"),
            (vec![("owner", "true"), ("mail", "mariam")], "is no mail address"),
            (vec![("owner", "true"), ("mail", "yusuf@AMWAJ.example")], "is Yusuf's"),
        ] {
            let refused = change(&mariams, &form).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {form:?}");
            let text = refused.json()["screen"]["text"].as_str().expect("a sentence").to_owned();
            assert!(text.contains(sentence), "{name}: {text}");
        }
        change(&mariams, &[("office", "true")]).await;
        assert_eq!(
            owner.get("/desk/settings").await.status,
            StatusCode::OK,
            "{name}: the last owner stays one"
        );
    }
}

#[tokio::test]
async fn owners_read_of_copies_elsewhere_where_this_program_makes_them() {
    for engine in every_engine().await {
        let is_sqlite = engine.name == "SQLite";
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        let copies = mariam.get("/desk/settings").await.json()["screen"]["copies"].clone();
        let none = serde_json::json!({ "is_set": false, "problem": null, "newest": null, "restored": null });
        assert_eq!(copies, if is_sqlite { none } else { serde_json::Value::Null });
    }
}
