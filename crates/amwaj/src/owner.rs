//! Commands that root types on an installed server run as the data folder's owner: a database file or a WAL that root
//! has made can't be written by the server, which would then refuse requests.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

/// The user and group that own the data folder, where that isn't root.
fn owner(data_dir: &Path) -> Option<(u32, u32)> {
    let folder = std::fs::metadata(data_dir).ok()?;
    (folder.uid() != 0).then(|| (folder.uid(), folder.gid()))
}

/// Starts this command again as the data folder's owner where root has typed it, and doesn't return then. `arguments`
/// begin with the program's name.
///
/// # Errors
/// When the command cannot be started as that user; nothing has been opened then.
pub fn become_owner(data_dir: &Path, mut arguments: impl Iterator<Item = OsString>) -> Result<(), String> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let Some((uid, gid)) = owner(data_dir) else { return Ok(()) };
    let mut command = Command::new("/proc/self/exe");
    // Under the name that was typed: an upgrade starts the file of that name, and /proc/self/exe is the old one for ever.
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    let failure = command.args(arguments).uid(uid).gid(gid).exec();
    Err(format!(
        "{} belongs to user {uid}, and this command can't be run as that user ({failure}): \
         run it as that user, for example with `setpriv --reuid {uid} --regid {gid} --clear-groups amwaj …`",
        data_dir.display(),
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::chown;

    use super::owner;

    #[test]
    fn a_folder_of_another_user_names_that_user_and_one_of_root_or_none_names_nobody() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(owner(&folder.path().join("absent")), None);
        let inside = folder.path().join("data");
        fs::create_dir(&inside).expect("a folder");
        if rustix::process::geteuid().is_root() {
            assert_eq!(owner(&inside), None);
            chown(&inside, Some(4711), Some(4712)).expect("root may give files away");
            assert_eq!(owner(&inside), Some((4711, 4712)));
        } else {
            let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
            assert_eq!(owner(&inside), Some((uid, gid)));
        }
    }
}
