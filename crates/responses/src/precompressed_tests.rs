//! Which coding a client is sent, and which ETag and cache headers go with it.

use super::*;

fn sample() -> Precompressed {
    let body = Bytes::from("a sentence that repeats. ".repeat(100));
    Precompressed::new(body, "text/html; charset=utf-8", CachePolicy::Revalidate, &[], CompressionLevel::Best)
}

fn asking(accept: &str, dictionary: Option<&HeaderValue>) -> HeaderMap {
    let accept = (header::ACCEPT_ENCODING, HeaderValue::from_str(accept).unwrap());
    let dictionary = dictionary.map(|name| (AVAILABLE_DICTIONARY, name.clone()));
    std::iter::once(accept).chain(dictionary).collect()
}

fn coding(accept: &str) -> Option<HeaderValue> {
    let request = asking(accept, None);
    sample().negotiate(&request).headers.get(header::CONTENT_ENCODING).cloned()
}

#[test]
fn the_best_accepted_coding_is_sent() {
    let cases = [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.5, gzip;q=0.8", Some("gzip")),
        ("gzip;q=0.5, br;q=0.5", Some("br")),
        ("*", Some("br")),
        ("*;q=0, gzip", Some("gzip")),
        ("*;q=0", None),
        ("identity", None),
        ("identity;q=1, gzip;q=0.2", None),
        ("deflate", None),
        ("", None),
        ("br;q=nonsense", None),
        ("BR", Some("br")),
    ];
    for (accept, expected) in cases {
        assert_eq!(coding(accept), expected.map(HeaderValue::from_static), "Accept-Encoding: {accept}");
    }
}

#[test]
fn every_coding_has_its_own_strong_etag() {
    let compressed = sample();
    let tags = [&compressed.identity.etag, &compressed.gzip.unwrap().etag, &compressed.brotli.unwrap().etag];
    assert!(tags.iter().all(|tag| tag.to_str().unwrap().starts_with('"')));
    assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2]);
}

#[test]
fn fonts_are_sent_uncompressed() {
    let body = Bytes::from(vec![0; 1000]);
    let compressed =
        Precompressed::new(body, "font/woff2", CachePolicy::Immutable, &[], CompressionLevel::Best);
    assert!(compressed.gzip.is_none() && compressed.brotli.is_none());
    assert!(!compressed.identity.headers.contains_key(header::VARY));
}

#[test]
fn only_pages_carry_the_cdn_header_and_a_304_carries_it_too() {
    let compressed = |policy| {
        Precompressed::new(Bytes::from("a page"), "text/html", policy, &[], CompressionLevel::Fast).identity
    };
    let page = compressed(CachePolicy::ShortLived);
    for headers in [&page.headers, &page.unmodified] {
        assert_eq!(headers[header::CACHE_CONTROL], "max-age=0, must-revalidate, s-maxage=30, no-transform");
        assert_eq!(headers[CDN_CACHE_CONTROL], "max-age=30, stale-while-revalidate=30, stale-if-error=86400");
    }
    for policy in [CachePolicy::Revalidate, CachePolicy::Immutable] {
        assert!(!compressed(policy).headers.contains_key(CDN_CACHE_CONTROL), "{policy:?}");
    }
    // A page that is not found is redrawn by React where a proxy has changed it, as any other.
    for policy in [CachePolicy::ShortLived, CachePolicy::Revalidate] {
        let policy = compressed(policy).headers[header::CACHE_CONTROL].clone();
        assert!(policy.to_str().expect("text").contains("no-transform"), "{policy:?}");
    }
}
