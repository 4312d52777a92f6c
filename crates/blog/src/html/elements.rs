//! The elements that a post may be made of, and what stands in for others.

/// What an element is, as far as repairing broken nesting goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Part of a line of text.
    Inline,
    /// Starts on a line of its own, and ends the paragraph before it.
    Block,
    /// A heading: a block whose neighbour never stands in it.
    Heading,
    Paragraph,
    /// An item of a list: the next one ends it.
    Item,
    /// A term or its description: the next one ends it.
    Definition,
    /// A part of a table: the next of its kind ends it.
    TablePart,
    /// Never has content.
    Void,
}

/// The element that stands in a post where the author wrote `name`; none where only its text stays.
pub fn kept(name: &str) -> Option<(&'static str, Kind)> {
    Some(match name {
        "h1" | "h2" => ("h2", Kind::Heading),
        "h3" => ("h3", Kind::Heading),
        "h4" => ("h4", Kind::Heading),
        "h5" => ("h5", Kind::Heading),
        "h6" => ("h6", Kind::Heading),
        "p" => ("p", Kind::Paragraph),
        "ul" | "menu" | "dir" => ("ul", Kind::Block),
        "ol" => ("ol", Kind::Block),
        "li" => ("li", Kind::Item),
        "dl" => ("dl", Kind::Block),
        "dt" => ("dt", Kind::Definition),
        "dd" => ("dd", Kind::Definition),
        "table" => ("table", Kind::Block),
        "caption" => ("caption", Kind::TablePart),
        "thead" => ("thead", Kind::TablePart),
        "tbody" => ("tbody", Kind::TablePart),
        "tfoot" => ("tfoot", Kind::TablePart),
        "tr" => ("tr", Kind::TablePart),
        "td" => ("td", Kind::TablePart),
        "th" => ("th", Kind::TablePart),
        "figure" => ("figure", Kind::Block),
        "figcaption" => ("figcaption", Kind::Block),
        "blockquote" => ("blockquote", Kind::Block),
        "pre" | "listing" | "xmp" => ("pre", Kind::Block),
        "hr" => ("hr", Kind::Void),
        "br" => ("br", Kind::Void),
        "img" | "image" => ("img", Kind::Void),
        "div" | "section" | "article" | "main" | "header" | "footer" | "aside" | "nav" | "address"
        | "center" | "details" | "summary" | "hgroup" | "form" | "fieldset" | "legend" | "dialog"
        | "body" => ("div", Kind::Block),
        _ => return inline(name).map(|name| (name, Kind::Inline)),
    })
}

fn inline(name: &str) -> Option<&'static str> {
    Some(match name {
        "a" => "a",
        "em" => "em",
        "strong" => "strong",
        "b" => "b",
        "i" => "i",
        "sub" => "sub",
        "sup" => "sup",
        "code" | "tt" | "samp" => "code",
        "abbr" | "acronym" => "abbr",
        "time" => "time",
        "kbd" => "kbd",
        "mark" => "mark",
        "del" | "s" | "strike" => "del",
        "ins" => "ins",
        _ => return None,
    })
}

/// Elements that are left out with everything in them; their content is no HTML to a browser.
pub fn is_raw(name: &str) -> bool {
    matches!(name, "script" | "style" | "iframe" | "noembed" | "noframes" | "textarea" | "title")
}

/// Whether an author who wrote `name` meant something that readers will miss.
pub fn is_missed(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "svg"
            | "math"
            | "object"
            | "embed"
            | "applet"
            | "audio"
            | "video"
            | "canvas"
            | "form"
            | "input"
            | "button"
            | "select"
            | "textarea"
            | "base"
            | "meta"
            | "link"
            | "frame"
            | "frameset"
            | "iframe"
            | "marquee"
    )
}

/// Whether a start tag ends SVG or MathML that was left open (HTML standard, "breaks out of foreign content").
pub fn ends_drawing(name: &str) -> bool {
    matches!(
        name,
        "b" | "blockquote"
            | "body"
            | "br"
            | "center"
            | "code"
            | "dd"
            | "div"
            | "dl"
            | "dt"
            | "em"
            | "embed"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "hr"
            | "i"
            | "img"
            | "li"
            | "listing"
            | "menu"
            | "meta"
            | "nobr"
            | "ol"
            | "p"
            | "pre"
            | "ruby"
            | "s"
            | "small"
            | "span"
            | "strong"
            | "strike"
            | "sub"
            | "sup"
            | "table"
            | "tt"
            | "u"
            | "ul"
            | "var"
    )
}
