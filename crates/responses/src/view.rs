//! Whether a request is a view, that is, a person opens a page: judged by the headers that browsers send. Bots that say
//! so and prefetches are not views.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use http::{HeaderMap, HeaderName, Method, header};

const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const SEC_PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");
const PURPOSE: HeaderName = HeaderName::from_static("purpose");

/// Words in the `User-Agent` of bots. Every common bot says one of them, or the address of a page about itself; a bot that
/// hides is not detected, and is counted.
const BOT_WORDS: [&str; 10] =
    ["bot", "crawl", "headless", "http", "lighthouse", "monitor", "preview", "scan", "slurp", "spider"];
/// The words as bots write them: small, with one capital, in capitals. Any spelling would take ten times as long: this kind
/// of search skips ahead with the processor's vectors.
static BOT_SPELLINGS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let spellings = BOT_WORDS.iter().flat_map(|word| {
        let capitals = word.to_ascii_uppercase();
        [(*word).to_owned(), capitals[..1].to_owned() + &word[1..], capitals]
    });
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(spellings).expect("thirty short words")
});
/// A maker of phones.
const PHONE_MAKER: &[u8; 5] = b"cubot";

/// Whether a request is for a page that somebody opens now.
pub fn is_view(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::GET && wants_document(headers) && !is_prefetch(headers) && is_person(headers)
}

/// Browsers since 2023 say what a request is for; older ones name HTML among what they accept.
fn wants_document(headers: &HeaderMap) -> bool {
    match headers.get(SEC_FETCH_DEST) {
        Some(what) => what == "document",
        None => headers
            .get(header::ACCEPT)
            .is_some_and(|kinds| kinds.as_bytes().windows(9).any(|part| part == b"text/html")),
    }
}

/// Whether the browser fetches it for later: nobody may ever look at it.
fn is_prefetch(headers: &HeaderMap) -> bool {
    let prefetches = |name| {
        headers.get(name).is_some_and(|value: &http::HeaderValue| value.as_bytes().starts_with(b"prefetch"))
    };
    prefetches(SEC_PURPOSE) || prefetches(PURPOSE)
}

/// Whether the client is a browser, by its own word.
pub fn is_person(headers: &HeaderMap) -> bool {
    let Some(name) = headers.get(header::USER_AGENT).map(|name| name.as_bytes()) else { return false };
    // All browsers begin like this, since 1994; Opera did not until 2013, and Opera Mini does not today.
    if !(name.starts_with(b"Mozilla/") || name.starts_with(b"Opera/")) {
        return false;
    }
    let is_phone =
        |end| name[..end].last_chunk().is_some_and(|part: &[u8; 5]| part.eq_ignore_ascii_case(PHONE_MAKER));
    BOT_SPELLINGS.find_iter(name).all(|word| is_phone(word.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROME: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36";

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| {
            (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"))
        };
        pairs.iter().map(pair).collect()
    }

    fn views(pairs: &[(&str, &str)]) -> bool {
        is_view(&Method::GET, &headers(pairs))
    }

    #[test]
    fn a_page_that_somebody_opens_is_a_view_in_new_browsers_and_old_ones() {
        assert!(views(&[("user-agent", CHROME), ("sec-fetch-dest", "document")]));
        assert!(views(&[("user-agent", CHROME), ("accept", "text/html,application/xhtml+xml")]));
        assert!(views(&[
            ("user-agent", "Opera/9.80 (Android; Opera Mini/36)"),
            ("accept", "text/html, */*")
        ]));
    }

    #[test]
    fn a_prefetch_or_a_request_for_something_else_is_no_view() {
        let document = [("user-agent", CHROME), ("sec-fetch-dest", "document")];
        let with = |more| views(&[document.as_slice(), &[more]].concat());
        assert!(!with(("sec-purpose", "prefetch")));
        assert!(!with(("sec-purpose", "prefetch;prerender")));
        assert!(!with(("purpose", "prefetch")));
        assert!(!views(&[("user-agent", CHROME), ("sec-fetch-dest", "iframe"), ("accept", "text/html")]));
        assert!(!views(&[("user-agent", CHROME), ("accept", "*/*")]));
        assert!(!is_view(&Method::HEAD, &headers(&document)));
        assert!(!views(&[("accept", "text/html")]), "no browser hides its name");
    }

    #[test]
    fn bots_that_say_so_are_no_people_and_a_phone_called_cubot_is_one() {
        for robot in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0 Safari/537.36",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "WhatsApp/2.23.20.0 A",
            "curl/8.5.0",
            "",
        ] {
            assert!(!is_person(&headers(&[("user-agent", robot)])), "{robot}");
        }
        let phone = CHROME.replace("Android 10; K", "Android 10; CUBOT X30");
        for person in [CHROME, &phone, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) [FBAN/FBIOS]"]
        {
            assert!(is_person(&headers(&[("user-agent", person)])), "{person}");
        }
    }
}
