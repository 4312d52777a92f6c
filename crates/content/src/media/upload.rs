//! Pictures that people bring: what their bytes are, and what they are called.

use crate::media::{PictureError, url_safe};

/// The most bytes that a drawing may have: a larger one is a traced photo.
const MAX_DRAWING_BYTES: usize = 1024 * 1024;
/// The most bytes that a photo may have.
pub const MAX_PHOTO_BYTES: usize = 32 * 1024 * 1024;
/// The longest name of a picture, in characters, without its ending.
const MAX_NAME_CHARS: usize = 60;

/// The name that a text has for a file that somebody brings: without blanks and signs, and with the ending that its bytes say.
///
/// # Errors
/// When its bytes are no picture that pages show.
pub fn named(file: &str, bytes: &[u8]) -> Result<String, PictureError> {
    let Some(extension) = extension_of(bytes) else {
        return Err(match is_heic(bytes) {
            true => PictureError::new(
                "is HEIC, which browsers don't show",
                "share it from the phone as JPEG, or take it here",
            ),
            false => PictureError::new("is no picture that pages show", "use JPEG, PNG, WebP or SVG"),
        });
    };
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem: String = url_safe(stem).to_lowercase().chars().take(MAX_NAME_CHARS).collect();
    let stem = stem.trim_matches('-');
    Ok(format!("{}.{extension}", if stem.is_empty() { "picture" } else { stem }))
}

/// The format that phones write by default.
fn is_heic(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp")
        && matches!(bytes.get(8..12), Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1"))
}

/// The file extension that belongs to these first bytes; `None` if pages don't show that kind of file.
pub fn extension_of(bytes: &[u8]) -> Option<&'static str> {
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

/// Whether it may be taken: not too large.
///
/// # Errors
/// The problem with it.
pub fn check(file: &str, bytes: &[u8]) -> Result<(), PictureError> {
    let is_drawing = file.to_ascii_lowercase().ends_with(".svg");
    let max_bytes = if is_drawing { MAX_DRAWING_BYTES } else { MAX_PHOTO_BYTES };
    if bytes.len() > max_bytes {
        let what = format!("has {} MB", bytes.len().div_ceil(1024 * 1024));
        return Err(PictureError::new(what, format!("make it at most {} MB", max_bytes / (1024 * 1024))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: &[u8] = &[0xFF, 0xD8, 0xFF, 0xE0];

    #[test]
    fn a_name_is_what_a_text_can_say_and_ends_in_what_the_bytes_are() {
        assert_eq!(named("C:\\DCIM\\IMG 0012.PNG", JPEG).unwrap(), "img-0012.jpg");
        assert_eq!(named("صورة.jpg", JPEG).unwrap(), "picture.jpg");
        let heic = named("IMG_1.HEIC", b"\0\0\0\x18ftypheic").expect_err("refused");
        assert!(heic.describe("IMG_1.HEIC").contains("HEIC"), "{heic:?}");
        assert!(named("a.gif", b"GIF89a").is_err());
    }
}
