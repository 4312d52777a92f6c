//! A list too long to be kept: written while it is read.

use reqwest::StatusCode;
use serde_json::Value;

use crate::readers::harness::{Site, post, slug, with};
use blog::store;
use engines::every_engine;

const LIST: &str = "/admin/front/blogs";

async fn with_long_posts(site: &Site, count: u32) {
    let write = site.db.begin_write().await.expect("a transaction");
    for number in 1..=count {
        let long =
            with(post(number), |words| words.content = format!("<p>{}</p>", "long text ".repeat(5_000)));
        store::save(&write, &long, &[]).await.expect("saved");
    }
    write.commit().await.expect("committed");
    site.until_listed(1).await;
}

#[tokio::test]
async fn r48_a_long_list_comes_whole_packed_and_with_a_tag() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        with_long_posts(&site, 60).await;
        let answer = site.get(LIST).await;
        assert_eq!(answer.headers()["x-total-count"], "60", "{}", site.engine.name);
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.headers().get("content-length"), None, "it is written piece by piece");
        let tag = answer.headers()["etag"].clone();
        let list: Value = answer.json().await.unwrap();
        let slugs: Vec<&str> =
            list.as_array().unwrap().iter().map(|post| post["slug"].as_str().unwrap()).collect();
        assert_eq!(slugs, (1..=60).map(slug).collect::<Vec<_>>());
        for coding in ["br", "gzip"] {
            let asked = site.client.get(site.url(LIST)).header("accept-encoding", coding);
            let packed = asked.send().await.unwrap();
            assert_eq!(packed.headers()["content-encoding"], coding);
            assert!(packed.headers()["vary"].to_str().unwrap().contains("accept-encoding"));
            let bytes = packed.bytes().await.unwrap();
            assert!(bytes.len() < 100_000, "{} bytes of {coding}", bytes.len());
        }
        let known =
            site.client.get(site.url(LIST)).header("if-none-match", tag.clone()).send().await.unwrap();
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        site.save(&with(post(3), |words| words.content = "<p>Changed.</p>".into())).await;
        let again = site.client.get(site.url(LIST)).header("if-none-match", tag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::OK);
        assert!(again.text().await.unwrap().contains("Changed."));
        site.close().await;
    }
}

#[tokio::test]
async fn a_long_list_breaks_off_where_the_posts_change_meanwhile() {
    for engine in every_engine().await {
        let site = Site::open(engine).await;
        with_long_posts(&site, 400).await;
        let mut answer = site.get(LIST).await;
        assert!(answer.chunk().await.unwrap().is_some());
        site.save(&with(post(390), |words| words.title = "Another".into())).await;
        let broken = loop {
            match answer.chunk().await {
                Ok(Some(_)) => {}
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        assert!(broken, "{}: half of the old and half of the new was taken for the whole", site.engine.name);
        site.close().await;
    }
}

#[tokio::test]
async fn who_reads_long_lists_slowly_keeps_only_themselves_from_the_next_one() {
    let site = Site::open(engines::sqlite()).await;
    with_long_posts(&site, 200).await;
    // Not compressed, so that it is longer than all buffers on its way.
    let long = async |visitor: &str| {
        let asked = site.client.get(site.url(LIST)).header("x-forwarded-for", visitor);
        asked.header("accept-encoding", "identity").send().await.unwrap()
    };
    let mut slow = vec![long("198.51.100.1").await, long("198.51.100.1").await];
    for answer in &mut slow {
        assert!(answer.chunk().await.unwrap().is_some());
    }
    let third = long("198.51.100.1").await;
    assert_eq!(third.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(third.headers()["retry-after"], "5");
    assert_eq!(long("198.51.100.2").await.status(), StatusCode::OK);
    drop(slow);
    assert_eq!(long("198.51.100.1").await.status(), StatusCode::OK, "it has places again");
    site.close().await;
}
