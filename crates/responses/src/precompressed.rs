//! Precompressed responses: bytes compressed once per content coding (brotli, gzip, zstd with a shared dictionary), with
//! the complete headers of each, so that a request only picks one by its `Accept-Encoding`.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use sha2::{Digest, Sha256};

use crate::accept_encoding::Weights;
use crate::dictionary::{ANNOUNCEMENT, AVAILABLE_DICTIONARY, Dictionary};
pub use compression::CompressionLevel;
use compression::{brotli, gzip};

/// The header that a CDN reads instead of `Cache-Control` (RFC 9213).
pub const CDN_CACHE_CONTROL: HeaderName = HeaderName::from_static("cdn-cache-control");
/// For [`CachePolicy::ShortLived`]. It is a header of its own because browsers read `stale-while-revalidate` too, and
/// would show a visitor the page of half a minute ago.
const CDN_SHORT_LIVED: &str = "max-age=30, stale-while-revalidate=30, stale-if-error=86400";

/// For what only one browser can read: as [`CachePolicy::ShortLived`] to browsers.
const PRIVATE: &str = "private, max-age=0, must-revalidate, no-transform";

/// Time that browsers and CDNs may cache a response: its `Cache-Control`. Pages ask proxies to leave them as they are, since
/// React draws a page anew that is not as it was served.
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
    /// zstd with a shared dictionary.
    Dcz,
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
    /// `None` if compressing does not make it smaller, as with fonts and photographs.
    pub gzip: Option<Variant>,
    pub brotli: Option<Variant>,
    /// Compressed against the shared dictionaries, newest first, by the value of `Available-Dictionary` that asks for it.
    pub dcz: Vec<(HeaderValue, Variant)>,
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
            dcz: Vec::new(),
            level,
            content_type: content_type.to_string(),
            policy,
            extra: extra.to_vec(),
        }
    }

    /// The same response, compressed at the best level, and against each of these dictionaries, newest first.
    pub fn recompressed(&self, dictionaries: &[Arc<Dictionary>]) -> Self {
        let best = match self.level {
            CompressionLevel::Best => self.clone(),
            CompressionLevel::Fast | CompressionLevel::Balanced => {
                let Self { identity, content_type, policy, extra, .. } = self;
                Self::new(identity.body.clone(), content_type, *policy, extra, CompressionLevel::Best)
            }
        };
        best.with_dictionaries(dictionaries)
    }

    /// Whether recompressing it would change nothing.
    pub fn is_finished(&self, dictionaries: &[Arc<Dictionary>]) -> bool {
        let names = || self.dcz.iter().map(|(name, _)| name);
        let has_dictionaries =
            || !self.takes_dictionaries() || names().eq(dictionaries.iter().map(|one| &one.name));
        self.level == CompressionLevel::Best && has_dictionaries()
    }

    /// The same response, with a variant for each of these dictionaries, newest first. A page announces the newest to
    /// all who do not have it.
    pub fn with_dictionaries(mut self, dictionaries: &[Arc<Dictionary>]) -> Self {
        let Some(newest) = dictionaries.first().filter(|_| self.takes_dictionaries()) else { return self };
        let Self { identity, content_type, policy, extra, .. } = &self;
        let variant = |dictionary: &Dictionary| {
            let before = self.dcz.iter().find(|(name, _)| *name == dictionary.name);
            before.map(|(_, variant)| variant.clone()).unwrap_or_else(|| {
                let body = Bytes::from(dictionary.dcz(&identity.body, self.level).into_boxed_slice());
                Variant::new(body, content_type, Coding::Dcz, *policy, true, extra)
            })
        };
        let dcz = dictionaries.iter().map(|one| (one.name.clone(), variant(one))).collect();
        self.dcz = dcz;
        if self.is_html() {
            let plain = [Some(&mut self.identity), self.gzip.as_mut(), self.brotli.as_mut()];
            let dcz = self.dcz.iter_mut().map(|(_, variant)| variant);
            for variant in plain.into_iter().flatten().chain(dcz) {
                variant.headers.insert(ANNOUNCEMENT, newest.announcement.clone());
            }
            self.dcz[0].1.headers.remove(ANNOUNCEMENT);
        }
        self
    }

    fn takes_dictionaries(&self) -> bool {
        takes_dictionaries(&self.content_type, self.policy)
    }

    /// Whether it is a page.
    pub fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }

    /// Size of the bodies of all codings together, in bytes.
    pub fn total_bytes(&self) -> usize {
        let dcz = self.dcz.iter().map(|(_, variant)| variant);
        let compressed = [&self.gzip, &self.brotli].into_iter().flatten().chain(dcz);
        self.identity.body.len() + compressed.map(|variant| variant.body.len()).sum::<usize>()
    }

    /// The response to a request with these headers; 304 if the client has this very variant already.
    pub fn respond(&self, status: StatusCode, request: &HeaderMap) -> Response<Bytes> {
        let variant = self.negotiate(request);
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

    /// Content negotiation: the best representation that a client accepts, by its `Accept-Encoding` and, where that names
    /// a coding for it, its `Available-Dictionary`.
    pub fn negotiate(&self, request: &HeaderMap) -> &Variant {
        let Some(accept) = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()) else {
            return &self.identity;
        };
        let weights = Weights::of(accept);
        let dcz = (weights.dcz > 0).then(|| self.for_dictionary(request)).flatten();
        let candidates =
            [(weights.dcz, dcz), (weights.brotli, self.brotli.as_ref()), (weights.gzip, self.gzip.as_ref())];
        let best = candidates.into_iter().filter(|(weight, variant)| *weight > 0 && variant.is_some());
        let best = best.rev().max_by_key(|(weight, _)| *weight);
        match best {
            Some((weight, Some(variant))) if weight >= weights.identity => variant,
            _ => &self.identity,
        }
    }

    /// The variant for the dictionary that the browser has, where it is worth sending.
    fn for_dictionary(&self, request: &HeaderMap) -> Option<&Variant> {
        let available = request.get(AVAILABLE_DICTIONARY)?;
        let (_, variant) = self.dcz.iter().find(|(name, _)| name == available)?;
        self.brotli.as_ref().is_none_or(|other| variant.body.len() < other.body.len()).then_some(variant)
    }
}

/// Pages and their data. Scripts and styles are kept for a year anyway, and everything else is small.
fn takes_dictionaries(content_type: &str, policy: CachePolicy) -> bool {
    policy == CachePolicy::ShortLived
        && (content_type.starts_with("text/html") || content_type == "application/json")
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
        // A cache that heeds no `Vary` would hand it to those who cannot read it.
        let (cache_control, cdn) = match coding {
            Coding::Dcz => (PRIVATE, Some("no-store")),
            _ => (policy.cache_control(), (policy == CachePolicy::ShortLived).then_some(CDN_SHORT_LIVED)),
        };
        unmodified.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
        if let Some(cdn) = cdn {
            unmodified.insert(CDN_CACHE_CONTROL, HeaderValue::from_static(cdn));
        }
        if varies {
            // Also before there is a dictionary, and with every variant: a cache may have any of them.
            let vary = match takes_dictionaries(content_type, policy) {
                true => "accept-encoding, available-dictionary",
                false => "accept-encoding",
            };
            unmodified.insert(header::VARY, HeaderValue::from_static(vary));
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
            Self::Revalidate => "no-cache, no-transform",
            Self::ShortLived => "max-age=0, must-revalidate, s-maxage=30, no-transform",
            Self::Immutable => "max-age=31536000, immutable",
        }
    }
}

impl Coding {
    /// Its name in `Content-Encoding`.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Dcz => Some("dcz"),
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }
}

#[cfg(test)]
#[path = "precompressed_tests.rs"]
mod tests;
