//! Differences between two versions of a text: in one line for a list, and line by line beside each other.

use diffy::Line;

use crate::writing::words::{AuthorWords, WordField};

/// The longest piece of a line that a list shows, in characters.
const MAX_SHOWN_CHARS: usize = 80;

/// A revision's change, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextChange {
    Added(String),
    Removed(String),
    /// A line as it is since then.
    Reworded(String),
    /// Another field than the body.
    Field(WordField),
    Nothing,
}

/// A line of one version, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentLine {
    pub side: LineSide,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSide {
    Both,
    Earlier,
    Present,
    /// Unchanged lines that are left out.
    Skipped,
}

impl TextChange {
    /// The first change from `before` to `after`; the body counts more than other fields.
    pub fn between(before: &AuthorWords, after: &AuthorWords) -> Self {
        let lines = lines(&before.body, &after.body);
        let first = |side: LineSide| {
            lines.iter().find(|line| line.side == side && !line.text.trim().is_empty()).map(shown)
        };
        match (first(LineSide::Earlier), first(LineSide::Present)) {
            (None, Some(text)) => return TextChange::Added(text),
            (Some(text), None) => return TextChange::Removed(text),
            (Some(_), Some(text)) => return TextChange::Reworded(text),
            (None, None) => {}
        }
        let changed = |field: &WordField| before.get(*field) != after.get(*field);
        WordField::LINES.into_iter().find(changed).map_or(TextChange::Nothing, TextChange::Field)
    }
}

fn shown(line: &DifferentLine) -> String {
    let text = line.text.trim();
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// The fields that differ, each with its lines.
pub fn difference(earlier: &AuthorWords, present: &AuthorWords) -> Vec<(WordField, Vec<DifferentLine>)> {
    let fields = WordField::LINES.into_iter().chain([WordField::Body]);
    fields
        .filter(|field| earlier.get(*field) != present.get(*field))
        .map(|field| (field, lines(earlier.get(field), present.get(field))))
        .collect()
}

/// The lines of both texts around each change.
fn lines(earlier: &str, present: &str) -> Vec<DifferentLine> {
    let with_end = |text: &str| if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let (earlier, present) = (with_end(earlier), with_end(present));
    let patch = diffy::create_patch(&earlier, &present);
    let mut lines = Vec::new();
    let mut next = 1;
    for hunk in patch.hunks() {
        if hunk.old_range().start() > next {
            lines.push(DifferentLine { side: LineSide::Skipped, text: String::new() });
        }
        next = hunk.old_range().end();
        lines.extend(hunk.lines().iter().map(|line| {
            let (side, text) = match line {
                Line::Context(text) => (LineSide::Both, text),
                Line::Delete(text) => (LineSide::Earlier, text),
                Line::Insert(text) => (LineSide::Present, text),
            };
            DifferentLine { side, text: text.trim_end_matches('\n').to_owned() }
        }));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> AuthorWords {
        AuthorWords { body: text.to_owned(), ..Default::default() }
    }

    #[test]
    fn a_change_is_said_in_one_line() {
        let before = body("One.\n\nTwo.\n");
        let of = |text: &str| TextChange::between(&before, &body(text));
        assert_eq!(of("One.\n\nTwo.\n\nThree.\n"), TextChange::Added("Three.".into()));
        assert_eq!(of("One.\n"), TextChange::Removed("Two.".into()));
        assert_eq!(of("One.\n\nTwo, reworded."), TextChange::Reworded("Two, reworded.".into()));
        assert_eq!(of("One.\n\nTwo.\n"), TextChange::Nothing);
        let titled = AuthorWords { title: "T".into(), ..before.clone() };
        assert_eq!(TextChange::between(&before, &titled), TextChange::Field(WordField::Title));
        let long = "ك".repeat(200);
        assert!(
            matches!(of(&long), TextChange::Reworded(text) if text.chars().count() == MAX_SHOWN_CHARS + 1)
        );
    }

    #[test]
    fn unchanged_stretches_are_left_out() {
        let text =
            |last: &str| (1..30).map(|n| format!("{n}\n")).chain([last.to_owned()]).collect::<String>();
        let found = difference(&body(&text("a\n")), &body(&text("b\n")));
        assert_eq!(found.len(), 1);
        let lines = &found[0].1;
        assert_eq!(lines[0].side, LineSide::Skipped);
        let sides: Vec<_> = lines.iter().filter(|line| line.text == "a" || line.text == "b").collect();
        assert_eq!((sides[0].side, sides[1].side), (LineSide::Earlier, LineSide::Present));
        assert!(lines.len() < 10, "{lines:?}");
    }
}
