//! Pictures that were made before and come back from an export: taken as they are, after a look at them.

use bytes::Bytes;

use crate::authoring::pictures::{ADDRESS, Made, ending_of};
use crate::post::Picture;
use crate::store::File;
use site::content::media;
use site::content::media::PictureError;

/// The parts of the name of a picture's file: `{stem}[-{width}].{fingerprint}.{ending}`.
struct Name<'a> {
    stem: &'a str,
    width: Option<u32>,
    fingerprint: &'a str,
    ending: &'a str,
}

/// The picture of `name`, one of `names` that stand together; `read` reads another one of them.
///
/// # Errors
/// When it is none that an export has written.
pub fn picture(
    name: &str,
    bytes: &Bytes,
    names: impl Iterator<Item = String>,
    read: impl Fn(&str) -> Option<Bytes>,
) -> Result<Made, PictureError> {
    let foreign = || {
        PictureError::new(
            "was not written by an export",
            "leave `pictures` out and name the picture in the text",
        )
    };
    let parts = parts(name).filter(|parts| ending_of(bytes) == Some(parts.ending)).ok_or_else(foreign)?;
    let (width, height) = media::size(name, bytes)?;
    let shown = file(name, bytes);
    let mut candidates: Vec<(u32, File)> = names
        .filter_map(|other| {
            let its = self::parts(&other)?;
            let same = (its.stem, its.fingerprint, its.ending) == (parts.stem, parts.fingerprint, "webp");
            let bytes = read(&other).filter(|bytes| same && ending_of(bytes) == Some("webp"))?;
            Some((its.width?, file(&other, &bytes)))
        })
        .collect();
    candidates.sort_by_key(|(width, _)| *width);
    let is_photo = parts.ending != "svg";
    if is_photo && candidates.is_empty() {
        return Err(foreign());
    }
    let srcset = candidates.iter().map(|(width, file)| format!("{ADDRESS}{} {width}w", file.name));
    let picture = Picture {
        src: format!("{ADDRESS}{name}"),
        srcset: is_photo.then(|| srcset.collect::<Vec<_>>().join(", ")),
        width,
        height,
        alt: String::new(),
    };
    let files = std::iter::once(shown).chain(candidates.into_iter().map(|(_, file)| file)).collect();
    Ok(Made { picture, files, is_photo })
}

fn parts(name: &str) -> Option<Name<'_>> {
    let (rest, ending) = name.rsplit_once('.')?;
    let (stem, fingerprint) = rest.rsplit_once('.')?;
    let known = fingerprint.len() == 16 && fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
    let plain = stem.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let (stem, width) = match ending {
        "svg" => (stem, None),
        _ => stem.rsplit_once('-').map(|(stem, width)| (stem, width.parse().ok()))?,
    };
    (known && plain && matches!(ending, "svg" | "jpg" | "webp")).then_some(Name {
        stem,
        width,
        fingerprint,
        ending,
    })
}

fn file(name: &str, bytes: &Bytes) -> File {
    let content_type = match name.rsplit('.').next() {
        Some("svg") => "image/svg+xml",
        Some("webp") => "image/webp",
        _ => "image/jpeg",
    };
    File { name: name.to_string(), content_type: content_type.to_string(), bytes: bytes.to_vec() }
}
