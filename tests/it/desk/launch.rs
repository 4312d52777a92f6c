//! Before launch: what an owner has to do, and the button that puts the site live.

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{TestDesk, Visitor};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

async fn screen(who: &Visitor<'_>) -> Value {
    who.get("/desk/launch").await.json()["screen"].clone()
}

fn steps<'a>(screen: &'a Value, kind: &str) -> Vec<&'a Value> {
    let steps = screen["steps"].as_array().expect("steps").iter();
    steps.filter(|step| step["kind"] == kind).collect()
}

async fn left(who: &Visitor<'_>) -> u64 {
    who.get("/desk/").await.json()["screen"]["before_launch"].as_u64().expect("a number")
}

#[tokio::test]
async fn owners_see_what_is_left_and_each_question_is_marked_as_answered() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        let office = desk.sign_in("Omar", &[Role::Office]).await;
        assert_eq!(office.get("/desk/launch").await.status, StatusCode::FORBIDDEN, "{name}");
        assert_eq!(left(&office).await, 0, "{name}: it's an owner's");
        let shown = screen(&mariam).await;
        assert_eq!(shown["state"], "preview", "{name}");
        let samples = steps(&shown, "sample");
        assert!(samples.len() > 8, "{name}: {samples:?}");
        for step in &samples {
            let to = step["to"].as_str().expect("a screen");
            let opened = mariam.get(to).await.json()["screen"].clone();
            let chosen = opened["chosen"].as_str().expect("a piece");
            let groups = opened["groups"].as_array().map(Vec::as_slice).unwrap_or_default();
            let facts = groups.iter().flat_map(|group| group["facts"].as_array().expect("facts"));
            let mut pieces = opened["pieces"].as_array().into_iter().flatten().chain(facts);
            assert!(pieces.any(|piece| piece["id"] == chosen), "{name}: {step} opens its piece");
        }
        let questions = steps(&shown, "question");
        let undone = steps(&shown, "server").into_iter().filter(|step| step["is_done"] == false).count();
        assert_eq!(left(&mariam).await, (samples.len() + questions.len() + undone + 1) as u64, "{name}");
        for step in &questions {
            let to = step["to"].as_str().expect("a screen");
            assert_eq!(mariam.get(to).await.status, StatusCode::OK, "{name}: {to}");
        }
        let before = left(&mariam).await;
        mariam.post("/desk/launch/answer", &[("id", "vat"), ("answered", "yes")]).await;
        mariam.post("/desk/launch/answer", &[("id", "vat"), ("answered", "yes")]).await;
        assert_eq!(left(&mariam).await, before - 1, "{name}");
        mariam.post("/desk/launch/answer", &[("id", "vat"), ("answered", "")]).await;
        assert_eq!(left(&mariam).await, before, "{name}: not after all");
        let unknown = mariam.post("/desk/launch/answer", &[("id", "colour"), ("answered", "yes")]).await;
        assert_eq!(unknown.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
    }
}

#[tokio::test]
async fn the_site_goes_live_once_nothing_invented_is_left_and_back_with_an_undo() {
    let content = folder();
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
    let company = || std::fs::read_to_string(content.path().join("company.toml")).expect("a file");
    mariam.post("/desk/launch/live", &[]).await;
    assert!(!company().contains("launched"), "samples are left");
    for file in
        ["company.toml", "testimonials.toml", "pages/home.toml", "pages/privacy.toml", "pages/terms.toml"]
    {
        let path = content.path().join(file);
        let text = std::fs::read_to_string(&path).expect("a file");
        let text = text
            .replace("sample = true", "")
            .replace("\nnote = \"Draft", "\nnote = \"\" # \"")
            .replace("\nnote = \"This is a draft", "\nnote = \"\" #")
            .replace(" 000 000", " 123 456")
            .replace("@example.com", "@amwaj.ae");
        std::fs::write(&path, text).expect("written");
    }
    assert_eq!(steps(&screen(&mariam).await, "sample").len(), 0);
    let before = company();
    mariam.post("/desk/launch/live", &[]).await;
    assert_eq!(screen(&mariam).await["state"], "live");
    assert!(company().contains("\nlaunched = true\nname = "), "{}", company());
    assert!(left(&mariam).await > 0, "no copies, no phone: they count on a live site too");
    let change = mariam.get("/desk/site?at=/").await.json()["screen"]["changes"][0].clone();
    assert_eq!(change["name"], "Site put live");
    mariam.post("/desk/site/undo", &[("at", "/"), ("id", &change["id"].to_string())]).await;
    assert_eq!(screen(&mariam).await["state"], "preview");
    assert!(company() == before);
}
