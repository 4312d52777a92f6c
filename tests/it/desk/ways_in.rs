//! Ways in, and how each is taken away: passkeys by themselves, a lost phone with all that it could sign in with,
//! people who leave; and a sign-in that begins without touching the database.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::{Request, StatusCode, header};
use serde_json::Value;

use crate::desk::harness::{ORIGIN, TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

/// A passkey of a person, made on the device on which they are signed in.
async fn add_passkey(desk: &TestDesk, credential: &str, whose: &Visitor<'_>) {
    let me = whose.get("/desk/people").await.json();
    let id = me["me"]["id"].as_str().expect("an id");
    let session = device(whose).await;
    desk.site
        .execute(&format!(
            "INSERT INTO staff_passkey (credential_id, staff_id, passkey, created_at, label) \
             VALUES ('{credential}', '{id}', '{{}}', {NOW}, 'Chrome on Android')"
        ))
        .await;
    use_passkey(desk, credential, &session).await;
}

async fn use_passkey(desk: &TestDesk, credential: &str, session: &str) {
    desk.site
        .execute(&format!("INSERT INTO staff_passkey_device VALUES ('{credential}', '{session}')"))
        .await;
}

async fn people(visitor: &Visitor<'_>) -> Vec<Value> {
    visitor.get("/desk/people").await.json()["screen"]["people"].as_array().expect("people").clone()
}

/// The id of the device that somebody uses.
async fn device(whose: &Visitor<'_>) -> String {
    let people = people(whose).await;
    let devices = people.iter().flat_map(|person| person["devices"].as_array().expect("devices"));
    let this = devices.into_iter().find(|device| device["is_this"] == true).expect("this one");
    this["id"].as_str().expect("an id").to_owned()
}

/// The passkeys of the person of that name, as the screen lists them.
async fn passkeys(visitor: &Visitor<'_>, name: &str) -> Vec<Value> {
    let people = people(visitor).await;
    let person = people.iter().find(|person| person["name"] == name).expect("there");
    person["passkeys"].as_array().expect("passkeys").clone()
}

#[tokio::test]
async fn each_passkey_is_listed_named_and_removed_by_its_person_or_an_owner_alone() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        add_passkey(&desk, "aa", &yusuf).await;
        add_passkey(&desk, "bb", &yusuf).await;
        let listed = passkeys(&yusuf, "Yusuf").await;
        assert_eq!(listed.len(), 2, "{name}");
        assert_eq!(passkeys(&owner, "Yusuf").await, listed, "{name}");
        let path = |step: &str| format!("/desk/passkeys/{}/{step}", listed[0]["id"].as_str().expect("an id"));

        for step in ["name", "remove"] {
            let refused = layla.post(&path(step), &[("label", "mine")]).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{name}: {step} of somebody else's");
        }
        for wrong in ["", " ", &"x".repeat(61)] {
            let refused = yusuf.post(&path("name"), &[("label", wrong)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {wrong}");
        }
        yusuf.post(&path("name"), &[("label", " هاتف يوسف ")]).await;
        let named = passkeys(&owner, "Yusuf").await;
        assert!(named.iter().any(|passkey| passkey["label"] == "هاتف يوسف"), "{name}: {named:?}");
        owner.post(&path("remove"), &[]).await;
        assert_eq!(passkeys(&yusuf, "Yusuf").await, listed[1..], "{name}: the other one stays");
        let again = owner.post(&path("remove"), &[]).await;
        assert_eq!(again.status, StatusCode::SEE_OTHER, "{name}: a second tap changes nothing");
        let log = desk.command(&["log"]).await;
        assert!(log.contains("Yusuf  passkey named  هاتف يوسف"), "{name}: {log}");
        assert!(log.contains("Mariam  passkey removed  هاتف يوسف"), "{name}: {log}");
    }
}

#[tokio::test]
async fn a_device_that_is_signed_out_takes_along_every_passkey_that_was_ever_used_on_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        let phone = desk.sign_in("Yusuf", &[Role::Office]).await;
        let laptop = desk.sign_in("Yusuf", &[]).await;
        // Synced: made on the phone, used on the laptop since. And one that never was on the phone.
        add_passkey(&desk, "aa", &phone).await;
        use_passkey(&desk, "aa", &device(&laptop).await).await;
        add_passkey(&desk, "bb", &laptop).await;
        let lost = device(&phone).await;
        assert_eq!(owner.post(&format!("/desk/devices/{lost}/end"), &[]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(phone.get("/desk/").await.status, StatusCode::UNAUTHORIZED, "{name}");
        assert_eq!(laptop.get("/desk/").await.status, StatusCode::OK, "{name}");
        let left = desk.site.text("SELECT credential_id FROM staff_passkey").await;
        assert_eq!(left.as_deref(), Some("bb"), "{name}: the phone can't come back");
        let rows = desk.site.text("SELECT CAST(count(*) AS TEXT) FROM staff_passkey_device").await;
        assert_eq!(rows.as_deref(), Some("1"), "{name}");
    }
}

#[tokio::test]
async fn a_command_signs_a_person_out_everywhere_and_they_come_back_by_invitation() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let yusuf = desk.sign_in("Yusuf Khan", &[Role::Office]).await;
    add_passkey(&desk, "aa", &yusuf).await;
    let code = desk.invite("Yusuf Khan", &[]).await;
    assert!(desk.command(&["list"]).await.contains("    passkey: Chrome on Android, not used yet\n"));
    let said = desk.command(&["sign-out", "yusuf"]).await;
    assert_eq!(said, "Yusuf Khan is signed out everywhere, and their passkeys are removed\n");
    assert_eq!(yusuf.get("/desk/").await.status, StatusCode::UNAUTHORIZED);
    assert!(!desk.command(&["list"]).await.contains("passkey"));
    let joined = desk.anybody().post("/desk/join", &[("code", &code)]).await;
    assert_eq!(joined.status, StatusCode::UNPROCESSABLE_ENTITY, "who has the phone may have the link");
    desk.sign_in("Yusuf Khan", &[]).await;
}

#[tokio::test]
async fn of_two_owners_who_remove_each_other_at_once_one_stays() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        for round in 0..8 {
            let names = [format!("Mariam {round}"), format!("Khalid {round}")];
            let [mariam, khalid] = [&names[0], &names[1]];
            let (mariam, khalid) =
                (desk.sign_in(mariam, &[Role::Owner]).await, desk.sign_in(khalid, &[Role::Owner]).await);
            // Whoever is left of the round before goes, so that these two are all.
            for person in people(&mariam)
                .await
                .iter()
                .filter(|person| !names.iter().any(|name| person["name"] == name.as_str()))
            {
                let path = format!("/desk/people/{}/end", person["id"].as_str().expect("an id"));
                mariam.post(&path, &[]).await;
            }
            let people = people(&mariam).await;
            let path_of = |name: &str, step: &str| {
                let person = people.iter().find(|person| person["name"] == name).expect("there");
                format!("/desk/people/{}/{step}", person["id"].as_str().expect("an id"))
            };
            let (of_khalid, of_mariam) = (
                path_of(&names[1], "end"),
                path_of(&names[0], if round % 2 == 0 { "end" } else { "change" }),
            );
            tokio::join!(mariam.post(&of_khalid, &[]), khalid.post(&of_mariam, &[("office", "true")]));
            let owners = "SELECT CAST(count(*) AS TEXT) FROM staff JOIN staff_role ON staff_id = id \
                          WHERE role = 'owner' AND ended_at IS NULL";
            assert_eq!(desk.site.text(owners).await.as_deref(), Some("1"), "{name}: {round}");
        }
    }
}

#[tokio::test]
async fn whoever_only_begins_to_sign_in_writes_nothing_and_a_question_of_anothers_is_none() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let start = async || desk.anybody().post("/desk/sign-in/start", &[]).await;
    start().await;
    let changes = "SELECT CAST(count(*) AS TEXT) FROM staff_ceremony";
    for _ in 0..200 {
        assert_eq!(start().await.status, StatusCode::OK, "however often");
    }
    assert_eq!(desk.site.text(changes).await.as_deref(), Some("0"));
    let cookie = start().await.cookie("__Host-amwaj-ceremony").expect("a question");
    let (state, proof) = cookie.split_once('.').expect("a state and its proof");
    for forged in [
        "",
        "x",
        ".",
        "a.b",
        &format!("{state}."),
        &format!("{state}A.{proof}"),
        &format!("{state}.00{proof}"),
    ] {
        let request = Request::post("/desk/sign-in/finish")
            .header(header::HOST, "amwaj.example")
            .header(header::ORIGIN, ORIGIN)
            .header(header::ACCEPT, "application/json")
            .header(header::COOKIE, format!("__Host-amwaj-ceremony={forged}"))
            .body(axum::body::Body::from("credential={}"))
            .expect("a request");
        let refused = desk.send(request).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{forged}");
    }
}
