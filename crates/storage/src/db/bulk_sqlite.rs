//! SQLite in the caller's own thread. The library that everything else uses runs each statement in a thread of its
//! own, and handing four of them over and back for every batch of leads takes longer than the statements do.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, TransactionBehavior, params_from_iter};

use crate::db::bulk::{Rows, Value};

/// How long it waits for another process's write. Nobody can call it off meanwhile, so it is soon left to
/// [`Db::begin_write`](crate::db::Db::begin_write), which waits longer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// A connection of its own to a file, opened when it is first needed, and anew after every failure.
#[derive(Debug)]
pub(super) struct Direct {
    path: PathBuf,
    connection: Mutex<Option<Connection>>,
}

impl Direct {
    pub fn new(path: &Path) -> Self {
        Direct { path: path.to_owned(), connection: Mutex::new(None) }
    }

    /// Inserts all rows, table by table: all or none, on disk when this returns.
    pub fn insert(&self, all: &[Rows<'_>]) -> rusqlite::Result<()> {
        let mut kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => open(&self.path)?,
        };
        let inserted = insert(&mut connection, all);
        if inserted.as_ref().err().is_none_or(is_clash) {
            *kept = Some(connection);
        }
        inserted
    }

    pub fn close(&self) {
        drop(self.connection.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Whether a row was refused because of one that is there.
pub(super) fn is_clash(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE))
}

/// The file is there since the tables were brought up to date; one that has gone is not made anew, empty.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    for (pragma, value) in crate::db::SQLITE_PRAGMAS {
        connection.pragma_update(None, pragma, value)?;
    }
    Ok(connection)
}

fn insert(connection: &mut Connection, all: &[Rows<'_>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for rows in all {
        let columns: Vec<&str> = rows.columns().collect();
        let places = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", rows.table(), columns.join(", "));
        let mut statement = transaction.prepare_cached(&sql)?;
        for row in rows.rows() {
            statement.execute(params_from_iter(row.iter().map(|(_, value)| value)))?;
        }
    }
    transaction.commit()
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self {
            Value::Text(text) => text.as_deref().map(|text| ValueRef::Text(text.as_bytes())),
            Value::Integer(integer) => integer.map(ValueRef::Integer),
            Value::Boolean(boolean) => Some(ValueRef::Integer(i64::from(*boolean))),
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
    fn a_batch_is_stored_whole_or_not_at_all_and_a_failure_does_not_outlive_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("taps.db");
        let direct = Direct::new(&path);
        let insert = |rows| direct.insert(&[Rows::new("tap", rows)]);
        insert(vec![tap("kitchen", None)]).expect_err("no file yet");
        let file = Connection::open(&path).expect("opened");
        let missing = insert(vec![tap("kitchen", None)]).expect_err("no table yet");
        assert!(!is_clash(&missing), "{missing}");
        let table = "CREATE TABLE tap (id TEXT PRIMARY KEY, drips INTEGER CHECK (drips > 0), fixed BOOLEAN)";
        file.execute_batch(table).expect("a table");
        insert(vec![tap("bath", Some(7)), tap("kitchen", None)]).expect("stored");
        let clash = insert(vec![tap("garden", None), tap("bath", None)]).expect_err("bath is there");
        assert!(is_clash(&clash), "{clash}");
        let refused = insert(vec![tap("garden", None), tap("hall", Some(0))]).expect_err("against the table");
        assert!(!is_clash(&refused), "{refused}");
        let both = [("bath".to_owned(), Some(7), true), ("kitchen".to_owned(), None, true)];
        assert_eq!(stored(&file), both);
        insert(vec![tap("garden", None)]).expect("stored");
        assert_eq!(stored(&file).len(), 3);
    }
}
