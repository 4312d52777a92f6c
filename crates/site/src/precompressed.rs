//! A finished answer: bytes packed once per encoding, with the headers that go with each.

use std::io::Write as _;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use sha2::{Digest, Sha256};

/// What a CDN reads instead of `Cache-Control` (RFC 9213).
pub const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");
/// For [`Keep::Shortly`]. It stands apart, since browsers read `stale-while-revalidate` too, and would show a visitor
/// the page of half a minute ago.
const IN_A_CDN: &str = "max-age=30, stale-while-revalidate=30, stale-if-error=86400";

/// How hard to pack. Quick and fair come first, so that nobody waits long; small follows in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionLevel {
    /// brotli 2 and gzip 3, for every page at once: what the first visitor after a start waits for.
    Quick,
    /// brotli 5 and gzip 3, for one answer that somebody asked for: a sixth smaller for a millisecond or two.
    Fair,
    /// brotli 11 and gzip 9.
    Small,
}

/// How long others may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Ask each time whether it changed.
    Revalidate,
    /// Browsers ask each time. Caches that many visitors share, such as a CDN's, may keep it for half a minute, and
    /// show it for half a minute more while they ask: what is edited is live everywhere within a minute, and nothing
    /// has to be purged. While the site does not answer, they may show it for a day.
    Shortly,
    /// A year: the address changes with the bytes.
    Forever,
}

/// The content codings a finished answer may come in, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    Brotli,
    Gzip,
    Identity,
}

/// One representation: bytes and complete headers.
#[derive(Debug, Clone)]
pub struct Variant {
    pub body: Bytes,
    pub etag: HeaderValue,
    /// Headers of a 200.
    pub headers: HeaderMap,
    /// Headers of a 304: those of the 200 without the ones that describe the body.
    pub unmodified: HeaderMap,
}

/// A finished answer in every coding worth sending.
#[derive(Debug, Clone)]
pub struct Precompressed {
    pub identity: Variant,
    /// None where packing does not make it smaller, as with fonts and photographs.
    pub gzip: Option<Variant>,
    pub brotli: Option<Variant>,
    pub effort: CompressionLevel,
    content_type: String,
    keep: Keep,
    extra: Vec<(HeaderName, HeaderValue)>,
}

impl Precompressed {
    /// Packs `body`. `extra` headers stand on every answer of it.
    pub fn new(
        body: Bytes,
        content_type: &str,
        keep: Keep,
        extra: &[(HeaderName, HeaderValue)],
        effort: CompressionLevel,
    ) -> Self {
        let squeezable =
            !matches!(content_type, "font/woff2" | "image/png" | "image/jpeg" | "image/webp" | "image/avif");
        let worth = |packed: Vec<u8>| (squeezable && packed.len() < body.len()).then(|| Bytes::from(packed));
        let variant =
            |bytes: Bytes, coding: Coding| Variant::new(bytes, content_type, coding, keep, squeezable, extra);
        Self {
            gzip: squeezable
                .then(|| worth(gzip(&body, effort)))
                .flatten()
                .map(|bytes| variant(bytes, Coding::Gzip)),
            brotli: squeezable
                .then(|| worth(brotli(&body, effort)))
                .flatten()
                .map(|bytes| variant(bytes, Coding::Brotli)),
            identity: variant(body.clone(), Coding::Identity),
            effort,
            content_type: content_type.to_string(),
            keep,
            extra: extra.to_vec(),
        }
    }

    /// The same answer, packed as small as it gets.
    pub fn shrunk(&self) -> Self {
        Self::new(
            self.identity.body.clone(),
            &self.content_type,
            self.keep,
            &self.extra,
            CompressionLevel::Small,
        )
    }

    /// Whether it is a page.
    pub fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }

    /// How many bytes the bodies of all codings have together.
    pub fn bytes(&self) -> usize {
        let packed = [&self.gzip, &self.brotli].into_iter().flatten().map(|variant| variant.body.len());
        self.identity.body.len() + packed.sum::<usize>()
    }

    /// The answer to a request with these headers; 304 where the client has the very same already.
    pub fn answer(&self, status: StatusCode, request: &HeaderMap) -> Response<Bytes> {
        let variant = self.accepted(request.get(header::ACCEPT_ENCODING));
        let known = request.get(header::IF_NONE_MATCH).filter(|_| status == StatusCode::OK);
        let (status, headers, body) = match known {
            Some(known) if variant.is_named_by(known) => {
                (StatusCode::NOT_MODIFIED, &variant.unmodified, Bytes::new())
            }
            _ => (status, &variant.headers, variant.body.clone()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers.clone();
        response
    }

    /// The best representation that a client accepts, by its `Accept-Encoding`.
    pub fn accepted(&self, accept: Option<&HeaderValue>) -> &Variant {
        let Some(accept) = accept.and_then(|value| value.to_str().ok()) else {
            return &self.identity;
        };
        // Nearly every browser sends one of these; the rest is parsed with its q-values.
        let weights = match accept {
            "gzip, deflate, br, zstd" | "gzip, deflate, br" => {
                Weights { brotli: 1000, gzip: 1000, identity: 1 }
            }
            "gzip" | "gzip, deflate" => Weights { brotli: 0, gzip: 1000, identity: 1 },
            other => Weights::parse(other),
        };
        let candidates = [(weights.brotli, self.brotli.as_ref()), (weights.gzip, self.gzip.as_ref())];
        let best = candidates.into_iter().filter(|(weight, variant)| *weight > 0 && variant.is_some());
        let best = best.rev().max_by_key(|(weight, _)| *weight);
        match best {
            Some((weight, Some(variant))) if weight >= weights.identity => variant,
            _ => &self.identity,
        }
    }
}

impl Variant {
    fn new(
        body: Bytes,
        content_type: &str,
        coding: Coding,
        keep: Keep,
        varies: bool,
        extra: &[(HeaderName, HeaderValue)],
    ) -> Self {
        let digest = hex::encode(&Sha256::digest(&body)[..8]);
        let etag =
            HeaderValue::try_from(format!("\"{digest}\"")).expect("hexadecimal digits are a valid header");
        let mut unmodified = HeaderMap::new();
        unmodified.insert(header::ETAG, etag.clone());
        unmodified.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep.cache_control()));
        if keep == Keep::Shortly {
            unmodified.insert(CDN_CACHE_CONTROL, HeaderValue::from_static(IN_A_CDN));
        }
        if varies {
            unmodified.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        let mut headers = unmodified.clone();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::try_from(content_type).expect("content types are plain text"),
        );
        headers.insert(header::CONTENT_LENGTH, body.len().into());
        if let Some(name) = coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        for (name, value) in extra {
            headers.insert(name.clone(), value.clone());
        }
        Self { body, etag, headers, unmodified }
    }

    /// Whether `If-None-Match` names this variant, by weak comparison (RFC 9110, section 13.1.2).
    fn is_named_by(&self, known: &HeaderValue) -> bool {
        if known == self.etag {
            return true;
        }
        let (Ok(known), Ok(etag)) = (known.to_str(), self.etag.to_str()) else { return false };
        known.trim() == "*" || known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag)
    }
}

impl Keep {
    fn cache_control(self) -> &'static str {
        match self {
            Self::Revalidate => "no-cache",
            Self::Shortly => "max-age=0, must-revalidate, s-maxage=30",
            Self::Forever => "max-age=31536000, immutable",
        }
    }
}

impl Coding {
    /// Its name in `Content-Encoding`.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

/// What `Accept-Encoding` gives each coding, in thousandths (RFC 9110, section 12.5.3).
#[derive(Debug, PartialEq, Eq)]
struct Weights {
    brotli: u16,
    gzip: u16,
    identity: u16,
}

impl Weights {
    fn parse(accept: &str) -> Self {
        let (mut brotli, mut gzip, mut identity, mut any) = (None, None, None, None);
        for part in accept.split(',') {
            let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
            let slot = match name.trim().to_ascii_lowercase().as_str() {
                "br" => &mut brotli,
                "gzip" | "x-gzip" => &mut gzip,
                "identity" => &mut identity,
                "*" => &mut any,
                _ => continue,
            };
            let quality = parameters.split(';').find_map(|parameter| {
                let (key, value) = parameter.split_once('=')?;
                key.trim().eq_ignore_ascii_case("q").then(|| value.trim().parse::<f32>().ok())
            });
            // An unreadable weight is taken for a refusal: the plain bytes are always right.
            let weight = quality.map_or(1.0, |quality| quality.unwrap_or(0.0)).clamp(0.0, 1.0);
            *slot = Some((weight * 1000.0).round() as u16);
        }
        Self {
            brotli: brotli.or(any).unwrap_or(0),
            gzip: gzip.or(any).unwrap_or(0),
            // Refusing every coding leaves nothing to send; the plain bytes are the kinder answer.
            identity: identity.unwrap_or(1),
        }
    }
}

fn gzip(body: &[u8], effort: CompressionLevel) -> Vec<u8> {
    let level = match effort {
        CompressionLevel::Quick | CompressionLevel::Fair => 3,
        CompressionLevel::Small => 9,
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(body).expect("writing to memory does not fail");
    encoder.finish().expect("writing to memory does not fail")
}

fn brotli(body: &[u8], effort: CompressionLevel) -> Vec<u8> {
    let quality = match effort {
        CompressionLevel::Quick => 2,
        CompressionLevel::Fair => 5,
        CompressionLevel::Small => 11,
    };
    let parameters =
        brotli::enc::BrotliEncoderParams { quality, lgwin: 18, size_hint: body.len(), ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &*body, &mut out, &parameters).expect("writing to memory does not fail");
    out
}

#[cfg(test)]
#[path = "precompressed_tests.rs"]
mod tests;
