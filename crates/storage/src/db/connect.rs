//! Opens pools of connections to the database, with the settings that durability needs.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sea_orm::sqlx::{self, Executor as _, Row as _};
use sea_orm::{ConnectOptions, Database as Connect, DatabaseConnection, DbErr, RuntimeErr};

use crate::db::database::{Database, FileUse};
use crate::db::relay;
use crate::db::trust::with_machine_roots;

/// Longest wait of a write for another process's write before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest wait for a free connection, or for a server that does not respond.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection to PostgreSQL that was idle for this long is pinged before it is used.
const PING_AFTER_IDLE: Duration = Duration::from_secs(1);
/// Time that PostgreSQL has to answer when a connection goes back into the pool.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of every connection to a SQLite file.
pub(super) fn sqlite_pragmas(file_use: FileUse) -> [(&'static str, &'static str); 5] {
    let (journal_mode, synchronous) = match file_use {
        // NORMAL would lose acknowledged leads at a power cut: in WAL only FULL flushes each commit
        // (sqlite.org/pragma.html#pragma_synchronous).
        FileUse::Main => ("WAL", "FULL"),
        // Each commit is in the file itself. After a damaged place in a write-ahead log, SQLite would silently ignore
        // all that follows.
        FileUse::Spool => ("TRUNCATE", "FULL"),
        // Flushed as a whole before it gets its name.
        FileUse::Draft => ("MEMORY", "OFF"),
    };
    [
        ("journal_mode", journal_mode),
        ("synchronous", synchronous),
        ("foreign_keys", "ON"),
        // SQLite's journal for undoing a statement with many rows stays in memory instead of in a temporary file.
        ("temp_store", "MEMORY"),
        // Deleted data is overwritten with zeroes, not only marked as free.
        ("secure_delete", "ON"),
    ]
}

/// What each transaction that writes asks of PostgreSQL, for itself alone: a pooler may give the next one another session,
/// and this one's session to another program. A server whose configuration says `off` would lose acknowledged leads at a
/// power cut; stronger values stay. PostgreSQL calls a commit done whose wait for a standby was given up, with no more than
/// a warning (postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA), so nothing may give it up.
pub(super) const DURABLE: &str = "SELECT set_config('statement_timeout', '0', true);
    SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'";

/// PostgreSQL notices that a connection was given up, and ends what it does for it; unknown before version 14.
const END_WITH_CLIENT: &str = "SET client_connection_check_interval = '5s'";

/// Not a server that follows another one, nor one that is set to be read only.
const TAKES_WRITES: &str = "SELECT current_setting('transaction_read_only') = 'off'";

/// Makes a folder that only this user can look into, unless it is there.
///
/// # Errors
/// When it is no folder, or cannot be made.
pub(super) fn create_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes an empty SQLite file and its folder, unless they are there. An existing file is not opened: SQLite loses its
/// locks when a process closes a file that it has open.
pub(super) fn create_file(path: &Path) -> Result<(), DbErr> {
    let failed = |error| {
        let remedy =
            "see that this user may write its folder, or correct AMWAJ_DATA_DIR or AMWAJ_DATABASE_URL";
        DbErr::Custom(format!("{} cannot be made: {error}; {remedy}", path.display()))
    };
    if path.is_dir() {
        let shown = path.display();
        return Err(DbErr::Custom(format!("{shown} is a folder; name a file in it with AMWAJ_DATABASE_URL")));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private_folder(folder).map_err(failed)?;
    }
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed(error)),
        _ => Ok(()),
    }
}

/// A pool of at most `max_connections`. `lazily` opens each connection when it is first needed.
pub(super) async fn connect(
    database: &Database,
    file_use: FileUse,
    max_connections: u32,
    lazily: bool,
) -> Result<DatabaseConnection, DbErr> {
    let mut options = match database {
        Database::Sqlite(path) => {
            let path = path.clone();
            let mut options = ConnectOptions::new("sqlite::memory:");
            options.map_sqlx_sqlite_opts(move |sqlite| {
                let sqlite = sqlite
                    .in_memory(false)
                    .shared_cache(false)
                    .filename(&path)
                    .create_if_missing(false)
                    .busy_timeout(BUSY_TIMEOUT);
                sqlite_pragmas(file_use)
                    .into_iter()
                    .fold(sqlite, |sqlite, (name, value)| sqlite.pragma(name, value))
            });
            // The connection that writes keeps a transaction open between statements, so it must never be replaced.
            options.max_connections(max_connections).max_lifetime(None).idle_timeout(None);
            // A connection to a file does not break.
            options.test_before_acquire(false);
            options
        }
        Database::Postgres(url) => {
            let mut options = ConnectOptions::new(url);
            options.max_connections(max_connections).test_before_acquire_if_idle_for(PING_AFTER_IDLE);
            options.map_sqlx_postgres_pool_opts(prepared);
            let relay = relay_to(url).map_err(|error| DbErr::Conn(RuntimeErr::Internal(error)))?;
            options.map_sqlx_postgres_opts(move |postgres| {
                let postgres = with_machine_roots(postgres);
                match &relay {
                    Some(place) => postgres.socket(place),
                    None => postgres,
                }
            });
            options
        }
    };
    options
        .connect_lazy(lazily)
        .connect_timeout(CONNECT_TIMEOUT)
        .acquire_timeout(CONNECT_TIMEOUT)
        // Statements contain what visitors typed, which must not be logged.
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    Connect::connect(options).await
}

/// Where a relay to the URL's host listens until this thread's event loop ends; `None` where it has one address.
fn relay_to(url: &str) -> Result<Option<PathBuf>, String> {
    let options: PgConnectOptions = url.parse().map_err(|error: sqlx::Error| error.to_string())?;
    let Some(host) = relay::host(&options) else { return Ok(None) };
    let (place, relay) = relay::open(host, options.get_port()).map_err(|error| error.to_string())?;
    relay.detach();
    Ok(Some(place))
}

/// Sessions with a server that takes writes. Behind one address it may be another one
/// after a failover: a connection to one that takes none any more, or that hangs, does not go back into the pool.
fn prepared(pool: PgPoolOptions) -> PgPoolOptions {
    pool.after_connect(|connection, _| {
        Box::pin(async move {
            let _ = connection.execute(END_WITH_CLIENT).await;
            match takes_writes(connection).await? {
                true => Ok(()),
                false => Err(sqlx::Error::Protocol("this database server takes no writes".to_owned())),
            }
        })
    })
    .after_release(|connection, _| {
        let hangs = |_| Err(sqlx::Error::Protocol("this database server does not answer".to_owned()));
        Box::pin(async move {
            tokio::time::timeout(RELEASE_TIMEOUT, takes_writes(connection)).await.unwrap_or_else(hangs)
        })
    })
}

pub(super) async fn takes_writes(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    connection.fetch_one(TAKES_WRITES).await?.try_get(0)
}
