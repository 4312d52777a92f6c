//! Prepares the pictures of posts: checks the file that an author names, and encodes the files to store and serve.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::post::StoredPicture;
use crate::store::PictureFile;
use content::Photos;
use content::media;
use content::media::PictureError;
use content::media::upload;
pub use content::media::upload::{MAX_PHOTO_BYTES, extension_of};

/// Prefix of the addresses of posts' pictures; the rest is the file's name in the database.
pub const PICTURES_PATH: &str = "/media/posts/";
/// Longest part of a file's name that is kept in its address, in characters.
const MAX_STEM_CHARS: usize = 60;

/// A picture, and the files to store for it. Its `alt` is empty: that depends on where the picture is used.
#[derive(Clone, Debug)]
pub struct PreparedPicture {
    pub picture: StoredPicture,
    pub files: Vec<PictureFile>,
    /// A photo needs an alternative text.
    pub is_photo: bool,
}

/// Prepares a picture from a file's bytes. The names of its files have a fingerprint of these bytes, so that they are
/// the same wherever they are made.
///
/// # Errors
/// When it is too large, broken, or of a kind that pages don't show.
pub fn prepare(file: &str, bytes: &Bytes, photos: &mut Photos) -> Result<PreparedPicture, PictureError> {
    upload::check(file, bytes)?;
    let made = media::make(file, bytes.clone(), photos)?;
    let stem = stem(file);
    let fingerprint = fingerprint(bytes);
    let stored = |width: Option<u32>, served: &media::Served| {
        let extension = served.address.rsplit('.').next().unwrap_or_default();
        let width = width.map_or_else(String::new, |width| format!("-{width}"));
        PictureFile {
            name: format!("{stem}{width}.{fingerprint}.{extension}"),
            content_type: served.content_type.to_string(),
            bytes: served.bytes.to_vec(),
        }
    };
    let shown = stored(made.is_photo().then_some(made.width), &made.shown);
    let candidates: Vec<(u32, PictureFile)> =
        made.candidates.iter().map(|(width, served)| (*width, stored(Some(*width), served))).collect();
    let srcset = candidates.iter().map(|(width, file)| format!("{PICTURES_PATH}{} {width}w", file.name));
    let picture = StoredPicture {
        src: format!("{PICTURES_PATH}{}", shown.name),
        srcset: made.is_photo().then(|| srcset.collect::<Vec<_>>().join(", ")),
        width: made.width,
        height: made.height,
        alt: String::new(),
    };
    let files = std::iter::once(shown).chain(candidates.into_iter().map(|(_, file)| file));
    Ok(PreparedPicture { picture, files: files.collect(), is_photo: made.is_photo() })
}

/// The name and the bytes of a picture that is part of the text, as a `data:` URL.
///
/// # Errors
/// When it is not a picture.
pub fn decode_data_url(address: &str) -> Result<(String, Bytes), PictureError> {
    use base64::Engine as _;
    let wrong = || {
        PictureError::new(
            "in the text itself cannot be read",
            "save it as a file beside the post's, and name that",
        )
    };
    let (head, data) = address.split_once(',').ok_or_else(wrong)?;
    let bytes = if head.ends_with(";base64") {
        let plain: String = data.chars().filter(|c| !c.is_whitespace()).collect();
        base64::engine::general_purpose::STANDARD.decode(plain).map_err(|_| wrong())?
    } else {
        percent_encoding::percent_decode_str(data).collect()
    };
    let extension = extension_of(&bytes).ok_or_else(wrong)?;
    Ok((format!("picture.{extension}"), bytes.into()))
}

/// The names of the files that a picture is served from.
pub fn files_of(picture: &StoredPicture) -> impl Iterator<Item = &str> {
    let candidates = picture.srcset.as_deref().unwrap_or_default().split(", ");
    let addresses =
        std::iter::once(picture.src.as_str()).chain(candidates.filter_map(|one| one.split(' ').next()));
    addresses.filter_map(|address| address.strip_prefix(PICTURES_PATH))
}

/// The last part of a file's path without its extension, in characters that addresses don't encode.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let name: String = media::url_safe(name).to_ascii_lowercase().chars().take(MAX_STEM_CHARS).collect();
    let name = name.replace('/', "-");
    if name.is_empty() { "picture".to_string() } else { name }
}

fn fingerprint(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &[u8] = br#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>"#;

    #[test]
    fn a_drawing_is_stored_as_it_is_under_a_name_that_changes_with_it() {
        let bytes = Bytes::from_static(DRAWING);
        let made =
            prepare("illustrations/Blog 1 cooling.svg", &bytes, &mut Photos::default()).expect("a picture");
        assert_eq!(made.files.len(), 1);
        assert_eq!(made.files[0].bytes, DRAWING);
        assert!(made.picture.src.starts_with("/media/posts/blog-1-cooling."), "{}", made.picture.src);
        assert_eq!((made.picture.width, made.picture.height, made.picture.srcset), (40, 30, None));
        let other = Bytes::from([DRAWING, b" "].concat());
        let other =
            prepare("illustrations/Blog 1 cooling.svg", &other, &mut Photos::default()).expect("a picture");
        assert_ne!(other.picture.src, made.picture.src);
    }

    #[test]
    fn a_drawing_is_stored_without_its_script() {
        let bytes = Bytes::from_static(
            b"<svg width=\"1\" height=\"1\" onload=\"x()\"><script>x()</script><g/></svg>",
        );
        let made = prepare("a.svg", &bytes, &mut Photos::default()).expect("a picture");
        let stored = String::from_utf8_lossy(&made.files[0].bytes);
        assert_eq!(stored, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"><g/></svg>");
    }

    #[test]
    fn the_first_bytes_say_what_a_file_is_whatever_its_name() {
        assert_eq!(extension_of(DRAWING), Some("svg"));
        assert_eq!(extension_of(b"\xFF\xD8\xFF\xE0"), Some("jpg"));
        assert_eq!(extension_of(b"<!doctype html><svg>"), None);
        assert_eq!(extension_of(b"GIF89a"), None);
        assert_eq!(extension_of(b""), None);
    }
}
