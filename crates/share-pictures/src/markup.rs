//! Texts inside a drawing.

use std::borrow::Cow;

use quick_xml::escape::escape;

/// The text as it may stand in an element or an attribute. What XML cannot hold at all is left out.
pub fn escaped(text: &str) -> String {
    let held = |c: &char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let held: String = text.chars().filter(held).collect();
    match escape(held.as_str()) {
        Cow::Owned(text) => text,
        Cow::Borrowed(text) => text.to_owned(),
    }
}
