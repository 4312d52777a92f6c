//! Text of other people that is shown: safe for a terminal, and without passwords.

use url::Url;

/// Other people's text for a terminal: no control character of it reaches one, and none that turns the text
/// around it.
pub fn shown(text: &str) -> String {
    let kept = text.chars().filter(|c| !turns_text(*c));
    kept.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a character embeds, overrides or isolates a direction of writing (Unicode's UAX 9), and so changes
/// how the text around it is read.
pub fn turns_text(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// An address as it may be shown: the password, where there is one, is stars.
pub fn without_password(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.password().is_some() => {
            if parsed.set_password(Some("***")).is_err() {
                return "(hidden)".to_owned();
            }
            parsed.to_string()
        }
        Ok(_) => url.to_owned(),
        // Not an address, so no telling where in it the password is.
        Err(_) if url.contains('@') => "(hidden)".to_owned(),
        Err(_) => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_visitor_steers_a_terminal() {
        assert_eq!(shown("a\u{1b}[31mb\nc\u{202E}d\u{2066}e"), "a [31mb cde");
        assert_eq!(shown("\u{0645}\u{0631}\u{062D}\u{0628}\u{0627}"), "مرحبا", "Arabic stays as it is");
    }
}
