//! Reads a line of Markdown as the page will, to compare it with what was meant.

use std::rc::Rc;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::runs::{LinePlace, RunContent, Style, StyledRun};
use crate::authoring::markdown::EXTENSIONS;

/// Letters without blanks, each as it looks. A line's end is a line feed.
pub type Letters = Vec<(char, Style)>;

pub fn letters(runs: &[StyledRun]) -> Letters {
    let mut letters = Letters::new();
    for run in runs {
        match &run.content {
            RunContent::Text(text) => add(&mut letters, text, &run.style),
            RunContent::Break => letters.push(('\n', Style::default())),
            RunContent::Picture { description, .. } => add(&mut letters, description, &run.style),
        }
    }
    letters
}

fn add(letters: &mut Letters, text: &str, style: &Style) {
    letters.extend(text.chars().filter(|c| !c.is_whitespace()).map(|c| (c, style.clone())));
}

/// The letters of a line; `None` if the page would make something else of it than one line.
pub fn read_back(markdown: &str, place: LinePlace) -> Option<Letters> {
    if markdown.is_empty() {
        return Some(Letters::new());
    }
    let whole = match place {
        LinePlace::Paragraph => markdown.to_owned(),
        LinePlace::Heading => format!("## {markdown}"),
        LinePlace::Cell => format!("|a|\n|-|\n|{markdown}|"),
    };
    let mut events = Parser::new_ext(&whole, EXTENSIONS);
    if place == LinePlace::Cell {
        events.find(|event| *event == Event::End(TagEnd::TableHead))?;
    }
    let mut reader = LineReader { letters: Letters::new(), styles: vec![Style::default()] };
    let mut starts = 0;
    for event in events {
        match (event, place) {
            (Event::Start(Tag::Paragraph), LinePlace::Paragraph)
            | (Event::Start(Tag::Heading { .. }), LinePlace::Heading)
            | (Event::Start(Tag::TableCell), LinePlace::Cell) => starts += 1,
            (Event::Start(Tag::TableRow), LinePlace::Cell)
            | (
                Event::End(
                    TagEnd::Paragraph
                    | TagEnd::Heading(_)
                    | TagEnd::TableRow
                    | TagEnd::TableCell
                    | TagEnd::Table,
                ),
                _,
            ) => {}
            (event, _) => reader.read(event)?,
        }
    }
    (starts == 1).then_some(reader.letters)
}

struct LineReader {
    letters: Letters,
    styles: Vec<Style>,
}

impl LineReader {
    fn read(&mut self, event: Event<'_>) -> Option<()> {
        let style = self.styles.last()?.clone();
        match event {
            Event::Text(text) => add(&mut self.letters, &text, &style),
            Event::Code(text) => add(&mut self.letters, &text, &Style { code: true, ..style }),
            Event::HardBreak => self.letters.push(('\n', Style::default())),
            Event::Start(Tag::Strong) => self.styles.push(Style { bold: true, ..style }),
            Event::Start(Tag::Emphasis) => self.styles.push(Style { italic: true, ..style }),
            Event::Start(Tag::Strikethrough) => self.styles.push(Style { struck: true, ..style }),
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.styles.push(Style { link: Some(Rc::from(&*dest_url)), ..style });
            }
            Event::Start(Tag::Image { .. }) => self.styles.push(style),
            Event::End(_) => drop(self.styles.pop()?),
            Event::InlineHtml(tag) => match &*tag {
                "<br>" => self.letters.push(('\n', Style::default())),
                "<b>" => self.styles.push(Style { bold: true, ..style }),
                "<i>" => self.styles.push(Style { italic: true, ..style }),
                "<del>" => self.styles.push(Style { struck: true, ..style }),
                "<sup>" => self.styles.push(Style { script: Some("sup"), ..style }),
                "<sub>" => self.styles.push(Style { script: Some("sub"), ..style }),
                end if end.starts_with("</") => drop(self.styles.pop()?),
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }
}
