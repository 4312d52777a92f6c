//! The database: opened by its address, brought up to date, and written to in an order both engines agree on.

mod bulk;
mod bulk_postgres;
mod bulk_sqlite;
mod database;
mod lock;
pub mod migrations;
mod write;

pub use database::Database;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::{
    ConnectOptions, Database as Connect, DatabaseConnection, DbBackend, DbErr, TransactionTrait as _,
};
use sea_orm_migration::MigratorTrait;
use tokio::sync::Mutex;

pub use crate::db::bulk::{Row, Rows};
use crate::db::bulk_sqlite::Direct;
pub use crate::db::lock::{DataLock, LockError};
pub use crate::db::write::WriteTransaction;

/// How long a write waits for another process's write before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long to wait for a free connection or for a server that does not answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections that read a SQLite file at the same time.
const READERS: u32 = 4;
/// Connections of one process to PostgreSQL.
const POSTGRES_CONNECTIONS: u32 = 8;
/// A connection to PostgreSQL that was not used for so long is asked whether it still works before it is used.
const TESTED_AFTER: Duration = Duration::from_secs(1);
/// Connections of a thread that has a pool of its own: one at work, one that a call which gave up still holds.
const OWN_CONNECTIONS: u32 = 2;
/// The most rows that one statement should write: engines bound the values of a statement.
pub const MOST_ROWS: usize = 500;
/// Two processes that start together may both try to bring the tables up to date; the later one tries again.
const MIGRATION_TRIES: u32 = 5;

/// How every connection to SQLite is set up.
const SQLITE_PRAGMAS: [(&str, &str); 5] = [
    ("journal_mode", "WAL"),
    // NORMAL would lose acknowledged leads at a power cut: in WAL only FULL flushes each commit
    // (sqlite.org/pragma.html#pragma_synchronous).
    ("synchronous", "FULL"),
    ("foreign_keys", "ON"),
    // A statement that stores many rows may have to be undone; what it needs for that stays in memory instead of in
    // a temporary file.
    ("temp_store", "MEMORY"),
    // What is erased is overwritten with zeroes, not only marked as free.
    ("secure_delete", "ON"),
];

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    connection: DatabaseConnection,
    /// Not used with PostgreSQL.
    sqlite: Option<Sqlite>,
    /// Where it is.
    at: Arc<Database>,
}

/// SQLite takes one writer at a time and lets the others poll; within this process they queue here for the connections
/// that write, so that a lead never waits behind a sleeping poll.
#[derive(Clone, Debug)]
struct Sqlite {
    writer: Arc<Mutex<DatabaseConnection>>,
    /// Used by whoever holds the writer.
    direct: Arc<Direct>,
}

/// Why rows were not inserted.
#[derive(Debug)]
pub enum InsertError {
    /// One of them clashes with a row that is there. Nothing was inserted.
    Clash,
    /// The database cannot be reached. Nothing was inserted.
    Away(DbErr),
    /// Nothing was inserted, unless the connection was lost before the engine's answer.
    Failed(DbErr),
}

impl Db {
    /// Connects and brings the tables up to date. Makes the SQLite file and its folder where missing.
    ///
    /// # Errors
    /// When the database cannot be reached, opened or brought up to date.
    pub async fn open(database: &Database) -> Result<Self, DbErr> {
        let db = Self::connect(database, false).await?;
        db.bring_up_to_date().await?;
        Ok(db)
    }

    /// As [`Db::open`], for a server that starts although the database is away: everything that asks for it fails
    /// until it is there. The second value says why its tables are not up to date yet.
    ///
    /// # Errors
    /// When the address can never lead to a database.
    pub async fn open_patiently(database: &Database) -> Result<(Self, Option<DbErr>), DbErr> {
        let db = Self::connect(database, true).await?;
        let away = db.bring_up_to_date().await.err();
        Ok((db, away))
    }

    async fn connect(database: &Database, later: bool) -> Result<Self, DbErr> {
        let (most, sqlite) = match database {
            Database::Sqlite(path) => {
                let writer = Arc::new(Mutex::new(connect(database, 1, later).await?));
                (READERS, Some(Sqlite { writer, direct: Arc::new(Direct::new(path)) }))
            }
            Database::Postgres(_) => (POSTGRES_CONNECTIONS, None),
        };
        let connection = connect(database, most, later).await?;
        Ok(Db { connection, sqlite, at: Arc::new(database.clone()) })
    }

    /// The same database for a thread with an event loop of its own. Connections to PostgreSQL live in the loop that
    /// opened them, so it gets others; they are opened when they are needed.
    ///
    /// # Errors
    /// When the address can never lead to a database.
    pub async fn for_this_thread(&self) -> Result<Self, DbErr> {
        match &self.sqlite {
            Some(_) => Ok(self.clone()),
            None => {
                let connection = connect(&self.at, OWN_CONNECTIONS, true).await?;
                Ok(Db { connection, sqlite: None, at: Arc::clone(&self.at) })
            }
        }
    }

    /// Makes the tables what this version of the program needs.
    ///
    /// # Errors
    /// When the database is away, or another process holds the tables for too long.
    pub async fn bring_up_to_date(&self) -> Result<(), DbErr> {
        let mut tries = 0;
        while let Err(error) = migrations::Migrator::up(&self.connection, None).await {
            tries += 1;
            if tries == MIGRATION_TRIES || matches!(error, DbErr::ConnectionAcquire(_)) {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(100 << tries)).await;
        }
        Ok(())
    }

    /// For reading. Whoever writes uses [`Db::begin_write`].
    pub fn reader(&self) -> &DatabaseConnection {
        &self.connection
    }

    pub fn backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    /// Starts a transaction that writes.
    ///
    /// # Errors
    /// When another process keeps writing for longer than the busy timeout, or the database is gone.
    pub async fn begin_write(&self) -> Result<WriteTransaction, DbErr> {
        match &self.sqlite {
            Some(sqlite) => WriteTransaction::on_sqlite(Arc::clone(&sqlite.writer).lock_owned().await).await,
            None => Ok(WriteTransaction::on_postgres(self.connection.begin().await?)),
        }
    }

    /// Inserts rows, table by table: all or none, on disk when this returns. SQLite does it in the calling thread,
    /// which should have nothing else to do.
    ///
    /// # Errors
    /// When a row clashes with one that is there, or the engine fails.
    pub async fn insert(&self, all: &[Rows<'_>]) -> Result<(), InsertError> {
        let Some(sqlite) = &self.sqlite else {
            return bulk_postgres::insert(self.connection.get_postgres_connection_pool(), all).await;
        };
        let _turn = sqlite.writer.lock().await;
        sqlite.direct.insert(all).map_err(|error| match bulk_sqlite::is_clash(&error) {
            true => InsertError::Clash,
            false => InsertError::Failed(DbErr::Custom(error.to_string())),
        })
    }

    /// Closes the connections; SQLite folds its journal back into the file.
    ///
    /// # Errors
    /// When the engine reports that closing failed; what was committed is safe all the same.
    pub async fn close(self) -> Result<(), DbErr> {
        if let Some(sqlite) = self.sqlite {
            let writer = sqlite.writer.lock().await;
            sqlite.direct.close();
            writer.clone().close().await?;
        }
        self.connection.close().await
    }
}

async fn connect(database: &Database, most: u32, later: bool) -> Result<DatabaseConnection, DbErr> {
    let mut options = match database {
        Database::Sqlite(path) => {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| {
                    DbErr::Custom(format!("the folder {} cannot be made: {error}", folder.display()))
                })?;
            }
            let path = path.clone();
            let mut options = ConnectOptions::new("sqlite::memory:");
            options.map_sqlx_sqlite_opts(move |sqlite| {
                let sqlite = sqlite
                    .in_memory(false)
                    .shared_cache(false)
                    .filename(&path)
                    .create_if_missing(true)
                    .busy_timeout(BUSY_TIMEOUT);
                SQLITE_PRAGMAS.into_iter().fold(sqlite, |sqlite, (name, value)| sqlite.pragma(name, value))
            });
            // The one that writes holds a transaction between its statements: it is never exchanged for another.
            options.max_connections(most).max_lifetime(None).idle_timeout(None);
            // A file does not hang up.
            options.test_before_acquire(false);
            options
        }
        Database::Postgres(url) => {
            let mut options = ConnectOptions::new(url);
            options.max_connections(most).test_before_acquire_if_idle_for(TESTED_AFTER);
            options
        }
    };
    options
        .connect_lazy(later)
        .connect_timeout(CONNECT_TIMEOUT)
        .acquire_timeout(CONNECT_TIMEOUT)
        // Statements carry what visitors typed; they have no place in a log.
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    Connect::connect(options).await
}
