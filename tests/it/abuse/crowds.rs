//! Many connections: those of one address cannot keep out the others', and idle ones make room.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use edge::limits::Limits;

use crate::abuse::harness::{Raw, Site, short, status, until};

const REQUEST: &str = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
/// Far less than any wait of [`patient`], and enough for a busy machine.
const SOON: Duration = Duration::from_secs(60);
/// Holds a place: its request is being answered until the body comes.
const BUSY: &str =
    "POST /sendMail.php HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n";

fn patient() -> Limits {
    let long = Duration::from_secs(120);
    let (body_idle_timeout, header_timeout, min_slow_before_close) = (long, long, long);
    let mut limits = Limits { header_timeout, body_idle_timeout, min_slow_before_close, ..short() };
    limits.body_min_rate.grace = long;
    limits
}

async fn crowd(site: &Site, from: Ipv4Addr, count: usize, first: &str) -> Vec<Raw> {
    let mut crowd = Vec::new();
    for _ in 0..count {
        let mut raw = site.connect_from(from).await;
        raw.send(first).await;
        if first == BUSY {
            assert_eq!(status(&raw.answer().await), 100, "its body is being read");
        }
        crowd.push(raw);
    }
    crowd
}

async fn served(site: &Site, from: Ipv4Addr) -> Duration {
    let started = Instant::now();
    let mut raw = site.connect_from(from).await;
    raw.send(REQUEST).await;
    assert_eq!(status(&raw.rest().await), 200);
    started.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn busy_connections_of_one_address_are_bounded_and_another_is_served_at_once() {
    let limits = Limits { max_connections_per_address: 20, ..patient() };
    let site = Site::open(limits, &[]).await;
    let many = Ipv4Addr::new(127, 0, 3, 1);
    let mut busy = crowd(&site, many, 20, BUSY).await;
    let mut refused = site.connect_from(many).await;
    assert!(refused.until_cut().await < SOON);
    assert_eq!(site.metric("amwaj_connections_refused_total").await, 1.0);
    assert!(served(&site, Ipv4Addr::new(127, 0, 3, 2)).await < SOON);
    for raw in &mut busy {
        assert!(raw.is_open().await, "who is being served stays");
    }
    assert_eq!(site.metric("amwaj_connections_open").await, 20.0);
    drop(busy);
    until("they are gone", async || site.metric("amwaj_connections_open").await == 0.0).await;
    served(&site, many).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_behind_an_address_full_of_idle_connections_is_served() {
    let site = Site::open(Limits { max_connections_per_address: 20, ..patient() }, &[]).await;
    let shared = Ipv4Addr::new(127, 0, 4, 1);
    let mut idle = crowd(&site, shared, 20, "GET / HTTP/1.1\r\nX: ").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(served(&site, shared).await < SOON);
    assert!(idle[0].until_cut().await < SOON, "the oldest made room");
    assert!(idle[1].is_open().await && idle[19].is_open().await, "and no other");
    assert_eq!(site.metric(r#"amwaj_connections_cut_total{reason="idle while crowded"}"#).await, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_proxy_may_open_any_number() {
    let limits = Limits { max_connections_per_address: 8, ..patient() };
    let site = Site::open(limits, &[("AMWAJ_TRUSTED_PROXIES", "127.0.5.0/24")]).await;
    let mut proxy = crowd(&site, Ipv4Addr::new(127, 0, 5, 1), 40, BUSY).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    for raw in &mut proxy {
        assert!(raw.is_open().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_places_are_taken_the_idle_make_room_and_the_busy_stay() {
    let crowded_idle_timeout = Duration::from_secs(60);
    let site = Site::open(Limits { max_connections: 64, crowded_idle_timeout, ..patient() }, &[]).await;
    let mut busy = crowd(&site, Ipv4Addr::new(127, 0, 6, 1), 10, BUSY).await;
    // Two more places are reserved for clients without any.
    let _idle = crowd(&site, Ipv4Addr::new(127, 0, 6, 2), 52, "").await;
    until("all are in", async || site.metric("amwaj_connections_accepted_total").await >= 62.0).await;
    for _ in 0..5 {
        assert!(served(&site, Ipv4Addr::new(127, 0, 6, 3)).await < SOON);
    }
    for raw in &mut busy {
        assert!(raw.is_open().await);
    }
    assert!(site.metric(r#"amwaj_connections_cut_total{reason="idle while crowded"}"#).await >= 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_are_busy_a_newcomer_waits_and_is_served() {
    let site = Site::open(Limits { max_connections: 64, ..patient() }, &[]).await;
    let mut busy = Vec::new();
    for host in 1..=64 {
        busy.extend(crowd(&site, Ipv4Addr::new(127, 0, 7, host), 1, BUSY).await);
    }
    until("all are in", async || site.metric("amwaj_connections_accepted_total").await >= 64.0).await;
    let mut newcomer = site.connect().await;
    newcomer.send(REQUEST).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(newcomer.is_open().await, "it waits");
    assert_eq!(site.metric("amwaj_connections_open").await, 64.0, "and is not in");
    busy.pop();
    assert_eq!(status(&newcomer.rest().await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_few_addresses_have_taken_all_places_with_bodies_that_drip_others_are_served_at_once() {
    let limits = Limits { max_connections: 64, max_connections_per_address: 8, ..patient() };
    let site = Site::open(limits, &[]).await;
    let mut busy = Vec::new();
    for host in 1..=8 {
        busy.extend(crowd(&site, Ipv4Addr::new(127, 0, 10, host), 8, "").await);
    }
    for raw in &mut busy {
        let _ = raw.try_send(BUSY).await;
    }
    // Until the server has read what each sends, it is idle.
    tokio::time::sleep(Duration::from_secs(1)).await;
    for _ in 0..20 {
        assert!(served(&site, Ipv4Addr::new(127, 0, 10, 99)).await < SOON);
    }
    let cut =
        async |reason| site.metric(&format!("amwaj_connections_cut_total{{reason=\"{reason}\"}}")).await;
    assert!(cut("slow while crowded").await + cut("idle while crowded").await >= 1.0);
    let slow = Limits { min_slow_before_close: Duration::from_millis(50), ..limits };
    let site = Site::open(slow, &[]).await;
    let one = Ipv4Addr::new(127, 0, 11, 1);
    let mut own = crowd(&site, one, 1, BUSY).await;
    // Times are kept in milliseconds.
    tokio::time::sleep(Duration::from_millis(10)).await;
    own.extend(crowd(&site, one, 7, BUSY).await);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(served(&site, one).await < SOON, "an address makes room for itself too");
    assert!(own[0].until_cut().await < SOON && own[7].is_open().await, "the one that took longest");
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_end_sooner_while_it_is_crowded() {
    let crowded_idle_timeout = Duration::from_millis(300);
    let site = Site::open(Limits { max_connections: 64, crowded_idle_timeout, ..patient() }, &[]).await;
    let mut few = crowd(&site, Ipv4Addr::new(127, 0, 8, 1), 40, "").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    for raw in &mut few {
        assert!(raw.is_open().await, "with room for all, they may stay");
    }
    let _more = crowd(&site, Ipv4Addr::new(127, 0, 8, 2), 15, "").await;
    for raw in &mut few {
        assert!(raw.until_cut().await < SOON);
    }
}
