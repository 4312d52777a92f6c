//! When readers see a change: at once, at its moment, or never; and what they see while the database is away.

use std::time::{Duration, Instant};

use reqwest::StatusCode;

use crate::measured::expect_within;
use crate::readers::harness::{NOW, Site, post, slug, until, with};
use blog::store;
use engines::every_engine;

/// Everywhere that a visible post stands.
const PLACES: [&str; 5] =
    ["/blogs", "/admin/front/blogs", "/blogs/feed.xml", "/sitemap.xml", "/blogs/nothing"];

async fn stands_in(site: &Site, number: u32) -> Vec<&'static str> {
    let mut places = Vec::new();
    for place in PLACES {
        if site.text(place).await.contains(&slug(number)) {
            places.push(place);
        }
    }
    places
}

#[tokio::test]
async fn what_is_published_is_live_within_a_second_and_what_is_withdrawn_is_gone_timed() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        let mut times = Vec::new();
        for number in 1..=3 {
            assert!(stands_in(&site, number).await.is_empty());
            site.save(&post(number)).await;
            let published = Instant::now();
            let everywhere = async || stands_in(&site, number).await.len() == PLACES.len();
            until("it stands everywhere", everywhere).await;
            times.push(published.elapsed());
        }
        expect_within("a post live", &mut times, Duration::from_secs(1));
        assert_eq!(site.status("/blogs/post-00001").await, StatusCode::OK);
        site.save(&with(post(1), |words| words.draft = true)).await;
        until("it stands nowhere", async || stands_in(&site, 1).await.is_empty()).await;
        assert_eq!(site.status("/blogs/post-00001").await, StatusCode::NOT_FOUND);
        assert_eq!(site.status("/admin/front/blogs/id-00001").await, StatusCode::NOT_FOUND);
        site.close().await;
    }
}

#[tokio::test]
async fn a_scheduled_post_appears_by_itself_at_its_moment_and_a_draft_never_does() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        site.save(&with(post(1), |words| words.published_at = NOW + 60_000)).await;
        site.save(&with(post(2), |words| (words.draft, words.published_at) = (true, NOW - 1))).await;
        site.save(&post(3)).await;
        site.until_listed(3).await;
        site.clock.advance(Duration::from_millis(59_999));
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert!(stands_in(&site, 1).await.is_empty() && stands_in(&site, 2).await.is_empty());
        assert_eq!(site.status("/blogs/post-00001").await, StatusCode::NOT_FOUND);
        site.clock.advance(Duration::from_millis(1));
        until("its moment shows", async || stands_in(&site, 1).await.len() == PLACES.len()).await;
        assert_eq!(site.status("/blogs/post-00001").await, StatusCode::OK);
        assert!(stands_in(&site, 2).await.is_empty());
        for name in [slug(2), post(2).id] {
            assert_eq!(site.status(&format!("/blogs/{name}")).await, StatusCode::NOT_FOUND);
            assert_eq!(site.status(&format!("/admin/front/blogs/{name}")).await, StatusCode::NOT_FOUND);
        }
        site.close().await;
    }
}

#[tokio::test]
async fn while_the_database_is_away_pages_are_served_as_they_were() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        // The newest are drawn before anybody asks; the fifth is not.
        site.save_many(5).await;
        for path in ["/blogs", "/blogs/post-00001", "/admin/front/blogs"] {
            assert_eq!(site.status(path).await, StatusCode::OK);
        }
        site.execute("ALTER TABLE post RENAME TO post_away").await;
        // Something seems to have changed, so that everything is looked at again.
        site.execute("UPDATE post_revision SET number = number + 1").await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        for path in ["/blogs", "/blogs/post-00001", "/admin/front/blogs"] {
            let answer = site.get(path).await;
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            assert!(answer.text().await.unwrap().contains("Title 1"));
        }
        for path in ["/blogs/post-00005", "/admin/front/blogs/post-00005"] {
            let answer = site.get(path).await;
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
            assert_eq!(answer.headers()["retry-after"], "5");
            assert_eq!(answer.headers()["cache-control"], "no-store");
        }
        assert_eq!(site.status("/privacy").await, StatusCode::OK);
        site.execute("ALTER TABLE post_away RENAME TO post").await;
        site.save(&with(post(1), |words| words.title = "After the night".into())).await;
        until("it goes on", async || site.titles("/blogs").await.contains(&"After the night".to_owned()))
            .await;
        assert_eq!(site.status("/blogs/post-00005").await, StatusCode::OK);
        site.close().await;
    }
}

#[tokio::test]
async fn r36_a_post_that_cannot_be_drawn_keeps_its_last_good_page() {
    let site = Site::open(engines::sqlite()).await;
    site.save_many(2).await;
    assert_eq!(site.status("/blogs/post-00001").await, StatusCode::OK);
    site.save(&with(post(1), |words| words.content = "<p>EXPLODE</p>".into())).await;
    let taken = async || site.text("/admin/front/blogs/post-00001").await.contains("EXPLODE");
    until("the change is seen", taken).await;
    assert!(site.text("/blogs/post-00001").await.contains("Content of 1."));
    let fresh = with(post(3), |words| words.content = "<p>EXPLODE</p>".into());
    site.save(&fresh).await;
    site.until_listed(3).await;
    assert_eq!(site.status("/blogs/post-00003").await, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(store::find_visible(site.db.reader(), &slug(3), NOW).await.unwrap().is_some());
    site.close().await;
}
