//! Turns the colours of a photo's file into sRGB, which browsers assume for files without a profile.

use std::borrow::Cow;

use image::RgbaImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, RenderingIntent, TransformOptions};

/// What the four values of each pixel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    /// Three times the same value, and the opacity.
    Grey,
    /// Red, green, blue, and the opacity.
    Colour,
    /// Cyan, magenta, yellow and black, each from 0 to 255 for all of that ink.
    Inks,
}

/// The photo in sRGB. A profile of other channels than the photo's, or one that cannot be used, is left out, as browsers do.
pub fn in_srgb(photo: RgbaImage, channels: Channels, profile: Option<&ColorProfile>) -> RgbaImage {
    match profile.and_then(|profile| converted(&photo, channels, profile)) {
        Some(converted) => converted,
        None if channels == Channels::Inks => printed(photo),
        None => photo,
    }
}

fn converted(photo: &RgbaImage, channels: Channels, profile: &ColorProfile) -> Option<RgbaImage> {
    let (layout, pixels) = match (channels, profile.color_space) {
        (Channels::Grey, DataColorSpace::Gray) => {
            let greys = photo.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[3]]);
            (Layout::GrayAlpha, Cow::Owned(greys.collect::<Vec<u8>>()))
        }
        (Channels::Grey | Channels::Colour, DataColorSpace::Rgb) | (Channels::Inks, DataColorSpace::Cmyk) => {
            (Layout::Rgba, Cow::Borrowed(photo.as_raw().as_slice()))
        }
        _ => return None,
    };
    // As Chromium: black is as grey as its ink, not stretched to a screen's darkest, unless the profile knows only that.
    let intents = [RenderingIntent::RelativeColorimetric, RenderingIntent::Perceptual];
    let transform = intents.into_iter().find_map(|rendering_intent| {
        let options = TransformOptions { rendering_intent, ..TransformOptions::default() };
        profile.create_transform_8bit(layout, &ColorProfile::new_srgb(), Layout::Rgba, options).ok()
    })?;
    let mut converted = RgbaImage::new(photo.width(), photo.height());
    transform.transform(&pixels, &mut converted).ok()?;
    Some(converted)
}

/// The colours of inks that no profile describes.
fn printed(mut photo: RgbaImage) -> RgbaImage {
    for pixel in photo.pixels_mut() {
        let [cyan, magenta, yellow, black] = pixel.0.map(|ink| 255 - u16::from(ink));
        let [red, green, blue] = [cyan, magenta, yellow].map(|light| ((light * black + 127) / 255) as u8);
        pixel.0 = [red, green, blue, 255];
    }
    photo
}
