//! Behind one address another PostgreSQL takes writes: sessions with the one before hang, or write no more.

use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait as _;
use storage::db::{Database, Db};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::requests::harness::{NOW, lead};
use crate::requests::journal::Node;
use engines::every_engine;

/// Time in which new connections have to be used.
const FOUND: Duration = Duration::from_secs(150);
/// As many as there are connections.
const POOL: usize = 8;
const READ_ONLY: &str = "SET default_transaction_read_only = on";

/// A proxy whose connections hang from the moment at which it is told to; later ones do not. Its port.
async fn proxy(server: String, hang: watch::Sender<()>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(&server).await.expect("the server answers");
            let ((near_read, near_write), (far_read, far_write)) = (near.into_split(), far.into_split());
            tokio::spawn(pass_on(near_read, far_write, hang.subscribe()));
            tokio::spawn(pass_on(far_read, near_write, hang.subscribe()));
        }
    });
    port
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, hang: watch::Receiver<()>) {
    let mut buffer = vec![0; 65_536];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if hang.has_changed().is_ok_and(|hangs| hangs) {
            std::future::pending::<()>().await;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_hang_are_given_up_for_new_ones() {
    for engine in every_engine().await {
        let Database::Postgres(url) = &engine.database else { continue };
        let parsed = url::Url::parse(url).expect("an address");
        let server = format!("{}:{}", parsed.host_str().expect("a host"), parsed.port().unwrap_or(5432));
        let hang = watch::Sender::new(());
        let port = proxy(server.clone(), hang.clone()).await;
        let address = url.replacen(&server, &format!("127.0.0.1:{port}"), 1);
        let db = Db::open(&Database::Postgres(address)).await.expect("a database");
        let asking = (0..POOL).map(|_| {
            let db = db.clone();
            let asked = async move { db.reader().execute_unprepared("SELECT pg_sleep(30)").await.map(drop) };
            tokio::spawn(tokio::time::timeout(Duration::from_secs(1), asked))
        });
        let asking: Vec<_> = asking.collect();
        tokio::time::sleep(Duration::from_millis(500)).await;
        hang.send_replace(());
        let began = Instant::now();
        for one in asking {
            one.await.expect("it ends").expect_err("nobody answered");
        }
        while db.test_write(NOW).await.is_err() {
            assert!(began.elapsed() < FOUND, "every connection is one that hangs");
        }
        assert!(began.elapsed() < FOUND, "{:?}", began.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_writes_no_more_is_not_used_again() {
    for engine in every_engine().await {
        let Database::Postgres(url) = &engine.database else { continue };
        let db = Db::open(&engine.database).await.expect("a database");
        assert_eq!(db.standbys().await.expect("asked"), None, "none follows, and none is waited for");
        for _ in 0..POOL {
            db.reader().execute_unprepared(READ_ONLY).await.expect("a setting");
            db.test_write(NOW).await.expect("by another session");
        }
        let read_only = Database::Postgres(format!("{url}%20-c%20default_transaction_read_only%3Don"));
        Db::open(&read_only).await.expect_err("as one that follows");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn leads_wait_in_the_spool_while_the_address_leads_to_a_server_without_writes() {
    for engine in every_engine().await {
        if !matches!(engine.database, Database::Postgres(_)) {
            continue;
        }
        let node = Node::open(engine).await;
        let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$";
        let mut sql = vec![refuse.to_owned()];
        for table in ["lead", "doctor_probe"] {
            sql.push(format!(
                "CREATE TRIGGER refuse BEFORE INSERT ON {table} FOR STATEMENT EXECUTE FUNCTION refuse()"
            ));
        }
        for one in sql {
            node.db.reader().execute_unprepared(&one).await.expect("demoted");
        }
        let told = node.queue.store(lead(1), None).await.reference().expect("thanked").to_string();
        assert_eq!((node.waiting().await, node.counts().await.refused), (1, 0));
        node.db.reader().execute_unprepared("DROP FUNCTION refuse CASCADE").await.expect("promoted");
        node.until_replayed().await;
        assert_eq!(node.references().await, [told]);
    }
}
