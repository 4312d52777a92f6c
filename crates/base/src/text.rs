//! Text that comes from outside, made safe to show: no terminal escape sequences, no bidirectional overrides, no
//! passwords; and whether it may name a person.

use url::Url;

/// A visitor's or another site's text, safe to print on a terminal: control characters become spaces, and characters
/// that would reorder the text around them are dropped.
pub fn shown(text: &str) -> String {
    let kept = text.chars().filter(|c| !is_bidi_control(*c));
    kept.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a value of an address may name a person: some newsletters put the reader's e-mail address into their links.
pub fn may_name_person(value: &str) -> bool {
    value.contains('@') || value.contains("%40")
}

/// Whether a character embeds, overrides or isolates a direction of writing (Unicode's UAX 9). In a visitor's text such
/// a character could reorder the text around it.
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A text as HTML shows it, also within the quotes of an attribute.
pub fn escape_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// A URL that is safe to log: the password, where there is one, is replaced by stars.
pub fn without_password(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.password().is_some() => {
            if parsed.set_password(Some("***")).is_err() {
                return "(hidden)".to_owned();
            }
            parsed.to_string()
        }
        Ok(_) => url.to_owned(),
        // Not a URL, so the password could be anywhere in it.
        Err(_) if url.contains('@') => "(hidden)".to_owned(),
        Err(_) => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitors_text_cannot_control_a_terminal() {
        assert_eq!(shown("a\u{1b}[31mb\nc\u{202E}d\u{2066}e"), "a [31mb cde");
        assert_eq!(shown("\u{0645}\u{0631}\u{062D}\u{0628}\u{0627}"), "مرحبا", "Arabic stays as it is");
    }
}
