//! Whether PostgreSQL can be reached and used, and if not, why: with its host and port, and what would be right. A pool would
//! only say that it has waited.

use std::net::SocketAddr;
use std::time::Duration;

use sea_orm::DbErr;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, Connection as _, Executor as _, Row as _};

use crate::db::connect::takes_writes;
use crate::db::database::Database;
use crate::db::relay;
use crate::db::trust::with_machine_roots;

/// The longest that a server's answer is waited for.
pub const PATIENCE: Duration = Duration::from_millis(2_500);
const POOLER_REMEDY: &str = "let it pool whole sessions, or let PgBouncer (1.21 or newer) keep them with \
                             max_prepared_statements in pgbouncer.ini";
/// PgBouncer's code for whatever it has to say: that it is full, that the server behind it is away, or what follows.
const POOLER: &str = "08P01";
/// Its words for a parameter that it doesn't know.
const STARTUP_REFUSED: &str = "startup parameter";
/// The driver's words where the connection ends in place of an answer, as of a balancer with no server behind it.
const CLOSED: &str = "SSLRequest: 0x00";
const READ_ONLY: &str = "this server takes no writes: it follows another one, or is set to be read only; let the address \
                         lead to the one that takes writes";
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
    reach_within(database, PATIENCE).await
}

/// As [`reach`], with this patience.
///
/// # Errors
/// When it cannot be used.
pub async fn reach_within(database: &Database, patience: Duration) -> Result<(), Unreachable> {
    let Database::Postgres(url) = database else { return Ok(()) };
    let options: PgConnectOptions = url.parse().map_err(|error| Unreachable {
        why: format!("AMWAJ_DATABASE_URL can't be read: {error}"),
        may_pass: false,
    })?;
    let options = with_machine_roots(options);
    let (why, may_pass) = match tokio::time::timeout(patience, try_once(&options)).await {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => (why(&error, &options), may_pass(&error)),
        Err(_) => {
            let seconds = patience.as_secs_f32();
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
pub(super) fn unfit(version: i32, takes_writes: bool) -> Option<String> {
    if version / 10_000 < OLDEST_VERSION {
        let has = format!("{}.{}", version / 10_000, version / 100 % 100);
        return Some(format!("PostgreSQL {has} is too old; update it to {OLDEST_VERSION} or newer"));
    }
    (!takes_writes).then(|| READ_ONLY.to_owned())
}

/// What is wrong with a database that answers, for people.
pub fn why_unusable(error: &DbErr) -> String {
    let said = error.to_string();
    // However it is worded: of one that exists already, is unknown, or is another one.
    match said.contains("prepared statement") {
        true => format!("a pooler is between that keeps no prepared statements ({said}); {POOLER_REMEDY}"),
        false => said,
    }
}

/// By the code where the server gave one (postgresql.org/docs/current/errcodes-appendix.html): of the connection, of its
/// resources, of its start or stop.
fn may_pass(error: &sqlx::Error) -> bool {
    match error {
        // A handshake that went wrong comes this way too.
        sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::InvalidData,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            let is_of_setup = code == POOLER && error.message().contains(STARTUP_REFUSED);
            !is_of_setup && ["08", "53", "57"].iter().any(|class| code.starts_with(class))
        }),
        sqlx::Error::Protocol(said) => said.contains(CLOSED),
        // A server that follows another one may become the first.
        sqlx::Error::InvalidArgument(why) => why == READ_ONLY,
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
                closed()
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
                Some(POOLER) if said.contains(STARTUP_REFUSED) => format!(
                    "a pooler is between ({said}); let it pass with ignore_startup_parameters in pgbouncer.ini"
                ),
                Some("53300") => {
                    format!("{said}; close other connections, or raise max_connections in postgresql.conf")
                }
                _ => format!("{said}; see PostgreSQL's log"),
            }
        }
        sqlx::Error::InvalidArgument(why) => why.clone(),
        sqlx::Error::Protocol(said) if said.contains(CLOSED) => closed(),
        sqlx::Error::Protocol(_) => "what answers there isn't PostgreSQL; correct host and port".to_owned(),
        other => format!("{other}; see PostgreSQL's log"),
    }
}

fn closed() -> String {
    "the connection was closed; see that this is PostgreSQL's port, and its log or that of the balancer before it".to_owned()
}

fn tls_failed(error: &impl std::fmt::Display) -> String {
    format!(
        "TLS failed ({error}); the certificate must be for this host, and of an authority that this machine or \
         sslrootcert=FILE knows"
    )
}
