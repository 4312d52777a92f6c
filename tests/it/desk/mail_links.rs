//! The way in by mail, where owners allow it: asked for with an address, opened with a code, once; and what it does not open.

use std::time::Duration;

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;

use crate::desk::harness::{Answer, SESSION, TestDesk, Visitor, mail_dir};
use crate::requests::harness::{NOW, until};
use engines::every_engine;

/// Quoted-printable lines joined again.
fn mails(desk: &TestDesk) -> Vec<String> {
    let files = std::fs::read_dir(mail_dir(&desk.site)).into_iter().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.expect("a file").path()).ok());
    texts.map(|text| text.replace("=\r\n", "")).filter(|text| text.contains("asked for it: ")).collect()
}

/// Asks for a link and waits for the mail; its code.
async fn mailed(desk: &TestDesk, address: &str) -> String {
    let before = mails(desk);
    ask(desk, address).await;
    until("a mail has come", async || mails(desk).len() > before.len()).await;
    let mail = mails(desk).into_iter().find(|mail| !before.contains(mail)).expect("the new one");
    let after = mail.split("asked for it: ").nth(1).expect("a code");
    after.lines().next().expect("a line").trim().to_owned()
}

async fn ask(desk: &TestDesk, address: &str) -> Answer {
    desk.anybody().post("/desk/sign-in/mail", &[("mail", address)]).await
}

async fn join(desk: &TestDesk, code: &str) -> Answer {
    desk.anybody().post("/desk/join", &[("code", code)]).await
}

/// A desk whose owner allows links by mail, and Yusuf of the office, who has an address.
async fn open(engine: engines::Engine) -> TestDesk {
    let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
    desk.command(&["settings", "mail-link", "on"]).await;
    desk.command(&["invite", "Yusuf", "--role", "owner", "--mail", "yusuf@amwaj.example"]).await;
    desk
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_from_a_mail_signs_in_once_but_lets_nobody_else_in() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = open(engine).await;
        assert_eq!(desk.anybody().get("/desk/").await.json()["screen"]["mail_link"], true, "{name}");
        let code = mailed(&desk, " Yusuf@Amwaj.example ").await;
        assert_eq!(code.len(), 9, "{name}: short enough to be typed: {code}");
        assert!(mails(&desk)[0].contains("To: yusuf@amwaj.example"), "{name}: {}", mails(&desk)[0]);
        let joined = join(&desk, &code.to_lowercase()).await;
        assert_eq!(joined.status, StatusCode::SEE_OTHER, "{name}");
        let cookies = format!("{SESSION}={}", joined.cookie(SESSION).expect("a session"));
        let yusuf = Visitor { desk: &desk, cookies };
        assert_eq!(yusuf.get("/desk/").await.status, StatusCode::OK, "{name}");
        let refused = yusuf.post("/desk/people/invite", &[("name", "Layla"), ("office", "true")]).await;
        assert_eq!(refused.json()["screen"]["problem"], "confirm", "{name}: a mail is no proof for that");
        let mariam = desk.sign_in("Mariam", &[Role::Office]).await;
        let own = desk.sign_in("Yusuf", &[]).await;
        let people = yusuf.get("/desk/people").await.json()["screen"]["people"].clone();
        let people = people.as_array().expect("people").iter();
        let devices = people.flat_map(|person| person["devices"].as_array().expect("devices"));
        for device in devices.filter(|device| device["is_this"] == false) {
            let path = format!("/desk/devices/{}/end", device["id"].as_str().expect("an id"));
            let refused = yusuf.post(&path, &[]).await;
            assert_eq!(refused.json()["screen"]["problem"], "confirm", "{name}: nor for taking a way in");
        }
        for kept in [mariam, own] {
            assert_eq!(kept.get("/desk/").await.status, StatusCode::OK, "{name}");
        }
        assert_eq!(
            yusuf.get("/desk/").await.json()["me"]["may_add_passkey"],
            false,
            "{name}: nor for a passkey"
        );
        assert_eq!(join(&desk, &code).await.json()["screen"]["problem"]["problem"], "used", "{name}");
        assert!(desk.command(&["log"]).await.contains("Yusuf  signed in by mail  A browser"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_who_works_here_and_nobodys_mailbox_is_filled() {
    let desk = open(engines::sqlite()).await;
    let unknown = ask(&desk, "nobody@amwaj.example").await;
    let first = mailed(&desk, "yusuf@amwaj.example").await;
    let again = ask(&desk, "yusuf@amwaj.example").await;
    for answer in [&unknown, &again] {
        assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, "/desk/join?mailed=true"));
    }
    assert_eq!((unknown.headers, unknown.text), (again.headers, again.text), "to the byte");
    desk.site.clock.advance(Duration::from_secs(61));
    let second = mailed(&desk, "yusuf@amwaj.example").await;
    assert_eq!(mails(&desk).len(), 2, "none for nobody, and one a minute");
    assert_eq!(join(&desk, &first).await.status, StatusCode::SEE_OTHER, "whoever asked for the second mail");
    assert_eq!(join(&desk, &second).await.json()["screen"]["problem"]["problem"], "unknown", "not needed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_for_a_quarter_of_an_hour_and_while_owners_allow_it() {
    let desk = open(engines::sqlite()).await;
    let invitation = desk.invite("Layla", &[Role::Office]).await;
    let code = mailed(&desk, "yusuf@amwaj.example").await;
    desk.site.clock.advance(Duration::from_secs(15 * 60));
    assert_eq!(join(&desk, &code).await.json()["screen"]["problem"]["problem"], "expired");
    let code = mailed(&desk, "yusuf@amwaj.example").await;
    desk.command(&["settings", "mail-link", "off"]).await;
    assert_eq!(join(&desk, &code).await.json()["screen"]["problem"]["problem"], "unknown");
    assert_eq!(ask(&desk, "yusuf@amwaj.example").await.status, StatusCode::NOT_FOUND);
    assert_eq!(desk.anybody().get("/desk/").await.json()["screen"]["mail_link"], false);
    assert_eq!(
        join(&desk, &invitation).await.status,
        StatusCode::SEE_OTHER,
        "an invitation is something else"
    );
    desk.command(&["settings", "mail-link", "on"]).await;
    assert_eq!(join(&desk, &code).await.status, StatusCode::SEE_OTHER, "nothing had used it up");
}
