//! Converts a photo to what browsers are sent: upright, in sRGB, without metadata, resized to the widths that pages use.

use std::io::Cursor;

use bytes::Bytes;
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

use crate::content::media::PictureError;

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
/// Larger photos are not decoded: one takes four bytes of memory per pixel, twice for a moment.
const MAX_MEGAPIXELS: u64 = 40;
const MAX_MEMORY_BYTES: u64 = 512 * 1024 * 1024;
/// The same before the pixels. A colour profile that unpacks to more is none: real ones have a few kilobytes.
const MAX_HEADER_BYTES: u64 = 4 * 1024 * 1024;

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
    let (original, profile) = decode(bytes)?;
    let largest = original.width().min(WIDTHS[WIDTHS.len() - 1]);
    let largest = in_srgb(resized(&original, largest), profile.as_deref());
    drop(original);
    let sizes: Vec<RgbaImage> =
        widths(largest.width()).into_iter().map(|width| resized(&largest, width)).collect();
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

/// Width and height of a photo in pixels, as its first bytes say.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    Ok(open(bytes)?.dimensions())
}

fn open(bytes: &[u8]) -> Result<impl ImageDecoder, PictureError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(unreadable)?;
    reader.limits(max_memory(MAX_HEADER_BYTES));
    reader.into_decoder().map_err(decode_error)
}

fn max_memory(bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(bytes);
    limits
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

/// The widths that a photo of `width` pixels is made in: never wider than it is.
fn widths(width: u32) -> Vec<u32> {
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|used| *used < width).collect();
    widths.push(width);
    widths
}

/// The place of the widest that is not wider than `width`, or else of the narrowest.
fn nearest_width(sizes: &[RgbaImage], width: u32) -> usize {
    sizes.iter().rposition(|size| size.width() <= width).unwrap_or(0)
}

/// The pixels, upright, and the colour profile that they are in.
pub(super) fn decode(bytes: &[u8]) -> Result<(RgbaImage, Option<Vec<u8>>), PictureError> {
    let mut decoder = open(bytes)?;
    decoder.set_limits(max_memory(MAX_MEMORY_BYTES)).map_err(decode_error)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_MEGAPIXELS * 1_000_000 {
        return Err(PictureError::new(
            format!("is too large: {width} × {height} pixels"),
            format!(
                "make it at most {MAX_MEGAPIXELS} megapixels; pages show no more than 1600 pixels of its width"
            ),
        ));
    }
    if bytes.starts_with(&[0xFF, 0xD8]) && !jpeg_ends(bytes) {
        return Err(unreadable("its end is missing"));
    }
    let orientation = decoder.orientation().map_err(decode_error)?;
    let profile = decoder.icc_profile().map_err(decode_error)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
    image.apply_orientation(orientation);
    Ok((image.into_rgba8(), profile))
}

/// Whether a JPEG has its end; the decoder fills what a broken copy lacks with grey.
fn jpeg_ends(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xFF, marker, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        at += match marker {
            0xFF => 1,
            _ => 2 + usize::from(u16::from_be_bytes([high, low])),
        };
        // From the first scan on, these two bytes are nowhere but at the end of the picture.
        if marker == 0xDA {
            return bytes.get(at..).is_some_and(|scan| scan.windows(2).any(|pair| pair == [0xFF, 0xD9]));
        }
    }
    false
}

fn decode_error(error: ImageError) -> PictureError {
    match error {
        ImageError::Unsupported(_) => {
            PictureError::new("is not a JPEG, PNG or WebP photo, whatever its name says", "export it as JPEG")
        }
        error => unreadable(error),
    }
}

fn unreadable(why: impl std::fmt::Display) -> PictureError {
    PictureError::new(format!("cannot be read: {why}"), "copy the file again, or save it again as JPEG")
}

/// The same photo, `width` pixels wide.
fn resized(photo: &RgbaImage, width: u32) -> RgbaImage {
    if width == photo.width() {
        return photo.clone();
    }
    let height = u64::from(photo.height()) * u64::from(width);
    let height = ((height + u64::from(photo.width()) / 2) / u64::from(photo.width())).max(1) as u32;
    let from = ImageRef::new(photo.width(), photo.height(), photo.as_raw(), PixelType::U8x4)
        .expect("an image holds all of its pixels");
    let mut to = Image::new(width, height, PixelType::U8x4);
    Resizer::new().resize(&from, &mut to, None).expect("both images have the same kind of pixels");
    RgbaImage::from_raw(width, height, to.into_vec()).expect("an image holds all of its pixels")
}

/// The same colours in sRGB, which browsers assume for files without a profile: many phones take photos in a wider space. A profile that cannot be used is left out.
fn in_srgb(photo: RgbaImage, profile: Option<&[u8]>) -> RgbaImage {
    let converted = || {
        let from = ColorProfile::new_from_slice(profile?).ok()?;
        let to = ColorProfile::new_srgb();
        let transform =
            from.create_transform_8bit(Layout::Rgba, &to, Layout::Rgba, TransformOptions::default()).ok()?;
        let mut converted = RgbaImage::new(photo.width(), photo.height());
        transform.transform(&photo, &mut converted).ok()?;
        Some(converted)
    };
    converted().unwrap_or(photo)
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
