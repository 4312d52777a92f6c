//! A proxy in front that is set wrongly is noticed, whichever way.

use amwaj::doctor::examine;
use base::clock::Clock;

use crate::abuse::harness::{Site, short, until};

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
