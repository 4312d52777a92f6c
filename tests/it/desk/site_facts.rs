//! Pictures of the site that are brought from a phone, and the facts that a company changes often.

use std::collections::HashSet;

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use sea_orm::EntityTrait as _;
use serde_json::Value;
use site::former_files;

use crate::desk::harness::{Answer, TestDesk, Visitor};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

const TEAM: &str = "pages/home.toml:sections.6.picture";

fn photo() -> Vec<u8> {
    let mut file = Vec::new();
    let pixels: Vec<u8> = (0..640 * 480 * 3u32).map(|n| (n / 3 % 640 / 3) as u8).collect();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut file);
    encoder.encode(&pixels, 640, 480, image::ExtendedColorType::Rgb8).expect("a photo");
    file
}

async fn bring(who: &Visitor<'_>, name: &str, bytes: &[u8], alt: &str) -> Answer {
    let fields = [("at", "/"), ("piece", TEAM), ("alt", alt)];
    who.upload_with("/desk/site/picture", &fields, "picture", name, bytes).await
}

fn problem(answer: &Value) -> String {
    let problem = &answer["screen"]["refused"]["problems"][0];
    format!("{}; {}", problem["what"].as_str().expect("what"), problem["instead"].as_str().expect("instead"))
}

#[tokio::test]
async fn a_photo_from_a_phone_takes_the_place_that_waits_for_it_and_is_taken_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let frame = async || layla.get("/desk/site/page?at=/").await.text;
        let before = frame().await;
        let heic = bring(&layla, "IMG_1.HEIC", b"\0\0\0\x18ftypheic", "Our team").await;
        assert_eq!(heic.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert!(problem(&heic.json()).contains("HEIC, which browsers don't show; share it"), "{name}");
        let silent = bring(&layla, "IMG_1.jpg", &photo(), " ").await.json();
        assert!(problem(&silent).contains("has no alternative text"), "{name}: {}", problem(&silent));
        assert_eq!(frame().await, before, "{name}");
        let brought = bring(&layla, "IMG 1.jpg", &photo(), "Our team at the office").await;
        assert_eq!(brought.status, StatusCode::SEE_OTHER, "{name}: {}", brought.text);
        let after = frame().await;
        assert!(
            after.contains("alt=\"Our team at the office\"") && after.contains("/media/images/img-1-"),
            "{name}"
        );
        let screen = layla.get("/desk/site?at=/").await.json()["screen"].clone();
        let pieces = screen["pieces"].as_array().expect("pieces");
        let team = pieces.iter().find(|piece| piece["id"] == TEAM).expect("the picture");
        assert_eq!(
            (&team["kind"], &team["picture"]["is_photo"]),
            (&"picture".into(), &true.into()),
            "{name}"
        );
        layla.post("/desk/site/undo", &[("at", "/"), ("id", "1")]).await;
        assert_eq!(frame().await, before, "{name}");
    }
}

#[tokio::test]
async fn in_a_folder_the_photo_is_a_file_beside_the_words() {
    let folder = folder();
    let desk = TestDesk::open_over(folder.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let before = std::fs::read_to_string(folder.path().join("pages/home.toml")).expect("a file");
    bring(&layla, "team.jpg", &photo(), "Our team").await;
    let files: Vec<_> =
        std::fs::read_dir(folder.path().join("images")).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1);
    let file = format!("images/{}", files[0].file_name().to_string_lossy());
    let after = std::fs::read_to_string(folder.path().join("pages/home.toml")).expect("a file");
    let slot = "file = \"images/team.jpg\", alt = \"Our team in front of the office\"";
    assert_eq!(after, before.replace(slot, &format!("file = \"{file}\", alt = \"Our team\"")));
}

/// The form without a file, as a browser sends it; or with one.
async fn keep_in_sight(who: &Visitor<'_>, focus: &str, name: &str, bytes: &[u8]) -> Answer {
    let fields = [("at", "/"), ("piece", TEAM), ("alt", "Our team"), ("focus", focus)];
    who.upload_with("/desk/site/picture", &fields, "picture", name, bytes).await
}

#[tokio::test]
async fn what_stays_in_sight_of_a_photo_is_said_with_it_or_later() {
    let folder = folder();
    let desk = TestDesk::open_over(folder.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let file = || std::fs::read_to_string(folder.path().join("pages/home.toml")).expect("a file");
    let frame = async || layla.get("/desk/site/page?at=/").await.text;
    let first = file();
    keep_in_sight(&layla, "top", "team.jpg", &photo()).await;
    assert!(file().contains("alt = \"Our team\", focus = \"top\" }"), "{}", file());
    assert!(frame().await.contains("data-focus=\"top\""));
    let brought = file();
    let moved = keep_in_sight(&layla, "bottom-left", "", b"").await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER, "{}", moved.text);
    assert_eq!(file(), brought.replace("focus = \"top\"", "focus = \"bottom-left\""));
    let screen = layla.get("/desk/site?at=/").await.json()["screen"].clone();
    let team = screen["pieces"].as_array().expect("pieces").iter().find(|piece| piece["id"] == TEAM).cloned();
    assert_eq!(team.expect("the picture")["picture"]["focus"], "bottom-left");
    assert_eq!(screen["changes"][0]["is"], "the bottom left stays in sight");
    let same = keep_in_sight(&layla, "bottom-left", "", b"").await;
    assert_eq!(same.status, StatusCode::UNPROCESSABLE_ENTITY);
    let wrong = keep_in_sight(&layla, "upwards", "", b"").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem(&wrong.json()).contains("`top-left`"), "{}", problem(&wrong.json()));
    for id in ["2", "1"] {
        layla.post("/desk/site/undo", &[("at", "/"), ("id", id)]).await;
    }
    assert_eq!(file(), first);
}

#[tokio::test]
async fn a_photo_can_be_had_from_every_server_before_any_page_of_the_public_has_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let begun = layla.post("/desk/site/drafts", &[("name", "A photo"), ("at", "/")]).await;
        let draft = begun.location().split("draft=").nth(1).expect("a draft").to_owned();
        let fields = [("at", "/"), ("piece", TEAM), ("alt", "Our team"), ("draft", &draft)];
        layla.upload_with("/desk/site/picture", &fields, "picture", "team.jpg", &photo()).await;
        let page = layla.get(&format!("/desk/site/page?at=/&draft={draft}")).await.text;
        let shown: HashSet<&str> =
            page.split(['"', ' ', ',']).filter(|part| part.starts_with("/media/images/team-")).collect();
        assert!(shown.len() >= 2, "{name}: {shown:?}");
        let kept = former_files::Entity::find().all(desk.site.db.reader()).await.expect("files");
        let kept: HashSet<&str> = kept.iter().map(|file| file.path.as_str()).collect();
        assert!(shown.is_subset(&kept), "{name}: {shown:?} in {kept:?}");
    }
}

#[tokio::test]
async fn a_button_says_where_it_leads_beside_its_words_and_may_lead_elsewhere() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let screen = layla.get("/desk/site?at=/").await.json()["screen"].clone();
    let pieces = screen["pieces"].as_array().expect("pieces").clone();
    let (at, link) = pieces.iter().enumerate().find(|(_, piece)| piece["kind"] == "link").expect("a link");
    let table =
        |piece: &Value| piece["id"].as_str().and_then(|id| id.rsplit_once('.')).expect("an id").0.to_owned();
    assert_eq!(table(&pieces[at - 1]), table(link), "behind its words");
    assert!(screen["anchors"].as_array().expect("anchors").iter().any(|name| name == "contact"), "{screen}");
    let id = link["id"].as_str().expect("an id");
    let was = link["value"].as_str().expect("a value");
    let lead = async |to: &str| {
        layla.post("/desk/site/save", &[("at", "/"), ("piece", id), ("was", was), ("value", to)]).await
    };
    let wrong = lead("contact").await;
    assert_eq!(problem(&wrong.json()).split(';').next(), Some("`contact` leads nowhere"));
    assert_eq!(lead("/about-us").await.status, StatusCode::SEE_OTHER);
    assert!(layla.get("/desk/site/page?at=/").await.text.contains("href=\"/about-us\""));
}

#[tokio::test]
async fn holidays_are_added_and_removed_and_prices_changed_on_one_screen() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let facts = async || layla.get("/desk/site/facts").await.json()["screen"].clone();
        let first = facts().await;
        let kinds: Vec<&str> = first["groups"]
            .as_array()
            .expect("groups")
            .iter()
            .map(|group| group["kind"].as_str().expect("a kind"))
            .collect();
        assert_eq!(kinds, ["prices", "plans", "contact", "hours", "times"], "{name}");
        assert!(
            first["groups"].as_array().expect("groups").iter().all(|group| group["facts"][0]["value"] != "")
        );
        assert_eq!(first["groups"][1]["facts"][0]["name"], "Basic", "{name}");
        let days = [("name", "National Day"), ("from", "2027-12-02"), ("to", "2027-12-03")];
        let added = layla.post("/desk/site/special-days", &days).await;
        assert_eq!(
            (added.status, added.location()),
            (StatusCode::SEE_OTHER, "/desk/site/facts"),
            "{name}: {}",
            added.text
        );
        let known = facts().await["special_days"].clone();
        assert_eq!(
            (&known[0]["name"], &known[0]["to"]),
            (&"National Day".into(), &"2027-12-03".into()),
            "{name}"
        );
        let wrong = [("name", "Eid"), ("from", "2027-13-02"), ("opens", "9")];
        let refused =
            layla.post("/desk/site/special-days", &wrong).await.json()["screen"]["refused_days"].clone();
        assert_eq!(
            (&refused["days"]["name"], &refused["problems"][0]["elsewhere"]),
            (&"Eid".into(), &Value::Null),
            "{name}: {refused}"
        );
        let item = known[0]["item"].as_str().expect("an item").to_owned();
        let form = [("at", "/"), ("item", item.as_str()), ("action", "remove"), ("back", "facts")];
        assert_eq!(layla.post("/desk/site/item", &form).await.location(), "/desk/site/facts", "{name}");
        assert_eq!(facts().await["special_days"], Value::Array(Vec::new()), "{name}");
        let price = &first["groups"][0]["facts"][0];
        let (id, was) = (price["id"].as_str().expect("an id"), price["value"].as_str().expect("a price"));
        let form = [("at", "/"), ("piece", id), ("was", was), ("value", "170-330"), ("back", "facts")];
        assert_eq!(layla.post("/desk/site/save", &form).await.location(), "/desk/site/facts", "{name}");
        assert_eq!(facts().await["groups"][0]["facts"][0]["shown"], "AED 170–330", "{name}");
    }
}

#[tokio::test]
async fn a_time_that_requests_are_due_by_is_refused_where_it_cannot_be_read_and_changes_in_all_its_forms() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let save = async |name: &str, was: &str, typed: &str| {
        let piece = format!("facts.toml:times.{name}");
        let form = [("at", "/"), ("piece", &*piece), ("was", was), ("value", typed), ("back", "facts")];
        layla.post("/desk/site/save", &form).await
    };
    for typed in ["soon", "1 minute", "0 h", "30 days", "ساعة"] {
        let refused = save("plumber", "1 h", typed).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        let said = problem(&refused.json());
        assert!(said.contains("requests are due by this time") && said.contains("such as 45 min"), "{said}");
    }
    for (name, was, typed, form, expected) in [
        ("plumber", "1 h", "45 min", "plumber-words", "within 45 minutes"),
        ("response-basic", "24 h", "2 days", "response-basic-hour", "2-day"),
    ] {
        let saved = save(name, was, typed).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text);
        let screen = layla.get("/desk/site/facts").await.json()["screen"].clone();
        let times = screen["groups"][4]["facts"].as_array().expect("times").clone();
        let id = format!("facts.toml:times.{form}");
        let changed = times.iter().find(|fact| fact["id"] == id.as_str()).expect("a form");
        assert_eq!(changed["value"], expected, "{typed}");
    }
}
