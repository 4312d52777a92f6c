//! The last part of a post's address.

/// Longest slug, in characters.
const MOST_SLUG: usize = 100;

/// Whether `text` can be the last part of a post's address as it stands.
pub fn is_slug(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MOST_SLUG).contains(&text.len())
        && text.chars().all(plain)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// The slug that comes nearest to `text`; none where nothing of it can stand in one.
pub fn slug_of(text: &str) -> Option<String> {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            slug.push(c);
        } else if !matches!(c, '\'' | '’') && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() == MOST_SLUG {
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
    fn a_slug_is_made_of_any_title() {
        assert_eq!(slug_of("What's an NOC – and why?").as_deref(), Some("whats-an-noc-and-why"));
        assert_eq!(slug_of("مكيف"), None);
        assert!(is_slug("a-1") && !is_slug("-a") && !is_slug("") && !is_slug("a/b") && !is_slug("A"));
    }
}
