//! Pages that marketing adds as copies of others: in a draft that nobody sees, published, changed, removed, taken back.

use std::path::Path;

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{Answer, TestDesk, Visitor};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

const AC: &str = "/services/ac-repair-and-maintenance-service-dubai";

async fn add(who: &Visitor<'_>, heading: &str, address: &str, of: &str) -> Answer {
    let fields = [("heading", heading), ("address", address), ("of", of), ("key", heading)];
    who.post("/desk/site/new-page", &fields).await
}

/// The id of the draft that an added page is in.
fn draft_of(added: &Answer) -> String {
    assert_eq!(added.status, StatusCode::SEE_OTHER, "{}", added.text);
    added.location().split("draft=").nth(1).expect("a draft").to_owned()
}

/// The status of a page as it is shown beside its sheet.
async fn status(who: &Visitor<'_>, at: &str, draft: &str) -> StatusCode {
    who.get(&format!("/desk/site/page?at={at}&draft={draft}")).await.status
}

async fn publish(who: &Visitor<'_>, draft: &str) {
    let live = who.post(&format!("/desk/site/drafts/{draft}/live"), &[]).await;
    assert_eq!(live.status, StatusCode::SEE_OTHER, "{}", live.text);
}

async fn screen(who: &Visitor<'_>, at: &str) -> Value {
    who.get(&format!("/desk/site?at={at}")).await.json()["screen"].clone()
}

async fn problem(who: &Visitor<'_>, heading: &str, address: &str) -> String {
    let added = add(who, heading, address, AC).await;
    assert_eq!(added.status, StatusCode::UNPROCESSABLE_ENTITY, "{heading}, {address}");
    let screen = added.json()["screen"].clone();
    assert_eq!(
        (&screen["heading"], &screen["address"]),
        (&heading.trim().into(), &address.into()),
        "what was typed stays"
    );
    screen["problem"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn a_page_is_added_in_a_draft_published_removed_and_brought_back() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let draft = draft_of(&add(&layla, "Ramadan offer", "", AC).await);
        let at = "/ramadan-offer";
        assert_eq!(status(&layla, at, "").await, StatusCode::NOT_FOUND, "{name}: nobody sees it");
        let page = layla.get(&format!("/desk/site/page?at={at}&draft={draft}")).await.text;
        assert!(page.contains(">Ramadan offer<"), "{name}");
        assert!(!page.contains("id=\"menu\""), "{name}: no menu was asked for");
        let listed = layla.get("/desk/site/drafts").await.json()["screen"]["drafts"][0].clone();
        assert_eq!(listed["pages"][0]["at"], at, "{name}: {}", listed["pages"]);
        publish(&layla, &draft).await;
        assert_eq!(status(&layla, at, "").await, StatusCode::OK, "{name}");
        assert!(screen(&layla, at).await["is_own"] == true, "{name}");
        assert!(screen(&layla, "/about-us").await["is_own"] == false, "{name}");

        layla.post("/desk/site/remove-page", &[("at", at), ("key", "remove")]).await;
        assert_eq!(status(&layla, at, "").await, StatusCode::NOT_FOUND, "{name}");
        let removed = screen(&layla, "/").await["changes"][0].clone();
        assert_eq!((&removed["name"], &removed["was"]), (&"Page removed".into(), &"Ramadan offer".into()));
        layla.post("/desk/site/undo", &[("at", "/"), ("id", &removed["id"].to_string())]).await;
        assert_eq!(status(&layla, at, "").await, StatusCode::OK, "{name}: it is back");
    }
}

#[tokio::test]
async fn in_a_folder_a_page_is_a_file_and_its_removal_takes_the_file_away() {
    let content = folder();
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let file = |name: &str| content.path().join(format!("pages/{name}.toml"));
    let is_page = |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("[[sections]]"));
    for (number, of) in
        ["/", AC, "/about-us", "/contact-us", "/annual-maintenance-contracts", "/privacy"].iter().enumerate()
    {
        let name = format!("page-{number}");
        let draft = draft_of(&add(&layla, &format!("Page {number}"), "", of).await);
        assert!(!file(&name).exists(), "{of}: a draft is no file");
        publish(&layla, &draft).await;
        assert!(is_page(&file(&name)), "{of}");
        assert_eq!(status(&layla, &format!("/{name}"), "").await, StatusCode::OK, "{of}");
    }
    let added = screen(&layla, "/").await["changes"][0]["id"].to_string();
    layla.post("/desk/site/undo", &[("at", "/"), ("id", &added)]).await;
    assert!(!file("page-5").exists(), "what was added is gone with its undo");
    layla.post("/desk/site/remove-page", &[("at", "/page-0")]).await;
    assert!(!file("page-0").exists());
    // A page that others lead to stays.
    let about = std::fs::read_to_string(file("about")).expect("a file").replacen("/#contact", "/page-1", 1);
    std::fs::write(file("about"), about).expect("written");
    layla.post("/desk/site/remove-page", &[("at", "/page-1")]).await;
    assert!(is_page(&file("page-1")));
    for at in ["/about-us", "/", AC, "/nowhere"] {
        layla.post("/desk/site/remove-page", &[("at", at)]).await;
    }
    assert!(["about", "home"].iter().all(|name| is_page(&file(name))), "the site's own pages stay");
}

#[tokio::test]
async fn an_address_that_is_taken_or_no_address_is_refused_with_what_was_typed() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    for taken in [
        "contact-us",
        "about",
        "contact",
        "booking",
        "services",
        "blogs",
        "privacy",
        "desk",
        "admin",
        "media",
    ] {
        let said = problem(&layla, "An offer", taken).await;
        assert!(said.contains(&format!("`/{taken}` is taken; choose another")), "{said}");
    }
    for (heading, address) in [("–!", ""), ("An offer", "–"), ("An offer", "//")] {
        let said = problem(&layla, heading, address).await;
        assert!(said.contains("in letters a to z"), "{said}");
    }
    assert!(problem(&layla, "  ", "x").await.contains("what the page is about"));
    assert!(problem(&layla, &"x".repeat(61), "").await.contains("this one has 61"));
    publish(&layla, &draft_of(&add(&layla, "Offer", "/Eid Offer/", "/").await)).await;
    assert_eq!(status(&layla, "/eid-offer", "").await, StatusCode::OK);
    let arabic = add(&layla, "عرض رمضان", "", "/").await;
    let at =
        arabic.location().split("at=%2F").nth(1).and_then(|at| at.split('&').next()).expect("an address");
    assert!(content::own_pages::is_name(at), "{at}: in letters that can be typed in an advert");
    assert!(problem(&layla, "Another", "eid-offer").await.contains("is taken"));
}

#[tokio::test]
async fn a_page_that_is_added_in_a_draft_goes_live_with_it() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let draft = draft_of(&add(&layla, "First offer", "", "/").await);
    let fields = [
        ("heading", "Second offer"),
        ("address", ""),
        ("of", "/first-offer"),
        ("menu", "yes"),
        ("draft", &draft),
    ];
    let second = layla.post("/desk/site/new-page", &fields).await;
    assert_eq!(draft_of(&second), draft, "the same draft");
    publish(&layla, &draft).await;
    for at in ["/first-offer", "/second-offer"] {
        assert_eq!(status(&layla, at, "").await, StatusCode::OK, "{at}");
    }
    assert!(layla.get("/desk/site/page?at=/second-offer").await.text.contains("id=\"menu\""));
}
