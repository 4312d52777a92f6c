//! Pictures of posts: from the file that an author names to the files that are stored and served.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::post::Picture;
use crate::store::File;
use site::content::Photos;
use site::content::media;
use site::content::media::PictureError;

/// Where pictures of posts are served; the rest of an address is the file's name in the database.
pub const ADDRESS: &str = "/media/posts/";
/// The most bytes that a drawing may have: one this large is a photo that was traced.
pub const MOST_DRAWING: usize = 1024 * 1024;
/// The most bytes that a photo may have.
pub const MOST_PHOTO: usize = 32 * 1024 * 1024;
/// How much of a file's name is kept, in characters.
const MOST_NAME: usize = 60;

/// A picture, and the files to store for it. Its `alt` is empty: whoever names a picture says what it shows.
#[derive(Clone, Debug)]
pub struct Made {
    pub picture: Picture,
    pub files: Vec<File>,
    /// Whether it is a photo, which must say what it shows.
    pub is_photo: bool,
}

/// Makes a picture of a file's bytes. The names of its files change with these bytes, and are the same
/// for the same bytes wherever they are made.
///
/// # Errors
/// When it is too large, of no kind that pages show, or broken.
pub fn make(file: &str, bytes: &Bytes, photos: &mut Photos) -> Result<Made, PictureError> {
    let is_drawing = file.to_ascii_lowercase().ends_with(".svg");
    let most = if is_drawing { MOST_DRAWING } else { MOST_PHOTO };
    if bytes.len() > most {
        let what = format!("has {} MB", bytes.len().div_ceil(1024 * 1024));
        return Err(PictureError::new(what, format!("make it at most {} MB", most / (1024 * 1024))));
    }
    if is_drawing && has_script(bytes) {
        return Err(PictureError::new("holds a script", "export the drawing without scripts and links"));
    }
    let made = media::make(file, bytes.clone(), photos)?;
    let stem = stem(file);
    let fingerprint = fingerprint(bytes);
    let stored = |width: Option<u32>, served: &media::Served| {
        let ending = served.address.rsplit('.').next().unwrap_or_default();
        let width = width.map_or_else(String::new, |width| format!("-{width}"));
        File {
            name: format!("{stem}{width}.{fingerprint}.{ending}"),
            content_type: served.content_type.to_string(),
            bytes: served.bytes.to_vec(),
        }
    };
    let shown = stored(made.is_photo().then_some(made.width), &made.shown);
    let candidates: Vec<(u32, File)> =
        made.candidates.iter().map(|(width, served)| (*width, stored(Some(*width), served))).collect();
    let srcset = candidates.iter().map(|(width, file)| format!("{ADDRESS}{} {width}w", file.name));
    let picture = Picture {
        src: format!("{ADDRESS}{}", shown.name),
        srcset: made.is_photo().then(|| srcset.collect::<Vec<_>>().join(", ")),
        width: made.width,
        height: made.height,
        alt: String::new(),
    };
    let files = std::iter::once(shown).chain(candidates.into_iter().map(|(_, file)| file));
    Ok(Made { picture, files: files.collect(), is_photo: made.is_photo() })
}

/// The name and the bytes of a picture that stands in the text itself, as a `data:` address.
///
/// # Errors
/// When it is no picture.
pub fn inlined(address: &str) -> Result<(String, Bytes), PictureError> {
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
    let ending = ending_of(&bytes).ok_or_else(wrong)?;
    Ok((format!("picture.{ending}"), bytes.into()))
}

/// The names of the files that a picture is served from.
pub fn files_of(picture: &Picture) -> impl Iterator<Item = &str> {
    let candidates = picture.srcset.as_deref().unwrap_or_default().split(", ");
    let addresses =
        std::iter::once(picture.src.as_str()).chain(candidates.filter_map(|one| one.split(' ').next()));
    addresses.filter_map(|address| address.strip_prefix(ADDRESS))
}

/// The ending that files with these first bytes have; none where pages do not show their kind.
pub fn ending_of(bytes: &[u8]) -> Option<&'static str> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some("jpg"),
        [0x89, b'P', b'N', b'G', ..] => Some("png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
        _ => {
            let text = text(bytes);
            let start = text.trim_start_matches('\u{FEFF}').trim_start();
            (start.starts_with('<') && !start.starts_with("<!doctype html") && text.contains("<svg"))
                .then_some("svg")
        }
    }
}

/// Browsers run no script of a drawing that a page shows; one that holds some was not made for pages.
fn has_script(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    ["<script", "javascript:", "<foreignobject", "<!entity"].iter().any(|part| text.contains(part))
}

/// The last part of a file's path without its ending, made of letters that addresses keep.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let name: String = media::url_safe(name).to_ascii_lowercase().chars().take(MOST_NAME).collect();
    let name = name.replace('/', "-");
    if name.is_empty() { "picture".to_string() } else { name }
}

fn fingerprint(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &[u8] = br#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>"#;

    #[test]
    fn a_drawing_is_stored_as_it_is_under_a_name_that_changes_with_it() {
        let bytes = Bytes::from_static(DRAWING);
        let made =
            make("illustrations/Blog 1 cooling.svg", &bytes, &mut Photos::default()).expect("a picture");
        assert_eq!(made.files.len(), 1);
        assert_eq!(made.files[0].bytes, DRAWING);
        assert!(made.picture.src.starts_with("/media/posts/blog-1-cooling."), "{}", made.picture.src);
        assert_eq!((made.picture.width, made.picture.height, made.picture.srcset), (40, 30, None));
        let other = Bytes::from([DRAWING, b" "].concat());
        let other =
            make("illustrations/Blog 1 cooling.svg", &other, &mut Photos::default()).expect("a picture");
        assert_ne!(other.picture.src, made.picture.src);
    }

    #[test]
    fn a_drawing_with_a_script_is_refused() {
        let bytes = Bytes::from_static(b"<svg width=\"1\" height=\"1\"><SCRIPT>alert(1)</SCRIPT></svg>");
        let fault = make("a.svg", &bytes, &mut Photos::default()).expect_err("refused");
        assert!(fault.describe("a.svg").contains("script"), "{fault:?}");
    }

    #[test]
    fn the_first_bytes_say_what_a_file_is_whatever_its_name() {
        assert_eq!(ending_of(DRAWING), Some("svg"));
        assert_eq!(ending_of(b"\xFF\xD8\xFF\xE0"), Some("jpg"));
        assert_eq!(ending_of(b"<!doctype html><svg>"), None);
        assert_eq!(ending_of(b"GIF89a"), None);
        assert_eq!(ending_of(b""), None);
    }
}
