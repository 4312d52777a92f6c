//! Shared compression dictionaries (RFC 9842): a file that a browser fetches once, and against which the pages that it
//! opens later are compressed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use compression::{CompressionLevel, zstd};

/// Names the dictionary that a browser has for what it asks for.
pub const AVAILABLE_DICTIONARY: HeaderName = HeaderName::from_static("available-dictionary");
/// Says what a file is a dictionary for.
pub const USE_AS_DICTIONARY: HeaderName = HeaderName::from_static("use-as-dictionary");
/// Pages, and the data of the next page that their scripts fetch. Nothing else is asked for with it.
pub const MATCH: HeaderValue = HeaderValue::from_static(r#"match="/*", match-dest=("document" "")"#);
/// Announces a dictionary where the page's script can read it, which fetches it once the page is alive. A `Link` would have
/// browsers fetch it beside the pictures of the first view.
pub const ANNOUNCEMENT: HeaderName = HeaderName::from_static("server-timing");
/// Prefix of dictionaries' addresses.
pub const PATH_PREFIX: &str = "/assets/dictionary-";
/// Begins a `dcz` body: the head of a zstd frame that decoders skip, of 32 bytes (RFC 9842, section 5).
const DCZ_MAGIC: [u8; 8] = [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0];

/// A dictionary that browsers may have.
#[derive(Debug)]
pub struct Dictionary {
    /// Its address on the site, which changes with the bytes.
    pub path: String,
    pub bytes: Bytes,
    /// The value of `Available-Dictionary` that names it.
    pub name: HeaderValue,
    /// The value of [`ANNOUNCEMENT`] that names it.
    pub announcement: HeaderValue,
    sha256: [u8; 32],
}

impl Dictionary {
    pub fn new(bytes: Bytes) -> Self {
        let sha256: [u8; 32] = Sha256::digest(&bytes).into();
        let path = format!("{PATH_PREFIX}{}.txt", hex::encode(&sha256[..8]));
        let value = |text: String| HeaderValue::try_from(text).expect("visible characters only");
        Self {
            name: value(format!(":{}:", STANDARD.encode(sha256))),
            announcement: value(format!(r#"dictionary;desc="{path}""#)),
            path,
            bytes,
            sha256,
        }
    }

    /// The body in the coding `dcz`.
    pub fn dcz(&self, body: &[u8], level: CompressionLevel) -> Vec<u8> {
        [&DCZ_MAGIC[..], &self.sha256, &zstd(body, &self.bytes, level)].concat()
    }
}

#[cfg(test)]
#[path = "dictionary_tests.rs"]
mod tests;
