//! Slow clients end within a bound, whichever part they are slow with, and the pages of others are there at once.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use edge::connection::ConnectionState;
use edge::handler::{Handler, PendingResponse, streamed};
use edge::limiter::ConnectionLimiter;
use edge::limits::{Limits, MinRate};
use edge::server::serve;
use futures_util::{StreamExt as _, stream};
use http::{Request, Response};
use hyper::body::Incoming;
use tokio::net::TcpListener;

use crate::abuse::harness::{BIG, LEAD, Site, answers, short, status};

/// Ends these tests where no limit does; each asks besides why its connection was cut, or how many were.
const BOUND: Duration = Duration::from_secs(60);

/// One byte each 50 ms, as long as they are taken; how long that was.
async fn drip(site: &Site, first: &str, drop: &str) -> Duration {
    let mut raw = site.connect().await;
    raw.send(first).await;
    let started = Instant::now();
    for at in 0.. {
        let byte = drop.as_bytes()[at % drop.len()] as char;
        if !raw.try_send(&byte.to_string()).await || !raw.is_open().await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert!(started.elapsed() < BOUND, "it goes on for ever");
    }
    started.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_drip_end_within_a_bound_and_are_counted() {
    let site = Site::open(short(), &[]).await;
    let took = drip(&site, "GET / HTTP/1.1\r\nHost: a\r\nX: ", "x").await;
    assert!(took < BOUND, "{took:?}");
    let whole = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let took = drip(&site, &format!("{whole}GET / HTTP/1.1\r\nHost: a\r\nX: "), "x").await;
    assert!(took < BOUND, "those of a second request: {took:?}");
    assert_eq!(site.metric(r#"amwaj_connections_cut_total{reason="slow headers"}"#).await, 2.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_drips_ends_within_a_bound_although_each_gap_is_short() {
    let site = Site::open(short(), &[]).await;
    let head = "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n";
    let took = drip(&site, head, " ").await;
    assert!(took > Duration::from_millis(550) && took < BOUND, "{took:?}");
    let took = drip(
        &site,
        "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "1\r\n \r\n",
    )
    .await;
    assert!(took < BOUND, "in chunks: {took:?}");
    assert_eq!(site.metric(r#"amwaj_connections_cut_total{reason="slow body"}"#).await, 2.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_has_a_deadline_although_it_keeps_the_minimum_rate() {
    let body_total_rate = MinRate { grace: Duration::from_millis(1500), bytes_per_second: 1 << 20 };
    let body_min_rate = MinRate { grace: Duration::from_secs(30), bytes_per_second: 1 };
    let site = Site::open(Limits { body_total_rate, body_min_rate, ..short() }, &[]).await;
    let took =
        drip(&site, "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n", " ").await;
    assert!(took > Duration::from_millis(1400) && took < BOUND, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_long_is_read_on_for_a_moment_only() {
    let site = Site::open(short(), &[]).await;
    let mut raw = site.connect().await;
    raw.send("POST /sendMail.php HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n").await;
    for _ in 0..6 {
        raw.send(format!("8000\r\n{}\r\n", "x".repeat(0x8000))).await;
    }
    let started = Instant::now();
    while raw.is_open().await && raw.try_send("100\r\n").await {
        // As fast as the minimum rate asks for.
        let _ = raw.try_send(&format!("{}\r\n", "x".repeat(0x100))).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(started.elapsed() < BOUND, "it goes on for ever");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_stops_is_told_so_and_ends() {
    let site = Site::open(short(), &[]).await;
    let head = "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n{";
    let answer = site.ask(head).await;
    assert_eq!(status(&answer), 408, "{answer}");
    assert!(answer.contains("did not arrive"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_slow_but_keeps_the_pace_is_taken() {
    // Several times the pace, since a busy machine sleeps for longer than it is told to.
    let site = Site::open(Limits { body_idle_timeout: Duration::from_secs(3), ..short() }, &[]).await;
    let mut raw = site.connect().await;
    let head = "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
    raw.send(format!("{head}Content-Length: {}\r\n\r\n", LEAD.len() + 20 * 400)).await;
    raw.send(LEAD).await;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(60)).await;
        raw.send([b' '; 400]).await;
    }
    assert_eq!(status(&raw.rest().await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_takes_a_byte_now_and_then_is_cut_and_one_that_keeps_the_pace_is_not() {
    let site = Site::open(short(), &[]).await;
    let mut slow = site.connect_with(Ipv4Addr::new(127, 0, 9, 1), Some(4096)).await;
    let mut steady = site.connect_with(Ipv4Addr::new(127, 0, 9, 2), Some(65_536)).await;
    let request = format!("GET {BIG} HTTP/1.1\r\nHost: a\r\n\r\n");
    slow.send(&request).await;
    steady.send(&request).await;
    let started = Instant::now();
    let mut taken = 0;
    while started.elapsed() < Duration::from_secs(3) || taken <= 400 * 1024 {
        assert!(started.elapsed() < BOUND, "{taken} bytes");
        use tokio::io::AsyncReadExt;
        let _ = tokio::time::timeout(Duration::from_millis(1), slow.0.read_u8()).await;
        let mut some = [0; 16 * 1024];
        taken += steady.0.read(&mut some).await.expect("it goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(steady.is_open().await, "some hundred KB a second are no attack");
    slow.until_cut().await;
    assert_eq!(site.metric(r#"amwaj_connections_cut_total{reason="slow reader"}"#).await, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_ends_and_is_no_offence() {
    // Requests together take longer than one may be idle, each pause much less: a busy machine sleeps longer than told.
    let site = Site::open(Limits { header_timeout: Duration::from_secs(3), ..short() }, &[]).await;
    let mut silent = site.connect().await;
    assert!(silent.until_cut().await < BOUND);
    let mut kept = site.connect().await;
    for _ in 0..3 {
        kept.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").await;
        assert_eq!(answers(&kept.answer().await), 1);
        tokio::time::sleep(Duration::from_millis(1100)).await;
    }
    assert!(kept.until_cut().await < BOUND);
    let text = site.metrics().await;
    let cut = text.lines().filter(|line| line.starts_with("amwaj_connections_cut_total{"));
    assert!(cut.clone().count() == 5 && cut.into_iter().all(|line| line.ends_with(" 0")), "{text}");
}

/// Sends a body in two pieces, with a long pause before the second.
struct Pausing;

impl Handler for Pausing {
    fn handle(&self, _: Request<Incoming>, _: &Arc<ConnectionState>, limits: &Limits) -> PendingResponse {
        let pause = limits.header_timeout * 2;
        let first = stream::once(async { Ok::<_, Infallible>("one ") });
        let second = stream::once(async move {
            tokio::time::sleep(pause).await;
            Ok("two")
        });
        Response::new(streamed(Body::from_stream(first.chain(second)))).into()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_that_pauses_is_not_taken_for_an_idle_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let limiter = ConnectionLimiter::new(short(), Vec::new(), Arc::default());
    tokio::spawn(serve(listener, None, Arc::new(Pausing), limiter, std::future::pending()));
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let text = client.get(format!("http://{address}/")).send().await.expect("a head").text().await;
    assert_eq!(text.expect("all of it"), "one two");
}
