//! The posts of an existing site come in as the specification describes its call, whatever their state.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use blog::store;
use serde_json::{Value, json};

use crate::authors::desk::PostPublisher;
use crate::authors::old_site::OldSite;
use engines::{every_engine, sqlite};

const DRAWING: &[u8] = br#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>"#;
const LIST: &str = "/admin/front/blogs";

fn photo() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(600, 400).write_to(&mut bytes, image::ImageFormat::Png).expect("a photo");
    bytes.into_inner()
}

/// An old site's list: everything that such lists are known for.
fn messy() -> Value {
    json!([
        { "id": 1, "slug": "ac-care", "title": "AC care", "meta_title": "AC care | Old", "meta_description": null,
          "excerpt": "Short.", "image": "/storage/cover.png", "author": "Sara", "published_date": "2026-05-12T06:00:00Z",
          "created_at": "2026-05-01 08:00:00", "content": "<h1>One</h1><p>Text <img src=\"storage/drawing.svg\" alt=\"D\"></p>" },
        { "id": "2", "slug": "ac-care", "title": "AC care again", "image": null, "published_date": "13/05/2026",
          "created_at": 1_778_700_000, "content": "<p>No excerpt here.</p>" },
        { "id": 3, "slug": "Odd Slug!", "title": "Odd &amp; even", "published_date": "May 14, 2026",
          "content": "<p onclick=x>Text</p><script>1</script><img src=\"/storage/gone.png\"><img src=\"/storage/gone.png\"><img src=\"/storage/page.png\">" },
        { "id": 4, "slug": "big", "title": "Five megabytes", "published_date": "2026-05-15",
          "content": format!("<p>{}</p>", "five megabytes of words ".repeat(210_000)) },
        { "id": 5, "slug": "inlined", "title": "Pictures in the text", "published_date": "2026-05-16", "content":
          format!("<p>Kept.</p><img src=\"data:image/svg+xml,{}\">{}", "%3Csvg width='9' height='9'/%3E",
                  format!("<img src=\"data:image/png;base64,{}\">", "A".repeat(4_900_000))) },
        { "id": 6, "slug": "no-title", "title": null, "content": "x" },
        { "id": 7, "slug": "no-text", "title": "No text", "content": null, "published_date": "soon" },
        { "id": 1, "slug": "again", "title": "Same number again" },
        "no object",
    ])
}

async fn old_site(list: &Value) -> OldSite {
    let moved = b"http://127.0.0.1:1/inside.png".to_vec();
    OldSite::open(HashMap::from([
        (LIST.to_string(), (200, list.to_string().into_bytes())),
        ("/storage/cover.png".to_string(), (200, photo())),
        ("/admin/front/storage/drawing.svg".to_string(), (200, DRAWING.to_vec())),
        ("/storage/page.png".to_string(), (200, b"<!doctype html><p>no picture".to_vec())),
        ("/moved.png".to_string(), (302, moved)),
    ]))
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn r48_a_messy_list_comes_in_as_far_as_it_can_and_says_what_became_of_it() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let site = old_site(&messy()).await;
        let said = desk.run(&["import", &format!("{}{LIST}", site.url)]).await;
        println!("{}", said.out);
        assert!(!said.done, "what was skipped is an exit code too");
        for line in [
            "new        post 1: /blogs/ac-care\n",
            "new        post 2: /blogs/ac-care-2\n",
            "`/blogs/ac-care` is the address of another post",
            "new        post 3: /blogs/odd-slug\n",
            "slug `Odd Slug!` became `odd-slug`",
            "picture `/storage/gone.png` could not be had: the other site answers 404 Not Found; it was left out",
            "picture `/storage/page.png` could not be had: no JPEG, PNG, WebP or SVG; it was left out",
            "`<script>` does not belong in a post; it was left out",
            "skipped    post 4: the text has 4922 KB\n",
            "new        post 5: /blogs/inlined\n",
            "picture `data:…` in the text itself cannot be read",
            "skipped    post 6: it has no title\n",
            "new        post 7: /blogs/no-text\n",
            "`published_date` is no date: `soon`",
            "it has no text",
            "skipped    post 8: an earlier post of the list has the id 1 too\n",
            "skipped    post 9: it is no object\n",
            "5 new, 0 changed, 0 unchanged, 4 skipped\n",
        ] {
            assert!(said.out.contains(line), "{line} is not in:\n{}", said.out);
        }
        assert_eq!(said.out.matches("/storage/gone.png").count(), 1, "once is enough: {}", said.out);
        let first = desk.post("ac-care").await.expect("a post");
        assert_eq!((first.id.as_str(), first.created_at), ("1", 1_777_608_000_000));
        assert_eq!(first.words.published_at, 1_778_565_600_000);
        let cover = first.words.picture.expect("a picture");
        assert!(cover.src.starts_with("/media/posts/cover-600.") && cover.srcset.is_some(), "{cover:?}");
        assert!(first.words.content.contains("<h2 id=\"s-one\">One</h2>"), "{}", first.words.content);
        assert!(first.words.content.contains("<img src=\"/media/posts/drawing."), "{}", first.words.content);
        let second = desk.post("ac-care-2").await.expect("a post");
        assert_eq!((second.id.as_str(), second.words.excerpt), ("2", None));
        assert_eq!(second.words.published_at, 1_778_616_000_000);
        let inlined = desk.post("inlined").await.expect("a post").words;
        assert!(inlined.content.contains("<img src=\"/media/posts/picture."), "{:.500}", inlined.content);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn importing_again_changes_only_what_the_old_site_has_changed() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let mut list = messy();
        let site = old_site(&list).await;
        let url = format!("{}{LIST}", site.url);
        desk.run(&["import", &url]).await;
        let revision = desk.revision().await;
        let asked = site.asked.load(Ordering::SeqCst);
        let said = desk.run(&["import", &url]).await;
        assert!(said.out.ends_with("0 new, 0 changed, 5 unchanged, 4 skipped\n"), "{}", said.out);
        assert_eq!(desk.revision().await, revision);
        // The list, and the two pictures that were not there the first time.
        assert_eq!(site.asked.load(Ordering::SeqCst) - asked, 3, "known pictures are not fetched again");
        list[1]["title"] = json!("AC care, mended");
        let file = desk.file("list.json", json!({ "data": list }).to_string());
        let said = desk.run(&["import", file.to_str().expect("a name"), "--site", &site.url]).await;
        assert!(said.out.ends_with("0 new, 1 changed, 4 unchanged, 4 skipped\n"), "{}", said.out);
        let mended = desk.post("ac-care-2").await.expect("it keeps its address");
        assert_eq!((mended.id.as_str(), mended.words.title.as_str()), ("2", "AC care, mended"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_list_is_refused_and_nothing_comes_from_inside_the_network() {
    let desk = PostPublisher::open(sqlite()).await;
    for (name, bytes, why) in [
        ("a.json", "{}", "it is no list of posts"),
        ("b.json", "<html>", "it is no JSON"),
        ("c.json", "[", "it is no JSON"),
    ] {
        let file = desk.file(name, bytes);
        let said = desk.run(&["import", file.to_str().expect("a name")]).await;
        assert!(!said.done && said.err.contains(why), "{}", said.err);
    }
    let said = desk.run(&["import", "/no/such/list.json"]).await;
    assert!(!said.done && said.err.contains("cannot be read"), "{}", said.err);
    let site = old_site(&json!([])).await;
    let said = desk.run(&["import", &format!("{}/none", site.url)]).await;
    assert!(!said.done && said.err.contains("the other site answers 404"), "{}", said.err);
    // A list from elsewhere that names pictures inside: those of this machine's own ports.
    let list = json!([{ "id": 1, "title": "A", "slug": "a", "published_date": "2026-05-12",
        "image": format!("{}/storage/cover.png", site.url), "content": "x" }]);
    let asked = site.asked.load(Ordering::SeqCst);
    let file = desk.file("list.json", list.to_string());
    let said = desk.run(&["import", file.to_str().expect("a name"), "--site", "https://old.example"]).await;
    assert!(said.done && said.out.contains("it stands inside a private network"), "{}", said.out);
    assert_eq!(site.asked.load(Ordering::SeqCst), asked);
    assert!(
        store::find(desk.db.reader(), "a").await.expect("a query").expect("a post").words.picture.is_none()
    );
}
