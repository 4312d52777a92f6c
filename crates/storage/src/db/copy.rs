//! Copies of a SQLite database, of one that is in use too: each is checked, flushed, and has its name only when it is
//! whole.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::NamedTempFile;

use crate::db::restored::{self, Redone};

/// Longest wait for another process's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Number of copies made before migrations that are kept.
const KEPT_COPIES: usize = 3;

/// Why a database was not copied or replaced. Both are unchanged then.
#[derive(Debug)]
pub enum CopyError {
    /// There is a file of this name already.
    Exists(PathBuf),
    /// Another process has the database open.
    InUse(PathBuf),
    /// The file is damaged, or no database of this program.
    Damaged(PathBuf, String),
    Database(rusqlite::Error),
    Io(PathBuf, io::Error),
}

/// Copies a database that may be in use: all that was committed before this call is in the copy.
///
/// # Errors
/// When there is a file of that name, or the copy cannot be made or is not whole.
pub fn copy(from: &Path, to: &Path) -> Result<(), CopyError> {
    if to.exists() {
        return Err(CopyError::Exists(to.to_owned()));
    }
    let draft = draft(from, to)?;
    draft.persist_noclobber(to).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => CopyError::Exists(to.to_owned()),
        _ => CopyError::Io(to.to_owned(), error.error),
    })?;
    flush_folder(to)
}

/// Puts a copy of `with` in the place of `database`, which is kept as `kept_as`, without what must not come back (see
/// [`Redone`]). The caller holds the lock on the data folder.
///
/// # Errors
/// When another process has the database open, or the copy cannot be made or is not whole.
pub fn replace(database: &Path, with: &Path, kept_as: &Path, now_ms: i64) -> Result<Redone, CopyError> {
    if database.exists() {
        close_log(database)?;
    }
    let draft = draft(with, database)?;
    let mut connection = open(draft.path())?;
    let replaced = Some(database).filter(|database| database.exists());
    let redone = restored::redo(&mut connection, replaced, now_ms)?;
    connection.close().map_err(|(_, error)| error)?;
    draft.as_file().sync_all().map_err(|error| CopyError::Io(draft.path().to_owned(), error))?;
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error| CopyError::Io(path, error)
    };
    if database.exists() {
        fs::hard_link(database, kept_as).map_err(io(kept_as))?;
        // Only a damaged database still has them.
        for suffix in ["-wal", "-shm"] {
            let beside = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
            if beside(database).exists() {
                fs::rename(beside(database), beside(kept_as)).map_err(io(database))?;
            }
        }
    }
    draft.persist(database).map_err(|error| CopyError::Io(database.to_owned(), error.error))?;
    flush_folder(database)?;
    Ok(redone)
}

/// Checks a database file: that it is whole, and that `sql` can be asked of it. Returns its two numbers.
///
/// # Errors
/// When the file is damaged, or no database of this program.
pub fn check(file: &Path, sql: &str) -> Result<(i64, Option<i64>), CopyError> {
    let damaged = |why: String| CopyError::Damaged(file.to_owned(), why);
    let checked = || -> rusqlite::Result<(String, (i64, Option<i64>))> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let verdict = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok((verdict, connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?))
    };
    match checked() {
        Ok((verdict, numbers)) if verdict == "ok" => Ok(numbers),
        Ok((verdict, _)) => Err(damaged(verdict)),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// Asks `sql` of a copy, in which the tables of the database that it is of are called `live.…`. Returns its number.
///
/// # Errors
/// When one of them is damaged, or no database of this program.
pub fn compare(copy: &Path, live: &Path, sql: &str) -> Result<Option<i64>, CopyError> {
    let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute("ATTACH ?1 AS live", [live.to_string_lossy()])?;
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

/// The copy that precedes a migration: beside the database, named by the time and the newest step that it has. Only the
/// newest ones are kept.
pub(super) fn before_migration(database: &Path, newest: &str) -> Result<(), CopyError> {
    let connection = open(database)?;
    // To the millisecond: a start that was killed is soon tried again.
    let time: String =
        connection.query_row("SELECT strftime('%Y%m%d-%H%M%f', 'now')", [], |row| row.get(0))?;
    drop(connection);
    let prefix = format!("{}.before-", database.file_stem().unwrap_or_default().to_string_lossy());
    let to = database.with_file_name(format!("{prefix}{time}-{newest}.db"));
    copy(database, &to)?;
    tracing::info!(copy = %to.display(), "a copy of the database was taken before bringing it up to date");
    let folder = folder_of(database);
    let names = fs::read_dir(folder).map_err(|error| CopyError::Io(folder.to_owned(), error))?;
    let mut copies: Vec<PathBuf> = names
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix)))
        .collect();
    copies.sort();
    for old in copies.iter().rev().skip(KEPT_COPIES) {
        fs::remove_file(old).map_err(|error| CopyError::Io(old.clone(), error))?;
    }
    Ok(())
}

/// A checked and flushed copy in the folder of `beside`, gone when it is dropped.
fn draft(from: &Path, beside: &Path) -> Result<NamedTempFile, CopyError> {
    let folder = folder_of(beside);
    let io = |error| CopyError::Io(folder.to_owned(), error);
    let draft = tempfile::Builder::new().prefix(".amwaj-copy-").tempfile_in(folder).map_err(io)?;
    let source = open(from)?;
    source.execute("VACUUM INTO ?1", [draft.path().to_string_lossy()])?;
    drop(source);
    check(draft.path(), "SELECT 0, NULL")?;
    draft.as_file().sync_all().map_err(io)?;
    Ok(draft)
}

/// Does not create the file.
fn open(path: &Path) -> Result<Connection, CopyError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Folds the write-ahead log into the file, which works only where nobody else has the database open. A damaged file
/// has no log that could be folded.
fn close_log(database: &Path) -> Result<(), CopyError> {
    let folded = open(database).and_then(|connection| {
        Ok(connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))?)
    });
    match folded {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => Err(CopyError::InUse(database.to_owned())),
        Err(CopyError::Database(error)) => match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Ok(()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Err(CopyError::InUse(database.to_owned()))
            }
            _ => Err(error.into()),
        },
        Err(error) => Err(error),
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new name is on disk only when its folder is.
fn flush_folder(file: &Path) -> Result<(), CopyError> {
    let folder = folder_of(file);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| CopyError::Io(folder.to_owned(), error))
}

impl From<rusqlite::Error> for CopyError {
    fn from(error: rusqlite::Error) -> Self {
        CopyError::Database(error)
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyError::Exists(path) => write!(f, "{} is there already; choose another name", path.display()),
            CopyError::InUse(path) => write!(f, "{} is in use; stop the server first", path.display()),
            CopyError::Damaged(path, why) => {
                write!(
                    f,
                    "{} is damaged, or no database of this site ({why}); use another copy",
                    path.display()
                )
            }
            CopyError::Database(error) => write!(f, "the database cannot be copied: {error}"),
            CopyError::Io(path, error) => write!(f, "{} cannot be written: {error}", path.display()),
        }
    }
}

impl std::error::Error for CopyError {}
