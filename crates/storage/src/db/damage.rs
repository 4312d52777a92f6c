//! What an engine's error means for the rows that were to be stored, and what can still be read of a damaged SQLite file.

use std::io;
use std::path::Path;

pub use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

use crate::db::records::Records;

/// SQLite's primary result codes (sqlite.org/rescode.html).
const SQLITE_ERROR: i32 = 1;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_NOTADB: i32 = 26;
/// The extended code of a file that is shorter than it says.
const SQLITE_IOERR_SHORT_READ: i32 = 522;
/// A row that is too big, that a constraint refuses, or that has a wrong type.
const SQLITE_ROW_ERRORS: [i32; 3] = [18, 19, 20];
/// Classes of PostgreSQL's SQLSTATE: data exception, integrity constraint violation.
const SQLSTATE_ROW_ERRORS: [&str; 2] = ["22", "23"];

/// Whether a record of a damaged file is a row of one table.
pub type IsRow = fn(&[Value]) -> bool;

/// Whether the file itself is damaged: trying again does not help.
pub fn is_damage(error: &DbErr) -> bool {
    match (error, sqlx_error(error)) {
        // A text that is none, or a number where a text should be.
        (DbErr::Type(_), _) | (_, Some(SqlxError::ColumnDecode { .. } | SqlxError::Decode(_))) => true,
        _ => sqlite_code(error)
            .is_some_and(|code| means_damage(code) || code == SQLITE_ERROR && lacks_a_name(error)),
    }
}

/// A flipped bit in the definition of a table leaves the file whole to SQLite, with a column of another name.
fn lacks_a_name(error: &DbErr) -> bool {
    let said = sqlx_error(error).and_then(|error| Some(error.as_database_error()?.message().to_owned()));
    said.is_some_and(|said| {
        said.contains("no such column") || said.contains("no such table") || said.contains("has no column")
    })
}

/// Whether the engine refuses a row for what is in it, and would take others: anything else is an engine that is away.
pub fn is_row_error(error: &DbErr) -> bool {
    match engine_code(error) {
        Some(state) if state.len() == 5 => SQLSTATE_ROW_ERRORS.iter().any(|class| state.starts_with(class)),
        _ => sqlite_code(error).is_some_and(|code| SQLITE_ROW_ERRORS.contains(&(code & 0xff))),
    }
}

/// Checks a SQLite file that has this table, after SQLite has undone what a crash left half done in it. Returns what is
/// wrong; nothing if it is whole.
///
/// # Errors
/// When it cannot be read at all for another reason, such as its permissions.
pub fn check(file: &Path, table: &str) -> rusqlite::Result<Option<String>> {
    let checked = || -> rusqlite::Result<String> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // To SQLite, a file that was emptied is a new one.
        connection.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |_| Ok(()))?;
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    };
    match checked() {
        Ok(verdict) if verdict == "ok" => Ok(None),
        Ok(verdict) => Ok(Some(verdict)),
        Err(error) => match error.sqlite_error().map(|error| error.extended_code) {
            Some(code) if means_damage(code) || code & 0xff == SQLITE_ERROR => Ok(Some(error.to_string())),
            _ => Err(error),
        },
    }
}

/// Copies the rows of these tables that can be read from a damaged file into another one, which has the tables. Each page
/// of the damaged file is read once for each table, so that it takes hardly longer than reading the file. A table comes
/// after those that it refers to. Returns how many rows of each table were copied. A row that is there already is left as it is.
///
/// # Errors
/// When the damaged file cannot be opened, or the other one cannot be written.
pub fn salvage(damaged: &Path, into: &Path, tables: &[(&str, IsRow)]) -> io::Result<Vec<usize>> {
    let mut connection = Connection::open(into).map_err(io::Error::other)?;
    let write = connection.transaction().map_err(io::Error::other)?;
    let mut copied = Vec::new();
    for (table, is_row) in tables {
        let columns = columns(&write, table).map_err(io::Error::other)?;
        let fits = |row: &Vec<Value>| {
            let types_fit = || row.iter().zip(&columns).all(|(value, column)| column.takes(value));
            row.len() <= columns.len() && is_row(row) && types_fit()
        };
        let rows = Records::open(damaged)?.filter(fits);
        let mut count = 0;
        for row in rows {
            // A row that was written before columns were added lacks them.
            let names: Vec<&str> = columns[..row.len()].iter().map(|column| column.name.as_str()).collect();
            let names = names.join(", ");
            let values = vec!["?"; row.len()].join(", ");
            let sql = format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({values})");
            let inserted = write.prepare_cached(&sql).and_then(|mut sql| sql.execute(params_from_iter(row)));
            // One that the table refuses is damaged too, and stays in the damaged file.
            count += inserted.unwrap_or(0);
        }
        copied.push(count);
    }
    write.commit().map_err(io::Error::other)?;
    Ok(copied)
}

struct Column {
    name: String,
    is_text: bool,
}

impl Column {
    /// Whether a value may be in this column, whatever SQLite would make of it.
    fn takes(&self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Text(_) => self.is_text,
            Value::Integer(_) => !self.is_text,
            Value::Real(_) | Value::Blob(_) => false,
        }
    }
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<Column>> {
    let mut named = connection.prepare("SELECT name, lower(type) FROM pragma_table_info(?) ORDER BY cid")?;
    let columns = named.query_map([table], |row| {
        Ok(Column { name: row.get(0)?, is_text: row.get::<_, String>(1)? == "text" })
    })?;
    columns.collect()
}

fn sqlx_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// PostgreSQL's SQLSTATE of five characters, or SQLite's extended result code.
fn engine_code(error: &DbErr) -> Option<String> {
    sqlx_error(error)?.as_database_error()?.code().map(std::borrow::Cow::into_owned)
}

fn sqlite_code(error: &DbErr) -> Option<i32> {
    engine_code(error).filter(|code| code.len() < 5)?.parse().ok()
}

fn means_damage(code: i32) -> bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(&(code & 0xff)) || code == SQLITE_IOERR_SHORT_READ
}
