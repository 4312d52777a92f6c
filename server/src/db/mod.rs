//! The database: opened by its address, brought up to date, and written to in an order both engines agree on.

mod lock;
pub mod migrations;

use std::sync::Arc;
use std::time::Duration;

use sea_orm::{
    ConnectOptions, Database as Connect, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::config::Database;
pub use lock::{DataLock, LockError};

/// How long a write waits for another process's write before it fails.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long to wait for a free connection or for a server that does not answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Two processes that start together may both try to bring the tables up to date; the later one tries again.
const MIGRATION_TRIES: u32 = 5;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    connection: DatabaseConnection,
    /// SQLite takes one writer at a time and lets the others poll; within this process they queue here
    /// instead, so that a lead never waits behind a sleeping poll. Not used with PostgreSQL.
    writer: Option<Arc<Mutex<()>>>,
}

impl Db {
    /// Connects and brings the tables up to date. Makes the SQLite file and its folder where missing.
    ///
    /// # Errors
    /// When the database cannot be reached, opened or brought up to date.
    pub async fn open(database: &Database) -> Result<Self, DbErr> {
        let mut tries = 0;
        let connection = connect(database).await?;
        let one_writer = connection.get_database_backend() == DbBackend::Sqlite;
        while let Err(error) = migrations::Migrator::up(&connection, None).await {
            tries += 1;
            if tries == MIGRATION_TRIES {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(100 << tries)).await;
        }
        Ok(Db { connection, writer: one_writer.then(Arc::default) })
    }

    /// For reading. Whoever writes uses [`Db::begin_write`].
    pub fn reader(&self) -> &DatabaseConnection {
        &self.connection
    }

    pub fn backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    /// Starts a transaction that writes: `BEGIN IMMEDIATE` on SQLite, so that two writers wait for each
    /// other at the start instead of failing half-way.
    ///
    /// # Errors
    /// When another process keeps writing for longer than the busy timeout, or the database is gone.
    pub async fn begin_write(&self) -> Result<WriteTransaction, DbErr> {
        let turn = match &self.writer {
            Some(writer) => Some(Arc::clone(writer).lock_owned().await),
            None => None,
        };
        let immediate = turn.is_some().then_some(SqliteTransactionMode::Immediate);
        let options =
            TransactionOptions { sqlite_transaction_mode: immediate, ..TransactionOptions::default() };
        let transaction = self.connection.begin_with_options(options).await?;
        Ok(WriteTransaction { transaction, _turn: turn })
    }

    /// Closes the connections; SQLite folds its journal back into the file.
    ///
    /// # Errors
    /// When the engine reports that closing failed; what was committed is safe all the same.
    pub async fn close(self) -> Result<(), DbErr> {
        self.connection.close().await
    }
}

/// A transaction that holds this process's turn to write. Rolled back where it is dropped.
pub struct WriteTransaction {
    transaction: DatabaseTransaction,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl WriteTransaction {
    pub fn connection(&self) -> &DatabaseTransaction {
        &self.transaction
    }

    /// # Errors
    /// When the engine could not put the transaction on disk; none of it is stored then.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.transaction.commit().await
    }

    /// # Errors
    /// When the connection is gone; nothing is stored then either.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.transaction.rollback().await
    }
}

async fn connect(database: &Database) -> Result<DatabaseConnection, DbErr> {
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
                    .pragma("journal_mode", "WAL")
                    // NORMAL would lose acknowledged leads at a power cut: in WAL only FULL flushes each
                    // commit (sqlite.org/pragma.html#pragma_synchronous).
                    .pragma("synchronous", "FULL")
                    // What is erased is overwritten with zeroes, not only marked as free.
                    .pragma("secure_delete", "ON")
            });
            options.max_connections(4);
            options
        }
        Database::Postgres(url) => {
            let mut options = ConnectOptions::new(url);
            options.max_connections(8);
            options
        }
    };
    options
        .connect_timeout(CONNECT_TIMEOUT)
        .acquire_timeout(CONNECT_TIMEOUT)
        // Statements carry what visitors typed; they have no place in a log.
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    Connect::connect(options).await
}
