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

async fn is_marked(site: &Site, name: &str) -> bool {
    site.number(&format!("SELECT COUNT(*) FROM lead WHERE name = '{name}' AND many_from_address")).await == 1
}

#[tokio::test(flavor = "multi_thread")]
async fn many_requests_of_one_address_are_mailed_at_once_and_marked_and_nobody_else_notices() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        for number in 0..20 {
            let mut body = request(&format!("A{number}"), "m");
            body["phone"] = json!(format!("050 {number:07}"));
            let (status, text) = read(post(&site, "198.51.100.1", &body).await).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            assert!(text.starts_with("Message sent successfully. Reference AMW-"), "{name}: {text}");
        }
        assert_eq!(post(&site, "198.51.100.2", &request("B", "m")).await.status(), StatusCode::OK);
        assert!(!is_marked(&site, "A4").await && is_marked(&site, "A5").await, "{name}");
        assert!(!is_marked(&site, "B").await, "{name}");
        assert_eq!(held_of(&site, "A19").await, None, "{name}");
        assert_eq!((site.leads().await, site.outbox().await.pending), (21, 21), "{name}");
        site.clock.advance(Duration::from_secs(60));
        post(&site, "198.51.100.1", &request("later", "m")).await;
        assert!(!is_marked(&site, "later").await, "{name}");
        let mailbox = Mailbox::open().await;
        let worker = site.send_to(&mailbox);
        site.until_nothing_is_pending().await;
        worker.stop().await;
        let marked = |mail: &&String| mail.contains("Subject: [many from one address] Plumbing Services");
        assert_eq!(mailbox.mails().iter().filter(marked).count(), 15, "{name}");
    }
}

#[tokio::test]
async fn an_emergency_from_a_busy_address_is_mailed_at_once_whatever_its_neighbours_do() {
    let site = Site::open().await;
    for number in 0..60 {
        post(&site, "198.51.100.1", &request("A", &number.to_string())).await;
    }
    let mails = async || (site.outbox().await.pending, site.waiting_for_summary().await);
    assert_eq!(mails().await, (8, 52), "five as usual and three marked, all of one number");
    let neighbour = async |name: &str, phone: String, message: &str| {
        let mut body = request(name, message);
        body["phone"] = json!(phone);
        assert_eq!(post(&site, "198.51.100.1", &body).await.status(), StatusCode::OK, "{name}");
        assert_eq!(held_of(&site, name).await, None, "{name}");
    };
    neighbour("Omar", "055 765 4321".to_owned(), "The tap drips").await;
    assert_eq!(mails().await, (9, 52), "the bot has not used up the budget");
    for number in 0..40 {
        neighbour("B", format!("056 {number:07}"), "The tap drips").await;
    }
    assert_eq!(mails().await, (35, 66), "now it is used up");
    neighbour("Aisha", "055 765 4322".to_owned(), "URGENT no power, baby at home").await;
    assert!(is_marked(&site, "Aisha").await);
    assert_eq!(mails().await, (36, 66));
}

#[tokio::test]
async fn one_ipv6_customer_is_not_thousands_of_visitors() {
    let site = Site::open().await;
    for number in 0..100 {
        let mut body = request("A", &number.to_string());
        body["phone"] = json!(format!("050 {:07}", 1_000_000 + number));
        let from = format!("2001:db8:7:{number:x}::1");
        assert_eq!(post(&site, &from, &body).await.status(), StatusCode::OK, "{number}");
    }
    assert_eq!(site.number("SELECT COUNT(*) FROM lead WHERE NOT many_from_address").await, 20);
    assert_eq!((site.outbox().await.pending, site.waiting_for_summary().await), (50, 50));
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
async fn without_scripts_a_flood_gets_the_page_with_what_was_typed_and_after_a_few_a_bare_one() {
    let site = Site::open().await;
    let mut answers = Vec::new();
    for number in 0..67 {
        let fields =
            [("name", "Aisha"), ("phone", "050"), ("service", "x"), ("message", &format!("{number}"))];
        let body = serde_urlencoded::to_string(fields).expect("a form");
        let post = site.client.post(site.url()).header("X-Forwarded-For", "198.51.100.1");
        let post = post.header("content-type", "application/x-www-form-urlencoded").body(body);
        let response = post.send().await.expect("an answer");
        let waits = response.headers().contains_key("retry-after");
        let (status, text) = read(response).await;
        answers.push((status, waits, serde_json::from_str::<Value>(&text).expect("data")));
    }
    assert!(answers[..60].iter().all(|(status, _, _)| *status == StatusCode::OK));
    let (status, waits, page) = &answers[60];
    assert_eq!((*status, *waits), (StatusCode::TOO_MANY_REQUESTS, true));
    assert_eq!((&page["outcome"], &page["sentence"]), (&json!("invalid"), &json!(FLOOD)));
    assert_eq!((&page["values"]["message"], &page["bare"]), (&json!("60"), &Value::Null));
    assert_eq!(answers[65].2["bare"], json!(true), "drawing costs more than asking");
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
    let marked = site.text("SELECT reference FROM lead WHERE many_from_address").await.expect("one");
    let shown = command(&site, &["show", &marked]).await;
    assert!(shown.contains("  received: many from one address\n"), "{shown}");
    let export = command(&site, &["export", "--format", "json"]).await;
    assert!(!export.contains("198.51"), "{export}");
}
