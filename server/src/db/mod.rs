//! The database: opened by its address, brought up to date, and written to in an order both engines agree on.

mod lock;
pub mod migrations;
mod write;

use std::sync::Arc;
use std::time::Duration;

use sea_orm::sea_query::InsertStatement;
use sea_orm::{
    ConnectOptions, ConnectionTrait as _, Database as Connect, DatabaseConnection, DbBackend, DbErr,
    TransactionTrait as _,
};
use sea_orm_migration::MigratorTrait;
use tokio::sync::Mutex;

use crate::config::Database;
pub use lock::{DataLock, LockError};
pub use write::WriteTransaction;

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
/// Statements that a connection keeps prepared. A batch of leads is written by two, each in as many forms as there
/// are sizes of a batch (64); beside them there are the few of everything else.
const STATEMENTS: usize = 256;
/// Two processes that start together may both try to bring the tables up to date; the later one tries again.
const MIGRATION_TRIES: u32 = 5;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    connection: DatabaseConnection,
    /// SQLite takes one writer at a time and lets the others poll; within this process they queue here for the one
    /// connection that writes, so that a lead never waits behind a sleeping poll. Not used with PostgreSQL.
    writer: Option<Arc<Mutex<DatabaseConnection>>>,
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
        let connection = connect(database, READERS, later).await?;
        let writer = match database {
            Database::Sqlite(_) => Some(Arc::new(Mutex::new(connect(database, 1, later).await?))),
            Database::Postgres(_) => None,
        };
        Ok(Db { connection, writer })
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
        match &self.writer {
            Some(writer) => WriteTransaction::on_sqlite(Arc::clone(writer).lock_owned().await).await,
            None => Ok(WriteTransaction::on_postgres(self.connection.begin().await?)),
        }
    }

    /// Inserts into one table and then into another, which may refer to it: both or neither, on disk when this returns.
    ///
    /// # Errors
    /// When a row clashes with one that is there, or the engine fails. Nothing is inserted then, unless the connection
    /// was lost before the engine's answer.
    pub async fn insert_both(
        &self,
        first: InsertStatement,
        second: Option<InsertStatement>,
    ) -> Result<(), DbErr> {
        if self.writer.is_none() {
            return write::insert_on_postgres(&self.connection, first, second).await;
        }
        // Not several statements in one text: where one of them has to be prepared anew and cannot be, the library's
        // thread panics, and the file stays locked.
        let write = self.begin_write().await?;
        write.connection().execute(&first).await?;
        if let Some(second) = &second {
            write.connection().execute(second).await?;
        }
        write.commit().await
    }

    /// Closes the connections; SQLite folds its journal back into the file.
    ///
    /// # Errors
    /// When the engine reports that closing failed; what was committed is safe all the same.
    pub async fn close(self) -> Result<(), DbErr> {
        if let Some(writer) = self.writer {
            writer.lock().await.clone().close().await?;
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
                sqlite
                    .in_memory(false)
                    .shared_cache(false)
                    .filename(&path)
                    .create_if_missing(true)
                    .busy_timeout(BUSY_TIMEOUT)
                    .foreign_keys(true)
                    .statement_cache_capacity(STATEMENTS)
                    .pragma("journal_mode", "WAL")
                    // NORMAL would lose acknowledged leads at a power cut: in WAL only FULL flushes each
                    // commit (sqlite.org/pragma.html#pragma_synchronous).
                    .pragma("synchronous", "FULL")
                    // A statement that stores many leads may have to be undone; what it needs for that stays in
                    // memory instead of in a temporary file.
                    .pragma("temp_store", "MEMORY")
                    // What is erased is overwritten with zeroes, not only marked as free.
                    .pragma("secure_delete", "ON")
            });
            // The one that writes holds a transaction between its statements: it is never exchanged for another.
            options.max_connections(most).max_lifetime(None).idle_timeout(None);
            // A file does not hang up.
            options.test_before_acquire(false);
            options
        }
        Database::Postgres(url) => {
            let mut options = ConnectOptions::new(url);
            options.map_sqlx_postgres_opts(|postgres| postgres.statement_cache_capacity(STATEMENTS));
            options.max_connections(POSTGRES_CONNECTIONS).test_before_acquire_if_idle_for(TESTED_AFTER);
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
