//! Compresses one body in one content coding: brotli, gzip, or zstd against a dictionary.

use std::io::Write as _;
use std::ops::RangeInclusive;

use zstd::zstd_safe::CParameter;

/// Binary logarithms of the windows in bytes that brotli is given. RFC 7932 begins at 10; over 18, pages get no smaller.
const BROTLI_WINDOWS: RangeInclusive<u32> = 10..=18;
/// A window of 2^n bytes reaches this many bytes less far back (RFC 7932, 9.1).
const BROTLI_WINDOW_OVERHEAD: usize = 16;

/// Binary logarithms of the entries in the tables with which zstd searches. Half the memory of those that its best level
/// has by default, two thirds of the time, and pages are 0.4 % larger.
const ZSTD_CHAIN_LOG: u32 = 18;
const ZSTD_HASH_LOG: u32 = 15;

/// Compression effort. Fast and balanced come first, so that nobody waits long; best follows in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionLevel {
    /// brotli 2, gzip 3 and zstd 3, for every page at once: what the first visitor after a start waits for.
    Fast,
    /// brotli 5, gzip 3 and zstd 6, for one response made on request: a sixth smaller for a millisecond or two.
    Balanced,
    /// brotli 11, gzip 9 and zstd 19.
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

/// A zstd frame that refers to `dictionary` as to raw content (RFC 8878, section 5).
pub fn zstd(body: &[u8], dictionary: &[u8], level: CompressionLevel) -> Vec<u8> {
    let level = match level {
        CompressionLevel::Fast => 3,
        CompressionLevel::Balanced => 6,
        // Its window is at most 8 MiB, which whoever asks for dcz has to have (RFC 9842, section 5). Those of the levels
        // above it are larger, and pages come out no smaller.
        CompressionLevel::Best => 19,
    };
    let mut compressor = zstd::bulk::Compressor::new(level).expect("the level is a valid one");
    for table in [CParameter::ChainLog(ZSTD_CHAIN_LOG), CParameter::HashLog(ZSTD_HASH_LOG)] {
        compressor.set_parameter(table).expect("the sizes are valid ones");
    }
    compressor.context_mut().ref_prefix(dictionary).expect("a prefix may have any length");
    compressor.compress(body).expect("writing to memory does not fail")
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
