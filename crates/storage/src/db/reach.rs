//! Whether PostgreSQL can be reached and used, and if not, why: with its host and port, and what would be right. A pool would
//! only say that it has waited.

use std::net::SocketAddr;
use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, Connection as _, Executor as _, Row as _};

use crate::db::connect::takes_writes;
use crate::db::database::Database;
use crate::db::relay;

/// The longest that a server's answer is waited for.
pub const PATIENCE: Duration = Duration::from_millis(2_500);
/// The oldest major version whose standbys can be read (`pg_stat_replication.flush_lsn`).
const OLDEST_VERSION: i32 = 10;

/// Why a server cannot be used, without the password.
#[derive(Debug)]
pub struct Unreachable {
    /// What is wrong and what would be right.
    pub why: String,
    /// Whether it may pass without anybody's doing: the server or its name is not there yet.
    pub may_pass: bool,
}

/// Connects once to a PostgreSQL server; a SQLite file is reached by opening it.
///
/// # Errors
/// When it cannot be used.
pub async fn reach(database: &Database) -> Result<(), Unreachable> {
    let Database::Postgres(url) = database else { return Ok(()) };
    let options: PgConnectOptions = url.parse().map_err(|error| Unreachable {
        why: format!("AMWAJ_DATABASE_URL can't be read: {error}"),
        may_pass: false,
    })?;
    let (why, may_pass) = match tokio::time::timeout(PATIENCE, try_once(&options)).await {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => (why(&error, &options), may_pass(&error)),
        Err(_) => {
            let seconds = PATIENCE.as_secs_f32();
            let remedy = "see that PostgreSQL runs there, and that no firewall is between";
            (format!("no answer within {seconds} s; {remedy}"), true)
        }
    };
    Err(Unreachable { why: format!("{} (AMWAJ_DATABASE_URL): {why}", place(&options)), may_pass })
}

/// Those addresses of a PostgreSQL server's name at which nobody answers: each costs a moment.
pub async fn dead_addresses(database: &Database) -> Vec<SocketAddr> {
    let Database::Postgres(url) = database else { return Vec::new() };
    let host = url.parse().ok().and_then(|options| relay::host(&options));
    match host {
        Some(host) => relay::dead_addresses(&host, PATIENCE).await,
        None => Vec::new(),
    }
}

async fn try_once(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let mut options = options.clone();
    let mut _relay = None;
    if let Some(host) = relay::host(&options) {
        // Behind a relay, the driver would only see that its connection ends.
        relay::try_way(&host).await?;
        let (place, task) = relay::open(host, options.get_port())?;
        (options, _relay) = (options.socket(place), Some(task));
    }
    let mut connection = PgConnection::connect_with(&options).await?;
    let version: String = connection.fetch_one("SHOW server_version_num").await?.try_get(0)?;
    let unfit = unfit(version.parse().unwrap_or(i32::MAX), takes_writes(&mut connection).await?);
    // What is wrong is known; how the connection ends doesn't matter.
    let _ = connection.close().await;
    unfit.map_or(Ok(()), |why| Err(sqlx::Error::InvalidArgument(why)))
}

/// Why a server is of no use, although it answers. `version` as PostgreSQL counts it: 150004 is 15.4.
fn unfit(version: i32, takes_writes: bool) -> Option<String> {
    if version / 10_000 < OLDEST_VERSION {
        let has = format!("{}.{}", version / 10_000, version / 100 % 100);
        return Some(format!("PostgreSQL {has} is too old; update it to {OLDEST_VERSION} or newer"));
    }
    (!takes_writes).then(|| {
        "this server takes no writes: it follows another one, or is set to be read only; let the address lead to the one \
         that takes writes"
            .to_owned()
    })
}

/// By the code where the server gave one (postgresql.org/docs/current/errcodes-appendix.html): of the connection, of its
/// resources, of its start or stop.
fn may_pass(error: &sqlx::Error) -> bool {
    match error {
        // A handshake that went wrong comes this way too.
        sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::InvalidData,
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| ["08", "53", "57"].iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

fn place(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// What is wrong, and what would be right.
fn why(error: &sqlx::Error, options: &PgConnectOptions) -> String {
    use std::io::ErrorKind;
    let (user, name) = (options.get_username(), options.get_database().unwrap_or(options.get_username()));
    match error {
        sqlx::Error::Io(error) if error.to_string().contains("lookup") => {
            "no such host; correct the name, or see that this machine has a name server".to_owned()
        }
        sqlx::Error::Io(error) => match error.kind() {
            ErrorKind::ConnectionRefused => {
                "connection refused; start PostgreSQL there, or correct the address".to_owned()
            }
            // What goes wrong in a handshake, and a certificate that isn't accepted, comes this way.
            ErrorKind::InvalidData => tls_failed(error),
            ErrorKind::NotFound => "there is no such socket; start PostgreSQL, or correct the address".to_owned(),
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
                "the connection was closed; see that this is PostgreSQL's port, and its log".to_owned()
            }
            _ => format!("{error}; see that the address is right, and that this machine has a way there"),
        },
        sqlx::Error::Tls(error) if error.to_string().contains("not support TLS") => {
            "the server has no TLS, which sslmode asks for; set `ssl = on` in postgresql.conf, or correct sslmode".to_owned()
        }
        sqlx::Error::Tls(error) => tls_failed(error),
        sqlx::Error::Database(error) => {
            let said = error.message();
            match error.code().as_deref() {
                Some("28P01") => format!(
                    "PostgreSQL doesn't accept the password of user {user}; correct it, with signs such as @ and / as %40 and \
                     %2F"
                ),
                Some("28000") => {
                    format!("PostgreSQL doesn't let user {user} in ({said}); correct the user, or pg_hba.conf there")
                }
                Some("3D000") => format!(
                    "there is no database {name}; make it with `createdb --encoding=UTF8 --template=template0 --owner={user} \
                     {name}`, or correct the address"
                ),
                Some("42501") => format!(
                    "user {user} may not use the database {name} ({said}); grant it, or correct the address"
                ),
                Some("26000" | "42P05") => "a pooler gives each transaction another session, and keeps no prepared statements; let \
                    it pool whole sessions, or let PgBouncer (1.21 or newer) keep them with max_prepared_statements"
                    .to_owned(),
                Some("53300") => {
                    format!("{said}; close other connections, or raise max_connections in postgresql.conf")
                }
                _ => format!("{said}; see PostgreSQL's log"),
            }
        }
        sqlx::Error::InvalidArgument(why) => why.clone(),
        sqlx::Error::Protocol(_) => "what answers there isn't PostgreSQL; correct host and port".to_owned(),
        other => format!("{other}; see PostgreSQL's log"),
    }
}

fn tls_failed(error: &impl std::fmt::Display) -> String {
    format!(
        "TLS failed ({error}); the certificate must be for this host, and of an authority that this machine or \
         sslrootcert=FILE knows"
    )
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;

    async fn told(url: &str) -> (String, bool) {
        let began = Instant::now();
        let Unreachable { why, may_pass } = reach(&Database::Postgres(url.to_owned())).await.expect_err(url);
        assert!(!why.contains("geheim"), "the password: {why}");
        assert!(began.elapsed() < PATIENCE + Duration::from_secs(30), "{:?}", began.elapsed());
        (why, may_pass)
    }

    #[tokio::test]
    async fn each_way_in_which_a_server_cannot_be_reached_is_named_with_host_port_setting_and_remedy() {
        let closed =
            TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
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
            (&b""[..], "prefer", "isn't PostgreSQL; correct host and port"),
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
            assert!(!may_pass && why.starts_with(&format!("{address} (AMWAJ_DATABASE_URL): ")), "{why}");
            assert!(why.contains(words), "{words}: {why}");
        }
    }

    /// A server that refuses everybody who starts a session, with this SQLSTATE.
    async fn refusing(code: &'static str) -> std::net::SocketAddr {
        let server = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = server.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = server.accept().await {
                let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut [0; 1024]).await;
                let fields = format!("SFATAL\0VFATAL\0C{code}\0Mits own words\0\0");
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
            ("26000", "let PgBouncer (1.21 or newer) keep them"),
            ("53300", "raise max_connections"),
            ("57P03", "its own words; see PostgreSQL's log"),
        ] {
            let address = refusing(code).await;
            let (why, may_pass) = told(&format!("postgres://u:geheim@{address}/x?sslmode=disable")).await;
            assert_eq!(may_pass, code.starts_with('5'), "{code} passes");
            assert!(
                why.starts_with(&format!("{address} (AMWAJ_DATABASE_URL): ")) && why.contains(words),
                "{why}"
            );
        }
    }

    #[test]
    fn a_server_that_is_too_old_or_takes_no_writes_is_of_no_use() {
        assert_eq!(unfit(150_004, true), None);
        assert!(
            unfit(90_624, true).is_some_and(|why| why.contains("PostgreSQL 9.6 is too old; update it to 10"))
        );
        assert!(unfit(150_004, false).is_some_and(|why| why.contains("takes no writes")));
    }
}
