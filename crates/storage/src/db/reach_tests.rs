//! Each way in which a PostgreSQL server cannot be reached or used is named with its remedy.

use std::time::Duration;

use sea_orm::DbErr;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::db::database::Database;
use crate::db::reach::{PATIENCE, Unreachable, reach, unfit, why_unusable};

async fn told(url: &str) -> (String, bool) {
    let began = Instant::now();
    let Unreachable { why, may_pass } = reach(&Database::Postgres(url.to_owned())).await.expect_err(url);
    assert!(!why.contains("geheim"), "the password: {why}");
    assert!(began.elapsed() < PATIENCE + Duration::from_secs(30), "{:?}", began.elapsed());
    (why, may_pass)
}

#[tokio::test]
async fn each_way_in_which_a_server_cannot_be_reached_is_named_with_host_port_setting_and_remedy() {
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
    let why = told(&format!("postgres://u:geheim@{closed}/x")).await;
    let wanted = format!(
        "{closed} (AMWAJ_DATABASE_URL): connection refused; start PostgreSQL there, or correct the address"
    );
    assert_eq!(why, (wanted, true));

    let (why, may_pass) = told("postgres://u:geheim@no-such-host.invalid/x").await;
    assert!(may_pass);
    assert!(why.starts_with("no-such-host.invalid:5432 (AMWAJ_DATABASE_URL): "), "{why}");
    assert!(why.contains("no such host; correct the name"), "{why}");

    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (why, may_pass) =
        told(&format!("postgres://u:geheim@{}/x", silent.local_addr().expect("an address"))).await;
    assert!(may_pass && why.contains("no answer within 2.5 s; see that PostgreSQL runs there"), "{why}");

    let (why, may_pass) = told("postgres:///x?host=/nowhere").await;
    assert!(may_pass && why.starts_with("/nowhere") && why.contains("no such socket"), "{why}");
}

#[tokio::test]
async fn something_else_at_that_port_and_a_server_without_tls_are_named() {
    for (answer, mode, words) in [
        // As of a balancer with no server behind it.
        (&b""[..], "prefer", "the connection was closed"),
        (b"N", "require", "the server has no TLS, which sslmode asks for"),
        (b"Snonsense-instead-of-a-handshake", "verify-full", "TLS failed"),
        (b"H", "prefer", "what answers there isn't PostgreSQL"),
    ] {
        let server = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = server.local_addr().expect("an address");
        tokio::spawn(async move {
            let (mut stream, _) = server.accept().await.expect("a connection");
            let mut asked = [0; 8];
            let _ = tokio::io::AsyncReadExt::read_exact(&mut stream, &mut asked).await;
            let _ = stream.write_all(answer).await;
            let _ = stream.shutdown().await;
        });
        let (why, may_pass) = told(&format!("postgres://u:geheim@{address}/x?sslmode={mode}")).await;
        assert!(why.starts_with(&format!("{address} (AMWAJ_DATABASE_URL): ")), "{why}");
        assert!(why.contains(words), "{words}: {why}");
        assert_eq!(may_pass, answer.is_empty(), "{why}");
    }
}

/// A server that refuses everybody who starts a session, with this SQLSTATE.
async fn refusing(code: &'static str, own_words: &'static str) -> std::net::SocketAddr {
    let server = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = server.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = server.accept().await {
            let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut [0; 1024]).await;
            let fields = format!("SFATAL\0VFATAL\0C{code}\0M{own_words}\0\0");
            let length = u32::try_from(fields.len() + 4).expect("short").to_be_bytes();
            let _ = stream.write_all(&[b"E", &length[..], fields.as_bytes()].concat()).await;
        }
    });
    address
}

#[tokio::test]
async fn what_postgresql_refuses_is_named_with_its_remedy() {
    for (code, words) in [
        ("28P01", "doesn't accept the password of user u; correct it"),
        ("28000", "doesn't let user u in (its own words); correct the user, or pg_hba.conf"),
        ("3D000", "there is no database x; make it with `createdb"),
        ("42501", "user u may not use the database x"),
        // PgBouncer's, whatever it is about.
        ("08P01", "its own words; see PostgreSQL's log"),
        ("53300", "raise max_connections"),
        ("57P03", "its own words; see PostgreSQL's log"),
    ] {
        let address = refusing(code, "its own words").await;
        let (why, may_pass) = told(&format!("postgres://u:geheim@{address}/x?sslmode=disable")).await;
        assert_eq!(may_pass, code.starts_with('5') || code == "08P01", "{code} passes");
        assert!(
            why.starts_with(&format!("{address} (AMWAJ_DATABASE_URL): ")) && why.contains(words),
            "{why}"
        );
    }
    let address = refusing("08P01", "unsupported startup parameter: extra_float_digits").await;
    let (why, may_pass) = told(&format!("postgres://u:geheim@{address}/x?sslmode=disable")).await;
    assert!(!may_pass && why.contains("ignore_startup_parameters"), "{why}");
}

#[test]
fn a_pooler_that_keeps_no_prepared_statements_is_named_however_it_says_so() {
    for said in ["prepared statement \"sqlx_s_1\" already exists", "prepared statement \"a\" does not exist"]
    {
        let why = why_unusable(&DbErr::Custom(said.to_owned()));
        assert!(why.contains(said) && why.contains("max_prepared_statements"), "{why}");
    }
    assert!(why_unusable(&DbErr::Custom("the disk is full".to_owned())).ends_with("the disk is full"));
}

#[test]
fn a_server_that_is_too_old_or_takes_no_writes_is_of_no_use() {
    assert_eq!(unfit(150_004, true), None);
    assert!(
        unfit(90_624, true).is_some_and(|why| why.contains("PostgreSQL 9.6 is too old; update it to 10"))
    );
    assert!(unfit(150_004, false).is_some_and(|why| why.contains("takes no writes")));
}
