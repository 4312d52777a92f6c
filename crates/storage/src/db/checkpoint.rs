//! Empties SQLite's write-ahead log, in which former pages stay, without keeping anybody waiting.

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::Connection;
use sea_orm::DbErr;

use crate::db::{Database, Db};

/// Longest wait for a reader. Meanwhile nobody can write.
const READER_TIMEOUT: Duration = Duration::from_millis(50);

impl Db {
    /// Copies the log into the database file and empties it. False where a reader prevents that, a copy that is being made
    /// for example; PostgreSQL needs no such thing, and answers true.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn empty_log(&self) -> Result<bool, DbErr> {
        let (Some(sqlite), Database::Sqlite(path)) = (&self.sqlite, self.database()) else { return Ok(true) };
        let path = path.clone();
        // A writer of this process would be waited for as well.
        let _only_writer = sqlite.lock().await;
        let emptied = tokio::task::spawn_blocking(move || empty(path)).await;
        let failed = |error: String| DbErr::Custom(error);
        emptied.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))
    }
}

fn empty(database: PathBuf) -> rusqlite::Result<bool> {
    let connection = Connection::open(database)?;
    connection.busy_timeout(READER_TIMEOUT)?;
    // The first column says whether a reader prevented it.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
}
