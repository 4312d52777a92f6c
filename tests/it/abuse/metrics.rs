//! `/metrics` on the address for the company's own machines.

use crate::abuse::harness::{LEAD, Site, short, status, until};

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_is_counted_by_kind_and_outcome() {
    let site = Site::open(short(), &[]).await;
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let post = |body: &str| {
        let length = body.len();
        format!(
            "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    };
    for path in [
        "/",
        "/privacy",
        "/blogs",
        "/_data/index.json",
        "/robots.txt",
        "/services",
        "/none",
        "/admin/front/blogs",
    ] {
        site.ask(&get(path)).await;
    }
    assert_eq!(status(&site.ask(&post(LEAD)).await), 200);
    for body in ["{}", "no JSON", r#"{"name":"a\nb","phone":"0","service":"x"}"#] {
        assert!(status(&site.ask(&post(body)).await) >= 400);
    }
    until("its mail is a file", async || site.metric(r#"amwaj_deliveries{state="sent"}"#).await == 1.0).await;
    let requests =
        |kind: &str, class: &str| format!(r#"amwaj_requests_total{{kind="{kind}",status="{class}"}}"#);
    for (name, expected) in [
        (requests("page", "2xx"), 3.0),
        (requests("data", "2xx"), 1.0),
        (requests("file", "2xx"), 1.0),
        (requests("call", "2xx"), 1.0),
        (requests("other", "3xx"), 1.0),
        (requests("other", "4xx"), 1.0),
        (requests("lead", "2xx"), 1.0),
        (requests("lead", "4xx"), 3.0),
        ("amwaj_leads_received_total".to_owned(), 4.0),
        (r#"amwaj_leads_total{outcome="stored"}"#.to_owned(), 1.0),
        (r#"amwaj_leads_total{outcome="missing"}"#.to_owned(), 1.0),
        (r#"amwaj_leads_total{outcome="unreadable"}"#.to_owned(), 1.0),
        (r#"amwaj_leads_total{outcome="invalid"}"#.to_owned(), 1.0),
        (r#"amwaj_answer_seconds_count{kind="page"}"#.to_owned(), 3.0),
        (r#"amwaj_answer_seconds_bucket{le="+Inf",kind="lead"}"#.to_owned(), 4.0),
        (r#"amwaj_deliveries{state="waiting"}"#.to_owned(), 0.0),
        ("amwaj_delivery_oldest_waiting_seconds".to_owned(), 0.0),
        ("amwaj_database_up".to_owned(), 1.0),
        ("amwaj_panics_total".to_owned(), 0.0),
        ("amwaj_pages_failed".to_owned(), 0.0),
    ] {
        assert_eq!(site.metric(&name).await, expected, "{name}");
    }
    let last = site.metric("amwaj_lead_last_seconds").await;
    assert!((0.0..60.0).contains(&last), "{last}");
    let text = site.metrics().await;
    assert!(text.ends_with("# EOF\n"), "{text}");
    for personal in ["Aisha", "050 123", "501234567", "tap", "127.0"] {
        assert!(!text.contains(personal), "{personal} in {text}");
    }
    assert!(!text.contains("amwaj_canary"), "none are sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_address_tells_none_of_it() {
    let site = Site::open(short(), &[("AMWAJ_CANARY_EVERY", "6")]).await;
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&site.ask(&get("/metrics")).await), 404);
    assert!(site.ask(&get("/healthz")).await.ends_with("ok\n"));
    assert!(site.metrics().await.contains(r#"amwaj_canary_stopped{stage="http"} 0"#));
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let health = client.get(format!("http://{}/healthz", site.admin)).send().await.expect("an answer");
    let health: serde_json::Value = health.json().await.expect("JSON");
    assert!(health["finished"].as_u64().is_some_and(|finished| finished > 5), "{health}");
    assert_eq!(health["canary"]["arrived"], 0, "{health}");
}
