//! Finds the pictures that a post's file names: beside it, or in the content folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::authoring::exported_pictures;
use crate::authoring::pictures;
use crate::authoring::pictures::PreparedPicture;
use base::suggest::nearest;
use content::media::{self, PictureError};
use content::{Photos, Source};

/// The most pixels of all photos in one text together: they are decoded while its author waits, and others of other
/// texts before them.
const MAX_PIXELS_IN_TEXT: u64 = 24_000_000;

/// Finds and prepares pictures; each photo is encoded once.
pub struct PictureFinder<'a> {
    /// The folder of the post's file.
    folder: Option<PathBuf>,
    content: &'a Source,
    photos: Photos,
    /// Files that an export has written, by the name in the text.
    exported: BTreeMap<String, String>,
    /// Of the photos in the text itself, so far.
    pixels_in_text: u64,
}

impl<'a> PictureFinder<'a> {
    pub fn new(content: &'a Source) -> Self {
        Self {
            folder: None,
            content,
            photos: Photos::default(),
            exported: BTreeMap::new(),
            pixels_in_text: 0,
        }
    }

    /// Looks beside that file first from now on. `exported` is the front matter's `pictures`.
    pub fn set_file(&mut self, file: &Path, exported: &BTreeMap<String, String>) {
        self.folder = Some(file.parent().unwrap_or(Path::new(".")).to_path_buf());
        self.exported.clone_from(exported);
        self.pixels_in_text = 0;
    }

    /// The picture that an author named.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be shown.
    pub fn find(&mut self, name: &str) -> Result<PreparedPicture, PictureError> {
        if let Some(file) = self.exported.get(name).cloned() {
            return self.reuse_exported(&file);
        }
        if name.starts_with("data:") {
            let (file, bytes) = pictures::decode_data_url(name)?;
            if !file.ends_with(".svg") {
                let (width, height) = media::photo_size(&bytes)?;
                self.pixels_in_text += u64::from(width) * u64::from(height);
                if self.pixels_in_text > MAX_PIXELS_IN_TEXT {
                    let what =
                        "is too much: the photos inside this text have more than 24 megapixels together";
                    return Err(PictureError::new(
                        what,
                        "add them as files, one by one, or make them smaller",
                    ));
                }
            }
            return pictures::prepare(&file, &bytes, &mut self.photos);
        }
        if name.contains("://") || name.starts_with("//") {
            let instead =
                "save the picture beside the post's file and name that; other sites' pictures come and go";
            return Err(PictureError::new("stands on another site", instead));
        }
        // Markdown and HTML contain URLs, in which a blank is `%20`.
        let plain = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
        let plain = plain.trim_start_matches('/').trim_start_matches("./");
        pictures::prepare(plain, &self.read(plain)?, &mut self.photos)
    }

    fn read(&self, plain: &str) -> Result<Bytes, PictureError> {
        let beside = self.folder.clone().map(Source::Folder);
        let found = beside.as_ref().and_then(|folder| folder.read(plain));
        let found = found.or_else(|| self.content.read(plain));
        // The content's own posts may have pictures beside them too.
        let found = found.or_else(|| self.content.read(&format!("posts/{plain}")));
        found.ok_or_else(|| {
            let (folder, name) = plain.rsplit_once('/').unwrap_or(("", plain));
            let mut files = self.content.list(folder, "");
            files.extend(
                beside
                    .iter()
                    .flat_map(|beside| beside.list(if folder.is_empty() { "." } else { folder }, "")),
            );
            let names = files.iter().filter_map(|file| file.rsplit('/').next());
            let instead = match nearest(name, names) {
                Some(near) => format!("did you mean `{}{near}`?", plain.trim_end_matches(name)),
                None => "put the picture beside the post's file, and write its name as the file has it"
                    .to_string(),
            };
            PictureError::new("is missing", instead)
        })
    }

    /// A picture from an export, whose files are reused as they are.
    fn reuse_exported(&mut self, file: &str) -> Result<PreparedPicture, PictureError> {
        let bytes = self.read(file)?;
        let folder = self.folder.clone().unwrap_or_default();
        let path = folder.join(file);
        let siblings = std::fs::read_dir(path.parent().unwrap_or(&folder)).into_iter().flatten().flatten();
        let names = siblings.filter_map(|entry| entry.file_name().into_string().ok());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        exported_pictures::reuse(&name, &bytes, names, |other| {
            std::fs::read(path.with_file_name(other)).ok().map(Bytes::from)
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;

    use super::*;

    #[test]
    fn photos_inside_a_text_have_24_megapixels_together_and_no_more() {
        // A header alone: what follows would be decoded only once there is room for it.
        let photo = |width: u32, checksum: u32| {
            let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
            png.extend(width.to_be_bytes().into_iter().chain(3000_u32.to_be_bytes()).chain([8, 2, 0, 0, 0]));
            png.extend(checksum.to_be_bytes());
            png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
            format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(png))
        };
        let mut finder = PictureFinder::new(&Source::Bundled);
        let (wide, narrow) = (photo(4000, 0x7ad7d0b0), photo(1, 0xafb54599));
        let mut said = |photo: &str| finder.find(photo).expect_err("no pixels").describe("data:…");
        assert!(!said(&wide).contains("megapixels"));
        assert!(!said(&wide).contains("megapixels"));
        assert!(said(&narrow).contains("more than 24 megapixels together"));
    }
}
