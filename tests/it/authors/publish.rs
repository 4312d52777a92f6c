//! An author's file becomes a post: whole or not at all.

use blog::{PostState, store};

use crate::authors::desk::PostPublisher;
use engines::{every_engine, sqlite};

const ARTICLE: &str = "---\ntitle: AC care\nexcerpt: Short.\ndate: 2026-05-12\n---\nHello **there**.\n";

/// A photo of one colour, as a camera would have it.
fn photo(colour: [u8; 3]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::from_pixel(900, 600, image::Rgb(colour));
    image.write_to(&mut bytes, image::ImageFormat::Jpeg).expect("a photo");
    bytes.into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_is_published_changed_and_left_alone() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        let file = desk.file("ac-care.md", ARTICLE);
        let said = desk.publish(&[&file]).await;
        assert!(said.done, "{}", said.err);
        assert_eq!(said.out, "new        https://amwaj.example/blogs/ac-care  published\n");
        let first = desk.post("ac-care").await.expect("a post");
        assert_eq!(first.words.content, "<p>Hello <strong>there</strong>.</p>\n");
        assert_eq!(
            (first.words.original.as_str(), first.words.published_at),
            ("Hello **there**.\n", 1_778_529_600_000)
        );
        let revision = desk.revision().await;
        assert!(desk.publish(&[&file]).await.out.starts_with("unchanged"));
        assert_eq!(desk.revision().await, revision, "nobody has to look again");
        let file = desk.file("ac-care.md", ARTICLE.replace("Hello", "Good day"));
        assert!(desk.publish(&[&file]).await.out.starts_with("changed"));
        let second = desk.post("ac-care").await.expect("a post");
        assert_eq!((second.id, second.created_at), (first.id, first.created_at));
        assert!(second.updated_at > first.updated_at && second.words.content.contains("Good day"));
        assert!(desk.revision().await > revision);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r40_posts_that_are_created_in_the_same_millisecond_keep_their_order() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        assert!(desk.publish(&[&desk.file("a.md", ARTICLE)]).await.done);
        let created = desk.post("a").await.expect("a post").created_at;
        for (now, expected) in
            [(created, created + 1), (created - 5, created + 1), (created + 1, created + 1)]
        {
            let free = store::free_created_at(desk.db.reader(), now).await.expect("read");
            assert_eq!(free, expected, "{}: at {now}", desk.engine.name);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_file_says_what_is_wrong_and_the_others_come_in() {
    let desk = PostPublisher::open(sqlite()).await;
    let good = desk.file("good.md", ARTICLE);
    let bad = desk.file("bad.md", "---\ntitel: AC care\n---\nText\n");
    let said = desk.publish(&[&bad, &good]).await;
    assert!(!said.done);
    let wanted = format!("{}:2: error: nothing is known about `titel`; did you mean `title`?", bad.display());
    assert!(said.err.contains(&wanted) && said.err.contains("bad.md: not published"), "{}", said.err);
    assert!(desk.post("good").await.is_some() && desk.post("bad").await.is_none());
    let missing = desk.publish(&["/no/such/file.md".as_ref()]).await;
    assert!(!missing.done && missing.err.contains("the file cannot be read"), "{}", missing.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_come_along_and_a_post_with_a_missing_one_stays_out() {
    let desk = PostPublisher::open(sqlite()).await;
    desk.file("team photo.jpg", photo([200, 120, 40]));
    let text = "---\ntitle: A\nimage: \"team photo.jpg\"\nimage_alt: The team\n---\n\
                ![A drawing](illustrations/ac-split.svg \"In words\")\n\n<img src=\"team%20photo.jpg\" alt=\"Again\">\n";
    let file = desk.file("a.md", text);
    let said = desk.publish(&[&file]).await;
    assert!(said.done, "{}", said.err);
    let words = desk.post("a").await.expect("a post").words;
    let cover = words.picture.expect("a picture");
    assert_eq!((cover.alt.as_str(), cover.width, cover.height), ("The team", 800, 533));
    assert!(
        cover.src.starts_with("/media/posts/team-photo-800.") && cover.src.ends_with(".jpg"),
        "{}",
        cover.src
    );
    let widths: Vec<&str> =
        cover.srcset.iter().flat_map(|set| set.split(", ")).filter_map(|one| one.split(' ').nth(1)).collect();
    assert_eq!(widths, ["480w", "800w", "900w"]);
    assert!(words.content.contains("<figcaption>In words</figcaption>"), "{}", words.content);
    assert_eq!(words.content.matches("loading=\"lazy\" decoding=\"async\"").count(), 2);
    for address in words.content.split('"').filter_map(|part| part.strip_prefix("/media/posts/")) {
        let name = address.split(' ').next().expect("a name");
        let file = store::file(desk.db.reader(), name).await.expect("a query");
        assert!(file.is_some_and(|file| !file.bytes.is_empty()), "{name}");
    }
    for (text, line, sentence) in [
        ("---\ntitle: A\nimage: gone.jpg\n---\n", 3, "picture `gone.jpg` is missing"),
        ("---\ntitle: A\n---\n\nText\n\n![x](ilustrations/ac-split.svg)\n", 7, "is missing"),
        ("---\ntitle: A\nimage: \"team photo.jpg\"\n---\n", 3, "does not say what it shows"),
        ("---\ntitle: A\n---\n![](<team photo.jpg>)\n", 4, "does not say what it shows"),
        ("---\ntitle: A\n---\n![x](https://example.com/a.jpg)\n", 4, "stands on another site"),
        ("---\ntitle: A\nimage: ../../etc/passwd.svg\n---\n", 3, "is missing"),
    ] {
        let file = desk.file("b.md", text);
        let said = desk.publish(&[&file]).await;
        let wanted = format!("b.md:{line}: error: ");
        assert!(
            !said.done && said.err.contains(&wanted) && said.err.contains(sentence),
            "{text}: {}",
            said.err
        );
        assert!(desk.post("b").await.is_none());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_nowhere_and_a_date_to_come_waits() {
    let desk = PostPublisher::open(sqlite()).await;
    let draft = desk.file("draft.md", ARTICLE.replace("---\nHello", "draft: yes\n---\nHello"));
    let later = desk.file("later.md", ARTICLE.replace("2026-05-12", "2190-05-12 09:30"));
    let said = desk.publish(&[&draft, &later]).await;
    assert!(said.out.contains("/blogs/draft  draft, nobody sees it"), "{}", said.out);
    assert!(said.out.contains("/blogs/later  scheduled for 12 May 2190, 09:30 (Dubai)"), "{}", said.out);
    assert!(!desk.seen("draft").await && !desk.seen("later").await);
    assert_eq!(desk.post("later").await.expect("a post").words.state(0), PostState::Scheduled);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_without_a_date_appears_now_and_keeps_that_date() {
    let desk = PostPublisher::open(sqlite()).await;
    let file = desk.file("now.md", "---\ntitle: Now\n---\nText\n");
    desk.publish(&[&file]).await;
    let first = desk.post("now").await.expect("a post");
    assert!(desk.seen("now").await && first.words.published_at % 1000 == 0);
    // As if that had been a while ago.
    assert!(desk.run(&["schedule", "now", "2026-01-01"]).await.done);
    let file = desk.file("now.md", "---\ntitle: Now\n---\nOther text\n");
    assert!(desk.publish(&[&file]).await.out.starts_with("changed"));
    assert_eq!(desk.post("now").await.expect("a post").words.published_at, 1_767_211_200_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_too_long_is_refused_in_words() {
    let desk = PostPublisher::open(sqlite()).await;
    let long = format!("---\ntitle: A\n---\n{}", "word ".repeat(300_000));
    let file = desk.file("long.md", long);
    let said = desk.publish(&[&file]).await;
    assert!(!said.done && said.err.contains("the text has 1465 KB; make it at most 1024 KB"), "{}", said.err);
    let huge = desk.file("huge.html", vec![b'x'; 9 << 20]);
    let said = desk.publish(&[&huge]).await;
    assert!(!said.done && said.err.contains("the file has 9 MB; make it at most 8 MB"), "{}", said.err);
    let odd = desk.file("odd.md", b"---\ntitle: \xFF\n---\n");
    assert!(desk.publish(&[&odd]).await.err.contains("is not UTF-8 text"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_found_whatever_unicode_form_its_name_has_and_messages_show_names_as_people_write_them()
{
    let desk = PostPublisher::open(sqlite()).await;
    desk.file("nfd/fac\u{327}ade.jpg", photo([90, 60, 30]));
    let article = |text: &str| format!("---\ntitle: A wall\n---\n\n{text}\n");
    for name in ["fa\u{e7}ade.jpg", "fac\u{327}ade.jpg", "fa%C3%A7ade.jpg"] {
        let said = desk.publish(&[&desk.file("nfd/a-wall.md", article(&format!("![A wall]({name})")))]).await;
        assert!(said.done, "{name}: {}", said.err);
    }
    for (text, expected) in [
        (
            "![A wall](fa\u{e7}ad.jpg)",
            "a-wall.md:5: error: picture `fa\u{e7}ad.jpg` is missing; did you mean `fac\u{327}ade.jpg`?",
        ),
        ("![A wall](<my wall.jpg>)", "a-wall.md:5: error: picture `my wall.jpg` is missing"),
        (
            "![](fa\u{e7}ade.jpg)",
            "photo `fa\u{e7}ade.jpg` does not say what it shows; write what it shows: `![What it shows](fa\u{e7}ade.jpg)`",
        ),
    ] {
        let said = desk.publish(&[&desk.file("nfd/a-wall.md", article(text))]).await;
        assert!(!said.done && said.err.contains(expected), "{text}: {}", said.err);
    }
}
