//! The lock on the data folder, so that only one server runs on it. The operating system releases it when the process
//! ends, however it ends.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::db::connect::create_private_folder;
use crate::db::data_folder::unusable;

/// The lock on a data folder; released when it is dropped.
#[derive(Debug)]
pub struct DataLock {
    _file: File,
}

/// Why the data folder could not be locked.
#[derive(Debug)]
pub enum LockError {
    /// Another server holds the lock.
    Held(PathBuf),
    Io(PathBuf, io::Error),
}

impl DataLock {
    /// Locks the data folder, creating it where it is missing.
    ///
    /// # Errors
    /// When another server runs on it, or it cannot be written.
    pub fn acquire(data_dir: &Path) -> Result<Self, LockError> {
        let failed = |error| LockError::Io(data_dir.to_owned(), error);
        let file = open(data_dir).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(DataLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Held(data_dir.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

fn open(data_dir: &Path) -> io::Result<File> {
    create_private_folder(data_dir)?;
    let file = data_dir.join("server.lock");
    OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(file)
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LockError::Held(folder) => write!(
                f,
                "another amwaj server is already running on the data folder {}; stop it first, \
                 or give this one a folder of its own with AMWAJ_DATA_DIR",
                folder.display()
            ),
            LockError::Io(folder, error) => f.write_str(&unusable(folder, error)),
        }
    }
}

impl std::error::Error for LockError {}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_second_server_on_the_same_data_folder_reports_that_one_is_running() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("var");
        let first = DataLock::acquire(&data).expect("the first gets the lock");
        let mode = std::fs::metadata(&data).expect("made").permissions().mode() & 0o777;
        assert_eq!(mode, 0o700, "nobody else on this machine may look into it");
        let error = DataLock::acquire(&data).expect_err("the second does not").to_string();
        assert!(error.contains("already running"), "{error}");
        drop(first);
        let second = DataLock::acquire(&data).expect("free again");
        DataLock::acquire(&data).expect_err("the second has it");
        drop(second);
        DataLock::acquire(&data).expect("free again");
    }
}
