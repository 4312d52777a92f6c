//! Feeds for readers' programs and search engines.

use atom_syndication::Feed;
use blog::Post;

use crate::readers::harness::{NOW, ORIGIN, Site, post, slug, with};
use engines::sqlite;

#[tokio::test]
async fn the_feed_tells_of_the_newest_posts_with_their_dates() {
    let site = Site::open(sqlite()).await;
    site.save(&with(post(22), |words| words.draft = true)).await;
    site.save_many(21).await;
    let odd = with(post(2), |words| {
        words.title = "Sand & heat <fast>\u{1}".into();
        words.author = Some("Huda".into());
        words.content = "<p>a &amp; b</p><script>".into();
    });
    // It changed after it appeared.
    site.save(&Post { updated_at: NOW - 1000, ..odd }).await;
    let told = async || site.text("/blogs/feed.xml").await.contains("Huda");
    crate::readers::harness::until("the feed has the change", told).await;
    let answer = site.get("/blogs/feed.xml").await;
    assert_eq!(answer.headers()["content-type"], "application/atom+xml; charset=utf-8");
    let feed: Feed = answer.text().await.unwrap().parse().expect("an Atom feed");
    assert_eq!(feed.entries.len(), 20);
    assert_eq!(feed.id, format!("{ORIGIN}/blogs/feed.xml"));
    assert_eq!(feed.updated.to_rfc3339(), "2026-10-05T03:59:59+00:00");
    assert_eq!(feed.base.as_deref(), Some("https://amwaj.example/"));
    let [first, second] = &feed.entries[..2] else { panic!("two entries") };
    assert_eq!(first.links[0].href, format!("{ORIGIN}/blogs/{}", slug(1)));
    assert_eq!(first.published.unwrap().to_rfc3339(), "2026-10-05T03:00:00+00:00");
    assert_eq!(first.updated.to_rfc3339(), "2026-10-05T03:30:00+00:00");
    assert_eq!(
        (second.title.value.as_str(), second.authors[0].name.as_str()),
        ("Sand & heat <fast>", "Huda")
    );
    let content = second.content.as_ref().unwrap();
    assert_eq!(content.value.as_deref(), Some("<p>a &amp; b</p><script>"));
    let mut ids: Vec<&str> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 20);
    site.close().await;
}

#[tokio::test]
async fn the_sitemap_has_every_page_and_every_post_with_its_real_date() {
    let site = Site::open(sqlite()).await;
    site.save(&with(post(3), |words| words.draft = true)).await;
    site.save_many(2).await;
    let xml = site.text("/sitemap.xml").await;
    let urls: Vec<&str> = xml.split("<url>").skip(1).map(|url| url.split("</url>").next().unwrap()).collect();
    for page in ["/", "/contact-us", "/privacy", "/services/plumbing-services-in-dubai", "/blogs"] {
        let loc = format!("<loc>{ORIGIN}{page}</loc>");
        assert_eq!(urls.iter().filter(|url| url.starts_with(&loc)).count(), 1, "{page} in {xml}");
    }
    let post = format!("<loc>{ORIGIN}/blogs/{}</loc><lastmod>2026-10-04T03:30:00Z</lastmod>", slug(2));
    assert!(urls.contains(&post.as_str()), "{xml}");
    assert!(!xml.contains(&slug(3)) && !xml.contains("/services/<") && !xml.contains("sendMail"), "{xml}");
    for url in &urls {
        let path = url.split("</loc>").next().unwrap().trim_start_matches("<loc>").replace(ORIGIN, "");
        assert_eq!(site.status(&path).await, 200, "{path}");
    }
    let robots = site.text("/robots.txt").await;
    assert_eq!(robots, format!("User-agent: *\nAllow: /\n\nSitemap: {ORIGIN}/sitemap.xml\n"));
    site.close().await;
}
