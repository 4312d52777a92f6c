//! Posts at the desk: written, saved by two at once, published, taken off and put back, by the people who may.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{Answer, TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

const TEXT: &str = "# Filters\n\nWash them.\n\n# Drains\n\nClear them.\n";
/// A white picture.
fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::new_rgb8(40, 30);
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

/// A new post with this title; its address at the desk.
async fn create(who: &Visitor<'_>, title: &str) -> String {
    let answer = who.post("/desk/posts/new", &[("title", title)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    answer.location().to_owned()
}

/// Saves a title and a text with the number that its author had before them.
async fn save(who: &Visitor<'_>, post: &str, number: i64, title: &str, body: &str) -> Value {
    let number = number.to_string();
    let fields = [("number", number.as_str()), ("title", title), ("body", body)];
    let answer = who.post(&format!("{post}/save"), &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    screen(&answer)
}

async fn editor(who: &Visitor<'_>, post: &str) -> Value {
    screen(&who.get(post).await)
}

fn screen(answer: &Answer) -> Value {
    let screen = answer.json()["screen"].clone();
    assert_eq!(screen["name"], "post-editor", "{screen}");
    screen
}

fn number(screen: &Value) -> i64 {
    screen["number"].as_i64().expect("a number")
}

/// The published text of a post as readers get it; nothing where they get none.
async fn published(desk: &TestDesk, slug: &str) -> Option<String> {
    let found = blog::store::find_visible(desk.site.db.reader(), slug, desk.site.clock.now_ms()).await;
    found.expect("a database").map(|post| post.words.content)
}

#[tokio::test]
async fn a_post_is_written_published_changed_taken_off_and_put_back() {
    for engine in every_engine().await {
        let desk = TestDesk::open_on(engine, Clock::manual(NOW)).await;
        let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
        let post = create(&layla, "Why your AC smells").await;
        let slug = "why-your-ac-smells";
        let saved = save(&layla, &post, 0, "Why your AC smells", TEXT).await;
        assert_eq!((saved["slug"].as_str(), saved["state"].as_str()), (Some(slug), Some("draft")));
        assert_eq!(published(&desk, slug).await, None, "a draft is for nobody");

        let answer = layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
        assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, post.as_str()));
        assert!(published(&desk, slug).await.expect("public").contains("Wash them."));
        let shown = editor(&layla, &post).await;
        assert_eq!((shown["state"].as_str(), shown["up_to_date"].as_bool()), (Some("published"), Some(true)));

        // What is typed afterwards is for nobody until it is published too.
        let changed = save(&layla, &post, number(&shown), "Why your AC smells", "Reworded.").await;
        assert_eq!(changed["up_to_date"], false);
        assert!(published(&desk, slug).await.expect("public").contains("Wash them."));
        let before = changed["number"].as_i64().expect("a number");
        layla.post(&format!("{post}/publish"), &[]).await;
        assert!(published(&desk, slug).await.expect("public").contains("Reworded."));

        // Put back: the text that readers had.
        let live = (before - 1).to_string();
        let published_at = shown["published_at"].to_string();
        let back = [("live", live.as_str()), ("draft", "false"), ("published_at", published_at.as_str())];
        layla.post(&format!("{post}/put-back"), &back).await;
        assert!(published(&desk, slug).await.expect("public").contains("Wash them."));
        assert_eq!(editor(&layla, &post).await["words"]["body"], "Reworded.", "the author's words stay");

        layla.post(&format!("{post}/unpublish"), &[]).await;
        assert_eq!(published(&desk, slug).await, None);
        assert_eq!(editor(&layla, &post).await["state"], "taken-off");
        let log = desk.command(&["log"]).await;
        for did in ["post created", "post published", "post put back", "post taken off"] {
            assert!(log.contains(did), "{did} in {log}");
        }
    }
}

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
        // Nothing is lost meanwhile: it is a revision, and a page without scripts shows the question again.
        let mine = conflict["mine"].to_string();
        let again = editor(&layla, &format!("{post}?conflict={mine}")).await;
        assert_eq!(again["conflict"]["places"], conflict["places"]);

        let fields = [("mine", mine.as_str()), ("choice-0", "both")];
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
async fn a_mistake_is_said_at_its_place_and_keeps_the_post_from_being_published() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Prices").await;
    let saved = save(&layla, &post, 0, "Prices", "One.\n\nFrom {prices.nothing}.\n").await;
    let problem = &saved["problems"][0];
    assert_eq!((problem["field"].as_str(), problem["line"].as_i64()), (Some("body"), Some(3)), "{problem}");
    assert_eq!(problem["is_mistake"], true);
    let answer = layla.post(&format!("{post}/publish"), &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(published(&desk, "prices").await, None);
    // The page can be looked at all the same.
    let page = layla.get(&format!("{post}/page")).await;
    assert!(page.text.contains("<h1>Prices</h1>"), "{}", page.text);
    let policy = page.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("sandbox") && policy.contains("frame-ancestors 'self'"), "{policy}");
    let list = layla.get("/desk/posts").await.json();
    assert_eq!(list["screen"]["rows"][0]["mistakes"], 1);
}

#[tokio::test]
async fn a_time_schedules_a_post_and_an_undo_makes_it_a_draft_again() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Later").await;
    save(&layla, &post, 0, "Later", "Text.").await;
    layla.post(&format!("{post}/publish"), &[("when", "2099-12-01T09:00")]).await;
    let shown = editor(&layla, &post).await;
    assert_eq!(shown["state"], "scheduled");
    let dubai = base::clock::dubai_text(shown["published_at"].as_i64().expect("a time"));
    assert!(dubai.starts_with("1 December 2099, 09:00"), "{dubai}");
    let answer = layla.post(&format!("{post}/publish"), &[("when", "soon")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    let back = [("live", "1"), ("draft", "true"), ("published_at", "1000")];
    layla.post(&format!("{post}/put-back"), &back).await;
    assert_eq!(editor(&layla, &post).await["state"], "draft");
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
    // What was superseded goes after a while. Whoever still has it before them is asked, and loses nothing.
    clock.advance(std::time::Duration::from_secs(3600));
    save(&layla, &post, number(&restored), "Long", "New.").await;
    let late = save(&mariam, &post, 3, "Long", "word word, and more").await;
    assert_eq!(late["conflict"]["places"][0]["mine"], "word word, and more");
}

#[tokio::test]
async fn what_a_command_publishes_becomes_a_revision_and_unpublished_words_stay() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Both").await;
    save(&layla, &post, 0, "Both", "At the desk.").await;
    layla.post(&format!("{post}/publish"), &[]).await;
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

#[tokio::test]
async fn pictures_are_stored_under_a_name_for_the_text_and_others_say_what_would_be_right() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Pictures").await;
    let sent = layla.upload(&format!("{post}/pictures"), "picture", "IMG 12.PNG", &png()).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    assert_eq!(sent.json()["name"], "img-12.png");
    let without = save(&layla, &post, 0, "Pictures", "![](img-12.png)").await;
    assert!(without["problems"][0]["what"].as_str().expect("text").contains("does not say what it shows"));
    let with = save(&layla, &post, number(&without), "Pictures", "![A white point](img-12.png)").await;
    assert_eq!(with["problems"], serde_json::json!([]));
    layla.post(&format!("{post}/publish"), &[]).await;
    assert!(published(&desk, "pictures").await.expect("public").contains("/media/posts/img-12"));
    for (name, bytes, said) in [
        ("a.heic", &b"\0\0\0\x18ftypheic"[..], "HEIC"),
        ("a.gif", b"GIF89a", "use JPEG"),
        ("a.png", b"", "No picture"),
    ] {
        let answer = layla.upload(&format!("{post}/pictures"), "picture", name, bytes).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.text.contains(said), "{}", answer.text);
    }
}

#[tokio::test]
async fn another_address_redirects_from_the_old_one_and_the_desk_s_own_stays() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Old name").await;
    save(&layla, &post, 0, "Old name", "Text.").await;
    layla.post(&format!("{post}/publish"), &[]).await;
    let wrong = layla.post(&format!("{post}/rename"), &[("slug", "New Name")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("new-name"), "{}", wrong.text);
    layla.post(&format!("{post}/rename"), &[("slug", "new-name")]).await;
    let db = desk.site.db.reader();
    let moved = blog::store::moved_to(db, "old-name", desk.site.clock.now_ms()).await.expect("a database");
    assert_eq!(moved.as_deref(), Some("new-name"));
    assert_eq!(editor(&layla, &post).await["slug"], "new-name");
    // A second post of the same name gets an address of its own, and the same tap twice makes one post.
    let key = [("title", "New name"), ("key", "0123456789abcdef")];
    let first = layla.post("/desk/posts/new", &key).await.location().to_owned();
    assert_eq!(layla.post("/desk/posts/new", &key).await.location(), first);
    assert_eq!(editor(&layla, &first).await["slug"], "new-name-2");
}

#[tokio::test]
async fn what_is_pasted_becomes_markdown_with_its_pictures() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Pasted").await;
    let picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/%3E";
    let html = format!("<h1>Filters</h1><p>Wash <b>them</b>.</p><img alt='A coil' src=\"{picture}\">");
    let answer = layla.post(&format!("{post}/paste"), &[("html", &html)]).await;
    let pasted = answer.json();
    assert_eq!(
        pasted["markdown"], "## Filters\n\nWash **them**.\n\n![A coil](picture.svg)",
        "{}",
        answer.text
    );
    assert_eq!((pasted["headings"].as_i64(), pasted["pictures"].as_i64()), (Some(1), Some(1)));
    let saved = save(&layla, &post, 0, "Pasted", pasted["markdown"].as_str().expect("text")).await;
    assert_eq!(saved["problems"], serde_json::json!([]));
}
