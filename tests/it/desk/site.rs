//! The site's pages at the desk: a price, a sentence, a list are changed where they stand, and taken back.

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{Answer, ORIGIN, TestDesk, Visitor, send};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

const CLEANING: &str = "facts.toml:prices.ac-cleaning";
const LEAD: &str = "pages/home.toml:sections.0.lead";

async fn screen(who: &Visitor<'_>, at: &str) -> Value {
    who.get(&format!("/desk/site?at={at}")).await.json()["screen"].clone()
}

fn piece(screen: &Value, id: &str) -> Value {
    let pieces = screen["pieces"].as_array().expect("pieces");
    pieces.iter().find(|piece| piece["id"] == id).unwrap_or_else(|| panic!("{id}")).clone()
}

async fn save(who: &Visitor<'_>, id: &str, was: &str, value: &str) -> Answer {
    who.post("/desk/site/save", &[("at", "/"), ("piece", id), ("was", was), ("value", value)]).await
}

async fn undo(who: &Visitor<'_>, id: &str) -> Answer {
    who.post("/desk/site/undo", &[("at", "/"), ("id", id)]).await
}

#[tokio::test]
async fn a_price_is_changed_on_every_page_and_taken_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let before = piece(&screen(&layla, "/").await, CLEANING);
        assert_eq!(
            (&before["value"], &before["shown"]),
            (&"150-300".into(), &"AED 150–300".into()),
            "{name}"
        );
        assert!(before["on_pages"].as_u64().expect("a number") >= 3, "{name}: {before}");
        let saved = save(&layla, CLEANING, "150-300", "160-320").await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{name}: {}", saved.text);
        for at in ["/", "/services/ac-repair-and-maintenance-service-dubai"] {
            let page = layla.get(&format!("/desk/site/page?at={at}")).await.text;
            assert!(page.contains("AED 160–320") && !page.contains("AED 150–300"), "{name} {at}");
        }
        let after = screen(&layla, "/").await;
        let change = &after["changes"][0];
        assert_eq!((&change["was"], &change["is"]), (&"AED 150–300".into(), &"AED 160–320".into()), "{name}");
        assert_eq!((&change["mine"], &change["by"]), (&true.into(), &"Layla".into()), "{name}");
        assert_eq!(
            save(&layla, CLEANING, "150-300", "160-320").await.status,
            StatusCode::SEE_OTHER,
            "{name}: twice"
        );
        assert_eq!(screen(&layla, "/").await["changes"].as_array().map(Vec::len), Some(1), "{name}");
        undo(&layla, "1").await;
        let back = screen(&layla, "/").await;
        assert_eq!(piece(&back, CLEANING)["value"], "150-300", "{name}");
        assert_eq!(
            (&back["changes"][1]["is_undone"], back["changes"].as_array().map(Vec::len)),
            (&true.into(), Some(2))
        );
        undo(&layla, "2").await;
        assert_eq!(
            piece(&screen(&layla, "/").await, CLEANING)["value"],
            "160-320",
            "{name}: the undo, undone"
        );
        let log = desk.command(&["log"]).await;
        assert_eq!(log.matches("Layla  content changed").count(), 1, "{name}: {log}");
        assert_eq!(log.matches("Layla  content put back").count(), 2, "{name}: {log}");
    }
}

#[tokio::test]
async fn what_the_check_refuses_is_not_stored_and_its_sentence_comes_back_with_what_was_typed() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let before = screen(&layla, "/").await;
    let was = piece(&before, LEAD)["value"].as_str().expect("a text").to_owned();
    let refused = save(&layla, LEAD, &was, "A plumber {times.plumer-words}.").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let refused = &refused.json()["screen"]["refused"];
    assert_eq!(refused["value"], "A plumber {times.plumer-words}.");
    let problem = &refused["problems"][0];
    assert_eq!(problem["what"], "nothing is called {times.plumer-words}");
    assert_eq!(problem["instead"], "did you mean {times.plumber-words}?");
    assert_eq!(
        (&problem["fix"], &problem["elsewhere"]),
        (&"A plumber {times.plumber-words}.".into(), &Value::Null)
    );
    let cheap = save(&layla, CLEANING, "150-300", "cheap").await.json();
    let what = cheap["screen"]["refused"]["problems"][0]["what"].as_str().expect("a sentence");
    assert!(what.contains("the text \"cheap\""), "{what}");
    assert_eq!(screen(&layla, "/").await["pieces"], before["pieces"]);
    let tried = [("at", "/"), ("piece", LEAD), ("value", "Every room at 22 degrees.")];
    let tried = layla.post("/desk/site/try", &tried).await.json();
    assert!(
        tried["html"].as_str().is_some_and(|html| html.contains(">Every room at 22 degrees.</x-at>")),
        "{tried}"
    );
    assert_eq!(screen(&layla, "/").await["pieces"], before["pieces"], "trying stores nothing");
}

#[tokio::test]
async fn of_two_who_change_the_same_words_the_second_is_told_who_was_first() {
    for engine in every_engine().await {
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        let was = piece(&screen(&layla, "/").await, LEAD)["value"].as_str().expect("a text").to_owned();
        save(&layla, LEAD, &was, "Layla's words.").await;
        let clash = save(&mariam, LEAD, &was, "Mariam's words.").await;
        assert_eq!(clash.status, StatusCode::UNPROCESSABLE_ENTITY);
        let clash = clash.json()["screen"].clone();
        assert_eq!(clash["refused"]["problems"][0]["what"], "Layla changed this just now: “Layla's words.”");
        let now = piece(&clash, LEAD)["value"].as_str().expect("a text").to_owned();
        assert_eq!(save(&mariam, LEAD, &now, "Mariam's words.").await.status, StatusCode::SEE_OTHER);
        // Layla's change is under Mariam's.
        undo(&layla, "1").await;
        assert_eq!(piece(&screen(&layla, "/").await, LEAD)["value"], "Mariam's words.");
    }
}

#[tokio::test]
async fn items_are_moved_copied_and_removed_but_not_what_a_page_needs() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let steps = |screen: &Value| -> Vec<String> {
        let pieces = screen["pieces"].as_array().expect("pieces").iter();
        let is_step =
            |id: &str| id.starts_with("pages/home.toml:") && id.contains(".steps.") && id.ends_with(".title");
        let titles = pieces.filter(|piece| is_step(piece["id"].as_str().expect("an id")));
        titles.map(|piece| piece["value"].as_str().expect("a text").to_owned()).collect()
    };
    let first = screen(&layla, "/").await;
    let before = steps(&first);
    let own =
        first["pieces"].as_array().expect("pieces").iter().find(|piece| piece["value"] == before[1].as_str());
    let item = own.expect("a step")["item"]["id"].as_str().expect("an item").to_owned();
    let act = async |action: &str| {
        layla.post("/desk/site/item", &[("at", "/"), ("item", &item), ("action", action)]).await;
        steps(&screen(&layla, "/").await)
    };
    assert_eq!(act("up").await, [1, 0, 2].map(|at| before[at].clone()));
    assert_eq!(act("up").await, before);
    assert_eq!(act("copy").await, [0, 1, 1, 2].map(|at| before[at].clone()));
    assert_eq!(act("remove").await, before);
    let plan = [("at", "/"), ("item", "plans.toml:plans.0"), ("action", "remove")];
    layla.post("/desk/site/item", &plan).await;
    assert!(steps(&screen(&layla, "/").await) == before);
    assert_eq!(
        piece(&screen(&layla, "/").await, "plans.toml:plans.0.name")["value"],
        "Basic",
        "{{plans.basic.price}} needs it"
    );
}

#[tokio::test]
async fn in_a_folder_only_the_bytes_of_the_value_change_and_what_is_changed_there_is_seen() {
    let folder = folder();
    let desk = TestDesk::open_over(folder.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let facts = || std::fs::read_to_string(folder.path().join("facts.toml")).expect("a file");
    let before = facts();
    save(&layla, CLEANING, "150-300", "160-320").await;
    assert_eq!(facts(), before.replacen("from = 150, to = 300", "from = 160, to = 320", 1));
    // Somebody edits the file on the server.
    std::fs::write(
        folder.path().join("facts.toml"),
        facts().replace("reschedule = \"24 hours\"", "reschedule = \"48 hours\""),
    )
    .expect("a file");
    let shown = screen(&layla, "/").await;
    assert_eq!(piece(&shown, "facts.toml:times.reschedule")["value"], "48 hours");
    let change = &shown["changes"][0];
    assert_eq!((&change["by"], &change["name"]), (&Value::Null, &"facts.toml".into()), "{change}");
    assert!(change["is"].as_str().expect("a line").contains("48 hours"), "{change}");
    undo(&layla, "1").await;
    assert_eq!(
        facts(),
        before.replace("reschedule = \"24 hours\"", "reschedule = \"48 hours\""),
        "only what was saved is taken back"
    );
    undo(&layla, "2").await;
    assert_eq!(facts(), before);
    // A mistake in a file: the desk says so, and leaves it unchanged.
    std::fs::write(folder.path().join("plans.toml"), "[[plans]\n").expect("a file");
    let locked = screen(&layla, "/").await["locked"].as_str().expect("a sentence").to_owned();
    assert!(locked.contains("plans.toml:1"), "{locked}");
    assert_eq!(save(&layla, CLEANING, "150-300", "1-2").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(facts(), before);
}

#[tokio::test]
async fn two_servers_that_change_one_file_at_once_lose_neither_change() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        // The second server has read the words, and has not heard of the change yet.
        let second = desk.second_server();
        let reminder = "facts.toml:times.reschedule";
        let elsewhere = |was: &str, value: &str| {
            let form = [("at", "/"), ("piece", reminder), ("was", was), ("value", value)];
            send(second.clone(), layla.form("/desk/site/save", &form, ORIGIN))
        };
        assert_eq!(elsewhere("24 hours", "36 hours").await.status, StatusCode::SEE_OTHER, "{name}");
        let saved = save(&layla, CLEANING, "150-300", "160-320").await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{name}: {}", saved.text);
        let shown = screen(&layla, "/").await;
        assert_eq!(piece(&shown, CLEANING)["value"], "160-320", "{name}");
        assert_eq!(piece(&shown, reminder)["value"], "36 hours", "{name}");
        assert_eq!(shown["changes"].as_array().map(Vec::len), Some(2), "{name}: {}", shown["changes"]);
    }
}

#[tokio::test]
async fn the_site_is_for_marketing_and_owners() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
    assert_eq!(yusuf.get("/desk/site?at=/").await.status, StatusCode::FORBIDDEN);
    assert_eq!(save(&yusuf, CLEANING, "150-300", "1-2").await.status, StatusCode::FORBIDDEN);
    let places = yusuf.get("/desk/").await.json()["me"]["places"].clone();
    assert!(!places.to_string().contains("site"), "{places}");
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let page = layla.get("/desk/site/page?at=/").await;
    let policy = page.headers["content-security-policy"].to_str().expect("text");
    assert!(
        policy.contains("default-src 'none'")
            && policy.contains("sandbox allow-same-origin")
            && !policy.contains("script-src"),
        "{policy}"
    );
    assert!(!page.text.contains("<script"), "no script runs there");
    assert_eq!(layla.get("/desk/site?at=/nowhere").await.status, StatusCode::NOT_FOUND);
}
