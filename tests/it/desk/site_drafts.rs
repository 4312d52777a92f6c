//! Drafts of several changes of the site: kept apart, shown by a link, live together, at once or at a time that was set. And
//! the way back of a day.

use std::time::Duration;

use base::clock::{Clock, dubai_field, dubai_moment};
use desk::DraftTimer;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{Answer, ORIGIN, TestDesk, Visitor};
use crate::desk::site_words::{editor, folder};
use crate::requests::harness::NOW;

const CLEANING: &str = "facts.toml:prices.ac-cleaning";
const HEADING: &str = "pages/home.toml:sections.0.heading";
const HOUR: Duration = Duration::from_secs(60 * 60);

/// The id of a new draft.
async fn begin(who: &Visitor<'_>, name: &str) -> String {
    let begun = who.post("/desk/site/drafts", &[("name", name), ("at", "/")]).await;
    assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
    begun.location().split("draft=").nth(1).expect("a draft").to_owned()
}

/// Changes a piece of the site, or of a draft.
async fn change(who: &Visitor<'_>, draft: &str, id: &str, was: &str, value: &str) -> Answer {
    let fields = [("at", "/"), ("piece", id), ("was", was), ("value", value), ("draft", draft)];
    let saved = who.post("/desk/site/save", &fields).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{id}: {}", saved.text);
    saved
}

async fn page(who: &Visitor<'_>, draft: &str) -> String {
    let draft = if draft.is_empty() { String::new() } else { format!("&draft={draft}") };
    who.get(&format!("/desk/site/page?at=/{draft}")).await.text
}

async fn drafts(who: &Visitor<'_>) -> Value {
    who.get("/desk/site/drafts").await.json()["screen"]["drafts"].clone()
}

async fn heading(who: &Visitor<'_>) -> String {
    let screen = who.get("/desk/site?at=/").await.json()["screen"].clone();
    let pieces = screen["pieces"].as_array().expect("pieces");
    let heading = pieces.iter().find(|piece| piece["id"] == HEADING).expect("the heading");
    heading["value"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_draft_is_seen_by_nobody_but_by_its_link_until_all_of_it_is_live() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let draft = begin(&layla, "Summer prices").await;
        change(&layla, &draft, CLEANING, "150-300", "140-280").await;
        change(&layla, &draft, HEADING, &heading(&layla).await, "Cool before the summer.").await;
        let is_changed =
            |html: &str| html.contains("AED 140–280") && html.contains("Cool before the summer.");
        assert!(!is_changed(&page(&layla, "").await), "{name}");
        assert!(is_changed(&page(&layla, &draft).await), "{name}");
        let listed = drafts(&layla).await;
        assert_eq!(listed[0]["draft"]["name"], "Summer prices", "{name}");
        assert_eq!(listed[0]["changes"].as_array().map(Vec::len), Some(2), "{name}");
        let pages: Vec<&str> = listed[0]["pages"]
            .as_array()
            .expect("pages")
            .iter()
            .filter_map(|page| page["at"].as_str())
            .collect();
        assert!(pages.contains(&"/") && !pages.contains(&"/privacy"), "{name}: {pages:?}");
        let link =
            listed[0]["link"].as_str().and_then(|link| link.split_once("amwaj.example")).expect("a link").1;
        let shared = desk.anybody().get(link).await;
        assert!(is_changed(&shared.text) && shared.text.contains("Draft “Summer prices”."), "{name}");
        assert!(!shared.text.contains("data-at") && !shared.text.contains("<script"), "{name}");
        assert!(shared.text.contains(&format!("href=\"{link}contact-us\"")), "{name}");
        assert_eq!(shared.headers["cache-control"], "no-store", "{name}");
        let live = layla.post(&format!("/desk/site/drafts/{draft}/live"), &[]).await;
        assert_eq!(live.status, StatusCode::SEE_OTHER, "{name}: {}", live.text);
        assert!(is_changed(&page(&layla, "").await), "{name}");
        assert_eq!(drafts(&layla).await, Value::Array(Vec::new()), "{name}");
        let gone = desk.anybody().get(link).await;
        assert_eq!(gone.status, StatusCode::NOT_FOUND, "{name}");
        let screen = layla.get("/desk/site?at=/").await.json()["screen"].clone();
        let changes = screen["changes"].as_array().expect("changes");
        assert_eq!(changes.len(), 2, "{name}");
        assert!(changes.iter().all(|change| change["draft"] == "Summer prices"), "{name}: {changes:?}");
        let log = desk.command(&["log"]).await;
        for (row, count) in
            [("draft begun", 1), ("draft changed", 2), ("draft live", 1), ("content changed", 2)]
        {
            assert_eq!(log.matches(&format!("Layla  {row}")).count(), count, "{name}: {row}\n{log}");
        }
    }
}

#[tokio::test]
async fn a_change_can_be_taken_out_of_a_draft_and_a_draft_put_aside_and_taken_up() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let draft = begin(&layla, "Summer").await;
    change(&layla, &draft, CLEANING, "150-300", "140-280").await;
    change(&layla, &draft, HEADING, &heading(&layla).await, "Cool.").await;
    let changes = drafts(&layla).await[0]["changes"].clone();
    let id = changes[1]["id"].to_string();
    layla.post("/desk/site/undo", &[("id", &id), ("draft", &draft), ("back", "drafts")]).await;
    let html = page(&layla, &draft).await;
    assert!(html.contains("AED 150–300") && html.contains(">Cool.<"), "only the price is out");
    let empty = layla.post("/desk/site/drafts", &[("name", " "), ("at", "/")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text.contains("Write what the draft is for"), "{}", empty.text);
    let link = async || drafts(&layla).await[0]["link"].as_str().expect("a link").replace(ORIGIN, "");
    let leaked = link().await;
    assert_eq!(desk.anybody().get(&leaked).await.status, StatusCode::OK);
    layla.post(&format!("/desk/site/drafts/{draft}/put-aside"), &[]).await;
    assert_eq!(layla.get(&format!("/desk/site?at=/&draft={draft}")).await.status, StatusCode::NOT_FOUND);
    assert!(drafts(&layla).await[0]["put_aside_at"].is_number());
    let live = layla.post(&format!("/desk/site/drafts/{draft}/live"), &[]).await;
    assert_eq!(live.status, StatusCode::SEE_OTHER);
    assert!(
        live.cookie("__Host-amwaj-notice").is_some_and(|notice| hex_text(&notice).contains("was put aside"))
    );
    assert!(!page(&layla, "").await.contains(">Cool.<"), "what is put aside does not go live");
    layla.post(&format!("/desk/site/drafts/{draft}/take-up"), &[]).await;
    assert!(page(&layla, &draft).await.contains(">Cool.<"));
    assert_eq!(desk.anybody().get(&leaked).await.status, StatusCode::NOT_FOUND, "it has a new one");
    let new = link().await;
    assert_eq!(desk.anybody().get(&new).await.status, StatusCode::OK);
    desk.site.clock.advance(Duration::from_secs(30 * 24 * 3600));
    assert_eq!(desk.anybody().get(&new).await.status, StatusCode::NOT_FOUND, "nobody works on it");
}

fn hex_text(hex: &str) -> String {
    let bytes = (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("hex"));
    String::from_utf8(bytes.collect()).expect("text")
}

#[tokio::test]
async fn a_draft_whose_files_were_written_before_a_kill_is_finished_by_the_timer() {
    let content = folder();
    let clock = Clock::manual(NOW);
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), clock.clone()).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let draft = begin(&layla, "Summer").await;
    change(&layla, &draft, CLEANING, "150-300", "140-280").await;
    let time = dubai_field(NOW + HOUR.as_millis() as i64);
    layla.post(&format!("/desk/site/drafts/{draft}/time"), &[("time", &time)]).await;
    // The file as a server leaves it that was killed before its commit.
    let facts = content.path().join("facts.toml");
    let text = std::fs::read_to_string(&facts).expect("a file");
    std::fs::write(&facts, text.replace("from = 150, to = 300", "from = 140, to = 280")).expect("a file");
    clock.advance(2 * HOUR);
    let editor = editor(&desk.site, Some(content.path()));
    let mut timer = DraftTimer::new(desk.site.db.clone(), clock.clone(), editor);
    timer.poll_once().await.expect("a database");
    assert_eq!(drafts(&layla).await, Value::Array(Vec::new()));
}

#[tokio::test]
async fn a_draft_goes_live_at_its_time_and_wins_over_what_was_changed_meanwhile() {
    for engine in every_engine().await {
        let name = engine.name;
        let clock = Clock::manual(NOW);
        let desk = TestDesk::open_on(engine, clock.clone()).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let draft = begin(&layla, "Ramadan").await;
        change(&layla, &draft, CLEANING, "150-300", "140-280").await;
        let at = |ms: i64| dubai_field(ms);
        let time = format!("/desk/site/drafts/{draft}/time");
        let past = layla.post(&time, &[("time", &at(NOW - 60_000))]).await;
        assert_eq!(past.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert!(past.text.contains("That time is over"), "{name}");
        let due = dubai_moment(&at(NOW + 2 * HOUR.as_millis() as i64)).expect("a moment");
        layla.post(&time, &[("time", &at(due))]).await;
        assert_eq!(drafts(&layla).await[0]["draft"]["goes_live_at"], due, "{name}");
        // The same price, and another line of the same file.
        change(&layla, "", CLEANING, "150-300", "155-310").await;
        let [mut first, mut second] =
            [(), ()].map(|()| DraftTimer::new(desk.site.db.clone(), clock.clone(), editor(&desk.site, None)));
        clock.advance(HOUR);
        first.poll_once().await.expect("a database");
        assert!(page(&layla, "").await.contains("AED 155–310"), "{name}: not yet");
        clock.advance(HOUR);
        let (one, other) = tokio::join!(first.poll_once(), second.poll_once());
        one.and(other).expect("a database");
        // The desk is another server than the timer's: it looks before it shows the screen.
        heading(&layla).await;
        assert!(page(&layla, "").await.contains("AED 140–280"), "{name}");
        assert_eq!(drafts(&layla).await, Value::Array(Vec::new()), "{name}");
        let log = desk.command(&["log"]).await;
        assert_eq!(log.matches("Layla  draft live").count(), 1, "{name}: by one server\n{log}");
    }
}

#[tokio::test]
async fn a_draft_that_the_check_refuses_at_its_time_says_why_and_changes_nothing() {
    let clock = Clock::manual(NOW);
    let desk = TestDesk::open_on(engines::sqlite(), clock.clone()).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let draft = begin(&layla, "Eid").await;
    let days = async |draft: &str, name: &str| {
        let fields = [("name", name), ("from", "2027-03-09"), ("draft", draft), ("back", "facts")];
        let added = layla.post("/desk/site/special-days", &fields).await;
        assert_eq!(added.status, StatusCode::SEE_OTHER, "{}", added.text);
    };
    days(&draft, "Eid al-Fitr").await;
    let time = dubai_field(NOW + HOUR.as_millis() as i64);
    layla.post(&format!("/desk/site/drafts/{draft}/time"), &[("time", &time)]).await;
    days("", "Moving day").await;
    clock.advance(2 * HOUR);
    let mut timer = DraftTimer::new(desk.site.db.clone(), clock.clone(), editor(&desk.site, None));
    timer.poll_once().await.expect("a database");
    let listed = drafts(&layla).await;
    let problem = listed[0]["draft"]["problem"].as_str().expect("a sentence");
    assert!(problem.contains("have days in common"), "{problem}");
    let facts = layla.get("/desk/site/facts").await.json()["screen"]["special_days"].clone();
    assert_eq!(facts.as_array().map(Vec::len), Some(1), "{facts}");
}

#[tokio::test]
async fn changes_are_taken_back_together_and_others_stay() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let first = heading(&layla).await;
        change(&layla, "", HEADING, &first, "One.").await;
        change(&layla, "", HEADING, "One.", "Two.").await;
        change(&layla, "", CLEANING, "150-300", "140-280").await;
        let changes = layla.get("/desk/site?at=/").await.json()["screen"]["changes"].clone();
        let latest = format!("{},{}", changes[1]["id"], changes[0]["id"]);
        let draft = begin(&layla, "Summer").await;
        let fields = [("id", latest.as_str()), ("draft", &draft), ("at", "/")];
        let in_draft = layla.post("/desk/site/undo", &fields).await;
        assert_eq!(in_draft.status, StatusCode::NOT_FOUND, "{name}: nothing live is taken back from a draft");
        assert_eq!(heading(&layla).await, "Two.", "{name}");
        let undone = layla.post("/desk/site/undo", &[("id", &latest), ("at", "/")]).await;
        assert_eq!(heading(&layla).await, "One.", "{name}");
        let flash = undone.cookie("__Host-amwaj-notice").expect("a notice");
        let cookies = format!("{}; __Host-amwaj-notice={flash}", layla.cookies);
        let notice = Visitor { desk: &desk, cookies }.get("/desk/site?at=/").await.json()["notice"].clone();
        let ids = notice["ids"].as_array().expect("ids").iter().map(Value::to_string).collect::<Vec<_>>();
        assert_eq!(ids.len(), 2, "{name}: {notice}");
        layla.post("/desk/site/undo", &[("id", &ids.join(",")), ("at", "/")]).await;
        assert_eq!(heading(&layla).await, "Two.", "{name}: the undo is undone");
        assert!(page(&layla, "").await.contains("AED 140–280"), "{name}");
        let again = layla.post("/desk/site/undo", &[("id", &latest), ("at", "/")]).await;
        assert_eq!(again.status, StatusCode::SEE_OTHER, "{name}");
        assert_eq!(heading(&layla).await, "Two.", "{name}: they were taken back already");
    }
}

#[tokio::test]
async fn a_section_is_hidden_and_shown_again_and_a_notice_stands_on_the_page() {
    let content = folder();
    let home = content.path().join("pages/home.toml");
    let file = std::fs::read_to_string(&home).expect("a file");
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let item = "pages/home.toml:sections.3";
    let heading = "What our work costs";
    assert!(page(&layla, "").await.contains(heading));
    let act = async |action: &str| {
        layla.post("/desk/site/item", &[("at", "/"), ("item", item), ("action", action)]).await
    };
    act("hide").await;
    assert!(!page(&layla, "").await.contains(heading));
    let screen = layla.get("/desk/site?at=/").await.json()["screen"].clone();
    assert_eq!(screen["hidden"][0]["item"], item, "{}", screen["hidden"]);
    assert_eq!(screen["hidden"][0]["words"], heading);
    act("show").await;
    assert!(page(&layla, "").await.contains(heading));
    assert_eq!(std::fs::read_to_string(&home).expect("a file"), file, "to the byte");
    let today = &dubai_field(NOW)[..10];
    let notice = async |from: &str| {
        let fields = [("text", "Closed for the move."), ("from", from), ("until", ""), ("back", "facts")];
        layla.post("/desk/site/notice", &fields).await
    };
    let wrong = notice("2026-02-30").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let refused = &wrong.json()["screen"]["refused_notice"];
    assert_eq!(refused["notice"]["text"], "Closed for the move.");
    assert_eq!(refused["problems"][0]["what"], "there is no day 2026-02-30");
    assert_eq!(notice(today).await.status, StatusCode::SEE_OTHER);
    let facts = layla.get("/desk/site/facts").await.json()["screen"]["notices"].clone();
    assert_eq!((&facts[0]["until"], &facts[0]["item"]), (&today.into(), &"company.toml:notices.0".into()));
    layla
        .post("/desk/site/item", &[("at", "/"), ("item", "company.toml:notices.0"), ("action", "remove")])
        .await;
    let facts = layla.get("/desk/site/facts").await.json()["screen"]["notices"].clone();
    assert_eq!(facts, Value::Array(Vec::new()));
}
