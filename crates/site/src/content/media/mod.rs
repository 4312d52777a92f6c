//! Pictures of the content folder, drawings (SVG) and photos: how large they are and where they are served.

mod cache;
mod photo;
mod svg;
pub mod upload;

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

pub use self::cache::Photos;
use crate::content::report::{Place, Report};
use crate::content::source::Source;

/// A picture that pages show.
#[derive(Debug, Clone)]
pub struct Media {
    /// Width of `shown` in CSS pixels.
    pub width: u32,
    /// Height of `shown` in CSS pixels.
    pub height: u32,
    /// What every browser can show: the drawing itself, or a photo's JPEG.
    pub shown: Served,
    /// A photo's WebP files with their widths, the narrowest first; none for a drawing.
    pub candidates: Vec<(u32, Served)>,
}

/// A file as it is served.
#[derive(Debug, Clone)]
pub struct Served {
    /// It changes with the bytes, so it may be cached for good.
    pub address: String,
    pub content_type: &'static str,
    pub bytes: Bytes,
}

/// Why a picture cannot be shown.
#[derive(Debug, PartialEq, Eq)]
pub struct PictureError {
    /// What is wrong; follows the file's name in a message.
    what: String,
    /// What would be right.
    instead: String,
}

impl PictureError {
    pub fn new(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { what: what.into(), instead: instead.into() }
    }

    /// What is wrong with the picture of that name, as a sentence without its full stop.
    pub fn describe(&self, file: &str) -> String {
        format!("picture `{file}` {}", self.what)
    }

    /// What would be right.
    pub fn instead(&self) -> &str {
        &self.instead
    }

    /// Reports it where `file` is named.
    pub fn report(self, file: &str, place: &Place, report: &mut Report) {
        report.error(place, self.describe(file), self.instead);
    }
}

/// The media that the content names, by their file.
pub type MediaLibrary = BTreeMap<String, Media>;

/// Reads a picture.
///
/// # Errors
/// When there is no such file, or it cannot be shown.
pub fn read(source: &Source, file: &str, photos: &mut Photos) -> Result<Media, PictureError> {
    make(file, source.read(file).ok_or_else(|| missing(source, file))?, photos)
}

/// The picture of a file's bytes; the ending of its name says which kind it is.
///
/// # Errors
/// When it cannot be shown.
pub fn make(file: &str, bytes: Bytes, photos: &mut Photos) -> Result<Media, PictureError> {
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    match ending.to_ascii_lowercase().as_str() {
        "svg" => {
            let (width, height) = svg::size(&bytes)?;
            let shown = Served::new(stem, ending, "image/svg+xml", bytes);
            Ok(Media { width, height, shown, candidates: Vec::new() })
        }
        "jpg" | "jpeg" | "png" | "webp" => {
            let photo = photos.make(&bytes)?;
            let stem = url_safe(stem);
            let (width, height) = (photo.width, photo.height);
            let shown = Served::new(&format!("{stem}-{width}"), "jpg", "image/jpeg", photo.jpeg.clone());
            let candidates = photo.webp.iter().map(|(width, bytes)| {
                (*width, Served::new(&format!("{stem}-{width}"), "webp", "image/webp", bytes.clone()))
            });
            Ok(Media { width, height, shown, candidates: candidates.collect() })
        }
        _ => Err(PictureError::new(
            "is of a kind that pages do not show",
            "use an SVG drawing, or a JPEG, PNG or WebP photo",
        )),
    }
}

/// Width and height of a picture in CSS pixels, without converting it.
///
/// # Errors
/// When it cannot be read.
pub fn size(file: &str, bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    if file.ends_with(".svg") { svg::size(bytes) } else { photo::size(bytes) }
}

impl Media {
    /// Whether it is a photo, which must say what it shows.
    pub fn is_photo(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// Every file that is served of it.
    pub fn files(&self) -> impl Iterator<Item = &Served> {
        std::iter::once(&self.shown).chain(self.candidates.iter().map(|(_, served)| served))
    }

    /// The fields of a `Picture` that the loader fills in.
    pub fn fields(&self) -> impl Iterator<Item = (String, Json)> {
        let candidates = self.candidates.iter().map(|(width, served)| format!("{} {width}w", served.address));
        let srcset = self.is_photo().then(|| ("srcset", json!(candidates.collect::<Vec<_>>().join(", "))));
        let size = [("width", json!(self.width)), ("height", json!(self.height))];
        let fields = std::iter::once(("src", json!(self.shown.address))).chain(srcset).chain(size);
        fields.map(|(name, value)| (name.to_string(), value))
    }
}

impl Served {
    fn new(stem: &str, ending: &str, content_type: &'static str, bytes: Bytes) -> Self {
        let fingerprint = hex::encode(&Sha256::digest(&bytes)[..4]);
        Self { address: format!("/media/{stem}.{fingerprint}.{ending}"), content_type, bytes }
    }
}

/// A file's stem with hyphens for whatever would break a `srcset`: cameras and people put blanks, commas and brackets into
/// names.
pub fn url_safe(stem: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_');
    stem.chars().map(|c| if kept(c) { c } else { '-' }).collect()
}

fn missing(source: &Source, file: &str) -> PictureError {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let there = source.list(folder, "").join(", ");
    let instead = match there.is_empty() {
        true => format!("there is no folder `{folder}` with pictures"),
        false => format!("put the file there or name one of: {there}"),
    };
    PictureError::new("is missing", instead)
}

#[cfg(test)]
mod photo_tests;
