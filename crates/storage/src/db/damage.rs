//! What an engine's error means for the rows that were to be stored, and what can still be read of a damaged SQLite file.

use std::io;
use std::path::Path;

pub use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

use crate::db::records::Records;

/// SQLite's primary result codes (sqlite.org/rescode.html).
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_NOTADB: i32 = 26;
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
        _ => primary_code(error).is_some_and(|code| code == SQLITE_CORRUPT || code == SQLITE_NOTADB),
    }
}

/// Whether the engine refuses a row for what is in it, and would take others: anything else is an engine that is away.
pub fn is_row_error(error: &DbErr) -> bool {
    match engine_code(error) {
        Some(state) if state.len() == 5 => SQLSTATE_ROW_ERRORS.iter().any(|class| state.starts_with(class)),
        _ => primary_code(error).is_some_and(|code| SQLITE_ROW_ERRORS.contains(&code)),
    }
}

/// Checks a SQLite file, after SQLite has undone what a crash left half done in it. Returns what is wrong; nothing if it
/// is whole.
///
/// # Errors
/// When it cannot be read at all for another reason, such as its permissions.
pub fn check(file: &Path) -> rusqlite::Result<Option<String>> {
    let checked = || -> rusqlite::Result<String> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    };
    match checked() {
        Ok(verdict) if verdict == "ok" => Ok(None),
        Ok(verdict) => Ok(Some(verdict)),
        Err(error) => match error.sqlite_error().map(|error| error.extended_code & 0xff) {
            Some(SQLITE_CORRUPT | SQLITE_NOTADB) => Ok(Some(error.to_string())),
            _ => Err(error),
        },
    }
}

/// Copies the rows of these tables that can be read from a damaged file into another one, which has the tables. Each page
/// of the damaged file is read once, so that it takes no longer than reading the file. Returns how many rows of each table
/// were copied. A row that is there already is left as it is.
///
/// # Errors
/// When the damaged file cannot be opened, or the other one cannot be written.
pub fn salvage(damaged: &Path, into: &Path, tables: &[(&str, IsRow)]) -> io::Result<Vec<usize>> {
    let mut connection = Connection::open(into).map_err(io::Error::other)?;
    let write = connection.transaction().map_err(io::Error::other)?;
    // Their order follows from what refers to what, and the file's need not.
    write.pragma_update(None, "defer_foreign_keys", "ON").map_err(io::Error::other)?;
    let mut copied = Vec::new();
    for (table, is_row) in tables {
        let columns = columns(&write, table).map_err(io::Error::other)?;
        let rows = Records::open(damaged)?.filter(|row| row.len() <= columns.len() && is_row(row));
        let mut count = 0;
        for row in rows {
            // A row that was written before columns were added lacks them.
            let names = columns[..row.len()].join(", ");
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

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut named = connection.prepare("SELECT name FROM pragma_table_info(?) ORDER BY cid")?;
    let names = named.query_map([table], |row| row.get(0))?;
    names.collect()
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

fn primary_code(error: &DbErr) -> Option<i32> {
    engine_code(error)?.parse::<i32>().ok().map(|code| code & 0xff)
}
