//! A share picture as the file that is sent.

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

use crate::rasterise;
use site::share_card::{Card, HEIGHT, ImageFormat, Material, WIDTH};

/// The most bytes that a picture may have: WhatsApp shows none of larger ones.
pub const MAX_BYTES: usize = 300_000;
/// Tried in turn until the picture is small enough; the last one stands.
const QUALITIES: [u8; 5] = [88, 80, 70, 55, 40];

/// Paints a card, and packs the pixels.
pub fn make(card: &Card, material: &Material) -> Bytes {
    let pixels = rasterise::rasterise(card, material);
    let rgb: Vec<u8> =
        pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let drawing = (card.kind() == ImageFormat::Png).then(|| png(&rgb)).filter(|file| file.len() < MAX_BYTES);
    drawing.unwrap_or_else(|| jpeg(&rgb)).into()
}

fn jpeg(rgb: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    for quality in QUALITIES {
        file.clear();
        JpegEncoder::new_with_quality(&mut file, quality)
            .write_image(rgb, WIDTH, HEIGHT, ExtendedColorType::Rgb8)
            .expect("writing to memory does not fail");
        if file.len() < MAX_BYTES {
            break;
        }
    }
    file
}

/// Unfiltered: the flat colours of drawings pack best as they are.
fn png(rgb: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::NoFilter)
        .write_image(rgb, WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .expect("writing to memory does not fail");
    file
}
