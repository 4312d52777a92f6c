//! The form without scripts (R46): an ordinary post that is answered with a page.

use std::time::Duration;

use base::clock::Clock;
use engines::every_engine;
use leads::count_unknown_pages;
use reqwest::StatusCode;
use serde_json::json;

use crate::requests::harness::{NOW, Site, read};

const FIELDS: [(&str, &str); 4] =
    [("name", "Aisha"), ("phone", "050"), ("service", "Carpentry Work"), ("message", "a\r\nb")];

#[tokio::test]
async fn r46_a_form_post_is_stored_and_answered_with_a_page_that_has_the_reference() {
    let site = Site::open().await;
    let (status, page) = site.post_form(&FIELDS).await;
    assert_eq!((status, &page["outcome"]), (StatusCode::OK, &json!("sent")));
    let stored = site.text("SELECT reference FROM lead").await.expect("a lead");
    assert_eq!(page["reference"], json!(stored));
    assert_eq!(page["values"]["name"], json!(""));
    assert_eq!(site.text("SELECT message FROM lead").await.as_deref(), Some("a\r\nb"));
}

#[tokio::test]
async fn r46_a_double_click_a_reload_and_a_back_button_post_are_one_lead_for_an_hour() {
    let site = Site::open().await;
    let (_, first) = site.post_form(&FIELDS).await;
    site.clock.advance(Duration::from_secs(59 * 60));
    let (status, again) = site.post_form(&FIELDS).await;
    assert_eq!((status, &again["reference"]), (StatusCode::OK, &first["reference"]));
    assert_eq!(site.leads().await, 1);
    site.clock.advance(Duration::from_secs(60));
    let (_, tomorrow) = site.post_form(&FIELDS).await;
    assert_ne!(tomorrow["reference"], first["reference"]);
    let (_, reload) = site.post_form(&FIELDS).await;
    assert_eq!(tomorrow["reference"], reload["reference"]);
    assert_eq!((site.leads().await, site.outbox().await.pending), (2, 2));
}

#[tokio::test]
async fn r46_a_form_that_carries_a_key_is_known_by_it() {
    let site = Site::open().await;
    let mut keyed = FIELDS.to_vec();
    keyed.push(("idempotency_key", "form-1"));
    site.post_form(&keyed).await;
    site.clock.advance(Duration::from_secs(7200));
    site.post_form(&keyed).await;
    assert_eq!(site.leads().await, 1);
    keyed[0].1 = "Somebody else";
    let (status, page) = site.post_form(&keyed).await;
    assert_eq!((status, &page["outcome"]), (StatusCode::CONFLICT, &json!("invalid")));
    assert_eq!((&page["key"], &page["values"]["name"]), (&json!(""), &json!("Somebody else")));
}

#[tokio::test]
async fn r44_missing_fields_come_back_named_with_what_was_typed() {
    let site = Site::open().await;
    let fields = [("name", " "), ("phone", "050"), ("service", ""), ("idempotency_key", "k")];
    let (status, page) = site.post_form(&fields).await;
    assert_eq!((status, &page["outcome"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("missing")));
    assert_eq!(page["missing"], json!(["name", "service"]));
    assert_eq!((&page["values"]["phone"], &page["key"]), (&json!("050"), &json!("k")));
    assert_eq!((site.leads().await, &page["reference"]), (0, &json!(null)));
}

#[tokio::test]
async fn r45_what_was_typed_stays_when_the_form_cannot_be_taken() {
    let site = Site::open().await;
    let long = "x".repeat(10_001);
    let mut fields = FIELDS;
    fields[3].1 = &long;
    let (status, page) = site.post_form(&fields).await;
    assert_eq!((status, &page["outcome"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("invalid")));
    let sentence = "The message is too long: please use at most 10000 characters.";
    assert_eq!((&page["sentence"], &page["values"]["message"]), (&json!(sentence), &json!(long)));
    site.execute("ALTER TABLE lead RENAME TO lead_gone").await;
    let (status, page) = site.post_form(&FIELDS).await;
    assert_eq!((status, &page["outcome"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("failed")));
    assert_eq!(page["values"]["name"], json!("Aisha"));
}

#[tokio::test]
async fn r46_a_form_post_of_another_site_is_refused_with_a_sentence() {
    let site = Site::open().await;
    let post = |name: &'static str, value: String| {
        let body = serde_urlencoded::to_string(FIELDS).expect("a form");
        let form = "application/x-www-form-urlencoded";
        let request = site.client.post(site.url()).header("content-type", form).header(name, value);
        let request = request.header("host", "public.example");
        async move { read(request.body(body).send().await.expect("an answer")).await }
    };
    for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let (status, text) = post(name, value.to_owned()).await;
        assert_eq!(
            (status, text.as_str()),
            (StatusCode::FORBIDDEN, "Please send the form from our own site.")
        );
    }
    assert_eq!(post("origin", "https://public.example".to_owned()).await.0, StatusCode::OK);
    assert_eq!(
        post("origin", "https://www.public.example".to_owned()).await.0,
        StatusCode::OK,
        "its sibling"
    );
    assert_eq!(site.leads().await, 1);
}

#[tokio::test]
async fn r46_r47_behind_a_proxy_that_loses_the_name_no_request_is_lost() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let post = async |headers: &[(&str, &str)]| {
            let body = json!({"name": "A", "phone": "050 123 4567", "service": headers[0].1}).to_string();
            let mut request = site.client.post(site.url()).header("host", "backend").body(body);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            request.send().await.expect("an answer").status()
        };
        let held = async || site.number("SELECT COUNT(*) FROM lead WHERE held IS NOT NULL").await;
        let known = [("origin", "https://www.public.example"), ("x", "the sibling's page")];
        let browsers_word = [("origin", "https://other.example"), ("sec-fetch-site", "same-origin")];
        for own in [&known, &browsers_word] {
            assert_eq!((post(own).await, held().await), (StatusCode::OK, 0), "{own:?}");
        }
        let unknown = [("origin", "https://dubai.example")];
        assert_eq!((post(&unknown).await, held().await), (StatusCode::OK, 1), "for a person to look at");
        assert_eq!(count_unknown_pages(site.db.reader(), NOW - 1).await.expect("a number"), 1);
        assert_eq!(count_unknown_pages(site.db.reader(), NOW + 1).await.expect("a number"), 0);
        assert_eq!(post(&[unknown[0], ("sec-fetch-site", "cross-site")]).await, StatusCode::FORBIDDEN);
        let outcomes = site.queue.outcomes();
        let refused = outcomes.counts().find(|(label, _)| *label == "other site").map(|(_, count)| count);
        assert_eq!((outcomes.unknown_pages(), refused), (1, Some(1)));
    }
}

#[tokio::test]
async fn r46_json_that_a_browser_sends_from_another_site_is_refused_like_a_form_and_a_programs_is_not() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "050", "service": "x"}).to_string();
    let post = async |headers: &[(&str, &str)]| {
        let mut request =
            site.client.post(site.url()).header("content-type", "text/plain").body(body.clone());
        request = request.header("host", "public.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send().await.expect("an answer")).await
    };
    let refused = (StatusCode::FORBIDDEN, "Please send the form from our own site.".to_owned());
    assert_eq!(post(&[("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")]).await, refused);
    assert_eq!(post(&[("origin", "https://evil.example")]).await, refused);
    assert_eq!(post(&[("sec-fetch-site", "cross-site")]).await, refused);
    assert_eq!(site.leads().await, 0);
    let front_end = [("origin", "https://app.example"), ("sec-fetch-site", "cross-site")];
    for taken in [&[][..], &front_end, &[("origin", "https://public.example")]] {
        assert_eq!(post(taken).await.0, StatusCode::OK, "{taken:?}");
    }
    assert_eq!(site.leads().await, 3);
}
