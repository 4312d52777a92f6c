//! Pictures of the content folder: how large they are and where they are served.

use std::borrow::Cow;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::source::Source;

/// A file that pages show.
#[derive(Debug, Clone)]
pub struct Media {
    pub bytes: Cow<'static, [u8]>,
    pub content_type: &'static str,
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// The address it is served at: it changes with the bytes, so it may be kept for ever.
    pub address: String,
}

/// The media that the content names, by their file.
pub type Library = BTreeMap<String, Media>;

/// Reads a picture; the error says what is wrong and what would be right.
pub fn read(source: &Source, file: &str) -> Result<Media, (String, String)> {
    let bytes = source.read(file).ok_or_else(|| missing(source, file))?;
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let unreadable = |what: &str| {
        (format!("picture `{file}` {what}"), "use an SVG, PNG, JPEG, WebP or AVIF file".to_string())
    };
    let content_type = match ending {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        _ => return Err(unreadable("is of a kind that browsers do not show")),
    };
    let (width, height) = if ending == "svg" { svg_size(&bytes) } else { raster_size(&bytes) }
        .ok_or_else(|| unreadable("does not say how wide and high it is"))?;
    let fingerprint: String =
        Sha256::digest(&bytes).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let address = format!("/media/{stem}.{fingerprint}.{ending}");
    Ok(Media { bytes, content_type, width, height, address })
}

fn missing(source: &Source, file: &str) -> (String, String) {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let there = source.list(folder, "").join(", ");
    let instead = match there.is_empty() {
        true => format!("there is no folder `{folder}` with pictures"),
        false => format!("put the file there or name one of: {there}"),
    };
    (format!("picture `{file}` is missing"), instead)
}

fn raster_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = imagesize::blob_size(bytes).ok()?;
    Some((size.width.try_into().ok()?, size.height.try_into().ok()?))
}

/// Reads `width` and `height` of the root element, or else its `viewBox`.
fn svg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let root = text.split_once("<svg")?.1.split_once('>')?.0;
    let attribute = |name: &str| Some(root.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
    let pixels =
        |text: &str| text.trim_end_matches("px").parse::<f64>().ok().map(|number| number.round() as u32);
    if let (Some(width), Some(height)) =
        (attribute("width").and_then(pixels), attribute("height").and_then(pixels))
    {
        return Some((width, height));
    }
    let mut view = attribute("viewBox")?.split_ascii_whitespace().skip(2).filter_map(pixels);
    Some((view.next()?, view.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_tells_its_size_by_attributes_or_by_view_box() {
        assert_eq!(svg_size(br#"<svg width="8" height="6" viewBox="0 0 1 1">"#), Some((8, 6)));
        assert_eq!(svg_size(br#"<svg viewBox="0 0 115 28">"#), Some((115, 28)));
        assert_eq!(svg_size(b"<svg>"), None);
    }
}
