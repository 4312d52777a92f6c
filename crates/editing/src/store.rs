//! Writes files of the content so that each is the old one or the new one at every moment, also when the power goes.

use std::collections::BTreeMap;
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::revisions::{BroughtPicture, FileChange};

/// Writes the pictures that come along with changes, then each file with words as the last of its changes has it. False, and
/// nothing is written, where a file is not what its first change was made of.
///
/// # Errors
/// See [`replace`].
pub fn replace_all(folder: &Path, changes: &[FileChange]) -> io::Result<bool> {
    let mut files: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for change in changes {
        files.entry(&change.path).or_insert((&change.before, "")).1 = &change.after;
    }
    for (path, (before, _)) in &files {
        // A page that is added has no file yet.
        let present = match std::fs::read(folder.join(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            present => present?,
        };
        if present != before.as_bytes() {
            return Ok(false);
        }
    }
    for BroughtPicture { path, bytes, .. } in changes.iter().filter_map(|change| change.picture.as_ref()) {
        std::fs::create_dir_all(folder.join(path).parent().unwrap_or(folder))?;
        replace(folder, path, bytes)?;
    }
    for (path, (_, after)) in files {
        match after {
            "" => remove(folder, path)?,
            after => replace(folder, path, after.as_bytes())?,
        }
    }
    Ok(true)
}

/// Replaces the file at `path` inside `folder`, and returns once it is on disk.
///
/// # Errors
/// When the disk is full, or the folder may not be written; then the file is as it was.
pub fn replace(folder: &Path, path: &str, bytes: &[u8]) -> io::Result<()> {
    let target = folder.join(path);
    let parent = target.parent().unwrap_or(folder);
    // In the same folder, so that it takes the other's place in one step; with a dot, so that nobody reads it.
    let mut temporary = tempfile::Builder::new().prefix(".amwaj-").suffix(".part").tempfile_in(parent)?;
    temporary.write_all(bytes)?;
    // A temporary file is for nobody else.
    let permissions =
        target.metadata().map_or(Permissions::from_mode(0o644), |metadata| metadata.permissions());
    temporary.as_file().set_permissions(permissions)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    File::open(parent)?.sync_all()
}

/// Removes a file, and returns once that is on disk.
fn remove(folder: &Path, path: &str) -> io::Result<()> {
    let target = folder.join(path);
    match std::fs::remove_file(&target) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::open(target.parent().unwrap_or(folder))?.sync_all(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("pages"))?;
        std::fs::write(folder.path().join("pages/home.toml"), "a = 1\n")?;
        replace(folder.path(), "pages/home.toml", b"a = 2\n")?;
        assert_eq!(std::fs::read_to_string(folder.path().join("pages/home.toml"))?, "a = 2\n");
        assert_eq!(std::fs::read_dir(folder.path().join("pages"))?.count(), 1);
        assert!(replace(folder.path(), "nowhere/home.toml", b"a = 2\n").is_err());
        Ok(())
    }
}
