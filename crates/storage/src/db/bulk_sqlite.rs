//! Bulk insert into SQLite with `rusqlite`, the third of three ways to write: a faster path for batches of leads.
//!
//! The other two are `write` (sea-orm transactions, for everything else) and `bulk_postgres`. Measured with 64 clients
//! that post at once, the bulk paths and their batching store 1.8 times as many leads a second on SQLite and 1.7 times
//! on PostgreSQL (docs/decisions/0002). Here SQLite runs in the caller's own thread; sea-orm runs each statement in
//! another thread, and handing four of them over and back for every batch of leads takes longer than the statements do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, TransactionBehavior, params_from_iter};

use crate::db::bulk::{ColumnValue, Rows};
use crate::db::connect::sqlite_pragmas;
use crate::db::database::FileUse;

/// How long to wait for another process's write. Short, because it blocks the thread: after a failure the caller
/// falls back to [`Db::begin_write`](crate::db::Db::begin_write), which waits longer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// A separate connection to the database file, opened when it is first needed, and reopened after every failure.
#[derive(Debug)]
pub(super) struct BulkSqlite {
    path: PathBuf,
    file_use: FileUse,
    connection: Mutex<Option<Connection>>,
}

impl BulkSqlite {
    pub fn new(path: &Path, file_use: FileUse) -> Self {
        BulkSqlite { path: path.to_owned(), file_use, connection: Mutex::new(None) }
    }

    /// Inserts all rows, table by table: all or none, and on disk when this returns. Blocks the thread.
    pub fn insert(&self, all: &[Rows<'_>]) -> rusqlite::Result<()> {
        let mut kept = self.connection.lock();
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => open(&self.path, self.file_use)?,
        };
        let inserted = insert(&mut connection, all);
        if inserted.as_ref().err().is_none_or(is_conflict) {
            *kept = Some(connection);
        }
        inserted
    }

    pub fn close(&self) {
        drop(self.connection.lock().take());
    }
}

/// Whether a row was rejected because its key is taken.
pub(super) fn is_conflict(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE))
}

/// Does not create the file: the migrations did, and one that has disappeared must not be replaced by an empty one.
fn open(path: &Path, file_use: FileUse) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    for (pragma, value) in sqlite_pragmas(file_use) {
        connection.pragma_update(None, pragma, value)?;
    }
    if file_use == FileUse::Spool {
        // A journal that keeps its length is flushed faster. What it remembers of deleted rows goes when the other
        // connection, which deletes, truncates it.
        connection.pragma_update(None, "journal_mode", "PERSIST")?;
    }
    Ok(connection)
}

fn insert(connection: &mut Connection, all: &[Rows<'_>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for rows in all {
        let columns: Vec<&str> = rows.columns().collect();
        let parameters = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({parameters})", rows.table(), columns.join(", "));
        let mut statement = transaction.prepare_cached(&sql)?;
        for row in rows.rows() {
            statement.execute(params_from_iter(row.iter().map(|(_, value)| value)))?;
        }
    }
    transaction.commit()
}

impl ToSql for ColumnValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self {
            ColumnValue::Text(text) => text.as_deref().map(|text| ValueRef::Text(text.as_bytes())),
            ColumnValue::Integer(integer) => integer.map(ValueRef::Integer),
            ColumnValue::Boolean(boolean) => Some(ValueRef::Integer(i64::from(*boolean))),
        };
        Ok(ToSqlOutput::Borrowed(value.unwrap_or(ValueRef::Null)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Row;

    fn tap(id: &'static str, drips: Option<i64>) -> Row<'static> {
        vec![("id", id.into()), ("drips", drips.into()), ("fixed", true.into())]
    }

    fn stored(connection: &Connection) -> Vec<(String, Option<i64>, bool)> {
        let mut all = connection.prepare("SELECT id, drips, fixed FROM tap ORDER BY id").expect("prepared");
        let rows = all.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).expect("read");
        rows.collect::<Result<_, _>>().expect("rows")
    }

    #[test]
    fn a_batch_is_stored_whole_or_not_at_all_and_inserts_work_again_after_a_failure() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("taps.db");
        let bulk = BulkSqlite::new(&path, FileUse::Main);
        let insert = |rows| bulk.insert(&[Rows::new("tap", rows)]);
        insert(vec![tap("kitchen", None)]).expect_err("no file yet");
        let file = Connection::open(&path).expect("opened");
        let missing = insert(vec![tap("kitchen", None)]).expect_err("no table yet");
        assert!(!is_conflict(&missing), "{missing}");
        let table = "CREATE TABLE tap (id TEXT PRIMARY KEY, drips INTEGER CHECK (drips > 0), fixed BOOLEAN)";
        file.execute_batch(table).expect("a table");
        insert(vec![tap("bath", Some(7)), tap("kitchen", None)]).expect("stored");
        let conflict = insert(vec![tap("garden", None), tap("bath", None)]).expect_err("bath is there");
        assert!(is_conflict(&conflict), "{conflict}");
        let refused = insert(vec![tap("garden", None), tap("hall", Some(0))]).expect_err("violates a check");
        assert!(!is_conflict(&refused), "{refused}");
        let rows = [("bath".to_owned(), Some(7), true), ("kitchen".to_owned(), None, true)];
        assert_eq!(stored(&file), rows);
        insert(vec![tap("garden", None)]).expect("stored");
        assert_eq!(stored(&file).len(), 3);
    }
}
