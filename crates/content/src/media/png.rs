//! Reads PNG photos row by row.

use std::io::Cursor;

use moxcms::{Chromaticity, CicpProfile, ColorPrimaries, ColorProfile, MatrixCoefficients, ToneReprCurve};
use png::{Info, Limits, SourceChromaticities, Transformations};

use crate::media::PictureError;
use crate::media::colours::Channels;
use crate::media::pixels::{FewerPixels, MAX_HEADER_BYTES, Pixels, divisor, unreadable};

/// The pixels of a PNG file.
///
/// # Errors
/// When it's broken, or holds too many pixels.
pub fn read(bytes: &[u8]) -> Result<Pixels, PictureError> {
    let limits = Limits { bytes: MAX_HEADER_BYTES as usize };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let (width, height, interlaced) = (reader.info().width, reader.info().height, reader.info().interlaced);
    let (kind, _) = reader.output_color_type();
    let in_memory = if interlaced { kind.samples() as u64 } else { 0 };
    let mut fewer = FewerPixels::new(width, divisor(width, height, in_memory)?);
    if interlaced {
        let mut pixels = vec![0; width as usize * height as usize * kind.samples()];
        reader.next_frame(&mut pixels).map_err(unreadable)?;
        pixels.chunks_exact(width as usize * kind.samples()).for_each(|row| fewer.add_row(row));
    } else {
        while let Some(row) = reader.next_row().map_err(unreadable)? {
            fewer.add_row(row.data());
        }
    }
    let info = reader.info();
    let channels = if kind.samples() < 3 { Channels::Grey } else { Channels::Colour };
    Ok(Pixels::upright(fewer.finish(), info.exif_metadata.as_deref(), channels, profile(info)))
}

/// The colours that the file says it is in, in the order in which its chunks count. A file for brighter screens (PQ, HLG)
/// is not mapped to ours as browsers do.
fn profile(info: &Info<'_>) -> Option<ColorProfile> {
    if let Some(points) = info.coding_independent_code_points {
        let color_primaries = points.color_primaries.try_into().ok()?;
        let transfer_characteristics = points.transfer_function.try_into().ok()?;
        return Some(ColorProfile::new_from_cicp(CicpProfile {
            color_primaries,
            transfer_characteristics,
            matrix_coefficients: MatrixCoefficients::Identity,
            full_range: true,
        }));
    }
    if let Some(profile) = &info.icc_profile {
        return ColorProfile::new_from_slice(profile).ok();
    }
    let (None, Some(gamma)) = (info.srgb, info.gama_chunk) else { return None };
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    if let Some(SourceChromaticities { white, red, green, blue }) = info.chrm_chunk {
        let [white, red, green, blue] =
            [white, red, green, blue].map(|(x, y)| Chromaticity::new(x.into_value(), y.into_value()));
        profile.update_rgb_colorimetry(white.to_xyyb(), ColorPrimaries { red, green, blue });
    }
    let curve = ToneReprCurve::Parametric(vec![1.0 / gamma.into_value()]);
    for channel in [&mut profile.red_trc, &mut profile.green_trc, &mut profile.blue_trc] {
        *channel = Some(curve.clone());
    }
    Some(profile)
}
