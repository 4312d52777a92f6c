//! A long text in Markdown: its HTML, and its parts, which links can lead to.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html::push_html};

/// A heading of the second level and all below it.
#[derive(Debug, PartialEq, Eq)]
pub struct DocumentPart {
    /// The name a link to it ends in, unique in its text.
    pub anchor: String,
    /// Its heading, without markup.
    pub heading: String,
}

/// The text as HTML, with each part's anchor at its heading.
pub fn html(markdown: &str) -> String {
    let mut events = events(markdown);
    let mut parts = parts_of(&events).into_iter();
    for event in &mut events {
        if let Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) = event {
            *id = parts.next().map(|part| CowStr::from(part.anchor));
        }
    }
    let mut html = String::new();
    push_html(&mut html, events.into_iter());
    html
}

/// The parts in their order.
pub fn parts(markdown: &str) -> Vec<DocumentPart> {
    parts_of(&events(markdown))
}

/// An address that a text names.
#[derive(Debug, PartialEq, Eq)]
pub enum Target {
    Link(String),
    Picture(String),
}

/// Every address that the text names, in its order.
pub fn targets(markdown: &str) -> Vec<Target> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, link_type: LinkType::Email, .. }) => {
            Some(Target::Link(format!("mailto:{dest_url}")))
        }
        Event::Start(Tag::Link { dest_url, .. }) => Some(Target::Link(dest_url.into_string())),
        Event::Start(Tag::Image { dest_url, .. }) => Some(Target::Picture(dest_url.into_string())),
        _ => None,
    };
    events(markdown).into_iter().filter_map(target).collect()
}

/// The authors are the company's own; raw HTML in their text is shown, not obeyed.
fn events(markdown: &str) -> Vec<Event<'_>> {
    let shown = |event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    };
    Parser::new_ext(markdown, Options::ENABLE_TABLES).map(shown).collect()
}

fn parts_of(events: &[Event<'_>]) -> Vec<DocumentPart> {
    let mut parts: Vec<DocumentPart> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        if !matches!(event, Event::Start(Tag::Heading { level: HeadingLevel::H2, .. })) {
            continue;
        }
        let inside =
            events[place..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let heading: String = inside.filter_map(words).collect();
        let anchor = unused(&anchor_of(&heading), &parts);
        parts.push(DocumentPart { anchor, heading });
    }
    parts
}

fn words<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    }
}

/// A heading's anchor, from its ASCII letters and digits; `part` if it has none.
fn anchor_of(heading: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' };
    let words: String = heading.chars().filter(|c| !matches!(c, '\'' | '’')).map(plain).collect();
    let anchor = words.split_whitespace().collect::<Vec<_>>().join("-");
    if anchor.is_empty() { "part".to_string() } else { anchor }
}

/// `anchor`, with a number behind it where a part before has it.
fn unused(anchor: &str, parts: &[DocumentPart]) -> String {
    let numbered = (2..).map(|number| format!("{anchor}-{number}"));
    let mut candidates = std::iter::once(anchor.to_string()).chain(numbered);
    let free = |name: &String| parts.iter().all(|part| part.anchor != *name);
    candidates.find(free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchors(markdown: &str) -> Vec<String> {
        parts(markdown).into_iter().map(|part| part.anchor).collect()
    }

    #[test]
    fn a_heading_of_the_second_level_is_a_part_with_an_anchor() {
        let text = "## What *we* count\n\nNothing.\n\n### Below\n\nNothing.";
        assert_eq!(
            parts(text),
            [DocumentPart { anchor: "what-we-count".to_string(), heading: "What we count".to_string() }]
        );
        assert!(
            html(text).starts_with("<h2 id=\"what-we-count\">What <em>we</em> count</h2>"),
            "{}",
            html(text)
        );
        assert!(html(text).contains("<h3>Below</h3>"), "{}", html(text));
    }

    #[test]
    fn every_part_has_an_anchor_of_its_own_whatever_it_is_called() {
        let text = "## Prices\n\n## Prices\n\n## Prices 2\n\n## ماذا\n\n## What's a \"visit\"?\n";
        assert_eq!(anchors(text), ["prices", "prices-2", "prices-2-2", "part", "whats-a-visit"]);
    }

    #[test]
    fn every_address_of_a_text_is_found_however_it_is_written() {
        let text = "[a](javascript:x) <data:b> <a@b.c> [c][r] ![d](//e/f.png) [x\n](</g>)\n\n[r]: ftp://h";
        let (link, picture) = (Target::Link, Target::Picture);
        let found = ["javascript:x", "data:b", "mailto:a@b.c", "ftp://h"].map(|to| link(to.into()));
        let others = [picture("//e/f.png".into()), link("/g".into())];
        assert_eq!(targets(text), found.into_iter().chain(others).collect::<Vec<_>>());
    }

    #[test]
    fn raw_html_is_shown_and_not_obeyed() {
        assert_eq!(html("a <b>c</b>"), "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n");
    }
}
