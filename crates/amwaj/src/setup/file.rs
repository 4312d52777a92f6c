//! Writes the settings file: whole or not at all, and readable by root and the server alone.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use base::clock::dubai_time;
use rustix::fs::Access;
use tempfile::NamedTempFile;

/// The server's group, which may read the file.
const GROUP: &str = "amwaj";
const GROUPS: &str = "/etc/group";
const FILE_MODE: u32 = 0o640;
const FOLDER_MODE: u32 = 0o755;

/// # Errors
/// When the file is there and isn't to be replaced, or this user may not write it.
pub(super) fn may_be_written(file: &Path, replace: bool) -> Result<(), String> {
    let shown = file.display();
    if file.exists() && !replace {
        return Err(format!(
            "{shown} is there already: edit it, or add --replace, which keeps it beside the new one"
        ));
    }
    let folder = file.ancestors().skip(1).find(|folder| folder.exists() || folder.as_os_str().is_empty());
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    rustix::fs::access(folder, Access::WRITE_OK).map_err(|_| {
        format!("{shown} can't be written by this user: run it as root, or name a --config FILE")
    })
}

/// Returns where the former file is kept, if there was one.
///
/// # Errors
/// When it can't be written; the former file is still in its place then.
pub(super) fn write(file: &Path, text: &str, now_ms: i64) -> Result<Option<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{} can't be written: {error}", file.display());
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        fs::create_dir_all(folder).map_err(failed)?;
        // Others may see that there is a file; the umask of commands would keep the server out.
        fs::set_permissions(folder, Permissions::from_mode(FOLDER_MODE)).map_err(failed)?;
    }
    let mut new = NamedTempFile::new_in(folder).map_err(failed)?;
    new.write_all(text.as_bytes()).map_err(failed)?;
    if rustix::process::geteuid().is_root()
        && let Some(group) = group(&fs::read_to_string(GROUPS).unwrap_or_default())
    {
        std::os::unix::fs::chown(new.path(), Some(0), Some(group)).map_err(failed)?;
    }
    new.as_file().set_permissions(Permissions::from_mode(FILE_MODE)).map_err(failed)?;
    new.as_file().sync_all().map_err(failed)?;
    let kept = file.exists().then(|| former(file, now_ms));
    if let Some(kept) = &kept {
        fs::hard_link(file, kept).map_err(failed)?;
    }
    new.persist(file).map_err(|error| failed(error.error))?;
    Ok(kept)
}

/// `amwaj.toml.before-2026-11-24-0705`, to the second.
fn former(file: &Path, now_ms: i64) -> PathBuf {
    let time = dubai_time(now_ms).replace(' ', "-").replace(':', "");
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".before-{time}"));
    PathBuf::from(name)
}

/// The number of the server's group in a text such as `/etc/group`.
fn group(groups: &str) -> Option<u32> {
    let line = groups.lines().find(|line| line.split(':').next() == Some(GROUP))?;
    line.split(':').nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_private_and_a_former_one_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("etc/amwaj.toml");
        assert_eq!(may_be_written(&file, false), Ok(()));
        assert_eq!(write(&file, "first", 0), Ok(None));
        let mode = fs::metadata(&file).expect("the file").permissions().mode() & 0o777;
        assert_eq!(mode, 0o640);
        let refusal = may_be_written(&file, false).expect_err("it is there");
        assert!(refusal.contains("--replace"), "{refusal}");
        assert_eq!(may_be_written(&file, true), Ok(()));
        let kept = write(&file, "second", 0).expect("written").expect("a former one");
        assert_eq!(fs::read_to_string(&kept).expect("kept"), "first");
        assert_eq!(fs::read_to_string(&file).expect("new"), "second");
        assert!(kept.to_string_lossy().ends_with("amwaj.toml.before-1970-01-01-040000"), "{kept:?}");
        assert!(write(&file, "third", 0).is_err(), "a former one is never overwritten");
        assert_eq!(fs::read_to_string(&file).expect("as before"), "second");
    }

    #[test]
    fn the_group_is_found_by_its_whole_name() {
        assert_eq!(group("root:x:0:\namwaj-old:x:7:\namwaj:x:997:\n"), Some(997));
        assert_eq!(group("root:x:0:\n"), None);
    }
}
