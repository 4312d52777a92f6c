//! Reuses the picture files that an export has written, after checking them, so that a post comes back unchanged.

use bytes::Bytes;

use crate::authoring::pictures::{PICTURES_PATH, PreparedPicture, extension_of};
use crate::post::StoredPicture;
use crate::store::PictureFile;
use content::media;
use content::media::PictureError;
use content::media::drawing::Drawing;

/// The parts of an exported file's name: `{stem}[-{width}].{fingerprint}.{extension}`.
struct ExportedName<'a> {
    stem: &'a str,
    width: Option<u32>,
    fingerprint: &'a str,
    extension: &'a str,
}

/// The picture with the file `name`. `names` are all files of its folder, and `read` reads one of them.
///
/// # Errors
/// When no export has written it.
pub fn reuse(
    name: &str,
    bytes: &Bytes,
    names: impl Iterator<Item = String>,
    read: impl Fn(&str) -> Option<Bytes>,
) -> Result<PreparedPicture, PictureError> {
    let foreign = || {
        PictureError::new(
            "was not written by an export",
            "leave `pictures` out and name the picture in the text",
        )
    };
    let parts =
        parts(name).filter(|parts| extension_of(bytes) == Some(parts.extension)).ok_or_else(foreign)?;
    let (width, height, bytes) = match parts.extension {
        "svg" => {
            let drawing = Drawing::rebuilt(bytes)?.whole()?;
            let (width, height) = drawing.size()?;
            (width, height, drawing.bytes)
        }
        _ => {
            let (width, height) = media::photo_size(bytes)?;
            (width, height, bytes.clone())
        }
    };
    let shown = file(name, &bytes);
    let mut candidates: Vec<(u32, PictureFile)> = names
        .filter_map(|other| {
            let its = self::parts(&other)?;
            let same = (its.stem, its.fingerprint, its.extension) == (parts.stem, parts.fingerprint, "webp");
            let bytes = read(&other).filter(|bytes| same && extension_of(bytes) == Some("webp"))?;
            Some((its.width?, file(&other, &bytes)))
        })
        .collect();
    candidates.sort_by_key(|(width, _)| *width);
    let is_photo = parts.extension != "svg";
    if is_photo && candidates.is_empty() {
        return Err(foreign());
    }
    let srcset = candidates.iter().map(|(width, file)| format!("{PICTURES_PATH}{} {width}w", file.name));
    let picture = StoredPicture {
        src: format!("{PICTURES_PATH}{name}"),
        srcset: is_photo.then(|| srcset.collect::<Vec<_>>().join(", ")),
        width,
        height,
        alt: String::new(),
    };
    let files = std::iter::once(shown).chain(candidates.into_iter().map(|(_, file)| file)).collect();
    Ok(PreparedPicture { picture, files, is_photo })
}

fn parts(name: &str) -> Option<ExportedName<'_>> {
    let (rest, extension) = name.rsplit_once('.')?;
    let (stem, fingerprint) = rest.rsplit_once('.')?;
    let known = fingerprint.len() == 16 && fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
    let plain = stem.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let (stem, width) = match extension {
        "svg" => (stem, None),
        _ => stem.rsplit_once('-').map(|(stem, width)| (stem, width.parse().ok()))?,
    };
    (known && plain && matches!(extension, "svg" | "jpg" | "webp")).then_some(ExportedName {
        stem,
        width,
        fingerprint,
        extension,
    })
}

fn file(name: &str, bytes: &Bytes) -> PictureFile {
    let content_type = match name.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        _ => "image/jpeg",
    };
    PictureFile { name: name.to_string(), content_type: content_type.to_string(), bytes: bytes.to_vec() }
}
