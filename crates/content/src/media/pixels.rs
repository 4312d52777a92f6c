//! The pixels of a photo; those of a large one in fewer, so that converting it never takes much memory.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, RgbaImage};
use moxcms::ColorProfile;

use crate::media::PictureError;
use crate::media::colours::Channels;

/// The most memory that the pixels may take while they are read, in bytes. The most pixels follow from it: 210 million
/// if they are never all in memory.
const MAX_MEMORY_BYTES: u64 = 210_000_000;
/// What a pixel takes that is kept: red, green and blue or four inks twice, or once more when the photo is turned.
const BYTES_PER_KEPT_PIXEL: u64 = 8;
/// The most memory for what comes before the pixels. A colour profile that unpacks to more isn't one: real ones have a
/// few hundred kilobytes.
pub const MAX_HEADER_BYTES: u64 = 4 * 1024 * 1024;

/// The pixels of a photo, upright, in the colours of its file.
pub struct Pixels {
    pub photo: RgbaImage,
    pub channels: Channels,
    pub profile: Option<ColorProfile>,
}

impl Pixels {
    /// Turns a photo upright whose camera was held like this.
    pub fn upright(
        photo: RgbaImage,
        exif: Option<&[u8]>,
        channels: Channels,
        profile: Option<ColorProfile>,
    ) -> Self {
        let mut photo = DynamicImage::from(photo);
        photo.apply_orientation(
            exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms),
        );
        Self { photo: photo.into_rgba8(), channels, profile }
    }
}

/// Width and height of a photo in pixels, as its first bytes say.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    Ok(open(bytes)?.dimensions())
}

fn open(bytes: &[u8]) -> Result<impl ImageDecoder, PictureError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(unreadable)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_HEADER_BYTES);
    reader.limits(limits);
    reader.into_decoder().map_err(|error| match error {
        ImageError::Unsupported(_) => {
            PictureError::new("is not a JPEG, PNG or WebP photo, whatever its name says", "export it as JPEG")
        }
        error => unreadable(error),
    })
}

pub fn unreadable(why: impl std::fmt::Display) -> PictureError {
    PictureError::new(format!("cannot be read: {why}"), "copy the file again, or save it again as JPEG")
}

/// By what a photo's width and height have to be divided, so that it can be read. `bytes_per_pixel` is what each of its
/// pixels takes until the last one is read.
///
/// # Errors
/// When it's too large for that.
pub fn divisor(width: u32, height: u32, bytes_per_pixel: u64) -> Result<u32, PictureError> {
    let pixels = u128::from(width) * u128::from(height);
    let max_pixels = MAX_MEMORY_BYTES / (bytes_per_pixel + 1);
    let bytes = |divisor: u32| {
        pixels * u128::from(bytes_per_pixel)
            + pixels * u128::from(BYTES_PER_KEPT_PIXEL) / u128::from(divisor * divisor)
    };
    let found = (1..=8).find(|divisor| bytes(*divisor) <= u128::from(MAX_MEMORY_BYTES));
    found.filter(|_| pixels <= u128::from(max_pixels)).ok_or_else(|| {
        PictureError::new(
            format!("is too large: {width} × {height} pixels"),
            format!(
                "make it at most {} megapixels; pages show no more than 1600 pixels of its width",
                max_pixels / 1_000_000
            ),
        )
    })
}

/// The pixels of a WebP file.
///
/// # Errors
/// When the bytes are no such file, are broken, or hold too many pixels.
pub fn read_webp(bytes: &[u8]) -> Result<Pixels, PictureError> {
    let mut decoder = open(bytes)?;
    let (width, height) = decoder.dimensions();
    let values = usize::from(decoder.color_type().channel_count());
    // Beside the pixels themselves: what the kind of file unpacks them from.
    let bytes_per_pixel = match (bytes.get(12..16), values) {
        (Some(b"VP8 "), _) => 4,
        (_, 3) => 7,
        _ => 11,
    };
    let mut fewer = FewerPixels::new(width, divisor(width, height, bytes_per_pixel)?);
    let exif = decoder.exif_metadata().ok().flatten();
    let profile = decoder.icc_profile().ok().flatten();
    let mut pixels = vec![0; width as usize * height as usize * values];
    decoder.read_image(&mut pixels).map_err(unreadable)?;
    pixels.chunks_exact(width as usize * values).for_each(|row| fewer.add_row(row));
    drop(pixels);
    let profile = profile.and_then(|profile| ColorProfile::new_from_slice(&profile).ok());
    Ok(Pixels::upright(fewer.finish(), exif.as_deref(), Channels::Colour, profile))
}

/// Makes a photo of rows of pixels, each of its pixels the mean of a square of theirs.
pub struct FewerPixels {
    /// In pixels, of the rows.
    width: usize,
    divisor: usize,
    /// Of the squares that are not complete: red, green and blue times opacity, opacity, and the number of pixels.
    sums: Vec<[u32; 5]>,
    rows: usize,
    made: Vec<u8>,
}

impl FewerPixels {
    pub fn new(width: u32, divisor: u32) -> Self {
        let (width, divisor) = (width as usize, divisor as usize);
        Self { width, divisor, sums: vec![[0; 5]; width.div_ceil(divisor)], rows: 0, made: Vec::new() }
    }

    /// Adds the next row: grey, grey with opacity, colours, or colours with opacity, a byte each.
    pub fn add_row(&mut self, row: &[u8]) {
        let pixels = row.chunks_exact(row.len() / self.width).map(|pixel| match *pixel {
            [grey] => [grey, grey, grey, 255],
            [grey, opacity] => [grey, grey, grey, opacity],
            [red, green, blue] => [red, green, blue, 255],
            [red, green, blue, opacity, ..] => [red, green, blue, opacity],
            [] => [0; 4],
        });
        if self.divisor == 1 {
            self.made.extend(pixels.flatten());
            return;
        }
        for (place, [red, green, blue, opacity]) in pixels.enumerate() {
            let sum = &mut self.sums[place / self.divisor];
            let parts = [red, green, blue].map(|part| u32::from(part) * u32::from(opacity));
            for (sum, part) in sum.iter_mut().zip(parts.into_iter().chain([u32::from(opacity), 1])) {
                *sum += part;
            }
        }
        self.rows += 1;
        if self.rows.is_multiple_of(self.divisor) {
            self.complete();
        }
    }

    fn complete(&mut self) {
        for sum in &mut self.sums {
            let [red, green, blue, opacity, count] = std::mem::take(sum);
            let mean = |sum: u32, count: u32| ((sum + count / 2) / count.max(1)) as u8;
            self.made.extend([red, green, blue].map(|part| mean(part, opacity)));
            self.made.push(mean(opacity, count));
        }
    }

    pub fn finish(mut self) -> RgbaImage {
        if !self.rows.is_multiple_of(self.divisor) {
            self.complete();
        }
        let width = self.sums.len();
        let height = self.made.len() / (4 * width);
        RgbaImage::from_raw(width as u32, height as u32, self.made).expect("each row has its pixels")
    }
}
