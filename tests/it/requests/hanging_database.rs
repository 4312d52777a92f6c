//! Of several PostgreSQL servers the one that takes writes hangs: connections to it stay open, and nobody answers.

use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait as _;
use storage::db::{Database, Db};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::requests::harness::NOW;
use engines::every_engine;

/// How soon the other server has to be found.
const FOUND: Duration = Duration::from_secs(5);
/// As many as there are connections.
const WAITING: usize = 8;

/// A proxy in front of a server that hangs when it is told to; its port.
async fn proxy(server: String, hangs: watch::Receiver<bool>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(&server).await.expect("the server answers");
            let ((near_read, near_write), (far_read, far_write)) = (near.into_split(), far.into_split());
            tokio::spawn(pass_on(near_read, far_write, hangs.clone()));
            tokio::spawn(pass_on(far_read, near_write, hangs.clone()));
        }
    });
    port
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut hangs: watch::Receiver<bool>) {
    let mut buffer = vec![0; 65_536];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let is_open = hangs.wait_for(|hangs| !hangs).await.is_ok();
        if !is_open || to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_a_database_server_that_hangs_is_told_so_and_the_other_one_is_used() {
    for engine in every_engine().await {
        let Database::Postgres(url) = &engine.database else { continue };
        let url = url::Url::parse(url).expect("an address");
        let server = format!("{}:{}", url.host_str().expect("a host"), url.port().unwrap_or(5432));
        let (hang, hangs) = watch::channel(false);
        let port = proxy(server.clone(), hangs).await;
        // Both are the same server, so the first one counts as long as it answers.
        let several = url.as_str().replacen(&server, &format!("127.0.0.1:{port},{server}"), 1);
        let db = Db::open(&Database::Postgres(several)).await.expect("a database");
        let waiting: Vec<_> = (0..WAITING)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move { db.reader().execute_unprepared("SELECT pg_sleep(20)").await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(500)).await;
        hang.send_replace(true);
        let began = Instant::now();
        while db.test_write(NOW).await.is_err() {
            assert!(began.elapsed() < FOUND, "the other server was not found");
        }
        for one in waiting {
            let answer = tokio::time::timeout(FOUND.saturating_sub(began.elapsed()), one).await;
            let told = answer.expect("nobody waits for ever").expect("it ends").expect_err("it was given up");
            assert!(told.to_string().contains("another database server takes writes now"), "{told}");
        }
        db.reader().execute_unprepared("SELECT 1").await.expect("it is read from there");
        assert!(began.elapsed() < FOUND, "{:?}", began.elapsed());
    }
}
