//! Where content files are read from: a folder that people edit, or the copy in the binary.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use bytes::Bytes;
use embedded::CONTENT;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization as _;

/// A tree of content files. Paths use `/` and are relative to its root.
#[derive(Debug, Clone)]
pub enum Source {
    /// The copy that the binary carries, used when no folder is named.
    Bundled,
    Folder(PathBuf),
    /// Another one, with files in front of its own.
    Changed(Box<Source>, ChangedFiles),
}

/// Files in front of those of a source, which may be replaced at any time. By path.
pub type ChangedFiles = Arc<ArcSwap<BTreeMap<String, Bytes>>>;

impl Source {
    /// The folder that the settings name, or else the copy in the binary.
    pub fn named(folder: Option<PathBuf>) -> Self {
        folder.map_or(Self::Bundled, Self::Folder)
    }

    /// This source with other files in front of its own.
    pub fn changed(&self, files: BTreeMap<String, Bytes>) -> Self {
        Self::Changed(Box::new(self.clone()), Arc::new(ArcSwap::from_pointee(files)))
    }

    /// The bytes of a file; `None` if it does not exist or leaves the tree. A name is the same in any of Unicode's forms: Macs
    /// write `é` as two characters.
    pub fn read(&self, path: &str) -> Option<Bytes> {
        if path.split('/').any(|part| part.is_empty() || part == "..") {
            return None;
        }
        match self {
            Self::Bundled => CONTENT.get(path),
            Self::Folder(root) => std::fs::read(root.join(path))
                .ok()
                .or_else(|| std::fs::read(in_other_form(root, path)?).ok())
                .map(Bytes::from),
            Self::Changed(base, files) => {
                let files = files.load();
                let other = || files.iter().find(|(name, _)| !path.is_ascii() && same_name(name, path));
                let changed = files.get(path).or_else(|| other().map(|(_, bytes)| bytes));
                changed.cloned().or_else(|| base.read(path))
            }
        }
    }

    /// Files directly inside `folder` whose name ends with `ending`, sorted by name.
    pub fn list(&self, folder: &str, ending: &str) -> Vec<String> {
        let mut paths: Vec<String> = match self {
            Self::Bundled => {
                let prefix = format!("{folder}/");
                CONTENT
                    .paths()
                    .filter(|path| path.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/')))
                    .map(str::to_owned)
                    .collect()
            }
            Self::Folder(root) => std::fs::read_dir(root.join(folder))
                .into_iter()
                .flatten()
                .flatten()
                .filter_map(|entry| entry.file_name().into_string().ok())
                .map(|name| format!("{folder}/{name}"))
                .collect(),
            Self::Changed(base, files) => {
                let prefix = format!("{folder}/");
                let inside =
                    |path: &&String| path.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/'));
                let mut paths = base.list(folder, ending);
                paths.extend(files.load().keys().filter(inside).cloned());
                paths
            }
        };
        paths.retain(|path| path.ends_with(ending));
        paths.sort();
        paths.dedup();
        paths
    }

    /// Every file of the tree, sorted by path. Of a folder, what starts with a dot is not content.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn every_file(&self) -> io::Result<Vec<String>> {
        let mut paths = match self {
            Self::Bundled => CONTENT.paths().map(str::to_owned).collect(),
            Self::Folder(root) => {
                let (mut found, mut folders) = (Vec::new(), vec![String::new()]);
                while let Some(folder) = folders.pop() {
                    for entry in std::fs::read_dir(root.join(&folder))? {
                        let entry = entry?;
                        let Ok(name) = entry.file_name().into_string() else { continue };
                        if name.starts_with('.') {
                            continue;
                        }
                        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                        if entry.path().is_dir() { folders.push(path) } else { found.push(path) }
                    }
                }
                found
            }
            Self::Changed(base, files) => {
                let mut paths = base.every_file()?;
                paths.extend(files.load().keys().cloned());
                paths
            }
        };
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    /// The digest of the files whose paths end so, and of the paths.
    pub fn digest(&self, ending: &str) -> [u8; 32] {
        let mut digest = Sha256::new();
        for path in self.every_file().unwrap_or_default().iter().filter(|path| path.ends_with(ending)) {
            digest.update(path);
            digest.update([0]);
            digest.update(Sha256::digest(self.read(path).unwrap_or_default()));
        }
        digest.finalize().into()
    }

    /// The folder to watch, where there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Bundled => None,
            Self::Folder(root) => Some(root),
            Self::Changed(base, _) => base.folder(),
        }
    }

    /// A file's name in messages.
    pub fn display(&self, path: &str) -> String {
        match self {
            Self::Bundled => format!("content/{path}"),
            Self::Folder(root) => root.join(path).display().to_string(),
            Self::Changed(base, _) => base.display(path),
        }
    }
}

/// Whether two names differ in nothing but Unicode's form.
fn same_name(one: &str, other: &str) -> bool {
    one.nfc().eq(other.nfc())
}

/// The file below `root` whose path differs from this one in nothing but Unicode's form.
fn in_other_form(root: &Path, path: &str) -> Option<PathBuf> {
    if path.is_ascii() {
        return None;
    }
    path.split('/').try_fold(root.to_path_buf(), |folder, part| {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let mut names = std::fs::read_dir(here).ok()?.flatten().map(|entry| entry.file_name());
        let name = names.find(|name| name.to_str().is_some_and(|name| same_name(name, part)))?;
        Some(folder.join(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_any_of_unicodes_forms() {
        let folder = tempfile::tempdir().expect("a folder");
        let (composed, apart) = ("f\u{e9}es/Caf\u{e9}.jpg", "fe\u{301}es/Cafe\u{301}.jpg");
        std::fs::create_dir(folder.path().join("fe\u{301}es")).expect("a folder");
        std::fs::write(folder.path().join(apart), "here").expect("a file");
        std::fs::write(folder.path().join("한글.jpg"), "here").expect("a file");
        let source = Source::Folder(folder.path().to_path_buf());
        let here = Some(Bytes::from("here"));
        for name in [composed, apart, "한글.jpg", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}.jpg"] {
            assert_eq!(source.read(name), here, "{name}");
        }
        let changed = source.changed(BTreeMap::from([("A\u{30a}.svg".to_owned(), Bytes::from("here"))]));
        assert_eq!((changed.read("\u{c5}.svg"), changed.read("\u{212b}.svg")), (here.clone(), here.clone()));
        assert_eq!(changed.read(composed), here);
        for other in ["f\u{e9}es/Cafe.jpg", "../f\u{e9}es/Caf\u{e9}.jpg", "f\u{e9}es", "caf\u{e9}.jpg"] {
            assert_eq!(changed.read(other), None, "{other}");
        }
    }
}
