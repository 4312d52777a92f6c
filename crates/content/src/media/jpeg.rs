//! Reads JPEG photos, large ones at a fraction of their size, and refuses damaged ones.

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use jpeg_decoder::{ColorTransform, Decoder, Error, PixelFormat};
use moxcms::ColorProfile;

use crate::media::PictureError;
use crate::media::colours::Channels;
use crate::media::pixels::{Pixels, divisor, unreadable};

/// The pixels of a JPEG file.
///
/// # Errors
/// When it's broken, of a kind that browsers don't show, or holds too many pixels.
pub fn read(bytes: &[u8]) -> Result<Pixels, PictureError> {
    let (file, frame) = with_stops(bytes)?;
    let (width, height) = (frame.width, frame.height);
    // The decoder knows halves, quarters and eighths.
    let divisor = divisor(width.into(), height.into(), frame.bytes_per_pixel)?.next_power_of_two();
    let mut decoder = Decoder::new(file.as_slice());
    if frame.is_rgb {
        decoder.set_color_transform(ColorTransform::RGB);
    }
    let (width, height) = decoder.scale(width.div_ceil(divisor as u16), u16::MAX).map_err(decode_error)?;
    let pixels = decoder.decode().map_err(decode_error)?;
    let format = decoder.info().map(|info| info.pixel_format);
    let profile = decoder.icc_profile().and_then(|profile| ColorProfile::new_from_slice(&profile).ok());
    let exif = decoder.exif_data().map(<[u8]>::to_vec);
    drop(decoder);
    drop(file);
    let (width, height) = (width.into(), height.into());
    let (photo, channels) = match format {
        Some(PixelFormat::L8) => (GrayImage::from_raw(width, height, pixels).map(Into::into), Channels::Grey),
        Some(PixelFormat::RGB24) => {
            (RgbImage::from_raw(width, height, pixels).map(Into::into), Channels::Colour)
        }
        Some(PixelFormat::CMYK32) => {
            (RgbaImage::from_raw(width, height, pixels).map(Into::into), Channels::Inks)
        }
        _ => return Err(unusual()),
    };
    let photo: DynamicImage = photo.ok_or_else(damaged)?;
    Ok(Pixels::upright(photo.into_rgba8(), exif.as_deref(), channels, profile))
}

fn decode_error(error: Error) -> PictureError {
    match error {
        Error::Unsupported(_) => unusual(),
        _ => damaged(),
    }
}

fn damaged() -> PictureError {
    unreadable("a part of it is damaged")
}

fn unusual() -> PictureError {
    PictureError::new("is of a kind of JPEG that browsers don't show", "save it again as JPEG")
}

/// What a JPEG says of itself before its pixels.
#[derive(Default)]
struct Frame {
    /// In pixels.
    width: u16,
    height: u16,
    /// What a pixel takes until the last one is known: a progressive file gets sharper to its end.
    bytes_per_pixel: u64,
    /// Whether its three channels are red, green and blue, not brightness and differences of colour.
    is_rgb: bool,
    is_jfif: bool,
}

/// Bits that are no code, in the place of data: no code has ones only.
const STOP: [u8; 12] = [0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00];

/// The file up to its end, with a [`STOP`] after each stretch of data: where the data should go on, because a part of it
/// is damaged or missing, the decoder would take zeros for it, which look grey, and finds no code instead.
fn with_stops(bytes: &[u8]) -> Result<(Vec<u8>, Frame), PictureError> {
    let missing = || unreadable("its end is missing");
    let (mut file, mut frame) = (vec![0xFF, 0xD8], Frame::default());
    let mut rest = &bytes[2..];
    let mut is_data = false;
    loop {
        let (data, marked) = rest.split_at(rest.iter().position(|byte| *byte == 0xFF).ok_or_else(missing)?);
        let code = marked.iter().position(|byte| *byte != 0xFF).ok_or_else(missing)?;
        let marker = [0xFF, marked[code]];
        rest = &marked[code + 1..];
        if is_data {
            file.extend(data);
            file.extend(if marker[1] == 0 { &[][..] } else { &STOP[..] });
        }
        match marker[1] {
            0x00 | 0xD0..=0xD7 if is_data => file.extend(marker),
            0x00 | 0xD0..=0xD7 => {}
            0xD9 => {
                file.extend(marker);
                return Ok((file, frame));
            }
            kind => {
                let length = rest.first_chunk().map_or(0, |length| u16::from_be_bytes(*length).into());
                let cut_off = || if is_data { damaged() } else { missing() };
                let segment = rest.get(..length).ok_or_else(cut_off)?;
                file.extend(marker);
                file.extend(segment);
                rest = &rest[length..];
                frame.note(kind, segment);
                is_data = kind == 0xDA;
            }
        }
    }
}

impl Frame {
    /// Notes what a segment says, its length first.
    fn note(&mut self, kind: u8, segment: &[u8]) {
        match (kind, segment) {
            (0xE0, [_, _, b'J', b'F', b'I', b'F', 0, ..]) => self.is_jfif = true,
            (0xEE, [_, _, b'A', b'd', b'o', b'b', b'e', _, _, _, _, _, _, transform, ..]) => {
                self.is_rgb = *transform == 0;
            }
            (0xC0..=0xC3, [_, _, _, a, b, c, d, count, channels @ ..]) if self.height == 0 => {
                (self.height, self.width) = (u16::from_be_bytes([*a, *b]), u16::from_be_bytes([*c, *d]));
                let samples =
                    channels.chunks_exact(3).map(|channel| u64::from((channel[1] >> 4) * (channel[1] & 15)));
                let most = samples.clone().max().unwrap_or(1).max(1);
                if kind == 0xC2 {
                    self.bytes_per_pixel = (2 * samples.sum::<u64>()).div_ceil(most);
                }
                self.is_rgb &= *count == 3 && !self.is_jfif;
            }
            _ => {}
        }
    }
}
