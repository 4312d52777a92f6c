//! A spool: a second SQLite file with the tables of the database, for rows that wait until the database is back. It is
//! made whole or not at all, and its commits are in the file itself rather than in a write-ahead log.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use sea_orm::DbErr;
use tempfile::NamedTempFile;

use crate::db::connect::create_private_folder;
use crate::db::database::FileUse;
use crate::db::migrations::Migrator;
use crate::db::schema::Schema;
use crate::db::{Database, Db, OpenError};

/// A file as the system knows it, whatever its name: device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity(u64, u64);

/// The file of that name; `None` if it does not exist.
pub fn identity(path: &Path) -> Option<FileIdentity> {
    fs::metadata(path).ok().map(|file| FileIdentity(file.dev(), file.ino()))
}

/// Opens the spool of that name, or makes it. It must be whole: see [`set_aside`].
///
/// # Errors
/// When it cannot be made, read or written.
pub async fn open(path: &Path) -> Result<Db, DbErr> {
    if !path.exists() {
        persist(draft(path).await?, path).map_err(|error| failed(path, &error))?;
    }
    let db = Db::connect(&Database::Sqlite(path.to_owned()), FileUse::Spool, false).await?;
    db.migrate().await?;
    Ok(db)
}

/// Opens a spool for a command, without making or changing tables; `None` if it does not exist.
///
/// # Errors
/// When it is damaged, of an older version, or cannot be read.
pub async fn open_existing(path: &Path) -> Result<Option<Db>, OpenError> {
    if !path.exists() {
        return Ok(None);
    }
    let db = Db::connect(&Database::Sqlite(path.to_owned()), FileUse::Spool, false).await?;
    Schema::read::<Migrator>(db.reader()).await?.fit_for_commands()?;
    Ok(Some(db))
}

/// Gives a damaged spool another name, for a person to look at. Nobody may have it open.
///
/// # Errors
/// When it cannot be renamed.
pub fn set_aside(path: &Path, kept_as: &Path) -> Result<(), DbErr> {
    let beside = |path: &Path| PathBuf::from(format!("{}-journal", path.display()));
    let renamed = || {
        // First what belongs to it: SQLite would apply that to a new file.
        match fs::rename(beside(path), beside(kept_as)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::rename(path, kept_as)?;
        File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
    };
    renamed().map_err(|error| failed(path, &error))
}

/// An empty spool beside `path` that has no name yet, gone when it is dropped.
async fn draft(path: &Path) -> Result<NamedTempFile, DbErr> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_private_folder(folder).map_err(|error| failed(path, &error))?;
    let made = tempfile::Builder::new().prefix(".spool-").tempfile_in(folder);
    let draft = made.map_err(|error| failed(path, &error))?;
    let db = Db::connect(&Database::Sqlite(draft.path().to_owned()), FileUse::Draft, false).await?;
    db.migrate().await?;
    db.close().await?;
    Ok(draft)
}

fn persist(draft: NamedTempFile, path: &Path) -> io::Result<()> {
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|error| error.error)?;
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

fn failed(path: &Path, error: &io::Error) -> DbErr {
    DbErr::Custom(format!("{} cannot be used: {error}", path.display()))
}
