//! Staff's work on existing posts: look, unpublish, schedule, rename, delete.

use std::time::Duration;

use base::clock::Clock;
use blog::store;

use crate::authors::desk::PostPublisher;
use engines::every_engine;

async fn with_posts(engine: engines::Engine) -> PostPublisher {
    let desk = PostPublisher::open(engine).await;
    for (slug, date) in [("one", "2026-05-12"), ("two", "2026-05-13"), ("three", "2190-01-01")] {
        let text = format!("---\ntitle: Post {slug}\ndate: {date}\n---\nText of {slug}\n");
        let file = desk.file(&format!("{slug}.md"), text);
        assert!(desk.publish(&[&file]).await.done);
    }
    desk
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_are_listed_shown_and_taken_off_the_site() {
    for engine in every_engine().await {
        let desk = with_posts(engine).await;
        let list = desk.run(&["list"]).await.out;
        let slugs: Vec<&str> =
            ["three", "two", "one"].into_iter().filter(|slug| list.contains(slug)).collect();
        assert!(
            slugs.len() == 3 && list.find("three") < list.find("two") && list.ends_with("3 posts\n"),
            "{list}"
        );
        assert!(desk.run(&["list", "--state", "scheduled"]).await.out.ends_with("1 post\n"));
        let shown = desk.run(&["show", "two"]).await.out;
        assert!(
            shown.contains("https://amwaj.example/blogs/two") && shown.contains("Text of two"),
            "{shown}"
        );
        let said = desk.run(&["unpublish", "two"]).await;
        assert_eq!(
            said.out,
            "changed    https://amwaj.example/blogs/two  draft, nobody sees it\n\
             `amwaj posts schedule two now` brings it back.\n"
        );
        assert!(!desk.seen("two").await && desk.seen("one").await);
        assert!(desk.run(&["unpublish", "two"]).await.out.starts_with("unchanged"));
        assert!(desk.run(&["schedule", "two", "now"]).await.out.ends_with("/blogs/two  published\n"));
        assert!(desk.seen("two").await, "it is back");
        assert!(desk.run(&["unpublish", "two"]).await.done);
        let said = desk.run(&["unpublish", "tow"]).await;
        assert!(
            !said.done && said.err.contains("there is no post `tow`; did you mean `two`?"),
            "{}",
            said.err
        );
        let file = desk.file("two.md", "---\ntitle: Post two\ndate: 2026-05-13\n---\nText of two\n");
        assert!(desk.publish(&[&file]).await.out.starts_with("changed") && desk.seen("two").await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_scheduled_in_dubais_time() {
    for engine in every_engine().await {
        let desk = with_posts(engine).await;
        assert!(desk.run(&["unpublish", "one"]).await.done);
        let said = desk.run(&["schedule", "one", "2190-12-01T09:00"]).await;
        assert!(
            said.out.ends_with("/blogs/one  scheduled for 1 December 2190, 09:00 (Dubai)\n"),
            "{}",
            said.out
        );
        assert!(!desk.seen("one").await);
        let said = desk.run(&["schedule", "one", "tomorrow"]).await;
        assert!(!said.done && said.err.contains("write it as 2026-12-01T09:00"), "{}", said.err);
        assert!(desk.run(&["schedule", "one", "2026-01-01"]).await.out.ends_with("published\n"));
        assert!(desk.seen("one").await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renamed_post_leaves_its_readers_a_way_and_its_file_a_sentence() {
    for engine in every_engine().await {
        let desk = with_posts(engine).await;
        assert!(desk.run(&["rename", "one", "first"]).await.done);
        let to = store::moved_to(desk.db.reader(), "one", i64::MAX / 2).await.expect("a query");
        assert_eq!(to.as_deref(), Some("first"));
        let file = desk.file("one.md", "---\ntitle: Post one\ndate: 2026-05-12\n---\nNew\n");
        let said = desk.publish(&[&file]).await;
        assert!(
            !said.done && said.err.contains("stands at `/blogs/first` now; add `slug: first`"),
            "{}",
            said.err
        );
        let file = desk.file("one.md", "---\ntitle: Post one\nslug: first\ndate: 2026-05-12\n---\nNew\n");
        assert!(desk.publish(&[&file]).await.out.starts_with("changed"));
        let said = desk.run(&["rename", "first", "two"]).await;
        assert!(!said.done && said.err.contains("is the address of another post: Post two"), "{}", said.err);
        let said = desk.run(&["rename", "first", "First Post!"]).await;
        assert!(
            !said.done && said.err.contains("use small letters, digits and hyphens: first-post"),
            "{}",
            said.err
        );
        assert!(desk.run(&["rename", "first", "one"]).await.done, "back again");
        assert!(desk.seen("one").await);
    }
}

/// A drawing whose bytes differ from the others'.
fn drawing(name: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><title>{name}</title></svg>")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_post_takes_its_redirects_and_its_own_pictures_along_and_nothing_else() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        desk.file("own.svg", drawing("own"));
        desk.file("shared.svg", drawing("shared"));
        let one = desk.file("one.md", "---\ntitle: One\nimage: own.svg\n---\n![x](shared.svg)\n");
        let two = desk.file("two.md", "---\ntitle: Two\n---\n![x](shared.svg)\n");
        assert!(desk.publish(&[&one, &two]).await.done);
        assert!(desk.run(&["rename", "one", "first"]).await.done);
        let pictures = desk.post("first").await.expect("a post").words;
        let file = |src: &str| src.rsplit('/').next().expect("a name").to_string();
        let own = file(&pictures.picture.expect("a cover").src);
        let shared = file(&pictures.pictures["shared.svg"].src);
        let revision = desk.revision().await;

        let said = desk.run(&["delete", "first"]).await;
        assert!(
            said.done && said.out.contains("`amwaj posts delete first --yes` deletes it"),
            "{}",
            said.out
        );
        for goes in ["/blogs/first  published", "the redirect from /blogs/one", &own] {
            assert!(said.out.contains(goes), "{goes} is not in {}", said.out);
        }
        assert!(!said.out.contains(&shared), "{}", said.out);
        assert!(desk.seen("first").await && desk.revision().await == revision, "nothing has changed yet");

        let said = desk.run(&["delete", "first", "--yes"]).await;
        assert!(said.out.starts_with("deleted    https://amwaj.example/blogs/first  One\n"), "{}", said.out);
        assert!(desk.post("first").await.is_none() && desk.revision().await > revision);
        let moved = store::moved_from(desk.db.reader(), "one").await.expect("a query");
        assert!(moved.is_none(), "the redirect is gone");
        let stored = async |name: &str| store::file(desk.db.reader(), name).await.expect("a query").is_some();
        assert!(!stored(&own).await && stored(&shared).await);
        let said = desk.run(&["delete", "first", "--yes"]).await;
        assert!(!said.done && said.err.contains("there is no post `first`"), "{}", said.err);
        assert!(desk.publish(&[&one]).await.out.starts_with("new"), "its address is free again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_without_a_date_is_said_to_be_published_however_long_storing_it_takes() {
    let desk = PostPublisher::open(engines::sqlite()).await;
    let file = desk.file("slow.md", "---\ntitle: Slow\n---\nText\n");
    let clock = Clock::manual(Clock::system().now_ms());
    // A second goes by in each millisecond.
    let hurry = tokio::spawn({
        let clock = clock.clone();
        async move {
            loop {
                clock.advance(Duration::from_secs(1));
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    });
    let said = desk.run_at(&["publish", file.to_str().expect("a name")], &clock).await;
    hurry.abort();
    assert!(said.out.ends_with("/blogs/slow  published\n"), "{}", said.out);
}
