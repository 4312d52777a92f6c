//! A proxy in front that is set wrongly is noticed, whichever way.

use amwaj::doctor::examine;
use base::clock::Clock;

use crate::abuse::harness::{LEAD, Site, short, status, until};

const VIEW: &str = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nUser-Agent: Mozilla/5.0 (iPhone)\r\nAccept: text/html\r\n";

/// A site that gets a hundred views, all from this machine.
async fn viewed(trusted: &str, from: impl Fn(usize) -> String) -> Site {
    let env = [("AMWAJ_SITE_URL", "http://localhost"), ("AMWAJ_TRUSTED_PROXIES", trusted)];
    let site = Site::open(short(), &env).await;
    for number in 0..100 {
        let mut raw = site.connect_from(std::net::Ipv4Addr::new(127, 0, 9, 1)).await;
        raw.send(format!("{VIEW}{}\r\n", from(number))).await;
        raw.rest().await;
    }
    site
}

async fn doctors_word(site: &Site) -> String {
    let lines = examine(&site.settings, &Clock::system()).await;
    lines.iter().filter(|line| line.about == "visitors").map(ToString::to_string).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_is_not_listed_makes_one_visitor_of_all_and_is_noticed() {
    let site = viewed("none", |number| format!("X-Forwarded-For: 203.0.113.{number}\r\n")).await;
    assert_eq!(site.metric(r#"amwaj_proxy_problem{problem="one visitor"}"#).await, 1.0);
    assert_eq!(site.metric(r#"amwaj_proxy_problem{problem="visitors not named"}"#).await, 0.0);
    until("doctor says so", async || doctors_word(&site).await.contains("opened from one address")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listed_proxy_that_names_nobody_is_noticed() {
    let site = viewed("127.0.9.0/24", |_| String::new()).await;
    assert_eq!(site.metric(r#"amwaj_proxy_problem{problem="visitors not named"}"#).await, 1.0);
    until("doctor says so", async || doctors_word(&site).await.contains("does not say for whom")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_is_set_right_is_no_problem() {
    let site = viewed("127.0.9.0/24", |number| format!("X-Forwarded-For: 203.0.113.{number}\r\n")).await;
    for problem in ["one visitor", "visitors not named"] {
        assert_eq!(site.metric(&format!(r#"amwaj_proxy_problem{{problem="{problem}"}}"#)).await, 0.0);
    }
}

/// A request to the site whose address is www.amwaj.example, by that host and with these headers.
fn to(host: &str, method_and_path: &str, more: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method_and_path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}Content-Length: {length}\r\n\r\n{body}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_without_www_leads_to_the_sites_own_and_takes_posts_all_the_same() {
    let site = Site::open(short(), &[("AMWAJ_SITE_URL", "https://www.amwaj.example")]).await;
    let other = "amwaj.example";
    for method in ["GET", "HEAD"] {
        let answer = site.ask(&to(other, &format!("{method} /blogs?page=2"), "", "")).await;
        assert_eq!(status(&answer), 308, "{answer}");
        assert!(
            answer.to_lowercase().contains("location: https://www.amwaj.example/blogs?page=2\r\n"),
            "{answer}"
        );
        assert!(answer.to_lowercase().contains("cache-control: no-cache"), "{answer}");
    }
    assert_eq!(status(&site.ask(&to(other, "GET /desk/", "Accept: text/html\r\n", "")).await), 308);
    for host in ["www.amwaj.example", "127.0.0.1:8080", "backend"] {
        assert_eq!(status(&site.ask(&to(host, "GET /", "", "")).await), 200, "{host}");
    }
    assert_eq!(status(&site.ask(&to(other, "GET /robots.txt", "", "")).await), 200);
    let from_there = "Origin: https://amwaj.example\r\n";
    for host in [other, "www.amwaj.example", "backend"] {
        assert_eq!(status(&site.ask(&to(host, "POST /sendMail.php", from_there, LEAD)).await), 200, "{host}");
    }
    assert_eq!(site.metric(r#"amwaj_leads_total{outcome="stored"}"#).await, 3.0);
    assert_eq!(site.metric("amwaj_held_waiting").await, 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_loses_the_name_loses_no_request_and_is_named() {
    let site = Site::open(short(), &[]).await;
    let post = to("backend", "POST /sendMail.php", "Origin: https://www.amwaj.example\r\n", LEAD);
    assert_eq!(status(&site.ask(&post).await), 200);
    assert_eq!(site.metric("amwaj_leads_unknown_page_total").await, 1.0);
    assert_eq!(site.metric("amwaj_held_waiting").await, 1.0);
    let lines = examine(&site.settings, &Clock::system()).await;
    let line = lines.iter().find(|line| line.about == "web address").map(ToString::to_string);
    let line = line.expect("doctor speaks of it");
    for words in
        ["the web address that they were sent from: 1 ", "AMWAJ_SITE_URL", "proxy_set_header Host $host;"]
    {
        assert!(line.contains(words), "{words}: {line}");
    }
    let refused =
        to("a", "POST /sendMail.php", "Origin: https://a.test\r\nSec-Fetch-Site: cross-site\r\n", LEAD);
    assert_eq!(status(&site.ask(&refused).await), 403);
    assert_eq!(site.metric(r#"amwaj_leads_total{outcome="other site"}"#).await, 1.0);
}
