//! Tells publishing when a folder that people edit has changed.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use crate::content::watch;
use crate::pages::Change;

/// Watches each folder from now on.
///
/// # Errors
/// When the system cannot watch one of them.
pub fn start(folders: &[(PathBuf, Change)], changes: &Sender<Change>) -> Result<(), super::Failure> {
    for (folder, change) in folders {
        let (changes, change) = (changes.clone(), *change);
        watch(vec![folder.clone()], move || changes.send(change).is_ok())
            .map_err(|error| format!("the folder {} cannot be watched: {error}", folder.display()))?;
    }
    Ok(())
}
