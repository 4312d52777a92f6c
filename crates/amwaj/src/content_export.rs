//! `amwaj content`: writes the content into a folder, so that whoever has only the program can edit it, and takes it back.

use std::fs;
use std::path::Path;

use clap::Subcommand;
use content::Source;
use storage::terminal::CommandError;

/// Commands on the content.
#[derive(Clone, Debug, Subcommand)]
pub enum ContentCommand {
    /// Write the content that this program carries, or that of the content folder, into a new folder
    Export {
        /// An empty folder, or one to be made
        folder: std::path::PathBuf,
    },
    /// Take the files of a folder into the database, where the words are there: visitors have them within a second
    Import {
        /// A folder that `amwaj content export` wrote
        folder: std::path::PathBuf,
    },
}

/// Writes every file into `folder` and returns the next step, as a sentence.
///
/// # Errors
/// When the folder holds something already, or a file cannot be read or written.
pub fn export(source: &Source, folder: &Path) -> Result<String, CommandError> {
    let unusable =
        |error| CommandError::Other(format!("the folder {} cannot be used: {error}", folder.display()));
    // Read first: a folder inside the content's own must not become part of it.
    let unread = |error| CommandError::Other(format!("the content cannot be read: {error}"));
    let paths = source.every_file().map_err(unread)?;
    fs::create_dir_all(folder).map_err(unusable)?;
    if fs::read_dir(folder).map_err(unusable)?.next().is_some() {
        let sentence =
            format!("the folder {} is not empty; name one that is, or a new one", folder.display());
        return Err(CommandError::Other(sentence));
    }
    for path in &paths {
        let bytes = source.read(path).ok_or_else(|| {
            CommandError::Other(format!(
                "{} cannot be read; nothing after it was written",
                source.display(path)
            ))
        })?;
        let target = folder.join(path);
        fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(unusable)?;
        fs::write(&target, bytes).map_err(unusable)?;
    }
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let folder = folder.display();
    Ok(format!(
        "{} files are in {folder}. Edit them, then start the site with AMWAJ_CONTENT_DIR={folder}",
        paths.len()
    ))
}
