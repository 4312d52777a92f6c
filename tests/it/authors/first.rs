//! The posts that the content brings along are put in once, and stay away when somebody took them off.

use std::time::Instant;

use base::clock::Clock;
use blog::authoring::publish::PostPublisher as Publisher;
use blog::authoring::seed::{Seeding, needed, seed};
use blog::store;
use blog::store::Order;
use content::Source;

use crate::authors::desk::PostPublisher;
use engines::{every_engine, sqlite};

fn content(posts: &[(&str, &str)]) -> (tempfile::TempDir, Source) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in posts {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }
    let source = Source::Folder(folder.path().to_path_buf());
    (folder, source)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sites_own_articles_are_there_from_the_first_start() {
    for engine in every_engine().await {
        let desk = PostPublisher::open(engine).await;
        assert_eq!(needed(&desk.db, &Source::Bundled).await.expect("a query"), Seeding::Quick);
        let started = Instant::now();
        let count = seed(&desk.db, Source::Bundled, &Publisher::system()).await.expect("stored");
        println!("{count} first posts in {:?}", started.elapsed());
        assert_eq!(count, Source::Bundled.list("posts", ".md").len());
        assert!(count >= 15, "{count}");
        let latest = store::list(desk.db.reader(), Clock::system().now_ms(), Order::Created, 0, 3, false)
            .await
            .expect("a query");
        let dates: Vec<i64> = latest.iter().map(|post| post.words.published_at).collect();
        assert!(
            dates.is_sorted_by(|a, b| a >= b),
            "the latest posts are those with the latest dates: {dates:?}"
        );
        assert_eq!(needed(&desk.db, &Source::Bundled).await.expect("a query"), Seeding::Done);
        let (slug, deleted) = (latest[0].words.slug.as_str(), latest[1].words.slug.as_str());
        assert!(desk.run(&["unpublish", slug]).await.done);
        assert!(desk.run(&["delete", deleted, "--yes"]).await.done);
        assert_eq!(seed(&desk.db, Source::Bundled, &Publisher::system()).await.expect("stored"), 0);
        assert!(!desk.seen(slug).await, "it does not come back");
        assert!(desk.post(deleted).await.is_none(), "nor does what was deleted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_first_post_stops_nothing_and_one_that_is_there_stays() {
    let desk = PostPublisher::open(sqlite()).await;
    let mine = desk.file("mine.md", "---\ntitle: Mine\n---\nText\n");
    assert!(desk.publish(&[&mine]).await.done);
    let (_folder, source) = content(&[
        ("posts/good.md", "---\ntitle: Good\ndate: 2026-05-12\n---\nText\n"),
        ("posts/broken.md", "---\ntitel: Broken\n---\nText\n"),
        ("posts/mine.md", "---\ntitle: Theirs\n---\nText\n"),
    ]);
    assert_eq!(seed(&desk.db, source, &Publisher::system()).await.expect("stored"), 1);
    assert!(desk.seen("good").await && !desk.seen("broken").await);
    assert_eq!(desk.post("mine").await.expect("a post").words.title, "Mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_of_first_posts_are_made_beside_the_running_site() {
    let desk = PostPublisher::open(sqlite()).await;
    let (_folder, source) = content(&[("posts/a.md", "---\ntitle: A\n---\n![x](images/a.jpg)\n")]);
    assert_eq!(needed(&desk.db, &source).await.expect("a query"), Seeding::Slow);
}

#[test]
fn the_first_posts_have_no_mistake_and_their_links_lead_somewhere() {
    use content::LinkTarget;
    let known =
        ["/", "/contact-us", "/annual-maintenance-contracts", "/about-us", "/blogs", "/privacy", "/terms"];
    let services = Source::Bundled.list("services", ".toml");
    let page = |path: &str| {
        let service = path.strip_prefix("/services/").map(|slug| format!("services/{slug}.toml"));
        let is_page = known.contains(&path) || service.is_some_and(|file| services.contains(&file));
        if is_page { LinkTarget::Page { content: None } } else { LinkTarget::Nothing }
    };
    let report = blog::authoring::seed::check(&Source::Bundled, &page);
    assert!(report.problems.is_empty(), "{report}");
}

#[test]
fn an_edit_of_an_article_in_the_folder_is_told_from_other_edits() {
    use std::path::Path;
    let is_first_post = |path: &str| blog::authoring::seed::is_first_post(Path::new(path));
    assert!(is_first_post("/srv/content/posts/ac.md") && is_first_post("content/posts/ac.html"));
    assert!(!is_first_post("/srv/content/pages/home.toml") && !is_first_post("content/posts/images/ac.jpg"));
}

#[test]
fn check_names_links_of_posts_that_lead_nowhere() {
    use content::LinkTarget;
    let text = "---\ntitle: A\n---\n## Why it drips\n\n[a](/contact-us) [b](#why-it-drips)\n\n[c](/contact)\n\
                [d](/blogs/bb)\n[e](#why)\n[f](nowhere)\n";
    let (_folder, source) = content(&[
        ("posts/a.md", text),
        ("posts/b.md", "---\ntitle: B\n---\n"),
        ("posts/c.md", "---\ntitle: C\nslug: b\n---\n"),
    ]);
    let page = |path: &str| match path {
        "/contact-us" => LinkTarget::Page { content: None },
        _ => LinkTarget::Nothing,
    };
    let report = blog::authoring::seed::check(&source, &page).to_string();
    for wanted in [
        "a.md:8: error: no page is at `/contact`",
        "a.md:9: error: no post is at `/blogs/bb`; did you mean `/blogs/b`?",
        "error: no heading here has the anchor `s-why`; use one of #s-why-it-drips",
        "a.md:11: warning: the link `nowhere` leads nowhere",
        "has the same address, /blogs/b",
    ] {
        assert!(report.contains(wanted), "{wanted} is not in:\n{report}");
    }
}
