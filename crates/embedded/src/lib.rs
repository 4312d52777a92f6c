//! The files that the program carries: the web bundle, the content, the licences. They are compressed in it, each by itself,
//! since most are read once, when the program starts; nothing is kept of a file that nobody holds any more.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::ZlibDecoder;

include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// Files by their paths, sorted, and compressed with zlib.
pub struct Files(&'static [(&'static str, &'static [u8])]);

impl Files {
    /// A file by its path below the folder that was packed.
    pub fn get(&self, path: &str) -> Option<Bytes> {
        let at = self.0.binary_search_by_key(&path, |(name, _)| name).ok()?;
        let mut bytes = Vec::new();
        ZlibDecoder::new(self.0[at].1).read_to_end(&mut bytes).expect("build.rs compressed it");
        Some(bytes.into())
    }

    /// The paths of all files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(path, _)| *path)
    }
}

/// The licences of what the program is made of, as `scripts/check/licences.mjs` wrote them.
pub fn licences() -> Bytes {
    LICENCES.get("").expect("build.rs packed one file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_content_comes_back_as_it_is_in_the_folder() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
        assert!(CONTENT.paths().count() > 40);
        for path in CONTENT.paths() {
            let expected = std::fs::read(root.join(path)).expect("a file");
            assert_eq!(CONTENT.get(path).expect("a carried file"), expected, "{path}");
        }
        assert_eq!(CONTENT.get("pages/no-such-page.toml"), None);
    }

    #[test]
    fn the_licences_are_a_text() {
        assert!(std::str::from_utf8(&licences()).expect("a text").contains("MIT"));
    }
}
