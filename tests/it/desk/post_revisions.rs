//! Several authors of one post, and one author over time: merges, conflicts, revisions, and what commands change beneath.

use base::clock::Clock;
use desk::staff::roles::Role;
use serde_json::Value;

use crate::desk::harness::TestDesk;
use crate::desk::posts::{TEXT, create, editor, number, save, screen};
use crate::requests::harness::NOW;
use engines::every_engine;

#[tokio::test]
async fn words_of_two_authors_merge_and_where_they_clash_both_are_kept() {
    for engine in every_engine().await {
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
        let post = create(&layla, "Two").await;
        let start = number(&save(&layla, &post, 0, "Two", TEXT).await);

        let hers =
            save(&mariam, &post, start, "Two", &TEXT.replace("Clear them.", "Clear them in May.")).await;
        assert_eq!(hers["others"], serde_json::json!(["Layla"]));
        let merged =
            save(&layla, &post, start, "Two", &TEXT.replace("Wash them.", "Wash them monthly.")).await;
        assert_eq!(merged["conflict"], Value::Null);
        let both =
            TEXT.replace("Wash them.", "Wash them monthly.").replace("Clear them.", "Clear them in May.");
        assert_eq!(merged["words"]["body"], both);

        let at = number(&merged);
        save(&mariam, &post, at, "Two", &both.replace("monthly", "weekly")).await;
        let clash = save(&layla, &post, at, "Two", &both.replace("monthly", "yearly")).await;
        let conflict = &clash["conflict"];
        assert_eq!(conflict["by"], "Mariam");
        assert_eq!(conflict["places"][0]["mine"], "Wash them yearly.\n");
        assert_eq!(conflict["places"][0]["theirs"], "Wash them weekly.\n");
        assert!(clash["words"]["body"].as_str().expect("text").contains("weekly"), "the first one stays");
        // Mine is not lost meanwhile: it is a revision, and a page without scripts shows the question again.
        let mine = conflict["mine"].to_string();
        let again = editor(&layla, &format!("{post}?conflict={mine}")).await;
        assert_eq!(again["conflict"]["places"], conflict["places"]);

        // A choice between words that are not there any more is asked for again.
        let late = [("mine", mine.as_str()), ("number", "1"), ("choice-0", "mine")];
        let asked = screen(&layla.post(&format!("{post}/settle"), &late).await);
        assert_eq!(asked["conflict"]["places"], conflict["places"]);
        let number = number(&clash).to_string();
        let fields = [("mine", mine.as_str()), ("number", number.as_str()), ("choice-0", "both")];
        let settled = screen(&layla.post(&format!("{post}/settle"), &fields).await);
        let body = settled["words"]["body"].as_str().expect("text");
        assert!(body.contains("Wash them weekly.\n\nWash them yearly."), "{body}");
    }
}

#[tokio::test]
async fn of_many_saves_at_once_none_is_lost_and_none_is_doubled() {
    for engine in every_engine().await {
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let post = create(&layla, "Many").await;
        let paragraphs: String = (0..6).map(|at| format!("Paragraph {at}.\n\n")).collect();
        let start = number(&save(&layla, &post, 0, "Many", &paragraphs).await);
        let writers = futures_util::future::join_all((0..6).map(|at| {
            let body = paragraphs.replace(&format!("Paragraph {at}."), &format!("Reworded {at}."));
            let (layla, post) = (&layla, &post);
            async move { save(layla, post, start, "Many", &body).await }
        }));
        writers.await;
        let body = editor(&layla, &post).await["words"]["body"].as_str().expect("text").to_owned();
        let reworded: String = (0..6).map(|at| format!("Reworded {at}.\n\n")).collect();
        assert_eq!(body, reworded);
        // The same save twice, as after an answer that was lost.
        let now = number(&editor(&layla, &post).await);
        let first = number(&save(&layla, &post, now, "Many", "Once.").await);
        assert_eq!(number(&save(&layla, &post, now, "Many", "Once.").await), first);
    }
}

#[tokio::test]
async fn a_minute_of_typing_is_one_revision_and_an_earlier_one_comes_back() {
    let clock = Clock::manual(NOW);
    let desk = TestDesk::open_on(engines::sqlite(), clock.clone()).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let mariam = desk.sign_in("Mariam", &[Role::Owner]).await;
    let post = create(&layla, "Long").await;
    let mut at = 0;
    for words in 1..=5 {
        at = number(&save(&layla, &post, at, "Long", &"word ".repeat(words)).await);
        clock.advance(std::time::Duration::from_secs(2));
    }
    at = number(&save(&mariam, &post, at, "Long", "Mariam's text.").await);
    let revisions = editor(&layla, &post).await["revisions"].clone();
    let said: Vec<&str> = revisions
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["change"]["change"].as_str().unwrap())
        .collect();
    assert_eq!(said, ["reworded", "added", "first"], "{revisions}");
    assert_eq!((revisions[0]["by"].as_str(), revisions[1]["mine"].as_bool()), (Some("Mariam"), Some(true)));

    let earlier = revisions[1]["number"].to_string();
    let beside = layla.get(&format!("{post}/revisions/{earlier}")).await.json();
    assert_eq!(beside["screen"]["fields"][0]["field"], "body");
    layla.post(&format!("{post}/restore"), &[("revision", &earlier)]).await;
    let restored = editor(&layla, &post).await;
    assert_eq!(restored["words"]["body"], "word ".repeat(5));
    assert_eq!(restored["revisions"][0]["change"]["change"], "restored");
    assert!(number(&restored) > at);
    // Superseded revisions go after a while. Whoever still has one before them is asked, and loses no words.
    clock.advance(std::time::Duration::from_secs(3600));
    save(&layla, &post, number(&restored), "Long", "New.").await;
    let late = save(&mariam, &post, 3, "Long", "word word, and more").await;
    assert_eq!(late["conflict"]["places"][0]["mine"], "word word, and more\n");
}

#[tokio::test]
async fn what_a_command_publishes_becomes_a_revision_and_unpublished_words_stay() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Both").await;
    save(&layla, &post, 0, "Both", "At the desk.").await;
    layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
    let at = number(&editor(&layla, &post).await);
    save(&layla, &post, at, "Both", "Not public yet.").await;
    let mut stored =
        blog::store::find(desk.site.db.reader(), "both").await.expect("a database").expect("a post");
    stored.words.original = "By command.".into();
    stored.words.content = "<p>By command.</p>".into();
    blog::store::save_one(&desk.site.db, &stored, &[]).await.expect("saved");
    let shown = editor(&layla, &post).await;
    assert_eq!(shown["words"]["body"], "Not public yet.");
    let by_command = &shown["revisions"][0];
    assert_eq!((by_command["by"].clone(), by_command["is_live"].as_bool()), (Value::Null, Some(true)));
}
