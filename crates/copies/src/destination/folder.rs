//! Copies in a folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::destination::Listed;
use crate::name::CopyName;
use crate::problem::CopyProblem;

/// Suffix of a copy's name until it is whole.
const PART: &str = ".amwaj-part";

pub(super) fn put(folder: &Path, name: &CopyName, file: &Path) -> Result<(), CopyProblem> {
    // A disk that is not mounted has no folder: one that is made then would be on the disk of the database.
    if !folder.is_dir() {
        return Err(CopyProblem::new(format!(
            "{} is not there; make the folder, or mount the disk that it is on",
            folder.display()
        )));
    }
    let part = folder.join(PART);
    let mut from = File::open(file).map_err(CopyProblem::io(file))?;
    let mut written = || -> io::Result<()> {
        let mut to = File::create(&part)?;
        io::copy(&mut from, &mut to)?;
        to.sync_all()?;
        fs::rename(&part, folder.join(name.to_string()))?;
        File::open(folder)?.sync_all()
    };
    written().map_err(CopyProblem::io(folder))
}

pub(super) fn list(folder: &Path) -> Result<Vec<Listed>, CopyProblem> {
    let entries = fs::read_dir(folder).map_err(CopyProblem::io(folder))?;
    let listed = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let name = CopyName::parse(entry.file_name().to_str()?)?;
        Some(Listed { name, bytes: entry.metadata().ok()?.len() })
    };
    Ok(entries.filter_map(listed).collect())
}

pub(super) fn get(folder: &Path, name: &CopyName, to: &Path) -> Result<(), CopyProblem> {
    let from = folder.join(name.to_string());
    fs::copy(&from, to).map(drop).map_err(CopyProblem::io(&from))
}

pub(super) fn delete(folder: &Path, name: &CopyName) -> Result<(), CopyProblem> {
    let file = folder.join(name.to_string());
    match fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CopyProblem::io(&file)(error)),
        _ => Ok(()),
    }
}
