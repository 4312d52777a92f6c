//! The JSON post of any client (R47).

use reqwest::StatusCode;
use serde_json::json;

use crate::requests::harness::{Site, read};

#[tokio::test]
async fn r47_a_plain_post_is_answered_with_the_sentence_and_is_stored_as_typed() {
    let site = Site::open().await;
    let body =
        json!({"name": " Zoë ", "phone": "٠٥٠ ١٢٣ ٤٥٦٧", "service": "Roof garden", "message": "<b>\r\n"});
    let response = site.post_json(&body).await;
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(response.headers()["cache-control"], "no-store, no-transform");
    let (status, text) = read(response).await;
    assert_eq!(status, StatusCode::OK);
    let reference = text
        .strip_prefix("Message sent successfully. Reference ")
        .and_then(|rest| rest.strip_suffix('.'))
        .unwrap_or_else(|| panic!("{text}"));
    for (column, kept) in [
        ("reference", reference),
        ("name", " Zoë "),
        ("phone", "٠٥٠ ١٢٣ ٤٥٦٧"),
        ("phone_e164", "+971501234567"),
        ("service", "Roof garden"),
        ("message", "<b>\r\n"),
    ] {
        assert_eq!(site.text(&format!("SELECT {column} FROM lead")).await.as_deref(), Some(kept));
    }
    assert_eq!(site.number("SELECT COUNT(*) FROM delivery WHERE state = 'pending'").await, 1);
}

#[tokio::test]
async fn r47_the_message_is_optional_and_unknown_fields_are_ignored() {
    let site = Site::open().await;
    for body in [
        json!({"name": "A", "phone": "0", "service": "x"}),
        json!({"name": "A", "phone": "0", "service": "x", "message": null, "_token": [1, {"a": 2}]}),
    ] {
        assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
    }
}

#[tokio::test]
async fn r47_old_clients_that_send_json_as_text_or_say_nothing_are_served() {
    let site = Site::open().await;
    let body = r#"{"name":"A","phone":"0","service":"x","message":""}"#;
    for kind in [Some("text/plain;charset=UTF-8"), Some("application/json; charset=utf-8"), None] {
        let mut request = site.client.post(site.url()).body(body);
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let (status, text) = read(request.send().await.expect("an answer")).await;
        assert_eq!(status, StatusCode::OK, "{kind:?}: {text}");
    }
    assert_eq!(site.leads().await, 3);
}

#[tokio::test]
async fn r47_what_the_browser_knows_of_the_visit_is_stored_with_it() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": "", "page": "/contact-us",
        "referrer": "https://search.example/", "landing": "/?gclid=g1", "last_landing": "/ac-services",
        "last_referrer": "https://social.example/",
        "campaign": {"utm_source": "news", "gclid": "g1", "gbraid": "g2", "wbraid": "g3", "fbclid": "f1"}});
    let request = site.client.post(site.url()).header("accept-language", "ar-AE,ar;q=0.9").json(&body);
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::OK);
    for (column, kept) in [
        ("page", "/contact-us"),
        ("referrer", "https://search.example/"),
        ("utm_source", "news"),
        ("gclid", "g1"),
        ("gbraid", "g2"),
        ("wbraid", "g3"),
        ("fbclid", "f1"),
        ("landing", "/?gclid=g1"),
        ("last_landing", "/ac-services"),
        ("last_referrer", "https://social.example/"),
        ("language", "ar-AE"),
    ] {
        assert_eq!(site.text(&format!("SELECT {column} FROM lead")).await.as_deref(), Some(kept));
    }
}

#[tokio::test]
async fn r47_a_json_post_from_a_front_end_that_is_listed_is_taken_like_any_clients() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": ""});
    let request = site.client.post(site.url()).header("origin", "https://app.example").json(&body);
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test]
async fn r47_while_the_database_fails_the_visitor_is_told_so_and_after_it_all_is_well() {
    let site = Site::open().await;
    let body = json!({"name": "A", "phone": "0", "service": "x", "message": ""});
    site.execute("ALTER TABLE lead RENAME TO lead_gone").await;
    let response = site.post_json(&body).await;
    assert_eq!(response.headers()["retry-after"], "5");
    let (status, text) = read(response).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(text, "Error submitting request. Please try again or call us directly.");
    site.execute("ALTER TABLE lead_gone RENAME TO lead").await;
    assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn r47_looking_at_the_address_leads_to_the_form_and_other_methods_are_named() {
    let site = Site::open().await;
    let response = site.client.get(site.url()).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    assert_eq!(response.headers()["location"], "/#contact");
    let response = site.client.delete(site.url()).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.headers()["allow"], "GET, HEAD, POST");
}
