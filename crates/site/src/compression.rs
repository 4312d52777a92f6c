//! Compresses one body in one content coding: brotli or gzip.

use std::io::Write as _;
use std::ops::RangeInclusive;

/// Binary logarithms of the windows in bytes that brotli is given. RFC 7932 begins at 10; over 18, pages get no smaller.
const BROTLI_WINDOWS: RangeInclusive<u32> = 10..=18;
/// A window of 2^n bytes reaches this many bytes less far back (RFC 7932, 9.1).
const BROTLI_WINDOW_OVERHEAD: usize = 16;

/// How hard to compress. Fast and balanced come first, so that nobody waits long; best follows in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionLevel {
    /// brotli 2 and gzip 3, for every page at once: what the first visitor after a start waits for.
    Fast,
    /// brotli 5 and gzip 3, for one response made on request: a sixth smaller for a millisecond or two.
    Balanced,
    /// brotli 11 and gzip 9.
    Best,
}

pub fn gzip(body: &[u8], level: CompressionLevel) -> Vec<u8> {
    let level = match level {
        CompressionLevel::Fast | CompressionLevel::Balanced => 3,
        CompressionLevel::Best => 9,
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(body).expect("writing to memory does not fail");
    encoder.finish().expect("writing to memory does not fail")
}

pub fn brotli(body: &[u8], level: CompressionLevel) -> Vec<u8> {
    let (quality, window) = match level {
        CompressionLevel::Fast => (2, *BROTLI_WINDOWS.end()),
        CompressionLevel::Balanced => (5, *BROTLI_WINDOWS.end()),
        CompressionLevel::Best => (11, smallest_brotli_window(body.len())),
    };
    let (lgwin, size_hint) = (window as i32, body.len());
    let parameters = brotli::enc::BrotliEncoderParams { quality, lgwin, size_hint, ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &*body, &mut out, &parameters).expect("writing to memory does not fail");
    out
}

/// The binary logarithm of the smallest window that reaches over the whole body: at its best level, the encoder takes
/// eight times the window in memory.
fn smallest_brotli_window(body_bytes: usize) -> u32 {
    let covering = (body_bytes + BROTLI_WINDOW_OVERHEAD).next_power_of_two().ilog2();
    covering.clamp(*BROTLI_WINDOWS.start(), *BROTLI_WINDOWS.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_reaches_over_its_body_and_no_further() {
        assert_eq!(smallest_brotli_window(0), 10);
        assert_eq!(smallest_brotli_window((1 << 12) - 16), 12);
        assert_eq!(smallest_brotli_window((1 << 12) - 15), 13);
        assert_eq!(smallest_brotli_window(5_000_000), 18);
    }
}
