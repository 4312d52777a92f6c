//! The limits of connections hold over TLS: slow handshakes, HTTP/2 clients that take nothing, and crowds.

use std::time::{Duration, Instant};

use edge::limits::Limits;
use tokio::io::AsyncReadExt as _;

use crate::abuse::harness::{BIG, Raw, short, until};
use crate::tls::harness::{TlsSite, body, get};

/// Ends these tests where no limit does; each asks besides why its connection was cut, or how many were.
const BOUND: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_drips_ends_within_a_bound_and_is_counted() {
    let site = TlsSite::open(short()).await;
    let stream = tokio::net::TcpStream::connect(site.address).await.expect("a connection");
    let mut raw = Raw(stream);
    // The beginning of a record that holds a client hello.
    let hello = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03];
    let started = Instant::now();
    for byte in hello.into_iter().chain(std::iter::repeat(7)) {
        if !raw.is_open().await || !raw.try_send(&char::from(byte & 0x7f).to_string()).await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert!(started.elapsed() < BOUND, "it goes on for ever");
    }
    let cut = r#"amwaj_connections_cut_total{reason="slow headers"}"#;
    until("it is counted", async || site.plain.metric(cut).await == 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_http2_client_that_makes_no_room_for_responses_is_cut_and_counted() {
    let site = TlsSite::open(short()).await;
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let (mut client, running) = site.http2(&builder).await;
    let started = Instant::now();
    let mut held = Vec::new();
    // Asking for more now and then buys no time.
    while !running.is_finished() {
        if let Ok((page, _)) = client.send_request(get("/"), true) {
            held.push(page);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(started.elapsed() < BOUND, "it goes on for ever");
    }
    assert_eq!(site.plain.metric(r#"amwaj_connections_cut_total{reason="slow reader"}"#).await, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_http2_client_that_does_not_read_its_socket_is_cut_and_counted() {
    let site = TlsSite::open(short()).await;
    let stream = site.connect_with_little_room(&["h2"]).await.expect("a handshake");
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(1 << 30).initial_connection_window_size(1 << 30);
    let (mut client, connection) = builder.handshake::<_, bytes::Bytes>(stream).await.expect("HTTP/2");
    let (_file, _) = client.send_request(get(BIG), true).expect("sent");
    // Driven just long enough to send the request, then never again.
    let mut connection = Box::pin(connection);
    drop(tokio::time::timeout(Duration::from_millis(30), &mut connection).await);
    let cut = r#"amwaj_connections_cut_total{reason="slow reader"}"#;
    until("it is cut", async || site.plain.metric(cut).await == 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_http2_client_that_takes_its_time_gets_the_whole_file() {
    let site = TlsSite::open(short()).await;
    let (mut client, _running) = site.http2(&h2::client::Builder::new()).await;
    let (file, _) = client.send_request(get(BIG), true).expect("sent");
    let mut stream = file.await.expect("an answer").into_body();
    let (started, mut taken) = (Instant::now(), 0);
    // Ten times the minimum rate, for three times its grace.
    while started.elapsed() < Duration::from_secs(2) || taken <= 300 * 1024 {
        assert!(started.elapsed() < BOUND, "{taken} bytes");
        let piece = stream.data().await.expect("more").expect("it goes on");
        taken += piece.len();
        stream.flow_control().release_capacity(piece.len()).expect("room");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_http2_connection_is_told_to_go_and_ends_although_it_pings() {
    let site = TlsSite::open(short()).await;
    let stream = site.connect(&["h2"]).await.expect("a handshake");
    let (client, mut connection) = h2::client::handshake(stream).await.expect("HTTP/2");
    let mut ping = connection.ping_pong().expect("pings");
    let running = tokio::spawn(connection);
    let mut client: h2::client::SendRequest<bytes::Bytes> = client;
    let (page, _) = client.send_request(get("/"), true).expect("sent");
    body(page.await.expect("an answer")).await.expect("a body");
    let started = Instant::now();
    while ping.ping(h2::Ping::opaque()).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(started.elapsed() < BOUND, "it goes on for ever");
    }
    drop(client);
    let ended = running.await.expect("it ends");
    assert!(ended.is_ok() || ended.is_err_and(|error| error.is_io() || error.is_go_away()));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_take_all_connections_and_idle_ones_make_room() {
    // Idle ones end by themselves long after this test.
    let limits = Limits { max_connections_per_address: 4, header_timeout: 10 * BOUND, ..short() };
    let site = TlsSite::open(limits).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        idle.push(site.connect(&["h2"]).await.expect("a handshake"));
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    site.connect(&["http/1.1"]).await.expect("the oldest idle one makes room");
    let mut bytes = Vec::new();
    let ended = tokio::time::timeout(BOUND, idle[0].read_to_end(&mut bytes)).await;
    assert!(ended.is_ok(), "the first one is closed");
    // A busy machine lets the idle ones wait so long that another may have made room as well.
    let cut = r#"amwaj_connections_cut_total{reason="idle while crowded"}"#;
    assert!(site.plain.metric(cut).await >= 1.0);
}
