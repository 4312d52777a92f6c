//! One request is one lead, however often it arrives (R46).

use std::sync::Arc;

use reqwest::StatusCode;
use serde_json::json;

use crate::requests::harness::Site;

#[tokio::test]
async fn r46_a_retry_with_the_same_key_is_answered_with_the_first_reference() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": "m"});
    let first = site.post_keyed("key-1", &body).await;
    site.clock.advance(std::time::Duration::from_secs(30 * 24 * 3600));
    let again = site.post_keyed("key-1", &body).await;
    assert_eq!(first, again);
    assert_eq!(first.0, StatusCode::OK);
    assert_eq!((site.leads().await, site.outbox().await.pending), (1, 1));
}

#[tokio::test]
async fn r46_the_same_key_with_other_words_is_an_error() {
    let site = Site::open().await;
    site.post_keyed("key-1", &json!({"name": "A", "phone": "0", "service": "x"})).await;
    let other = json!({"name": "B", "phone": "0", "service": "x"});
    let (status, text) = site.post_keyed("key-1", &other).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(text, "This request was already sent with other words; please send it as a new one.");
    assert_eq!(site.leads().await, 1);
}

#[tokio::test]
async fn r46_two_clients_that_chose_the_same_key_do_not_meet() {
    let site = Site::open().await;
    let body = |phone: &str| json!({"name": "A", "phone": phone, "service": "x", "message": "m"});
    let first = site.post_keyed("1", &body("050 123 4567")).await;
    let other = site.post_keyed("1", &body("055 765 4321")).await;
    assert_eq!((first.0, other.0), (StatusCode::OK, StatusCode::OK));
    assert_ne!(first.1, other.1);
    let written_otherwise = json!({"name": "A", "phone": "+971501234567", "service": "x", "message": "m"});
    assert_eq!(site.post_keyed("1", &written_otherwise).await.0, StatusCode::CONFLICT, "the same number");
    assert_eq!(site.post_keyed("1", &body("050 123 4567")).await, first);
    assert_eq!(site.leads().await, 2);
    let stored = site.text("SELECT MIN(idempotency_key) FROM lead").await.expect("a key");
    assert!(!stored.contains("4567"), "a database's log names keys that clash: {stored}");
}

#[tokio::test]
async fn r46_eight_at_the_same_moment_are_one() {
    let site = Arc::new(Site::open().await);
    for round in 0..5 {
        let posts: Vec<_> = (0..8)
            .map(|_| {
                let site = Arc::clone(&site);
                tokio::spawn(async move {
                    let body = json!({"name": "A", "phone": "0", "service": "x", "message": "m"});
                    site.post_keyed(&format!("round-{round}"), &body).await
                })
            })
            .collect();
        let mut answers = Vec::new();
        for post in posts {
            answers.push(post.await.expect("an answer"));
        }
        assert_eq!(answers[0].0, StatusCode::OK);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
    assert_eq!((site.leads().await, site.outbox().await.pending), (5, 5));
}

#[tokio::test]
async fn r46_without_a_key_each_json_post_is_its_own_lead() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": "m"});
    for _ in 0..2 {
        assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
    }
    assert_eq!(site.leads().await, 2);
}
