//! The database, SQLite or PostgreSQL: connections, migrations, reads, and write transactions.

mod checkpoint;
mod connect;
pub mod copy;
pub mod damage;
mod data_folder;
mod database;
mod lock;
pub mod migrations;
mod probe;
mod reach;
#[cfg(test)]
mod reach_tests;
mod reader;
mod relay;
mod restored;
mod rows;
mod schema;
pub mod spool_file;
mod standbys;
mod trust;
mod write;

use std::sync::Arc;
use std::time::Duration;

use sea_orm::{ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, TransactionTrait as _};
use sea_orm_migration::MigratorTrait;
use tokio::sync::Mutex;

use crate::db::connect::{DURABLE, connect, create_file};
pub use crate::db::data_folder::try_data_folder;
pub use crate::db::database::Database;
use crate::db::database::FileUse;
pub use crate::db::lock::{DataLock, LockError};
use crate::db::migrations::Migrator;
pub use crate::db::reach::{PATIENCE, Unreachable, dead_addresses, reach, reach_within, why_unusable};
pub use crate::db::reader::Reader;
use crate::db::reader::in_time;
pub use crate::db::restored::Redone;
pub use crate::db::rows::{NewRow, insert_rows};
pub use crate::db::schema::OpenError;
use crate::db::schema::Schema;
pub use crate::db::standbys::Standbys;
pub use crate::db::write::WriteTransaction;

/// Connections that read a SQLite file at the same time.
const MAX_SQLITE_READERS: u32 = 4;
/// Connections of one process to PostgreSQL.
const MAX_POSTGRES_CONNECTIONS: u32 = 8;
/// Connections of a thread that has its own pool: one in use, one that a call which timed out still holds.
const MAX_THREAD_CONNECTIONS: u32 = 2;
/// The most rows that one statement should write, because engines limit the number of values in a statement.
pub const MAX_ROWS_PER_STATEMENT: usize = 500;
/// Two processes that start together may both try to migrate the database; the later one tries again.
const MAX_MIGRATION_ATTEMPTS: u32 = 5;

/// An open database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Db {
    reader: Arc<Reader>,
    /// The connection that writes to SQLite, which allows one writer at a time and makes the others poll with sleeps in
    /// between; within this process writers queue for the mutex instead, so that a lead never waits behind a sleep. `None`
    /// with PostgreSQL.
    sqlite: Option<Arc<Mutex<DatabaseConnection>>>,
    database: Arc<Database>,
    file_use: FileUse,
}

impl Db {
    /// Connects and migrates. Creates the SQLite file and its folder where they are missing.
    ///
    /// # Errors
    /// When the database cannot be reached, opened or migrated.
    pub async fn open(database: &Database) -> Result<Self, DbErr> {
        if let Database::Sqlite(path) = database {
            create_file(path)?;
        }
        let db = Self::connect(database, FileUse::Main, false).await?;
        db.migrate().await?;
        Ok(db)
    }

    /// Connects to a database that a server has made and brought up to date, and leaves it unchanged: for commands.
    ///
    /// # Errors
    /// When it does not exist, its tables are older than this program, or it cannot be reached.
    pub async fn open_existing(database: &Database) -> Result<Self, OpenError> {
        if let Database::Sqlite(path) = database
            && !path.exists()
        {
            return Err(OpenError::Missing(path.clone()));
        }
        reach(database).await.map_err(|error| OpenError::Unreachable(error.why))?;
        let db = Self::connect(database, FileUse::Main, false).await?;
        Schema::read::<Migrator>(db.reader()).await?.fit_for_commands()?;
        Ok(db)
    }

    /// As [`Db::open`], for a server that starts even if the database is down: every call fails until the database can
    /// be reached and [`Db::migrate`] has succeeded.
    ///
    /// # Errors
    /// When the URL can never lead to a database.
    pub async fn open_lazily(database: &Database) -> Result<Self, DbErr> {
        Self::connect(database, FileUse::Main, true).await
    }

    async fn connect(database: &Database, file_use: FileUse, lazily: bool) -> Result<Self, DbErr> {
        let (max_connections, sqlite) = match database {
            Database::Sqlite(_) => {
                let writer = connect(database, file_use, 1, lazily).await?;
                (MAX_SQLITE_READERS, Some(Arc::new(Mutex::new(writer))))
            }
            Database::Postgres(_) => (MAX_POSTGRES_CONNECTIONS, None),
        };
        let reader = Arc::new(Reader(connect(database, file_use, max_connections, lazily).await?));
        Ok(Db { reader, sqlite, database: Arc::new(database.clone()), file_use })
    }

    /// The same database for a thread with its own event loop. Connections to PostgreSQL are tied to the event loop that
    /// opened them, so the thread gets its own pool; connections are opened when they are needed.
    ///
    /// # Errors
    /// When the URL can never lead to a database.
    pub async fn for_this_thread(&self) -> Result<Self, DbErr> {
        match &self.sqlite {
            Some(_) => Ok(self.clone()),
            None => {
                let (database, file_use) = (Arc::clone(&self.database), self.file_use);
                let reader = Reader(connect(&database, file_use, MAX_THREAD_CONNECTIONS, true).await?);
                Ok(Db { reader: Arc::new(reader), sqlite: None, database, file_use })
            }
        }
    }

    /// Applies the migrations that are missing, on the site's SQLite file after taking a copy. Steps of a newer version stay as they are.
    ///
    /// # Errors
    /// When the database cannot be reached or copied, or another process locks the tables for too long.
    pub async fn migrate(&self) -> Result<(), DbErr> {
        self.migrate_by::<Migrator>().await
    }

    /// As [`Db::migrate`], with the steps of `M`: for tests of steps to come.
    ///
    /// # Errors
    /// As [`Db::migrate`].
    pub async fn migrate_by<M: MigratorTrait>(&self) -> Result<(), DbErr> {
        if let Database::Sqlite(path) = &*self.database {
            create_file(path)?;
        }
        let schema = Schema::read::<M>(self.reader()).await?;
        if schema.is_complete()? {
            return Ok(());
        }
        if let (Database::Sqlite(path), Some(newest)) = (&*self.database, schema.newest())
            && self.file_use == FileUse::Main
        {
            let (path, newest) = (path.clone(), newest.to_owned());
            let copied = tokio::task::spawn_blocking(move || copy::before_migration(&path, &newest)).await;
            copied
                .map_err(|error| error.to_string())
                .and_then(|copied| copied.map_err(|error| error.to_string()))
                .map_err(|why| DbErr::Custom(format!("no copy can be taken before the migration: {why}")))?;
        }
        let mut attempts = 0;
        while let Err(error) = self.try_to_migrate::<M>().await {
            attempts += 1;
            if attempts == MAX_MIGRATION_ATTEMPTS || matches!(error, DbErr::ConnectionAcquire(_)) {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(100 << attempts)).await;
        }
        Ok(())
    }

    /// On SQLite over a connection of its own: the library takes a transaction that a full disk has ended for one that is
    /// open, and the next one on that connection would end inside it, as if it were stored.
    async fn try_to_migrate<M: MigratorTrait>(&self) -> Result<(), DbErr> {
        if self.is_shared() {
            return M::up(&self.reader.0, None).await;
        }
        let own = connect(&self.database, self.file_use, 1, false).await?;
        let migrated = M::up(&own, None).await;
        own.close().await?;
        migrated
    }

    /// The connections for reading. Write with [`Db::begin_write`].
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Whether several servers may use it at the same time.
    pub fn is_shared(&self) -> bool {
        self.sqlite.is_none()
    }

    pub fn backend(&self) -> DbBackend {
        self.reader.get_database_backend()
    }

    /// Begins a transaction that writes.
    ///
    /// # Errors
    /// When another process keeps writing for longer than the busy timeout, or the database cannot be reached.
    pub async fn begin_write(&self) -> Result<WriteTransaction, DbErr> {
        match &self.sqlite {
            Some(sqlite) => WriteTransaction::on_sqlite(Arc::clone(sqlite).lock_owned().await).await,
            None => {
                let begun = async {
                    let transaction = self.reader.0.begin().await?;
                    transaction.execute_unprepared(DURABLE).await?;
                    Ok(WriteTransaction::on_postgres(transaction))
                };
                in_time(Box::pin(begun)).await
            }
        }
    }

    /// Closes the connections; SQLite copies its write-ahead log back into the file.
    ///
    /// # Errors
    /// When the engine reports that closing failed; what was committed is safe all the same.
    pub async fn close(self) -> Result<(), DbErr> {
        if let Some(sqlite) = self.sqlite {
            let writer = sqlite.lock().await;
            writer.clone().close().await?;
        }
        self.reader.0.clone().close().await
    }
}
