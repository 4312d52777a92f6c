//! A way to a PostgreSQL server whose name has several addresses, some of them dead. The driver tries them in turn, for
//! minutes each, so it connects to a socket of this process instead, behind which they race ([`Host::connect`]).

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use sea_orm::sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpStream, UnixListener, UnixStream};

use crate::dial::{Host, Trial};
use base::random::Random;
use base::supervisor::{self, Task};

/// The longest first message of a client: names of user, database and program.
const MAX_FIRST_BYTES: u32 = 64 * 1024;
/// The question whether a server has TLS: it answers with one byte.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
/// How often it is said that the server cannot be reached.
const TOLD_EVERY: Duration = Duration::from_secs(10);
/// Before the next try where the process has no descriptor left, or nobody answers.
const PAUSE: Duration = Duration::from_millis(100);

/// The server's host, where it is a name that may have several addresses.
pub(super) fn host(options: &PgConnectOptions) -> Option<Host> {
    let name = options.get_host();
    let is_socket = options.get_socket().is_some() || name.starts_with('/');
    let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() || name == "localhost";
    (!is_socket && !is_address).then(|| Host::new(name, options.get_port()))
}

/// Opens a relay to that host, which lives as long as the task; the driver finds it where it would look for a socket file.
/// The name stays that of the server's certificate.
pub(super) fn open(host: Host, port: u16) -> io::Result<(PathBuf, Task)> {
    // Linux's abstract namespace: no file that a crash would leave.
    let place = format!("\0amwaj-{}", hex::encode(Random::system().bytes::<16>()));
    let listener = UnixListener::bind(format!("{place}/.s.PGSQL.{port}"))?;
    let relay = supervisor::spawn("way to the database", (listener, Arc::new(host)), |(listener, host)| {
        Box::pin(run(listener, host))
    });
    Ok((place.into(), relay))
}

async fn run(listener: &UnixListener, host: &Arc<Host>) {
    loop {
        match listener.accept().await {
            // Other users of this machine see the name, and have a way of their own.
            Ok((near, _)) if is_ours(&near) => {
                let host = Arc::clone(host);
                tokio::spawn(async move {
                    if let Err(error) = carry(near, &host).await {
                        tracing::debug!(%error, "a connection to the database ended");
                    }
                });
            }
            Ok(_) => {}
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

fn is_ours(near: &UnixStream) -> bool {
    near.peer_cred().is_ok_and(|peer| peer.uid() == rustix::process::geteuid().as_raw())
}

/// Connects to the first address that answers what the client says first, and carries all that follows. The end of either
/// side is the end of both.
async fn carry(mut near: UnixStream, host: &Host) -> io::Result<()> {
    let first = first_message(&mut near).await?;
    let (mut far, answer) = tokio::select! {
        connected = connect(host, &first) => connected,
        // The client says nothing before it has an answer, unless that it has given up.
        _ = near.read_u8() => return Ok(()),
    };
    near.write_u8(answer).await?;
    let (mut from_near, mut to_near) = near.split();
    let (mut from_far, mut to_far) = far.split();
    tokio::select! {
        ended = copy(&mut from_near, &mut to_far) => ended,
        ended = copy(&mut from_far, &mut to_near) => ended,
    }
    .map(drop)
}

/// Tries again for as long as the client waits: a server that starts anew, or its successor, is there within a second or two.
async fn connect(host: &Host, first: &[u8]) -> (TcpStream, u8) {
    loop {
        match host.connect(|address| begin(address, first)).await {
            Ok(connected) => return served(connected),
            Err(error) => tell(host, &error),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The length in four bytes, which count themselves, and the rest
/// (postgresql.org/docs/current/protocol-message-formats.html).
async fn first_message(near: &mut UnixStream) -> io::Result<Vec<u8>> {
    let length = near.read_u32().await?;
    let mut message = length.to_be_bytes().to_vec();
    let rest = length.saturating_sub(4).min(MAX_FIRST_BYTES);
    near.take(rest.into()).read_to_end(&mut message).await?;
    Ok(message)
}

async fn begin(address: SocketAddr, first: &[u8]) -> io::Result<(TcpStream, u8)> {
    let mut far = TcpStream::connect(address).await?;
    far.set_nodelay(true)?;
    far.write_all(first).await?;
    let answer = far.read_u8().await?;
    Ok((far, answer))
}

/// Says why, which the driver can't know, whose errors are about the end of this connection.
fn tell(host: &Host, error: &io::Error) {
    static TOLD: Mutex<Option<Instant>> = Mutex::new(None);
    let mut told = TOLD.lock();
    if told.is_none_or(|told| told.elapsed() > TOLD_EVERY) {
        *told = Some(Instant::now());
        tracing::error!("the database at {} cannot be reached: {error}", host.place());
    }
}

fn served<T>((trial, connected): (Trial<'_>, T)) -> T {
    trial.served();
    connected
}

/// Whether any address of the host answers.
///
/// # Errors
/// That the name has no address, or what the first one that failed says.
pub(super) async fn try_way(host: &Host) -> io::Result<()> {
    host.connect(|address| begin(address, &SSL_REQUEST)).await.map(served).map(drop)
}

/// Those of its addresses at which nobody answers.
pub(super) async fn dead_addresses(host: &Host, patience: Duration) -> Vec<SocketAddr> {
    host.dead_addresses(patience, |address| begin(address, &SSL_REQUEST)).await
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn only_a_name_has_several_addresses() {
        let has = |url: &str| host(&url.parse::<PgConnectOptions>().expect(url)).map(|host| host.place());
        assert_eq!(has("postgres://db.example/x").as_deref(), Some("db.example:5432"));
        for one in ["localhost", "127.0.0.1:1", "[::1]:2"] {
            assert_eq!(has(&format!("postgres://{one}/x")), None, "{one}");
        }
        assert_eq!(has("postgres:///x?host=/run/postgresql"), None);
    }

    #[tokio::test]
    async fn all_that_is_said_is_carried_both_ways_and_the_end_of_one_side_is_the_end_of_both() {
        let server = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = Host::new("127.0.0.1", server.local_addr().expect("an address").port());
        let (mut client, near) = UnixStream::pair().expect("a pair");
        let carrying = tokio::spawn(async move { carry(near, &host).await });
        client.write_all(&[0, 0, 0, 8, 1, 2, 3, 4]).await.expect("sent");
        let (mut far, _) = server.accept().await.expect("a connection");
        let mut message = [0; 8];
        far.read_exact(&mut message).await.expect("the first message");
        assert_eq!(message, [0, 0, 0, 8, 1, 2, 3, 4]);
        far.write_all(b"Rest").await.expect("sent");
        let mut four = [0; 4];
        client.read_exact(&mut four).await.expect("an answer");
        assert_eq!(&four, b"Rest");
        client.write_all(b"more").await.expect("sent");
        far.read_exact(&mut four).await.expect("a second message");
        assert_eq!(&four, b"more");
        drop(far);
        assert_eq!(client.read(&mut four).await.expect("an end"), 0);
        carrying.await.expect("no panic").expect("as planned");
    }

    #[tokio::test]
    async fn a_server_that_starts_anew_is_waited_for() {
        // An address of this test's own: nobody takes its port meanwhile.
        let server = TcpListener::bind("127.0.0.77:0").await.expect("a port");
        let address = server.local_addr().expect("an address");
        drop(server);
        let (mut client, near) = UnixStream::pair().expect("a pair");
        let host = Host::new("127.0.0.77", address.port());
        let carrying = tokio::spawn(async move { carry(near, &host).await });
        client.write_all(&SSL_REQUEST).await.expect("sent");
        tokio::time::sleep(2 * PAUSE).await;
        let server = TcpListener::bind(address).await.expect("the same port");
        let (mut far, _) = server.accept().await.expect("a connection");
        far.read_exact(&mut [0; 8]).await.expect("the first message");
        far.write_all(b"N").await.expect("sent");
        assert_eq!(client.read_u8().await.expect("an answer"), b'N');
        drop(client);
        carrying.await.expect("no panic").expect("as planned");
    }

    #[tokio::test]
    async fn a_client_that_gives_up_on_a_silent_server_leaves_nothing_behind() {
        let server = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = Host::new("127.0.0.1", server.local_addr().expect("an address").port());
        let (mut client, near) = UnixStream::pair().expect("a pair");
        let carrying = tokio::spawn(async move { carry(near, &host).await });
        client.write_all(&SSL_REQUEST).await.expect("sent");
        let (mut far, _) = server.accept().await.expect("a connection");
        far.read_exact(&mut [0; 8]).await.expect("the first message");
        drop(client);
        let ended = tokio::time::timeout(Duration::from_secs(30), carrying).await;
        ended.expect("it ends with its client").expect("no panic").expect("as planned");
        assert_eq!(far.read(&mut [0; 1]).await.expect("an end"), 0, "nor is the server held");
    }
}
