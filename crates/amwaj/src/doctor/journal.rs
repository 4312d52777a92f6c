//! State of the journal: leads that wait, leads that the database refused, damaged files.

use std::path::Path;

use crate::doctor::check::Check;
use crate::settings::Settings;
use leads::{SpoolCounts, spool_counts, spool_files_to_look_at};

const ABOUT: &str = "journal";

/// The line on the journal; `None` where there never was one.
pub(super) async fn journal(settings: &Settings) -> Option<Check> {
    let folder = settings.journal_dir();
    let (files, counts) = match (spool_files_to_look_at(&folder), spool_counts(&folder).await) {
        (Ok(files), Ok(counts)) => (files, counts),
        (Err(error), _) => return Some(unreadable(&folder, &error.to_string())),
        (_, Err(error)) => return Some(unreadable(&folder, &error.to_string())),
    };
    let SpoolCounts { waiting, refused } = counts;
    if refused > 0 {
        let text = format!("the database refused {refused}, {waiting} wait for it");
        let remedy = "read why with `amwaj leads journal` and call these visitors; once the database would take them, a \
                      restart tries again; `amwaj leads erase` removes one";
        return Some(Check::fail(ABOUT, text, remedy));
    }
    if let Some(file) = files.first() {
        let text =
            format!("{} is damaged and was set aside, {waiting} wait for the database", file.display());
        let remedy =
            "get its requests out with `sqlite3 FILE .recover` (docs/operations.md says how), then remove it";
        return Some(Check::fail(ABOUT, text, remedy));
    }
    if waiting > 0 {
        let text = format!("{waiting} wait for the database");
        let remedy = if settings.journal {
            "mend the database; the running server replays them"
        } else {
            "set AMWAJ_JOURNAL=true and start the server, which replays them"
        };
        return Some(Check::warn(ABOUT, text, remedy));
    }
    if !settings.journal {
        return None;
    }
    // A file says more than a mode: the disk may be full or read-only.
    match tempfile::tempfile_in(&folder).and_then(|mut file| std::io::Write::write_all(&mut file, &[0; 4096]))
    {
        Ok(()) => Some(Check::ok(ABOUT, "nothing waits in it, and it can be written")),
        Err(_) if !folder.exists() => Some(Check::ok(ABOUT, "nothing waits in it; the server makes it")),
        Err(error) => {
            let text = format!("{} cannot be written ({error})", folder.display());
            Some(Check::fail(ABOUT, text, "see that its disk has room and that this user may write there"))
        }
    }
}

fn unreadable(folder: &Path, error: &str) -> Check {
    let text = format!("{} cannot be read ({error})", folder.display());
    let remedy =
        "see that this user may read the data folder; a damaged file is set aside when the server starts";
    Check::fail(ABOUT, text, remedy)
}
