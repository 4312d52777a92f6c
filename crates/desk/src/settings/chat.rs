//! The texts that a WhatsApp chat with a visitor starts with. The browser fills them in; see `web/desk/ui/chat-text.ts`.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Placeholders of a text: the visitor's and the sender's first names, the company, the request's reference and
/// service.
pub const PLACEHOLDERS: [&str; 5] = ["name", "sender", "company", "reference", "service"];
/// The most characters of a text.
const MAX_CHARS: usize = 500;

pub(super) const ENGLISH: &str = "Hello {name}, this is {sender} from {company}. We have your request {reference}: \
                                  {service}. When may we ring you?";
pub(super) const ARABIC: &str =
    "مرحباً {name}، معك {sender} من {company}. وصلنا طلبك رقم {reference}: {service}. متى يناسبك أن نتصل بك؟";

/// One for each language that a visitor may have written in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(TS), ts(export, export_to = "desk.ts"))]
pub struct ChatTexts {
    pub english: String,
    pub arabic: String,
}

impl Default for ChatTexts {
    fn default() -> Self {
        ChatTexts { english: ENGLISH.to_owned(), arabic: ARABIC.to_owned() }
    }
}

/// A text as it is kept: `usual` if the field was empty.
pub(super) fn checked(typed: &str, usual: &str) -> Result<String, String> {
    let known = || PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(", ");
    let mut parts = typed.split('{');
    parts.next();
    for part in parts {
        match part.split_once('}') {
            Some((name, _)) if PLACEHOLDERS.contains(&name) => {}
            Some((name, _)) => return Err(format!("Nothing is called {{{name}}}; there are {}.", known())),
            None => return Err(format!("A {{ is not closed. Write one of {}.", known())),
        }
    }
    match (typed.is_empty(), typed.chars().count()) {
        (true, _) => Ok(usual.to_owned()),
        (false, 0..=MAX_CHARS) => Ok(typed.to_owned()),
        (false, many) => Err(format!(
            "The text for WhatsApp may have {MAX_CHARS} characters; this one has {many}. Please shorten it."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_only_what_there_is() {
        assert_eq!(checked("", ENGLISH).as_deref(), Ok(ENGLISH), "the usual one again");
        for usual in [ENGLISH, ARABIC] {
            assert_eq!(checked(usual, "").as_deref(), Ok(usual));
            assert!(PLACEHOLDERS.iter().all(|name| usual.contains(&format!("{{{name}}}"))));
        }
        for wrong in ["Hello {nmae}", "Hello {name", "{{name}}", "{}"] {
            let sentence = checked(wrong, ENGLISH).expect_err(wrong);
            assert!(sentence.contains("{name}, {sender}"), "{sentence}");
        }
        assert!(checked(&"م".repeat(MAX_CHARS), ENGLISH).is_ok());
        assert!(checked(&"م".repeat(MAX_CHARS + 1), ENGLISH).expect_err("long").contains("501"));
    }
}
