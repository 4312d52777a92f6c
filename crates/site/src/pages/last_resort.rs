//! The page that needs no engine: shown when no other can be, or none should be rendered, and it still says whom to call.

use base::text::escape_html;
use content::Content;

/// A whole document with the phone number (R36).
pub fn page(content: &Content, heading: &str, text: &str) -> String {
    let words = &content.words.error;
    let digits: String = content.company.phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{heading}</title></head><body><main>\
         <h1>{heading}</h1><p>{text}</p><p><a href=\"tel:{digits}\">{call} {phone}</a></p>\
         <p><a href=\"/\">{back}</a></p></main></body></html>",
        heading = escape_html(heading),
        text = escape_html(text),
        call = escape_html(&words.call),
        phone = escape_html(&content.company.phone),
        back = escape_html(&words.back.label),
    )
}
