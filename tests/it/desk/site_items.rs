//! An item that is added to a list: empty at first, and live with all its words at once.

use std::collections::{BTreeMap, BTreeSet};

use base::clock::Clock;
use desk::staff::roles::Role;
use engines::every_engine;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{TestDesk, Visitor};
use crate::desk::site_words::folder;
use crate::requests::harness::NOW;

const AC: &str = "/services/ac-repair-and-maintenance-service-dubai";

async fn screen(who: &Visitor<'_>, at: &str) -> Value {
    who.get(&format!("/desk/site?at={at}")).await.json()["screen"].clone()
}

/// The ids of the pieces of each item on a page, by the item's id, as a screen may offer to add one.
async fn items(who: &Visitor<'_>, at: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let screen = screen(who, at).await;
    let pieces = screen["pieces"].as_array().expect("pieces");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let mut items: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for piece in pieces.iter().filter(|piece| piece["item"].is_object() && piece["kind"] != "picture") {
        items.entry(text(&piece["item"]["id"])).or_default().push((text(&piece["id"]), text(&piece["kind"])));
    }
    let ids: BTreeSet<String> = items.keys().cloned().collect();
    let is_nested = |item: &String| ids.iter().any(|other| other.starts_with(&format!("{item}.")));
    items.retain(|item, _| {
        !is_nested(item) && !item.rsplit_once('.').is_some_and(|(list, _)| list.ends_with(":sections"))
    });
    items
}

async fn add(who: &Visitor<'_>, at: &str, item: &str, words: &[(String, String)]) -> StatusCode {
    let fields: Vec<(String, &str)> =
        words.iter().map(|(id, words)| (format!("words:{id}"), &words[..])).collect();
    let mut form = vec![("at", at), ("item", item), ("key", item)];
    form.extend(fields.iter().map(|(name, words)| (name.as_str(), *words)));
    who.post("/desk/site/add", &form).await.status
}

#[tokio::test]
async fn a_question_is_added_below_another_with_its_answer_or_not_at_all() {
    for engine in every_engine().await {
        let name = engine.name;
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let page = async || layla.get(&format!("/desk/site/page?at={AC}")).await.text;
        let before = page().await;
        let items = items(&layla, AC).await;
        let is_question =
            |(_, pieces): &(&String, &Vec<(String, String)>)| pieces[0].0.ends_with(".question");
        let (item, pieces) = items.iter().find(is_question).expect("questions");
        let [question, answer] = [&pieces[0].0, &pieces[1].0].map(Clone::clone);
        let half = [(question.clone(), "Do you come at night?".to_owned()), (answer.clone(), " ".to_owned())];
        assert_eq!(add(&layla, AC, item, &half).await, StatusCode::SEE_OTHER, "{name}");
        assert!(page().await == before, "{name}: half of a question is nowhere");
        let whole = [half[0].clone(), (answer, "Yes, at any hour.".to_owned())];
        add(&layla, AC, item, &whole).await;
        let after = page().await;
        assert_eq!(after.matches("Do you come at night?").count(), 1, "{name}");
        assert_eq!(after.matches("Yes, at any hour.").count(), 1, "{name}");
        let changes = screen(&layla, AC).await["changes"].clone();
        assert_eq!(changes[0]["is"], "Do you come at night?", "{name}: {changes}");
        layla.post("/desk/site/undo", &[("at", AC), ("id", &changes[0]["id"].to_string())]).await;
        assert!(page().await == before, "{name}");
    }
}

#[tokio::test]
async fn an_item_of_any_list_is_added_whole_or_refused_and_its_undo_leaves_the_files_as_they_were() {
    let content = folder();
    let desk = TestDesk::open_over(content.path(), engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let read = |file: &str| std::fs::read_to_string(content.path().join(file)).expect("a file");
    let mut lists: BTreeSet<String> = BTreeSet::new();
    let (mut added, mut refused) = (0, Vec::new());
    for at in ["/", AC, "/about-us", "/contact-us"] {
        for (item, pieces) in items(&layla, at).await {
            let (list, _) = item.rsplit_once('.').expect("a place in a list");
            if !lists.insert(list.to_owned()) {
                continue;
            }
            let (file, _) = item.split_once(':').expect("a file");
            let before = read(file);
            let word = |(number, (id, kind)): (usize, &(String, String))| {
                let words = match kind.as_str() {
                    "number" => "7".to_owned(),
                    "link" | "url" => "/contact-us".to_owned(),
                    "price" => "100-200".to_owned(),
                    _ => format!("Added {number}"),
                };
                (id.clone(), words)
            };
            let words: Vec<_> = pieces.iter().enumerate().map(word).collect();
            let newest = screen(&layla, at).await["changes"][0]["id"].clone();
            add(&layla, at, &item, &words).await;
            let id = screen(&layla, at).await["changes"][0]["id"].clone();
            if id == newest {
                assert!(read(file) == before, "{item}: what is refused changes nothing");
                refused.push(item);
                continue;
            }
            let after = read(file);
            for (id, words) in words.iter().filter(|(_, words)| words.starts_with("Added")) {
                assert_eq!(after.matches(words.as_str()).count(), 1, "{id}: once");
            }
            added += 1;
            layla.post("/desk/site/undo", &[("at", at), ("id", &id.to_string())]).await;
            assert!(read(file) == before, "{item}: its undo");
        }
    }
    println!("{added} added, refused: {refused:?}");
    assert!(added > 10 && added > 3 * refused.len(), "{added} were added, these were refused: {refused:?}");
}
