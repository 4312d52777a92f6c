//! The meaning of an engine's error for the rows that were to be stored, and whether a SQLite file is damaged.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};

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

/// Whether the file itself is damaged: trying again does not help.
pub fn is_damage(error: &DbErr) -> bool {
    match (error, sqlx_error(error)) {
        // Invalid text, or a number where a text should be.
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

/// Checks a SQLite file that has this table, after SQLite has undone what a crash left half done in it. Returns the
/// damage; `None` if it is whole.
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
