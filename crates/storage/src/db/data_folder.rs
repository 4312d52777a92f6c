//! Why a data folder can't be used, and what would be right: with the folder and the user that needs it.

use std::io::{self, ErrorKind};
use std::path::Path;

const USERS: &str = "/etc/passwd";

/// Whether this user can look into a folder and write there; it's left as it was. A missing one is made by the server.
///
/// # Errors
/// What is wrong, and what would be right.
pub fn try_data_folder(folder: &Path) -> Result<(), String> {
    let tried = match std::fs::metadata(folder) {
        Ok(found) if !found.is_dir() => Err(ErrorKind::NotADirectory.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        // A file says more than a mode: the disk may be full or read-only.
        Ok(_) => std::fs::read_dir(folder).and_then(|_| tempfile::tempfile_in(folder)).map(drop),
    };
    tried.map_err(|error| unusable(folder, &error))
}

/// The sentence for an error of the data folder.
pub(super) fn unusable(folder: &Path, error: &io::Error) -> String {
    let (shown, user) = (folder.display(), user());
    let why = match error.kind() {
        ErrorKind::PermissionDenied => format!(
            "user {user} may not write there; `chown -R {user} {shown}` as root, or run this as the user that the folder is of"
        ),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a file is where a folder should be; name a folder with AMWAJ_DATA_DIR, or move the file away".to_owned()
        }
        ErrorKind::ReadOnlyFilesystem => {
            "its disk is read-only; mount it for writing, or name a folder of another disk with AMWAJ_DATA_DIR".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "its disk is full; make room there".to_owned(),
        _ => format!("{error}; see that user {user} may write there, or name another folder with AMWAJ_DATA_DIR"),
    };
    format!("the data folder {shown} (AMWAJ_DATA_DIR) cannot be used: {why}")
}

/// The name of the user that this program runs as, or the number.
fn user() -> String {
    let uid = rustix::process::geteuid().as_raw().to_string();
    let users = std::fs::read_to_string(USERS).unwrap_or_default();
    let mut lines = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let found = lines.find(|fields| fields.get(2) == Some(&uid.as_str()));
    found.and_then(|fields| fields.first().map(|name| (*name).to_owned())).unwrap_or(uid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_used_is_named_with_the_user_and_a_remedy_that_works() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(try_data_folder(folder.path()), Ok(()));
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "it's left as it was");
        assert_eq!(try_data_folder(&folder.path().join("missing")), Ok(()), "the server makes it");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("written");
        for wrong in [file.clone(), file.join("var")] {
            let told = try_data_folder(&wrong).expect_err("a file");
            let words = "a file is where a folder should be; name a folder with AMWAJ_DATA_DIR";
            assert!(told.contains(words) && told.contains(&wrong.display().to_string()), "{told}");
        }
        let told = unusable(Path::new("/var/lib/amwaj"), &ErrorKind::PermissionDenied.into());
        let user = user();
        assert!(
            told.contains(&format!("user {user} may not write there; `chown -R {user} /var/lib/amwaj`")),
            "{told}"
        );
        assert!(user.parse::<u32>().is_err() || !Path::new(USERS).exists(), "a name: {user}");
        for (kind, words) in [
            (ErrorKind::ReadOnlyFilesystem, "its disk is read-only"),
            (ErrorKind::StorageFull, "make room there"),
            (ErrorKind::Other, "see that user"),
        ] {
            let told = unusable(Path::new("/data"), &kind.into());
            assert!(told.contains(words) && told.contains("AMWAJ_DATA_DIR"), "{told}");
        }
    }
}
