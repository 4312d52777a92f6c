//! Converts Markdown to HTML, which is sanitised afterwards. A quotation that begins with `[!NOTE]` becomes an `aside`:
//! a box for the prices and the number to call that its article speaks of.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// `[!NOTE]` is GitHub's.
const EXTENSIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_GFM);

/// The HTML of an author's Markdown. A picture in a paragraph of its own becomes a figure with its title as caption.
pub fn html(markdown: &str) -> String {
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

/// Both ends of a quotation with a kind are HTML in place of it.
fn note_as_aside(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::BlockQuote(Some(_))) => Event::Html("<aside>\n".into()),
        Event::End(TagEnd::BlockQuote(Some(_))) => Event::Html("</aside>\n".into()),
        other => other,
    }
}

struct Figure<'a> {
    /// How many events it has, with the paragraph around it.
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
