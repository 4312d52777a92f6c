//! Responses of mail servers and webhooks, and why they could not be reached, as one short line for staff and for the
//! database.

use std::error::Error;

/// The most characters that are kept.
const MAX_CHARS: usize = 500;

/// Text from outside as a single line of bounded length: control characters become spaces.
pub(crate) fn single_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_CHARS).collect()
}

/// A description of an error and its causes, on a single line. Causes that the text already contains are left out.
pub(crate) fn with_causes(mut text: String, error: &dyn Error) -> String {
    let mut cause = error.source();
    while let Some(deeper) = cause {
        let more = deeper.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = deeper.source();
    }
    single_line(&text)
}
