//! Text that may be in a drawing.

use quick_xml::escape::escape;

/// The text as it may be in an element or an attribute. Characters that XML cannot have are left out.
pub fn escaped(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    escape(text.chars().filter(allowed).collect::<String>()).into_owned()
}
