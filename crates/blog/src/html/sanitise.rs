//! The gate: whatever went before, only this much of HTML is ever stored.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use crate::authoring::pictures::PICTURES_PATH;
use crate::excerpt::plain_text;
use crate::html::attributes::SIZES;
use crate::html::links;
use crate::html::links::{ANCHOR_PREFIX, REL};
use crate::html::video;

/// Elements that may be stored.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "ul",
];

/// Attributes that may be stored, where [`keeps`] agrees with their value.
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

/// How often the result is read again until it stays as it is.
const ROUNDS: u8 = 6;

static GATE: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes = ATTRIBUTES.iter().map(|(name, names)| (*name, names.iter().copied().collect()));
    let mut gate = Builder::empty();
    gate.tags(ELEMENTS.iter().copied().collect())
        .clean_content_tags(["script", "style"].into_iter().collect())
        .tag_attributes(attributes.collect::<HashMap<&str, HashSet<&str>>>())
        .url_schemes(["http", "https", "mailto", "tel"].into_iter().collect())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(|element, name, value| keeps(element, name, value).then_some(Cow::Borrowed(value)));
    gate
});

/// HTML that may be shown, and that a browser reads back as exactly what was looked at here. Where that
/// cannot be had, the plain text.
pub fn sanitise(html: &str) -> String {
    let mut clean = clean(html);
    for _ in 0..ROUNDS {
        let again = self::clean(&clean);
        if again == clean {
            return clean;
        }
        clean = again;
    }
    self::clean(&format!("<p>{}</p>", ammonia::clean_text(&plain_text(&clean))))
}

fn clean(html: &str) -> String {
    crate::html::without_tricks(&GATE.clean(html).to_string())
}

/// Whether an attribute's value is one that a post may have.
fn keeps(element: &str, name: &str, value: &str) -> bool {
    let number = |most: u32| value.parse::<u32>().is_ok_and(|number| (1..=most).contains(&number));
    match (element, name) {
        ("a", "href") => links::safe(value).is_some_and(|safe| safe == value),
        ("a", "rel") => value == REL,
        ("iframe", "src") => video::embed(value).is_some_and(|embed| embed == value),
        ("img", "src") => is_stored(value),
        ("img", "srcset") => {
            value.split(", ").all(|candidate| candidate.split(' ').next().is_some_and(is_stored))
        }
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

/// Whether an address is one of a picture that is stored with the posts.
fn is_stored(address: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    address.strip_prefix(PICTURES_PATH).is_some_and(|name| !name.is_empty() && name.chars().all(plain))
}
