//! Converts Markdown to HTML, which is sanitised afterwards. A quotation that begins with `[!NOTE]` becomes an `aside`:
//! a box for the prices and the number to call that its article speaks of.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// What posts may have beyond plain Markdown. `[!NOTE]` is GitHub's.
pub const EXTENSIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_GFM);

/// The HTML of an author's Markdown. A picture in a paragraph of its own becomes a figure with its title as caption.
///
/// An address with a blank, which Markdown wants in `<…>`, is read as one.
pub fn html(markdown: &str) -> String {
    let markdown = &with_blanks(markdown);
    let events: Vec<Event> = Parser::new_ext(markdown, EXTENSIONS).map(note_as_aside).collect();
    let mut html = String::with_capacity(markdown.len() * 5 / 4);
    let (mut from, mut at) = (0, 0);
    while at < events.len() {
        if let Some(figure) = figure_at(&events[at..]) {
            push_html(&mut html, events[from..at].iter().cloned());
            html.push_str("<figure>");
            push_html(&mut html, events[at + 1..at + figure.events - 1].iter().cloned());
            if !figure.caption.is_empty() {
                html.push_str("<figcaption>");
                push_html(&mut html, std::iter::once(Event::Text(figure.caption)));
                html.push_str("</figcaption>");
            }
            html.push_str("</figure>\n");
            at += figure.events;
            from = at;
        } else {
            at += 1;
        }
    }
    push_html(&mut html, events[from..].iter().cloned());
    html
}

/// The text with `<…>` around addresses in which there's a blank: `![A wall](my wall.jpg)`.
pub fn with_blanks(markdown: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(markdown);
    let lines = shown_lines(markdown);
    let opened = lines.iter().filter(|line| !begins_escaped(markdown, line)).flat_map(|line| {
        markdown[line.clone()].match_indices("](").map(|(at, _)| (line.start + at + 2, line.end))
    });
    for (from, end) in opened.collect::<Vec<_>>().into_iter().rev() {
        let Some(length) = markdown[from..end].find(')') else { continue };
        let inside = &markdown[from..from + length];
        let address = inside.split(" \"").next().unwrap_or(inside).trim();
        let is_address =
            address.contains(['.', '/']) || address.starts_with(['#', '+']) || address.contains("tel:");
        if address.contains(' ') && is_address && !address.contains(['<', '>', '(', '"']) {
            let start = from + inside.find(address).unwrap_or_default();
            text.to_mut().replace_range(start..start + address.len(), &format!("<{address}>"));
        }
    }
    text
}

/// Whether a stretch begins with a bracket that stands for itself.
pub fn begins_escaped(markdown: &str, stretch: &Range<usize>) -> bool {
    markdown[stretch.clone()].starts_with(['[', ']']) && markdown[..stretch.start].ends_with('\\')
}

/// The stretches of each line that the page shows as they are written: neither code nor HTML, nor signs that mean something.
pub fn shown_lines(markdown: &str) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut is_code = false;
    for (event, range) in Parser::new_ext(markdown, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(_) if !is_code => match lines.last_mut().filter(|last| last.end == range.start) {
                Some(last) => last.end = range.end,
                None => lines.push(range),
            },
            _ => {}
        }
    }
    lines
}

/// Both ends of a quotation with a kind are HTML in place of it.
fn note_as_aside(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::BlockQuote(Some(_))) => Event::Html("<aside>\n".into()),
        Event::End(TagEnd::BlockQuote(Some(_))) => Event::Html("</aside>\n".into()),
        other => other,
    }
}

struct Figure<'a> {
    /// Number of events, including the paragraph around it.
    events: usize,
    caption: CowStr<'a>,
}

fn figure_at<'a>(events: &[Event<'a>]) -> Option<Figure<'a>> {
    let [Event::Start(Tag::Paragraph), Event::Start(Tag::Image { title, .. }), ..] = events else {
        return None;
    };
    let end = events.iter().position(|event| *event == Event::End(TagEnd::Image))?;
    let alone = events.get(end + 1) == Some(&Event::End(TagEnd::Paragraph));
    alone.then(|| Figure { events: end + 2, caption: title.clone() })
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn a_picture_in_its_own_paragraph_is_a_figure_with_its_title_as_caption() {
        let made = html("Before\n\n![A coil](coil.jpg \"Ice & dust\")\n\nAfter ![x](y.svg) it");
        let figure = "<figure><img src=\"coil.jpg\" alt=\"A coil\" title=\"Ice &amp; dust\" />\
                      <figcaption>Ice &amp; dust</figcaption></figure>\n";
        assert!(made.contains(figure), "{made}");
        assert!(made.contains("<p>After <img"), "{made}");
        assert!(!html("![A](a.svg)").contains("figcaption"));
    }

    #[test]
    fn an_address_may_have_a_blank() {
        for (written, made) in [
            ("![A wall](my wall.jpg)", "<img src=\"my%20wall.jpg\" alt=\"A wall\" />"),
            ("![A wall](my wall.jpg \"Wet\")", "<img src=\"my%20wall.jpg\" alt=\"A wall\" title=\"Wet\" />"),
            (
                "- see [**us**](tel:+971 4 400 0000), ok",
                "<a href=\"tel:+971%204%20400%200000\"><strong>us</strong></a>, ok",
            ),
            ("[a](/b c) and [d](e f.pdf)", "<a href=\"/b%20c\">a</a> and <a href=\"e%20f.pdf\">d</a>"),
            ("| a |\n|---|\n| ![x](y z.png) |", "<img src=\"y%20z.png\" alt=\"x\" />"),
            ("`![A wall](my wall.jpg)`", "<code>![A wall](my wall.jpg)</code>"),
            ("[see](the note below)", "[see](the note below)"),
            ("\\[see](the note. below)", "[see](the note. below)"),
        ] {
            assert!(html(written).contains(made), "{written} became {}", html(written));
        }
    }

    #[test]
    fn a_note_is_an_aside_and_a_quotation_stays_one() {
        let made = html("> [!NOTE]\n> **Prices** are *here*.\n\n> Quoted.");
        let aside = "<aside>\n<p><strong>Prices</strong> are <em>here</em>.</p>\n</aside>";
        assert!(made.contains(aside) && made.contains("<blockquote>\n<p>Quoted.</p>"), "{made}");
    }

    #[test]
    fn tables_and_strikethrough_work_and_punctuation_stays_as_written() {
        let made = html("| a | b |\n|---|---|\n| 1 | ~~2~~ |\n\n\"x\" -- y...");
        assert!(made.contains("<th>a</th>") && made.contains("<del>2</del>"), "{made}");
        assert!(made.contains("\"x\" -- y..."), "{made}");
    }
}
