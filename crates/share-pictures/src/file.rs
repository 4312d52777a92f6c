//! Encodes a share picture as PNG or JPEG, small enough for chat apps.

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

use crate::rasterise;
use site::share_card::{Card, HEIGHT, ImageFormat, Material, WIDTH};

/// The most bytes of a picture: WhatsApp shows no larger ones.
pub const MAX_BYTES: usize = 300_000;
/// JPEG qualities, tried in turn until the picture is small enough. The last one is used in any case.
const JPEG_QUALITIES: [u8; 5] = [88, 80, 70, 55, 40];

/// Rasterises a card and encodes the pixels.
pub fn encode(card: &Card, material: &Material) -> Bytes {
    let pixels = rasterise::rasterise(card, material);
    let rgb: Vec<u8> =
        pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let drawing = (card.kind() == ImageFormat::Png).then(|| png(&rgb)).filter(|file| file.len() < MAX_BYTES);
    drawing.unwrap_or_else(|| jpeg(&rgb)).into()
}

fn jpeg(rgb: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    for quality in JPEG_QUALITIES {
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

/// Without PNG filters: the flat colours of drawings compress best as they are.
fn png(rgb: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::NoFilter)
        .write_image(rgb, WIDTH, HEIGHT, ExtendedColorType::Rgb8)
        .expect("writing to memory does not fail");
    file
}
