//! Web addresses in visitors' texts, and which of them people in need of a repair usually send.

/// Top-level domains that make a word an address also without `https://`.
const TOP_LEVEL_DOMAINS: [&str; 30] = [
    "com", "net", "org", "info", "biz", "ru", "cn", "xyz", "top", "shop", "online", "site", "store", "club",
    "vip", "click", "link", "live", "pro", "io", "co", "ae", "in", "uk", "ly", "me", "gd", "gl", "cc", "pw",
];
/// Sites that people who need a repair link to: places on a map, pictures and files, homes and things for homes.
const USUAL_HOSTS: [&str; 29] = [
    "maps.app.goo.gl",
    "photos.app.goo.gl",
    "maps.google.com",
    "maps.google.ae",
    "photos.google.com",
    "drive.google.com",
    "share.google",
    "maps.apple.com",
    "icloud.com",
    "dropbox.com",
    "wetransfer.com",
    "we.tl",
    "1drv.ms",
    "onedrive.live.com",
    "imgur.com",
    "ibb.co",
    "postimg.cc",
    "flic.kr",
    "what3words.com",
    "w3w.co",
    "makani.ae",
    "bayut.com",
    "propertyfinder.ae",
    "dubizzle.com",
    "amazon.ae",
    "noon.com",
    "ikea.com",
    "aceuae.com",
    "danubehome.com",
];
/// Separators of words besides white space.
const SEPARATORS: &str = "()<>[]{}\"'`,;|=،؛。，";
const FILE_EXTENSIONS: [&str; 9] =
    [".jpg", ".jpeg", ".png", ".webp", ".heic", ".gif", ".mp4", ".mov", ".pdf"];

/// A web address in a text, in lower case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WebLink<'a> {
    whole: &'a str,
    host: &'a str,
    path: &'a str,
}

impl WebLink<'_> {
    /// Whether it is a link that people in need of a repair send: a place, a picture, a thing to be mounted.
    pub fn is_usual(&self) -> bool {
        let of = |known: &str| {
            self.host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let on_a_map = self.host.starts_with("www.google.") && self.path.starts_with("/maps");
        let path = self.path.split(['?', '#']).next().unwrap_or_default();
        USUAL_HOSTS.iter().any(|known| of(known))
            || on_a_map
            || FILE_EXTENSIONS.iter().any(|end| path.ends_with(end))
    }

    /// Number of its letters in the text.
    pub fn letters(&self) -> usize {
        self.whole.chars().filter(|c| c.is_alphabetic()).count()
    }
}

/// The web addresses in a lower-case text. Mail addresses are left out.
pub(crate) fn in_text(text: &str) -> Vec<WebLink<'_>> {
    if !text.contains('.') {
        return Vec::new();
    }
    let is_separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c);
    text.split(is_separator)
        .filter_map(|word| read(word.trim_matches(['.', ':', '!', '?', '*', '_', '-'])))
        .collect()
}

fn read(word: &str) -> Option<WebLink<'_>> {
    if !word.contains('.') {
        return None;
    }
    let (named, bare) = match word.split_once("://") {
        Some((scheme, rest)) if scheme.ends_with("http") || scheme.ends_with("https") => (true, rest),
        Some(_) => return None,
        None => (word.starts_with("www."), word),
    };
    let end = bare.find(['/', '?', '#', ':']).unwrap_or(bare.len());
    let (host, path) = bare.split_at(end);
    if !named && (host.contains('@') || !host.is_ascii()) {
        return None;
    }
    let last = host.rsplit('.').next().filter(|last| last.len() < host.len())?;
    let is_host = host.split('.').all(|part| !part.is_empty() && !part.contains('@'));
    let known_end = named || TOP_LEVEL_DOMAINS.contains(&last);
    (is_host && known_end).then_some(WebLink { whole: word, host, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_distinguished_from_words_with_dots() {
        for (text, count) in [
            ("see https://spam.example/x and www.other.example", 2),
            ("bit.ly/3xyz, best-rank.ru", 2),
            ("(http://a.example).", 1),
            ("the tap is leaking.please come at 9.30am to apt.b/12, villa no.4", 0),
            ("bldg.no/5 a.c. not working,and/or noisy", 0),
            ("write to aisha@example.com", 0),
            ("دبي.الإمارات", 0),
            ("", 0),
        ] {
            assert_eq!(in_text(text).len(), count, "{text}");
        }
    }

    #[test]
    fn places_and_pictures_are_usual_and_their_look_alikes_are_not() {
        let usual = |text| in_text(text)[0].is_usual();
        for text in [
            "https://maps.app.goo.gl/abc",
            "https://www.google.com/maps/place/x",
            "https://www.dropbox.com/s/1?dl=0",
            "https://anything.example/leak.jpg?x=1",
        ] {
            assert!(usual(text), "{text}");
        }
        for text in [
            "https://goo.gl/abc",
            "https://icloud.com.spam.example/x",
            "https://notdropbox.com/x",
            "https://spam.example/?x.jpg",
            "https://www.google.com/search?q=seo",
        ] {
            assert!(!usual(text), "{text}");
        }
    }
}
