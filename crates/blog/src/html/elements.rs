//! Which elements of HTML a post may have, and what happens to the others.

/// Displayed width of a post's picture, for browsers that choose among a photo's files.
pub const SIZES: &str = "(min-width: 768px) 45rem, 100vw";

use std::collections::HashSet;
use std::sync::LazyLock;

type Names = LazyLock<HashSet<&'static str>>;

/// The elements that a post may have.
pub static ALLOWED: Names = LazyLock::new(|| {
    names(
        "a abbr aside b blockquote br caption code dd del div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i iframe img \
         ins kbd li mark ol p pre strong sub sup table tbody td tfoot th thead time tr ul",
    )
});

/// The allowed elements that are part of a line of text.
pub static INLINE: Names =
    LazyLock::new(|| names("a abbr b br code del em i img ins kbd mark strong sub sup time"));

/// Elements that are left out with everything in them, but that an `iframe` may become a video.
pub static WITHOUT_CONTENT: Names =
    LazyLock::new(|| names("iframe math noembed noframes script style svg textarea title xml"));

/// Elements that readers will miss: the author gets a note.
pub static MISSED: Names = LazyLock::new(|| {
    names(
        "applet audio base button canvas embed form frame frameset input link marquee math meta object script \
         select style svg textarea video",
    )
});

fn names(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

/// The allowed element that replaces the author's element `name`; `None` if only the content stays.
pub fn replacement(name: &str) -> Option<&'static str> {
    Some(match name {
        "h1" => "h2",
        "menu" | "dir" => "ul",
        "listing" | "xmp" => "pre",
        "image" => "img",
        "tt" | "samp" => "code",
        "acronym" => "abbr",
        "s" | "strike" => "del",
        "section" | "article" | "main" | "header" | "footer" | "nav" | "address" | "center" | "details"
        | "summary" | "hgroup" | "form" | "fieldset" | "legend" | "dialog" | "body" => "div",
        _ => return ALLOWED.get(name).copied(),
    })
}

pub fn is_heading(name: &str) -> bool {
    matches!(name, "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether an element never has content.
pub fn is_void(name: &str) -> bool {
    matches!(name, "br" | "hr" | "img")
}
