//! Every route of the desk, for everybody: the table of roles, once more and by hand, so that a change of the one without
//! the other shows.

use base::clock::Clock;
use desk::ROUTES;
use desk::staff::roles::Role;
use http::{Method, StatusCode};

use crate::desk::access_table::{EXPECTED, NOT_BY_MAIL};
use crate::desk::harness::{TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

async fn ask(visitor: &Visitor<'_>, method: &str, path: &str) -> StatusCode {
    match method {
        "GET" => visitor.get(path).await.status,
        _ => visitor.post(path, &[]).await.status,
    }
}

/// Whether a path is one of a route's.
fn is_of(path: &str, pattern: &str) -> bool {
    let (parts, wanted) = (path.split('/'), pattern.split('/'));
    parts.clone().count() == wanted.clone().count()
        && parts.zip(wanted).all(|(part, wanted)| {
            part == wanted || wanted.starts_with('{') && part.contains(|c: char| c.is_ascii_digit())
        })
}

#[test]
fn the_table_names_every_route() {
    for route in ROUTES {
        let lines =
            EXPECTED.iter().filter(|(method, path, _)| route.method == *method && is_of(path, route.path));
        assert_eq!(lines.count(), 1, "{} {}", route.method, route.path);
    }
    assert_eq!(EXPECTED.len(), ROUTES.len() + 1, "and one for no route");
}

#[tokio::test]
async fn every_route_answers_each_role_as_the_table_says() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let people = [
            Some(desk.sign_in("Mariam", &[Role::Owner]).await),
            Some(desk.sign_in("Yusuf", &[Role::Office]).await),
            Some(desk.sign_in("Layla", &[Role::Marketing]).await),
            None,
        ];
        for (method, path, expected) in EXPECTED {
            for ((who, expected), role) in
                people.iter().zip(expected).zip(["owner", "office", "marketing", "nobody"])
            {
                let anybody = desk.anybody();
                let status = ask(who.as_ref().unwrap_or(&anybody), method, path).await;
                // Codes are guessed at most ten times at once: the last ones may be slowed down.
                let slowed = *path == "/desk/join" && status == StatusCode::TOO_MANY_REQUESTS;
                assert!(
                    slowed || status.as_u16() == *expected,
                    "{name}: {method} {path} for {role}: {status}, not {expected}"
                );
            }
        }
    }
}

#[tokio::test]
async fn an_owner_who_came_in_by_mail_may_do_all_but_what_the_table_says() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    desk.site.execute("UPDATE staff_session SET verified_at = NULL").await;
    for (method, path, [expected, ..]) in EXPECTED {
        let expected = if NOT_BY_MAIL.contains(&(method, path)) { 403 } else { *expected };
        assert_eq!(ask(&owner, method, path).await.as_u16(), expected, "{method} {path}");
    }
}

#[tokio::test]
async fn a_form_of_another_site_is_refused_on_every_route_whoever_is_signed_in() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    for route in ROUTES.iter().filter(|route| route.method == Method::POST) {
        let path = route.path.replace("{reference}", "AMW-22222").replace("{id}", "0123");
        for origin in ["https://evil.example", "https://shop.amwaj.example", "null"] {
            let answer = desk.send(owner.form(&path, &[], origin)).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} from {origin}");
            assert_eq!(answer.json()["screen"]["problem"], "foreign", "{path} from {origin}");
        }
    }
    assert_eq!(owner.get("/desk/").await.status, StatusCode::OK, "still signed in");
}

#[tokio::test]
async fn a_session_that_is_over_or_ended_or_somebody_elses_opens_nothing() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let (owner, office) =
            (desk.sign_in("Mariam", &[Role::Owner]).await, desk.sign_in("Yusuf", &[Role::Office]).await);
        let gets: Vec<&str> = EXPECTED
            .iter()
            .filter(|(method, _, of)| *method == "GET" && of[3] == 401)
            .map(|(_, path, _)| *path)
            .collect();
        // A made-up secret of the right form is nobody's.
        let made_up =
            Visitor { desk: &desk, cookies: format!("{}={}", crate::desk::harness::SESSION, "0".repeat(64)) };
        for path in &gets {
            assert_eq!(made_up.get(path).await.status, StatusCode::UNAUTHORIZED, "{name}: {path}");
        }
        // Nobody ends another one's device but an owner.
        let people = owner.get("/desk/people").await.json();
        let device_of = |name: &str| {
            let people = people["screen"]["people"].as_array().expect("people").clone();
            let person = people.into_iter().find(|person| person["name"] == name).expect("there");
            person["devices"][0]["id"].as_str().expect("an id").to_owned()
        };
        let of_owner = format!("/desk/devices/{}/end", device_of("Mariam"));
        assert_eq!(office.post(&of_owner, &[]).await.status, StatusCode::FORBIDDEN, "{name}");
        assert_eq!(owner.get("/desk/").await.status, StatusCode::OK, "{name}");
        let of_office = format!("/desk/devices/{}/end", device_of("Yusuf"));
        assert_eq!(owner.post(&of_office, &[]).await.status, StatusCode::SEE_OTHER, "{name}");
        assert_eq!(office.get("/desk/").await.status, StatusCode::UNAUTHORIZED, "{name}: signed out");
        // Fourteen days without a visit end a session, and the screen says so.
        desk.site.clock.advance(std::time::Duration::from_secs(14 * 24 * 3600 - 1));
        assert_eq!(owner.get("/desk/").await.status, StatusCode::OK, "{name}");
        desk.site.clock.advance(std::time::Duration::from_secs(14 * 24 * 3600));
        let ended = owner.get("/desk/requests/AMW-22222").await;
        assert_eq!(ended.status, StatusCode::UNAUTHORIZED, "{name}");
        let screen = &ended.json()["screen"];
        assert_eq!((&screen["name"], &screen["problem"]), (&"sign-in".into(), &"ended".into()), "{name}");
        assert_eq!(screen["next"], "/desk/requests/AMW-22222", "{name}: signing in goes on there");
    }
}

#[tokio::test]
async fn ninety_days_end_any_session_however_often_it_is_used() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    for _ in 0..8 {
        desk.site.clock.advance(std::time::Duration::from_secs(11 * 24 * 3600));
        assert_eq!(owner.get("/desk/").await.status, StatusCode::OK);
    }
    desk.site.clock.advance(std::time::Duration::from_secs(2 * 24 * 3600));
    assert_eq!(owner.get("/desk/").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn no_screen_is_kept_or_found_and_marketing_sees_no_name_and_no_number() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let reference =
        crate::requests::staff::store(&desk.site, "Fatima Al Mansoori", "050 000 0142", "No cold air").await;
    let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
    let marketing = desk.sign_in("Layla", &[Role::Marketing]).await;
    for route in ROUTES.iter().filter(|route| route.method == Method::GET) {
        let path = route.path.replace("{reference}", &reference);
        let answer = owner.page(&path).await;
        assert_eq!(answer.headers["x-robots-tag"], "noindex", "{path}");
        assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        let seen = marketing.get(&path).await.text + &marketing.page(&path).await.text;
        // Long enough that no random identifier holds one by chance.
        for secret in ["Fatima", "Mansoori", "000 0142", "0000142", "No cold air"] {
            assert!(!seen.contains(secret), "{path} shows {secret} to marketing");
        }
    }
    assert!(owner.get("/desk/").await.text.contains("Fatima Al Mansoori"), "the test can fail");
}

#[tokio::test]
async fn ten_minutes_after_coming_in_people_are_let_in_and_out_only_after_a_new_proof() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let owner = desk.sign_in("Mariam", &[Role::Owner]).await;
        assert_eq!(owner.get("/desk/").await.json()["me"]["may_add_passkey"], true, "{name}");
        desk.site.clock.advance(std::time::Duration::from_secs(601));
        for route in ROUTES.iter().filter(|route| matches!(route.access, desk::Access::Fresh(_))) {
            let path = route.path.replace("{id}", "0123");
            let path = path.replace("{reference}", "AMW-22222");
            let refused = match route.method == Method::GET {
                true => owner.get(&path).await,
                false => owner.post(&path, &[("name", "Yusuf"), ("office", "true")]).await,
            };
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{name}: {path}");
            let expected =
                serde_json::json!({ "name": "problem", "problem": "confirm", "has_passkey": false });
            assert_eq!(refused.json()["screen"], expected, "{name}: {path}");
        }
        assert_eq!(
            owner.get("/desk/").await.json()["me"]["may_add_passkey"],
            false,
            "{name}: not on a stolen phone"
        );
        assert_eq!(owner.get("/desk/people").await.status, StatusCode::OK, "{name}: reading goes on");
        let again = desk.sign_in("Mariam", &[]).await;
        let invited = again.post("/desk/people/invite", &[("name", "Yusuf"), ("office", "true")]).await;
        assert_eq!(invited.status, StatusCode::OK, "{name}: a new invitation is a proof");
    }
}
