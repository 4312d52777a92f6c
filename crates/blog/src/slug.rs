//! The last part of a post's address.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// Characters that are not percent-encoded in an address (RFC 3986, 2.3): letters and digits, and these.
pub const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The longest slug, in characters.
const MAX_SLUG_CHARS: usize = 100;

/// Whether `text` can be the last part of a post's address as it is.
pub fn is_slug(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_SLUG_CHARS).contains(&text.len())
        && text.chars().all(plain)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// The slug that is most like `text`, with Latin letters for others: `facade` of `façade`, `mkyf` of `مكيف`. `None` if no
/// character of `text` can be in one.
pub fn slugify(text: &str) -> Option<String> {
    let mut slug = String::new();
    for c in deunicode::deunicode_with_tofu(text, "-").chars().flat_map(char::to_lowercase) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            slug.push(c);
        } else if !matches!(c, '\'' | '’') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() == MAX_SLUG_CHARS {
            break;
        }
    }
    let slug = slug.trim_end_matches('-').to_string();
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_slug() {
        assert_eq!(slugify("What's an NOC – and why?").as_deref(), Some("whats-an-noc-and-why"));
        for (title, slug) in [
            ("Façade cleaning", "facade-cleaning"),
            ("Résumé of a façade", "resume-of-a-facade"),
            ("Fac\u{327}ade", "facade"),
            ("Ünder 100 °C", "under-100-degc"),
            ("Чистка", "chistka"),
            ("ﬁlter & coil", "filter-coil"),
        ] {
            assert_eq!(slugify(title).as_deref(), Some(slug), "{title}");
        }
        for title in ["مكيف", "एसी", "空调", "エアコン", "กรอง"] {
            assert!(slugify(title).is_some_and(|slug| is_slug(&slug)), "{title}");
        }
        assert_eq!(slugify("–!"), None);
        assert!(is_slug("a-1") && !is_slug("-a") && !is_slug("") && !is_slug("a/b") && !is_slug("A"));
    }
}
