//! Scales a photo for a share picture.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, ResizeOptions, Resizer};
use image::{ImageFormat, ImageReader};
use resvg::tiny_skia::{IntSize, Pixmap};

use crate::template::Area;

/// The middle of the photo, scaled until it covers `area`; `None` if it cannot be decoded.
pub fn covering(bytes: &[u8], format: ImageFormat, area: Area) -> Option<Pixmap> {
    let photo = ImageReader::with_format(std::io::Cursor::new(bytes), format).decode().ok()?.into_rgba8();
    let (width, height) = photo.dimensions();
    let mut pixels = photo.into_raw();
    // The canvas has premultiplied alpha.
    for pixel in pixels.chunks_exact_mut(4) {
        let opacity = u16::from(pixel[3]);
        pixel[..3].iter_mut().for_each(|value| *value = (u16::from(*value) * opacity / 255) as u8);
    }
    let source = ImageRef::new(width, height, &pixels, PixelType::U8x4).ok()?;
    let (width, height) = (area.width as u32, area.height as u32);
    let mut scaled = Image::new(width, height, PixelType::U8x4);
    let options = ResizeOptions::new().use_alpha(false).fit_into_destination(Some((0.5, 0.5)));
    Resizer::new().resize(&source, &mut scaled, &options).ok()?;
    Pixmap::from_vec(scaled.into_vec(), IntSize::from_wh(width, height)?)
}
