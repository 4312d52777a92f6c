//! What a page's first view needs, as a response header: a CDN in front sends it on as 103 Early Hints, while it still
//! asks for the page. Browsers take each file once, whether the header, the document or both name it.

use http::{HeaderName, HeaderValue, header};

/// The `Link` header for a document: its styles, and the font that it loads first; nothing where it names none.
pub fn header(html: &str) -> Option<(HeaderName, HeaderValue)> {
    let head = html.split_once("</head>")?.0;
    let tags = head.split("<link ").skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag));
    let links: Vec<String> = tags
        .filter_map(|tag| {
            let href = attribute(tag, "href")?;
            match (attribute(tag, "rel")?, attribute(tag, "as")) {
                ("stylesheet", _) => Some(format!("<{href}>; rel=preload; as=style")),
                ("preload", Some("font")) => Some(format!("<{href}>; rel=preload; as=font; crossorigin")),
                _ => None,
            }
        })
        .collect();
    (!links.is_empty())
        .then(|| HeaderValue::try_from(links.join(", ")).ok())
        .flatten()
        .map(|value| (header::LINK, value))
}

/// An attribute of a tag as the bundle writes it: lower case, in double quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn the_first_font_and_the_styles_are_named_and_nothing_else() {
        let html = r#"<head><link rel="canonical" href="https://a.example/"/><link rel="icon" href="/i.svg"/>
            <link rel="preload" href="/assets/f.woff2" as="font" type="font/woff2" crossorigin="anonymous"/>
            <link rel="stylesheet" href="/assets/a.css"/></head><body><link rel="stylesheet" href="/x.css"/>"#;
        let (name, value) = header(html).unwrap();
        assert_eq!(name, "link");
        let expected =
            "</assets/f.woff2>; rel=preload; as=font; crossorigin, </assets/a.css>; rel=preload; as=style";
        assert_eq!(value, expected);
        assert!(header("<head><title>x</title></head>").is_none() && header("no document").is_none());
    }
}
