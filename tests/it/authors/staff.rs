//! What staff do with posts that are there: look, unpublish, schedule, rename.

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
        assert_eq!(said.out, "changed    https://amwaj.example/blogs/two  draft, nobody sees it\n");
        assert!(!desk.seen("two").await && desk.seen("one").await);
        assert!(desk.run(&["unpublish", "two"]).await.out.starts_with("unchanged"));
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
