//! Which addresses a post may link to, and the anchors of its headings.

use std::sync::LazyLock;

use url::Url;

/// The advice to an author whose link [`safe`] refuses.
pub const NOWHERE_TO_GO: &str = "write an address that starts with https://, a path of this site such as /contact-us, \
                                 mailto: or tel:, or `call` or `chat` for the company's own";

/// Stored target of a link that calls the company or opens a chat with it. It gets the number when the post is read.
pub const CALL: &str = "call";
pub const CHAT: &str = "chat";

/// Every link to another site has this: the other site can't script this window, doesn't learn which page its
/// visitor came from, and gains no rank with search engines because a post links to it.
pub const REL: &str = "noopener noreferrer nofollow";

/// The prefix of each heading's anchor, so that no heading gets an id that the page around it uses.
pub const ANCHOR_PREFIX: &str = "s-";

/// Longest part of a heading that becomes its anchor, in characters.
const MAX_ANCHOR: usize = 60;
/// Longest address, in bytes.
const MAX_ADDRESS: usize = 2048;

static HERE: LazyLock<Url> = LazyLock::new(|| Url::parse("https://here.invalid/").expect("an address"));

/// The address of an author's link as browsers understand it; `None` if a post must not link to it.
pub fn safe(written: &str) -> Option<String> {
    // Browsers ignore these characters anywhere in an address, so `java\nscript:` would be a scheme.
    let written: String = written.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let written = written.trim_matches(|c: char| c <= ' ' || c.is_whitespace());
    if written.len() > MAX_ADDRESS {
        return None;
    }
    if matches!(written, CALL | CHAT) {
        return Some(written.to_string());
    }
    if let Some(name) = written.strip_prefix('#') {
        let name = name.strip_prefix(ANCHOR_PREFIX).unwrap_or(name);
        return anchor(name).map(|anchor| format!("#{anchor}"));
    }
    if written.starts_with('/') {
        let url = HERE.join(written).ok().filter(|url| url.origin() == HERE.origin())?;
        let path = url[url::Position::BeforePath..].to_string();
        // `/.//evil.example` is parsed as a path here; parsed a second time, it would be another site.
        return (!path.starts_with("//")).then_some(path);
    }
    let written =
        if written.starts_with("www.") { format!("https://{written}") } else { written.to_string() };
    let url = Url::parse(&written).ok()?;
    let allowed = match url.scheme() {
        "http" | "https" => url.has_host() && url.username().is_empty() && url.password().is_none(),
        "mailto" | "tel" => true,
        _ => false,
    };
    allowed.then(|| url.to_string())
}

/// Pages that only lead on: the end of their host, and the part of the address that says where.
const REDIRECTS: [(&str, &str, &str); 4] = [
    ("www.google.com", "/url", "q"),
    ("www.google.com", "/url", "url"),
    (".safelinks.protection.outlook.com", "/", "url"),
    ("l.facebook.com", "/l.php", "u"),
];

/// The address that a link leads to in the end, where mail programs and Google Docs lead by a page of their own.
pub fn without_redirect(written: &str) -> String {
    let target = Url::parse(written.trim()).ok().and_then(|url| {
        let host = url.host_str()?;
        let leads = |(end, path, _): &&(&str, &str, &str)| host.ends_with(end) && url.path() == *path;
        let mut names = REDIRECTS.iter().filter(leads).map(|(_, _, name)| *name);
        let target = names.find_map(|name| url.query_pairs().find(|(key, _)| key == name))?.1.into_owned();
        target.starts_with("http").then_some(target)
    });
    target.unwrap_or_else(|| written.to_owned())
}

/// Whether a link as [`safe`] returns it goes to another site.
pub fn is_external(address: &str) -> bool {
    address.starts_with("http:") || address.starts_with("https:")
}

/// The anchor of a heading: `s-why-drains-block-here`. `None` if it has neither letters nor digits.
pub fn anchor(heading: &str) -> Option<String> {
    let mut anchor = String::from(ANCHOR_PREFIX);
    for c in heading.chars().flat_map(char::to_lowercase) {
        if anchor.chars().count() >= MAX_ANCHOR {
            break;
        }
        if c.is_alphanumeric() {
            anchor.push(c);
        } else if matches!(c, '\'' | '’') {
            continue;
        } else if !anchor.ends_with('-') {
            anchor.push('-');
        }
    }
    let anchor = anchor.trim_end_matches('-');
    (anchor.len() > ANCHOR_PREFIX.len()).then(|| anchor.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_web_to_mail_to_a_phone_or_into_this_site() {
        for (written, safe_address) in [
            ("https://dewa.gov.ae", "https://dewa.gov.ae/"),
            (" http://example.com/a?b=c#d ", "http://example.com/a?b=c#d"),
            ("HTTPS://Example.com/", "https://example.com/"),
            ("www.example.com", "https://www.example.com/"),
            ("mailto:info@example.com", "mailto:info@example.com"),
            ("tel:+97140000000", "tel:+97140000000"),
            (" call ", "call"),
            ("chat", "chat"),
            ("/contact-us", "/contact-us"),
            ("/blogs/a?b#c", "/blogs/a?b#c"),
            ("/../..", "/"),
            ("#Why drains block", "#s-why-drains-block"),
            ("#s-why", "#s-why"),
        ] {
            assert_eq!(safe(written).as_deref(), Some(safe_address), "{written}");
        }
    }

    #[test]
    fn a_link_never_leads_anywhere_else() {
        for written in [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "javascript\n:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:msgbox(1)",
            "file:///etc/passwd",
            "blob:https://example.com/1",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/.//evil.example",
            "\\\\evil.example",
            "https://amwaj.example@evil.example/",
            "https:",
            "contact-us",
            "",
            "#",
        ] {
            assert_eq!(safe(written), None, "{written:?}");
        }
    }

    #[test]
    fn a_safe_link_stays_as_it_is_when_read_again() {
        for written in
            ["https://exämple.com/ä?ö=ü#ß", "/ä b", "#Ä ö", "mailto:a@b.c?subject=d e", "tel:+971 4"]
        {
            let once = safe(written).expect("safe");
            assert_eq!(safe(&once).as_deref(), Some(once.as_str()), "{written}");
        }
    }
}
