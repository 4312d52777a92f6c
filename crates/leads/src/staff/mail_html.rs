//! What mails in HTML share. Mail programs read no style sheets. Colours are those of the site: ink, line and ink-3.

const PAGE: &str = "margin:0;padding:16px;background:#ffffff;color:#08252d;font-family:Arial,sans-serif;\
                    font-size:16px;line-height:24px";
pub const HEADING: &str = "margin:20px 0 6px;font-weight:bold";
pub const LABEL: &str =
    "padding:3px 14px 3px 0;color:#4a646c;font-weight:normal;text-align:left;vertical-align:top";
pub const VALUE: &str = "padding:3px 0;vertical-align:top";
/// 52 pixels high, so that a thumb hits it. Its background is the caller's, such as [`INK`].
pub const BUTTON: &str = "display:block;max-width:420px;margin:0 0 10px;padding:14px 16px;border-radius:10px;\
                          color:#ffffff;font-size:18px;line-height:24px;font-weight:bold;text-align:center;\
                          text-decoration:none";
pub const INK: &str = "#08252d";

/// A whole mail around its contents, which are HTML.
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\r\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light\">\
         <title>{title}</title></head>\r\n<body style=\"{PAGE}\">\r\n{body}</body></html>\r\n"
    )
}
