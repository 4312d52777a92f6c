//! Posts at the desk: written, saved by two at once, published, taken off and put back, by the people who may.

use base::clock::Clock;
use desk::staff::roles::Role;
use http::StatusCode;
use serde_json::Value;

use crate::desk::harness::{Answer, TestDesk, Visitor};
use crate::requests::harness::NOW;
use engines::every_engine;

pub(super) const TEXT: &str = "# Filters\n\nWash them.\n\n# Drains\n\nClear them.\n";
/// A white picture.
fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::new_rgb8(40, 30);
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

/// A new post with this title; its address at the desk.
pub(super) async fn create(who: &Visitor<'_>, title: &str) -> String {
    let answer = who.post("/desk/posts/new", &[("title", title)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    answer.location().to_owned()
}

/// Saves a title and a text with the number that its author had before them.
pub(super) async fn save(who: &Visitor<'_>, post: &str, number: i64, title: &str, body: &str) -> Value {
    let number = number.to_string();
    let fields = [("number", number.as_str()), ("title", title), ("body", body)];
    let answer = who.post(&format!("{post}/save"), &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    screen(&answer)
}

pub(super) async fn editor(who: &Visitor<'_>, post: &str) -> Value {
    screen(&who.get(post).await)
}

pub(super) fn screen(answer: &Answer) -> Value {
    let screen = answer.json()["screen"].clone();
    assert_eq!(screen["name"], "post-editor", "{screen}");
    screen
}

pub(super) fn number(screen: &Value) -> i64 {
    screen["number"].as_i64().expect("a number")
}

/// The published text of a post as readers get it; `None` if they cannot see the post.
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

        // Words that are typed afterwards stay hidden until they are published too.
        let changed = save(&layla, &post, number(&shown), "Why your AC smells", "Reworded.").await;
        assert_eq!(changed["up_to_date"], false);
        assert!(published(&desk, slug).await.expect("public").contains("Wash them."));
        let before = changed["number"].as_i64().expect("a number");
        layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
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
async fn a_mistake_is_said_at_its_place_and_keeps_the_post_from_being_published() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let post = create(&layla, "Prices").await;
    let saved = save(&layla, &post, 0, "Prices", "One.\n\nFrom {prices.nothing}.\n").await;
    let problem = &saved["problems"][0];
    assert_eq!((problem["field"].as_str(), problem["line"].as_i64()), (Some("body"), Some(3)), "{problem}");
    assert_eq!(problem["is_mistake"], true);
    let answer = layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(published(&desk, "prices").await, None);
    // The page can be looked at all the same.
    let page = layla.get(&format!("{post}/page")).await;
    assert!(page.text.contains("<h1>Prices</h1>") && !page.text.contains("script"), "{}", page.text);
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
    layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
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
    layla.post(&format!("{post}/publish"), &[("when", "now")]).await;
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

#[tokio::test]
async fn only_who_may_write_can_send_a_long_body() {
    let desk = TestDesk::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let layla = desk.sign_in("Layla", &[Role::Marketing]).await;
    let yusuf = desk.sign_in("Yusuf", &[Role::Office]).await;
    let post = create(&layla, "Long").await;
    let long = vec![b'x'; 200_000];
    for (who, status) in [
        (&layla, StatusCode::UNPROCESSABLE_ENTITY),
        (&yusuf, StatusCode::FORBIDDEN),
        (&desk.anybody(), StatusCode::UNAUTHORIZED),
    ] {
        let answer = who.upload(&format!("{post}/pictures"), "picture", "a.jpg", &long).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
}
