//! The allowlist: whatever ran before, only these elements, attributes and values are ever stored.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::elements::SIZES;
use super::links::{self, ANCHOR_PREFIX, REL};
use super::{elements, video};
use crate::authoring::pictures::PICTURES_PATH;
use crate::excerpt::plain_text;

/// Attributes that may be stored, if [`is_allowed`] accepts their value.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "rel", "title"]),
    ("abbr", &["title"]),
    ("div", &["tabindex"]),
    ("h2", &["id"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("h5", &["id"]),
    ("h6", &["id"]),
    ("iframe", &["src", "title", "loading", "allowfullscreen"]),
    ("img", &["src", "srcset", "sizes", "width", "height", "alt", "loading", "decoding"]),
    ("li", &["value"]),
    ("ol", &["start", "reversed"]),
    ("pre", &["tabindex"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["scope", "colspan", "rowspan"]),
    ("time", &["datetime"]),
];

/// The most passes until the result no longer changes.
const MAX_PASSES: u8 = 6;

static ALLOWLIST: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes = ATTRIBUTES.iter().map(|(element, names)| (*element, names.iter().copied().collect()));
    let mut allowlist = Builder::empty();
    allowlist
        .tags(elements::ALLOWED.clone())
        .clean_content_tags(["script", "style"].into_iter().collect())
        .tag_attributes(attributes.collect::<HashMap<&str, HashSet<&str>>>())
        .url_schemes(["http", "https", "mailto", "tel"].into_iter().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(|element, name, value| {
            is_allowed(element, name, value).then_some(Cow::Borrowed(value))
        });
    allowlist
});

/// The attributes that an element may have.
pub fn allowed(element: &str) -> &'static [&'static str] {
    ATTRIBUTES.iter().find(|(name, _)| *name == element).map_or(&[], |(_, names)| names)
}

/// HTML that may be shown, and that a browser parses as exactly the tree that was checked here. Where it
/// doesn't stop changing, the plain text.
pub fn sanitise(html: &str) -> String {
    let mut clean = clean(html);
    for _ in 0..MAX_PASSES {
        let again = self::clean(&clean);
        if again == clean {
            return clean;
        }
        clean = again;
    }
    self::clean(&format!("<p>{}</p>", ammonia::clean_text(&plain_text(&clean))))
}

fn clean(html: &str) -> String {
    super::without_tricks(&ALLOWLIST.clean(html).to_string())
}

/// Whether a post may have an attribute with this value.
fn is_allowed(element: &str, name: &str, value: &str) -> bool {
    let number = |max: u32| value.parse::<u32>().is_ok_and(|number| (1..=max).contains(&number));
    match (element, name) {
        ("a", "href") => links::safe(value).is_some_and(|safe| safe == value),
        ("a", "rel") => value == REL,
        ("iframe", "src") => video::embed(value).is_some_and(|embed| embed == value),
        ("img", "src") => is_stored(value),
        ("img", "srcset") => srcset_addresses(value).all(is_stored),
        ("img", "sizes") => value == SIZES,
        ("img", "width" | "height") => number(100_000),
        (_, "loading") => value == "lazy",
        (_, "decoding") => value == "async",
        (_, "id") => {
            value.starts_with(ANCHOR_PREFIX) && value.chars().all(|c| c.is_alphanumeric() || c == '-')
        }
        (_, "colspan" | "rowspan") => number(50),
        ("ol", "start") | ("li", "value") => value.parse::<i32>().is_ok(),
        ("ol", "reversed") | ("iframe", "allowfullscreen") => value.is_empty(),
        ("th", "scope") => matches!(value, "row" | "col" | "rowgroup" | "colgroup"),
        ("pre" | "div", "tabindex") => value == "0",
        ("time", "datetime") => value.len() <= 40 && value.is_ascii(),
        (_, "title" | "alt") => true,
        _ => false,
    }
}

/// The addresses of a `srcset`, found as browsers find them (html.spec.whatwg.org, "parse a srcset attribute").
fn srcset_addresses(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = value;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace());
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let bare = address.trim_end_matches(',');
        // Commas at the end of an address end its candidate; otherwise its descriptors go on to a comma outside brackets.
        let mut depth = 0;
        let descriptors = after.find(|c: char| {
            match c {
                '(' => depth = 1,
                ')' => depth = 0,
                _ => {}
            }
            c == ',' && depth == 0
        });
        rest = if bare.len() < address.len() { after } else { &after[descriptors.unwrap_or(after.len())..] };
        (!address.is_empty()).then_some(bare)
    })
}

/// Whether an address is that of a picture stored with the posts.
fn is_stored(address: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    address.strip_prefix(PICTURES_PATH).is_some_and(|name| !name.is_empty() && name.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_srcset_is_split_as_browsers_do() {
        let own = "/media/posts/a.jpg";
        let allowed = |value: &str| is_allowed("img", "srcset", value);
        for good in [
            format!("{own} 1w"),
            format!("{own} 1w, {own} 2w"),
            format!("{own} 1w,{own} 2w"),
            format!(" {own} ,"),
        ] {
            assert!(allowed(&good), "{good}");
        }
        for evil in [
            format!("{own} 1w,https://evil.example/x 2w"),
            format!("{own} 1w,\thttps://evil.example/x"),
            format!("{own},https://evil.example/x 2w"),
            format!("{own}, //evil.example/x"),
            format!("{own} (a, b) 1w,//evil.example/x 2w"),
            format!("{own}\n1w\n,\n//evil.example/x"),
        ] {
            assert!(!allowed(&evil), "{evil}");
        }
    }
}
