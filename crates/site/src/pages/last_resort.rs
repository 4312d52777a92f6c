//! The page that needs no engine: shown when nothing else can be, and it still says whom to call.

use crate::content::Content;

/// A whole document with the phone number, for when no drawn page exists (R36).
pub fn page(content: &Content) -> String {
    let words = &content.words.error;
    let digits: String = content.company.phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{heading}</title></head><body><main>\
         <h1>{heading}</h1><p>{text}</p><p><a href=\"tel:{digits}\">{call} {phone}</a></p>\
         <p><a href=\"/\">{back}</a></p></main></body></html>",
        heading = escape(&words.heading),
        text = escape(&words.text),
        call = escape(&words.call),
        phone = escape(&content.company.phone),
        back = escape(&words.back.label),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
