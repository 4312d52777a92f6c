//! Converts a photo to what browsers are sent: upright, in sRGB, without metadata, resized to the widths that pages use.

use bytes::Bytes;
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage, RgbaImage};

use crate::media::PictureError;
use crate::media::colours::{Channels, in_srgb};
use crate::media::pixels::Pixels;
use crate::media::{jpeg as jpeg_file, pixels, png};

/// The widths that pages use, in pixels.
const WIDTHS: [u32; 4] = [480, 800, 1200, 1600];
/// The width of the JPEG, in pixels.
const JPEG_WIDTH: u32 = 800;
/// The width whose WebP decides on the quality, in pixels, and the most bytes it may have.
const BUDGET_WIDTH: u32 = 1200;
const BUDGET_BYTES: usize = 120_000;
/// Tried in this order until the WebP is within the budget; the last one is used in any case.
const QUALITIES: [f32; 5] = [80.0, 70.0, 60.0, 50.0, 40.0];
const JPEG_QUALITY: u8 = 80;

/// A photo as it is served.
#[derive(Debug)]
pub struct Photo {
    /// Width of the JPEG in pixels.
    pub width: u32,
    /// Height of the JPEG in pixels.
    pub height: u32,
    pub jpeg: Bytes,
    /// By width, the narrowest first.
    pub webp: Vec<(u32, Bytes)>,
}

/// Makes the photo of a JPEG, PNG or WebP file.
///
/// # Errors
/// When the bytes are no such file, are broken, or hold too many pixels.
pub fn make(bytes: &[u8]) -> Result<Photo, PictureError> {
    let sizes = sizes(read(bytes)?);
    let measured = nearest_width(&sizes, BUDGET_WIDTH);
    let (quality, within) = within_budget(&sizes[measured])?;
    let made = sizes.iter().enumerate().map(|(place, size)| {
        let bytes = if place == measured { within.clone() } else { webp(size, quality)? };
        Ok((size.width(), bytes))
    });
    let fallback = &sizes[nearest_width(&sizes, JPEG_WIDTH)];
    Ok(Photo {
        width: fallback.width(),
        height: fallback.height(),
        jpeg: jpeg(fallback)?,
        webp: made.collect::<Result<_, PictureError>>()?,
    })
}

/// The pixels of a JPEG, PNG or WebP file.
pub(super) fn read(bytes: &[u8]) -> Result<Pixels, PictureError> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) => jpeg_file::read(bytes),
        Ok(ImageFormat::Png) => png::read(bytes),
        _ => pixels::read_webp(bytes),
    }
}

/// The WebP of `photo` that keeps the budget, or comes nearest to it, and its quality.
fn within_budget(photo: &RgbaImage) -> Result<(f32, Bytes), PictureError> {
    let mut least = (QUALITIES[0], webp(photo, QUALITIES[0])?);
    for quality in &QUALITIES[1..] {
        if least.1.len() <= BUDGET_BYTES {
            break;
        }
        least = (*quality, webp(photo, *quality)?);
    }
    Ok(least)
}

/// The photo in sRGB, in the widths that pages use, the narrowest first: never wider than it is.
fn sizes(pixels: Pixels) -> Vec<RgbaImage> {
    let Pixels { photo, channels, profile } = pixels;
    let has_opacity = channels != Channels::Inks;
    let largest = match photo.width().min(WIDTHS[WIDTHS.len() - 1]) {
        width if width == photo.width() => photo,
        width => resized(&photo, width, has_opacity),
    };
    let largest = in_srgb(largest, channels, profile.as_ref());
    let smaller = WIDTHS.into_iter().filter(|width| *width < largest.width());
    let mut sizes: Vec<RgbaImage> = smaller.map(|width| resized(&largest, width, true)).collect();
    sizes.push(largest);
    sizes
}

/// The place of the widest that is not wider than `width`, or else of the narrowest.
fn nearest_width(sizes: &[RgbaImage], width: u32) -> usize {
    sizes.iter().rposition(|size| size.width() <= width).unwrap_or(0)
}

/// The same photo, `width` pixels wide. `has_opacity`: what is seen less counts less.
fn resized(photo: &RgbaImage, width: u32, has_opacity: bool) -> RgbaImage {
    let height = u64::from(photo.height()) * u64::from(width);
    let height = ((height + u64::from(photo.width()) / 2) / u64::from(photo.width())).max(1) as u32;
    let from = ImageRef::new(photo.width(), photo.height(), photo.as_raw(), PixelType::U8x4)
        .expect("an image holds all of its pixels");
    let mut to = Image::new(width, height, PixelType::U8x4);
    let options = ResizeOptions::new().use_alpha(has_opacity);
    Resizer::new().resize(&from, &mut to, &options).expect("both images have the same kind of pixels");
    RgbaImage::from_raw(width, height, to.into_vec()).expect("an image holds all of its pixels")
}

fn webp(photo: &RgbaImage, quality: f32) -> Result<Bytes, PictureError> {
    let encoder = webp::Encoder::from_rgba(photo, photo.width(), photo.height());
    let encoded = encoder.encode_simple(false, quality).map_err(|_| unusual(photo))?;
    Ok(Bytes::copy_from_slice(&encoded))
}

/// JPEG has no transparency: what is behind becomes white.
fn jpeg(photo: &RgbaImage) -> Result<Bytes, PictureError> {
    let on_white = |colour: u8, alpha: u8| {
        let (colour, alpha) = (u16::from(colour), u16::from(alpha));
        ((colour * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let opaque = RgbImage::from_fn(photo.width(), photo.height(), |x, y| {
        let [red, green, blue, alpha] = photo.get_pixel(x, y).0;
        image::Rgb([red, green, blue].map(|colour| on_white(colour, alpha)))
    });
    let mut encoded = Vec::new();
    JpegEncoder::new_with_quality(&mut encoded, JPEG_QUALITY)
        .encode_image(&opaque)
        .map_err(|_| unusual(photo))?;
    Ok(encoded.into())
}

/// A strip, higher than the formats allow.
fn unusual(photo: &RgbaImage) -> PictureError {
    let (width, height) = photo.dimensions();
    PictureError::new(
        format!("is of an unusual shape: {width} × {height} pixels"),
        "crop it to what pages show",
    )
}
