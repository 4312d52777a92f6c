//! Styles of a drawing, and attributes that are read as styles: they may refer only to parts of the same drawing.
//! Naming anything outside takes a function, an at-rule or an escape that hides one.

use crate::media::PictureError;
use crate::media::allowed::FUNCTIONS;

/// The styles without their comments.
///
/// # Errors
/// The part that could load something.
pub(super) fn confined(styles: &str) -> Result<String, PictureError> {
    let styles = without_comments(styles);
    if styles.contains(['@', '\\']) {
        let instead = "turn texts into paths, and export it with plain styles";
        return Err(PictureError::new("has styles with `@` or `\\`", instead));
    }
    let parts: Vec<&str> = styles.split('(').collect();
    for pair in parts.windows(2) {
        let named = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
        let function = pair[0].rsplit(named).next().unwrap_or_default().to_ascii_lowercase();
        let inside = pair[1].split(')').next().unwrap_or_default();
        if !FUNCTIONS.contains(function.as_str()) {
            let instead = "export it with plain colours and shapes";
            return Err(PictureError::new(format!("has styles with `{function}(`"), instead));
        }
        if function == "url" && !is_fragment(inside.trim().trim_matches(['"', '\'']).trim()) {
            let instead = "export it with everything in one file";
            return Err(PictureError::new("refers to something outside of itself", instead));
        }
    }
    Ok(styles)
}

/// Whether it names a part of the same drawing.
pub(super) fn is_fragment(address: &str) -> bool {
    let odd = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '(' | ')' | '\\' | '<' | '>')
    };
    address.strip_prefix('#').is_some_and(|id| !id.is_empty() && !id.contains(odd))
}

fn without_comments(styles: &str) -> String {
    let mut parts = styles.split("/*");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push(' ');
        plain.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    plain
}
