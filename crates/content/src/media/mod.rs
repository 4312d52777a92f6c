//! Pictures of the content folder, drawings (SVG) and photos: how large they are and where they are served.

mod allowed;
mod cache;
mod colours;
pub mod drawing;
mod jpeg;
mod photo;
mod pixels;
mod png;
mod styles;
pub mod upload;

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

pub use self::cache::Photos;
use self::drawing::Drawing;
use crate::report::{Place, Report};
use crate::source::Source;

/// A picture that pages show.
#[derive(Debug, Clone)]
pub struct Media {
    /// Width of `shown` in CSS pixels.
    pub width: u32,
    /// Height of `shown` in CSS pixels.
    pub height: u32,
    /// The file for every browser: the drawing itself, or a photo's JPEG.
    pub shown: Served,
    /// A photo's WebP files with their widths, the narrowest first; empty for a drawing.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureError {
    /// The problem; follows the file's name in a message.
    what: String,
    /// A suggestion.
    instead: String,
}

impl PictureError {
    pub fn new(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { what: what.into(), instead: instead.into() }
    }

    /// The problem with the picture of that name, as a sentence without its full stop.
    pub fn describe(&self, file: &str) -> String {
        format!("picture `{file}` {}", self.what)
    }

    /// A suggestion.
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
            let drawing = rebuilt(&bytes)?;
            let (width, height) = drawing.size()?;
            let shown = Served::new(stem, ending, drawing::CONTENT_TYPE, drawing.bytes);
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

/// Width and height of a photo in pixels, without converting it.
///
/// # Errors
/// When it cannot be read.
pub fn photo_size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    pixels::size(bytes)
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
mod camera_tests;
#[cfg(test)]
mod photo_tests;

/// The drawings that were rebuilt last, by the digest of their bytes: an edit of the words rebuilds none.
static DRAWINGS: Mutex<VecDeque<([u8; 32], Drawing)>> = Mutex::new(VecDeque::new());
/// The most drawings that are kept: a site has some sixty, of some tens of kilobytes each.
const MAX_DRAWINGS: usize = 128;

fn rebuilt(bytes: &[u8]) -> Result<Drawing, PictureError> {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let known =
        DRAWINGS.lock().iter().find(|(known, _)| *known == digest).map(|(_, drawing)| drawing.clone());
    if let Some(drawing) = known {
        return Ok(drawing);
    }
    let drawing = Drawing::rebuilt(bytes)?.whole()?;
    let mut drawings = DRAWINGS.lock();
    drawings.truncate(MAX_DRAWINGS - 1);
    drawings.push_front((digest, drawing.clone()));
    Ok(drawing)
}
