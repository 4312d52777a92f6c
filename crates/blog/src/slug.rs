//! The last part of a post's address.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// What is not percent-encoded in an address (RFC 3986, 2.3): letters and digits, and these.
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

/// The slug that is most like `text`; none where none of its characters may be in one.
pub fn slugify(text: &str) -> Option<String> {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
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
        assert_eq!(slugify("مكيف"), None);
        assert!(is_slug("a-1") && !is_slug("-a") && !is_slug("") && !is_slug("a/b") && !is_slug("A"));
    }
}
