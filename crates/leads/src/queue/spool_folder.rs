//! The spool's folder as commands, `amwaj doctor` and the retention see it, beside a running server or without one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sea_orm::DbErr;

use crate::queue::spool_rows;
use storage::db::{Db, spool_file};

/// The file in the folder.
pub(super) const FILE: &str = "spool.db";
/// Prefix of a damaged file's new name; the time follows.
pub(super) const DAMAGED: &str = "damaged-";

/// Number of leads in a spool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpoolCounts {
    /// Leads that wait for the database.
    pub waiting: u64,
    /// Leads that the database refused.
    pub refused: u64,
}

/// Number of leads in the spool of that folder; zero if there never was one.
///
/// # Errors
/// When there is one that cannot be read.
pub async fn spool_counts(folder: &Path) -> Result<SpoolCounts, DbErr> {
    let Some(db) = open_existing(folder).await? else { return Ok(SpoolCounts::default()) };
    let counted = spool_rows::count(db.reader(), &[]).await;
    db.close().await?;
    counted.map(|(waiting, refused)| SpoolCounts { waiting, refused })
}

/// The spool of that folder for a command or a job; `None` if there never was one.
///
/// # Errors
/// When there is one that cannot be read.
pub(crate) async fn open_existing(folder: &Path) -> Result<Option<Db>, DbErr> {
    let opened = spool_file::open_existing(&folder.join(FILE)).await;
    opened.map_err(|error| DbErr::Custom(error.to_string()))
}

/// The damaged files, which a person has to look at.
///
/// # Errors
/// When the folder is there and cannot be read.
pub fn files_to_look_at(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let found = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        found => found?,
    };
    let mut files: Vec<PathBuf> = found
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(DAMAGED) && name.ends_with(".db")
        })
        .collect();
    files.sort();
    Ok(files)
}
