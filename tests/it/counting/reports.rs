//! Reports of pages, and attempts of others.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Request, StatusCode};
use stats::{PATH, Stats, router};
use tower::ServiceExt as _;

use crate::counting::{BROWSER, Site};
use engines::sqlite;

/// Posts a report as the site's own page would, but for what `change` changes.
async fn report(
    stats: &Stats,
    from: u8,
    body: impl Into<Body>,
    change: &[(&'static str, &str)],
) -> StatusCode {
    let mut request = Request::post(PATH).body(body.into()).expect("a request");
    let usual = [("host", "amwaj.example"), ("sec-fetch-site", "same-origin"), ("user-agent", BROWSER)];
    for (name, value) in usual.iter().chain(change) {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    let peer = SocketAddr::from(([203, 0, 113, from], 40_000));
    request.extensions_mut().insert(ConnectInfo(peer));
    let answer = router(stats.clone()).oneshot(request).await.expect("an answer");
    answer.status()
}

#[tokio::test]
async fn a_page_of_the_site_is_heard_wherever_it_was_shown() {
    let site = Site::open(sqlite()).await;
    let (stats, mut keeper) = site.server(1);
    site.open_page(&stats, "");
    for said in [
        "call\n/\ngoogle\nsummer",
        "chat\n/\n\n",
        "view\n/blogs/sand",
        "mail\n/no-page",
        "view\n/no-page",
        "start\n/sendMail.php",
    ] {
        assert_eq!(report(&stats, 1, said, &[]).await, StatusCode::NO_CONTENT);
    }
    keeper.flush().await.expect("written");
    let told = [
        "2026-12-31 call / google / summer 1",
        "2026-12-31 chat / 1",
        "2026-12-31 mail other 1",
        "2026-12-31 start other 1",
        "2026-12-31 view / 1",
        "2026-12-31 view /blogs/sand 1",
    ];
    assert_eq!(site.sums().await, told);
}

#[tokio::test]
async fn nobody_else_is_heard_and_all_get_the_same_answer() {
    let site = Site::open(sqlite()).await;
    let (stats, mut keeper) = site.server(1);
    let robot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    let same = |status| assert_eq!(status, StatusCode::NO_CONTENT);
    same(report(&stats, 1, "call\n/", &[("sec-fetch-site", "cross-site")]).await);
    same(report(&stats, 1, "call\n/", &[("user-agent", robot)]).await);
    for wrong in ["sent\n/", "held\n/", "failed\n/", "everything\n/", "call", "", "\u{0}\n\u{0}"] {
        same(report(&stats, 1, wrong, &[]).await);
    }
    same(report(&stats, 1, format!("call\n/{}", "a".repeat(300)), &[]).await);
    same(report(&stats, 1, vec![b'c', 0xff, b'\n'], &[]).await);
    keeper.flush().await.expect("written");
    assert_eq!(site.sums().await, [""; 0]);
}

#[tokio::test]
async fn a_machine_with_ten_thousand_campaigns_leaves_a_few_hundred_sums() {
    let site = Site::open(sqlite()).await;
    let (stats, mut keeper) = site.server(1);
    site.open_page(&stats, "");
    for number in 0..10_000_u32 {
        report(&stats, (number % 250) as u8, format!("call\n/\nmade up {number}\n"), &[]).await;
    }
    keeper.flush().await.expect("written");
    let sums = site.sums().await;
    assert_eq!(sums.len(), 202, "200 campaigns, the others together, and the view");
    let total: i64 = sums
        .iter()
        .map(|sum| sum.rsplit(' ').next().expect("a count").parse::<i64>().expect("a number"))
        .sum();
    assert_eq!(total, 10_001);
    report(&stats, 1, "call\n/", &[]).await;
    for _ in 0..1000 {
        report(&stats, 1, "call\n/", &[]).await;
    }
    keeper.flush().await.expect("written");
    let calls =
        site.sums().await.into_iter().find_map(|sum| {
            sum.strip_prefix("2026-12-31 call / ").and_then(|count| count.parse::<i64>().ok())
        });
    assert_eq!(calls, Some(560), "600 of one address, of which 40 were for campaigns");
}
