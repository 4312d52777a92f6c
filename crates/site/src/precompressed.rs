//! Precompressed responses: bytes compressed once per content coding (brotli, gzip), with the complete headers of each,
//! so that a request only picks one by its `Accept-Encoding`.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use sha2::{Digest, Sha256};

pub use crate::compression::CompressionLevel;
use crate::compression::{brotli, gzip};

/// The header that a CDN reads instead of `Cache-Control` (RFC 9213).
pub const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");
/// For [`CachePolicy::ShortLived`]. It is a header of its own because browsers read `stale-while-revalidate` too, and
/// would show a visitor the page of half a minute ago.
const CDN_SHORT_LIVED: &str = "max-age=30, stale-while-revalidate=30, stale-if-error=86400";

/// How long browsers and CDNs may cache a response: its `Cache-Control`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// They revalidate it each time.
    Revalidate,
    /// Browsers revalidate it each time. Shared caches, such as a CDN's, may keep it for half a minute, and serve it for
    /// half a minute more while they revalidate: an edit is live everywhere within a minute, and nothing has to be
    /// purged. While the site does not answer, they may serve it for a day.
    ShortLived,
    /// A year: the address changes with the bytes.
    Immutable,
}

/// The content codings of a precompressed response, best first.
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

/// A finished response in every coding worth sending.
#[derive(Debug, Clone)]
pub struct Precompressed {
    pub identity: Variant,
    /// None where compressing does not make it smaller, as with fonts and photographs.
    pub gzip: Option<Variant>,
    pub brotli: Option<Variant>,
    pub level: CompressionLevel,
    content_type: String,
    policy: CachePolicy,
    extra: Vec<(HeaderName, HeaderValue)>,
}

impl Precompressed {
    /// Compresses `body`. `extra` headers are added to every 200 with it.
    pub fn new(
        body: Bytes,
        content_type: &str,
        policy: CachePolicy,
        extra: &[(HeaderName, HeaderValue)],
        level: CompressionLevel,
    ) -> Self {
        let compressible =
            !matches!(content_type, "font/woff2" | "image/png" | "image/jpeg" | "image/webp" | "image/avif");
        let if_smaller = |compressed: Vec<u8>| {
            (compressed.len() < body.len()).then(|| Bytes::from(compressed.into_boxed_slice()))
        };
        let variant = |bytes: Bytes, coding: Coding| {
            Variant::new(bytes, content_type, coding, policy, compressible, extra)
        };
        Self {
            gzip: compressible
                .then(|| if_smaller(gzip(&body, level)))
                .flatten()
                .map(|bytes| variant(bytes, Coding::Gzip)),
            brotli: compressible
                .then(|| if_smaller(brotli(&body, level)))
                .flatten()
                .map(|bytes| variant(bytes, Coding::Brotli)),
            identity: variant(body.clone(), Coding::Identity),
            level,
            content_type: content_type.to_string(),
            policy,
            extra: extra.to_vec(),
        }
    }

    /// The same response, compressed at the best level.
    pub fn recompressed(&self) -> Self {
        Self::new(
            self.identity.body.clone(),
            &self.content_type,
            self.policy,
            &self.extra,
            CompressionLevel::Best,
        )
    }

    /// Whether it is a page.
    pub fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }

    /// How many bytes the bodies of all codings have together.
    pub fn total_bytes(&self) -> usize {
        let compressed = [&self.gzip, &self.brotli].into_iter().flatten().map(|variant| variant.body.len());
        self.identity.body.len() + compressed.sum::<usize>()
    }

    /// The response to a request with these headers; 304 if the client has this very variant already.
    pub fn respond(&self, status: StatusCode, request: &HeaderMap) -> Response<Bytes> {
        let variant = self.negotiate(request.get(header::ACCEPT_ENCODING));
        let known = request.get(header::IF_NONE_MATCH).filter(|_| status == StatusCode::OK);
        let (status, headers, body) = match known {
            Some(known) if variant.matches_etag(known) => {
                (StatusCode::NOT_MODIFIED, &variant.unmodified, Bytes::new())
            }
            _ => (status, &variant.headers, variant.body.clone()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers.clone();
        response
    }

    /// Content negotiation: the best representation that a client accepts, by its `Accept-Encoding`.
    pub fn negotiate(&self, accept: Option<&HeaderValue>) -> &Variant {
        let Some(accept) = accept.and_then(|value| value.to_str().ok()) else {
            return &self.identity;
        };
        // Nearly every browser sends one of these; anything else is parsed with its q-values.
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
        policy: CachePolicy,
        varies: bool,
        extra: &[(HeaderName, HeaderValue)],
    ) -> Self {
        let digest = hex::encode(&Sha256::digest(&body)[..8]);
        let etag =
            HeaderValue::try_from(format!("\"{digest}\"")).expect("hexadecimal digits are a valid header");
        let mut unmodified = HeaderMap::new();
        unmodified.insert(header::ETAG, etag.clone());
        unmodified.insert(header::CACHE_CONTROL, HeaderValue::from_static(policy.cache_control()));
        if policy == CachePolicy::ShortLived {
            unmodified.insert(CDN_CACHE_CONTROL, HeaderValue::from_static(CDN_SHORT_LIVED));
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
    fn matches_etag(&self, known: &HeaderValue) -> bool {
        if known == self.etag {
            return true;
        }
        let (Ok(known), Ok(etag)) = (known.to_str(), self.etag.to_str()) else { return false };
        known.trim() == "*" || known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag)
    }
}

impl CachePolicy {
    fn cache_control(self) -> &'static str {
        match self {
            Self::Revalidate => "no-cache",
            Self::ShortLived => "max-age=0, must-revalidate, s-maxage=30",
            Self::Immutable => "max-age=31536000, immutable",
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

/// The weights that `Accept-Encoding` gives each coding, in thousandths (RFC 9110, section 12.5.3).
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
            // An unreadable weight counts as a refusal: the uncompressed bytes are always right.
            let weight = quality.map_or(1.0, |quality| quality.unwrap_or(0.0)).clamp(0.0, 1.0);
            *slot = Some((weight * 1000.0).round() as u16);
        }
        Self {
            brotli: brotli.or(any).unwrap_or(0),
            gzip: gzip.or(any).unwrap_or(0),
            // Refusing every coding leaves nothing to send; the uncompressed bytes are the kinder answer.
            identity: identity.unwrap_or(1),
        }
    }
}

#[cfg(test)]
#[path = "precompressed_tests.rs"]
mod tests;
