//! Responses to a browser that has a shared dictionary, and to everybody else.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::*;
use crate::precompressed::{CDN_CACHE_CONTROL, CachePolicy, Precompressed};
use compression::CompressionLevel;

/// Chromium's `Accept-Encoding`, sent with the name of a dictionary.
const CHROMIUM: &str = "gzip, deflate, br, zstd, dcb, dcz";
const HTML: &str = "text/html; charset=utf-8";

/// Text without repetitions, in which an ordinary coding finds little.
fn text(seed: u64, words: u64) -> String {
    let word = |n: u64| (n + 1000 * seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string();
    (0..words).map(word).collect()
}

fn dictionary(seed: u64) -> Arc<Dictionary> {
    Arc::new(Dictionary::new(Bytes::from(text(seed, 500))))
}

fn page(dictionaries: &[Arc<Dictionary>]) -> Precompressed {
    let body = Bytes::from(format!("<p>{}</p>", text(1, 400)));
    let page = Precompressed::new(body, HTML, CachePolicy::ShortLived, &[], CompressionLevel::Fast);
    page.recompressed(dictionaries)
}

fn asking(accept: &'static str, dictionary: &Dictionary) -> HeaderMap {
    [
        (header::ACCEPT_ENCODING, HeaderValue::from_static(accept)),
        (AVAILABLE_DICTIONARY, dictionary.name.clone()),
    ]
    .into_iter()
    .collect()
}

fn coding(response: &http::Response<Bytes>) -> &str {
    response.headers().get(header::CONTENT_ENCODING).map_or("", |value| value.to_str().unwrap())
}

#[test]
fn a_body_starts_with_the_magic_number_and_the_dictionarys_digest() {
    let dictionary = Dictionary::new(Bytes::from_static(b"a dictionary"));
    assert_eq!(dictionary.name, ":NvRvfF6D0ML7ZiAfeTSDT0Dd8AlDJqkvrv9wTEsStjc=:");
    let body = dictionary.dcz(b"a dictionary and a page", CompressionLevel::Best);
    assert_eq!(body[..8], [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
    assert_eq!(body[8..40], Sha256::digest(&dictionary.bytes)[..]);
    assert_eq!(body[40..44], [0x28, 0xb5, 0x2f, 0xfd], "then a zstd frame");
}

#[test]
fn no_page_needs_a_window_over_8_mib() {
    let dictionary = dictionary(1);
    for bytes in [100, 70_000, 20 << 20] {
        let frame = &dictionary.dcz(&vec![b'x'; bytes], CompressionLevel::Best)[40..];
        let single_segment = frame[4] & 0x20 != 0;
        // RFC 8878, section 3.1.1.1: the window is the whole content, or the next byte says it.
        let window = if single_segment { bytes } else { 1 << (10 + (frame[5] >> 3)) };
        assert!(window <= 8 << 20, "{window} bytes of window for {bytes}");
    }
}

#[test]
fn a_browser_gets_dcz_only_for_a_dictionary_that_it_has() {
    let (newest, older, unknown) = (dictionary(1), dictionary(2), dictionary(3));
    let page = page(&[newest.clone(), older.clone()]);
    let cases = [
        (CHROMIUM, &newest, "dcz"),
        ("dcz", &newest, "dcz"),
        ("DCZ;q=0.5, br;q=0.4", &newest, "dcz"),
        ("gzip, deflate, br, zstd", &newest, "br"),
        ("dcz;q=0, br", &newest, "br"),
        ("*", &newest, "br"),
        // The page has no text of this one: dcz would be larger than brotli.
        (CHROMIUM, &older, "br"),
        (CHROMIUM, &unknown, "br"),
        ("dcz", &unknown, ""),
    ];
    for (accept, available, expected) in cases {
        let response = page.respond(StatusCode::OK, &asking(accept, available));
        assert_eq!(coding(&response), expected, "{accept} with {}", available.path);
    }
    let mut without = asking(CHROMIUM, &newest);
    without.remove(AVAILABLE_DICTIONARY);
    assert_eq!(coding(&page.respond(StatusCode::OK, &without)), "br");
}

#[test]
fn every_answer_says_what_it_depends_on_and_only_the_browser_keeps_dcz() {
    let dictionary = dictionary(1);
    for dictionaries in [&[][..], std::slice::from_ref(&dictionary)] {
        let page = page(dictionaries);
        for accept in ["", "gzip", "br", CHROMIUM] {
            let mut request = asking(accept, &dictionary);
            let first = page.respond(StatusCode::OK, &request);
            request.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
            let again = page.respond(StatusCode::OK, &request);
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
            let private = coding(&first) == "dcz";
            for response in [&first, &again] {
                let headers = response.headers();
                assert_eq!(headers[header::VARY], "accept-encoding, available-dictionary", "{accept}");
                let cache_control = headers[header::CACHE_CONTROL].to_str().unwrap();
                assert_eq!(cache_control.starts_with("private"), private, "{accept}: {cache_control}");
                assert_eq!(headers[CDN_CACHE_CONTROL] == "no-store", private, "{accept}");
            }
        }
    }
}

#[test]
fn a_page_announces_the_newest_dictionary_to_those_who_lack_it() {
    let (newest, older) = (dictionary(1), Arc::new(Dictionary::new(Bytes::from(text(1, 300)))));
    let page = page(&[newest.clone(), older.clone()]);
    let told = |request: &HeaderMap| {
        let response = page.respond(StatusCode::OK, request);
        (coding(&response).to_owned(), response.headers().get(ANNOUNCEMENT).cloned())
    };
    let announced = Some(newest.announcement.clone());
    assert_eq!(told(&HeaderMap::new()), (String::new(), announced.clone()));
    assert_eq!(told(&asking("br", &newest)), ("br".into(), announced.clone()));
    assert_eq!(told(&asking(CHROMIUM, &older)), ("dcz".into(), announced));
    assert_eq!(told(&asking(CHROMIUM, &newest)), ("dcz".into(), None));
}

#[test]
fn scripts_and_pages_that_do_not_exist_know_no_dictionary() {
    let dictionary = dictionary(1);
    for (content_type, policy) in
        [("text/javascript; charset=utf-8", CachePolicy::Immutable), (HTML, CachePolicy::Revalidate)]
    {
        let body = Bytes::from(text(1, 400));
        let response = Precompressed::new(body, content_type, policy, &[], CompressionLevel::Fast);
        let response = response.recompressed(std::slice::from_ref(&dictionary));
        let response = response.respond(StatusCode::OK, &asking(CHROMIUM, &dictionary));
        assert_eq!(coding(&response), "br", "{content_type}");
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        assert!(!response.headers().contains_key(ANNOUNCEMENT));
    }
}
