//! Spam without a riddle and without loss: several visitors behind one proxy, over real HTTP.

use std::time::Duration;

use base::clock::Clock;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::requests::harness::{NOW, Site, read};
use crate::requests::mailbox::Mailbox;
use crate::requests::staff::command;
use engines::every_engine;

const FLOOD: &str = "Many requests have just come from your connection. Please try again in a minute, or call us \
                     on +971 4 000 0000: we answer at any hour.";

pub fn request(name: &str, message: &str) -> Value {
    json!({"name": name, "phone": "0501234567", "service": "Plumbing Services", "message": message})
}

/// Posts as the proxy in front passes it on; the visitor's own invention stands left of the truth.
async fn post(site: &Site, from: &str, body: &Value) -> reqwest::Response {
    let forwarded = format!("203.0.113.{}, {from}", rand_like(body));
    let request = site.client.post(site.url()).header("X-Forwarded-For", forwarded).json(body);
    request.send().await.expect("an answer")
}

/// Another number for another request.
fn rand_like(body: &Value) -> usize {
    body.to_string().bytes().map(usize::from).sum::<usize>() % 250
}

async fn held_of(site: &Site, name: &str) -> Option<String> {
    let sql = format!("SELECT COALESCE(held, '') FROM lead WHERE name = '{name}'");
    site.text(&sql).await.filter(|held| !held.is_empty())
}

/// Requests that have a mail of their own, and those that wait for the summary mail.
async fn mails(site: &Site) -> (u64, u64) {
    (site.outbox().await.pending, site.waiting_for_summary().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn neighbours_of_a_bot_with_one_number_are_mailed_at_once_as_if_it_were_not_there() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        for number in 0..60 {
            post(&site, "198.51.100.1", &request("A", &number.to_string())).await;
        }
        assert_eq!(mails(&site).await, (8, 52), "{name}: five of the network, three of the number");
        for number in 0..20 {
            let mut body = request(&format!("Neighbour {number}"), "The tap drips");
            body["phone"] = json!(format!("055 {number:07}"));
            let (status, text) = read(post(&site, "198.51.100.1", &body).await).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            assert!(text.starts_with("Message sent successfully. Reference AMW-"), "{name}: {text}");
        }
        assert_eq!(mails(&site).await, (28, 52), "{name}");
        let mailbox = Mailbox::open().await;
        let worker = site.send_to(&mailbox);
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let subject = "Subject: Plumbing Services: request from Neighbour";
        let theirs = mailbox.mails().iter().filter(|mail| mail.contains(subject)).count();
        assert_eq!(theirs, 20, "{name}: like any other mail");
    }
}

#[tokio::test]
async fn an_emergency_and_other_networks_are_mailed_at_once_beside_a_bot_with_many_numbers() {
    let site = Site::open().await;
    for number in 0..100 {
        let mut body = request("A", &number.to_string());
        body["phone"] = json!(format!("050 {:07}", 1_000_000 + number));
        // An IPv6 customer has thousands of addresses.
        let from = format!("2001:db8:7:{number:x}::1");
        assert_eq!(post(&site, &from, &body).await.status(), StatusCode::OK, "{number}");
    }
    assert_eq!(mails(&site).await, (35, 65));
    post(&site, "2001:db8:7:ff::1", &request("Aisha", "URGENT no power, baby at home")).await;
    assert_eq!(mails(&site).await, (36, 65));
    post(&site, "2001:db8:8::1", &request("Omar", "The tap drips")).await;
    assert_eq!(mails(&site).await, (37, 65));
    post(&site, "2001:db8:7:ff::1", &request("Huda", "The tap drips")).await;
    assert_eq!((mails(&site).await, held_of(&site, "Huda").await), ((37, 66), None), "summed up, not held");
}

#[tokio::test]
async fn a_flood_is_refused_with_a_kind_sentence_a_number_to_call_and_a_time() {
    let site = Site::open().await;
    for number in 0..60 {
        let response = post(&site, "198.51.100.1", &request("A", &number.to_string())).await;
        assert_eq!(response.status(), StatusCode::OK, "{number}");
    }
    let response = post(&site, "198.51.100.1", &request("A", "one more")).await;
    assert_eq!(response.headers()["retry-after"], "30");
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(read(response).await, (StatusCode::TOO_MANY_REQUESTS, FLOOD.to_owned()));
    let mut neighbour = request("C", "m");
    neighbour["phone"] = json!("055 765 4321");
    assert_eq!(post(&site, "198.51.100.1", &neighbour).await.status(), StatusCode::OK, "another number");
    assert_eq!(post(&site, "198.51.100.2", &request("B", "m")).await.status(), StatusCode::OK);
    assert_eq!(site.leads().await, 62, "what was refused is not stored, and nobody was thanked for it");
    site.clock.advance(Duration::from_secs(30));
    assert_eq!(post(&site, "198.51.100.1", &request("A", "again")).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn forms_with_mistakes_count_towards_a_flood_and_towards_nothing_else() {
    let site = Site::open().await;
    for number in 0..60 {
        let status = post(&site, "198.51.100.1", &request("", "m")).await.status();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{number}");
    }
    let refused = post(&site, "198.51.100.1", &request("", "m")).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    site.clock.advance(Duration::from_secs(30));
    post(&site, "198.51.100.1", &request("A", "right at last")).await;
    assert_eq!((held_of(&site, "A").await, site.outbox().await.pending), (None, 1));
}

#[tokio::test]
async fn without_scripts_a_flood_gets_the_same_sentence_on_a_page_that_costs_nothing() {
    let site = Site::open().await;
    for number in 0..60 {
        post(&site, "198.51.100.1", &request("A", &number.to_string())).await;
    }
    let form = "name=Aisha&phone=0501234567&service=Painting";
    let post = site.client.post(site.url()).header("X-Forwarded-For", "198.51.100.1");
    let post = post.header("content-type", "application/x-www-form-urlencoded").body(form);
    let response = post.send().await.expect("an answer");
    assert!(response.headers().contains_key("retry-after"));
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    assert_eq!(read(response).await, (StatusCode::TOO_MANY_REQUESTS, FLOOD.to_owned()), "not rendered");
}

#[tokio::test]
async fn a_second_try_never_counts_however_often_and_forms_with_mistakes_are_not_held() {
    let site = Site::open().await;
    let body = request("A", "m");
    for _ in 0..100 {
        let again = site.client.post(site.url()).header("X-Forwarded-For", "198.51.100.1");
        let response = again.header("Idempotency-Key", "k").json(&body).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
    }
    for _ in 0..10 {
        let status = post(&site, "198.51.100.1", &request("", "m")).await.status();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    post(&site, "198.51.100.1", &request("B", "m")).await;
    assert_eq!((site.leads().await, site.outbox().await.pending), (2, 2));
}

#[tokio::test]
async fn after_a_fault_of_ours_the_second_try_is_not_held() {
    let site = Site::open().await;
    for number in 0..4 {
        post(&site, "198.51.100.1", &request("A", &number.to_string())).await;
    }
    let post = || site.client.post(site.url()).header("X-Forwarded-For", "198.51.100.1");
    let keyed = || post().header("Idempotency-Key", "k").json(&request("B", "m")).send();
    site.execute("ALTER TABLE lead RENAME TO lead_gone").await;
    for _ in 0..3 {
        assert_eq!(keyed().await.expect("an answer").status(), StatusCode::SERVICE_UNAVAILABLE);
    }
    site.execute("ALTER TABLE lead_gone RENAME TO lead").await;
    assert_eq!(keyed().await.expect("an answer").status(), StatusCode::OK);
    assert_eq!(held_of(&site, "B").await, None);
}

#[tokio::test]
async fn the_hidden_field_holds_with_and_without_scripts_and_a_quick_phone_does_not() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let mut body = request("Scripts", "m");
        body["second_message"] = json!("buy");
        assert_eq!(site.post_json(&body).await.status(), StatusCode::OK);
        let fields = [("name", "Form"), ("phone", "0501234567"), ("service", "x"), ("second_message", "x")];
        assert_eq!(site.post_form(&fields).await.0, StatusCode::OK);
        let mut body = request("Phone", "AC not cooling");
        body["second_message"] = json!("");
        body["open_seconds"] = json!(1.2);
        site.post_json(&body).await;
        assert_eq!(held_of(&site, "Scripts").await.as_deref(), Some("the hidden field was filled in"));
        assert_eq!(held_of(&site, "Form").await.as_deref(), Some("the hidden field was filled in"));
        assert_eq!(held_of(&site, "Phone").await, None);
    }
}

#[tokio::test]
async fn the_address_of_a_visitor_is_kept_nowhere() {
    let site = Site::open().await;
    for number in 0..8 {
        post(&site, "198.51.100.77", &request("A", &number.to_string())).await;
    }
    let newest = site.text("SELECT reference FROM lead ORDER BY id DESC").await.expect("one");
    let shown = command(&site, &["show", &newest]).await;
    assert!(shown.contains("received") && !shown.contains("198.51"), "{shown}");
    let export = command(&site, &["export", "--format", "json"]).await;
    assert!(!export.contains("198.51"), "{export}");
}
