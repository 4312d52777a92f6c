//! Merges two changes of a text line by line, as version control does.

use std::collections::HashSet;

use diffy::{IncompleteHunkStyle, MergeOptions};

/// Lines that both changed, each differently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    pub before: String,
    pub ours: String,
    pub theirs: String,
}

/// Both changes of `before`; `settle` says what becomes of lines that both changed.
pub fn merge(before: &str, ours: &str, theirs: &str, settle: impl FnMut(Clash) -> String) -> String {
    let marker_chars = marker_chars([before, ours, theirs]);
    let mut options = MergeOptions::new();
    options.set_conflict_marker_length(marker_chars).set_incomplete_hunk_style(IncompleteHunkStyle::Git);
    match options.merge(before, ours, theirs) {
        Ok(merged) => merged,
        Err(marked) => settled(&marked, marker_chars, settle),
    }
}

/// The length of the markers around clashes: no line begins with so many equal characters, so none is mistaken for one.
/// Markdown underlines headings with as many `=` as its author likes.
fn marker_chars(texts: [&str; 3]) -> usize {
    let taken: HashSet<usize> = texts.iter().flat_map(|text| text.lines()).map(equal_chars).collect();
    (7..).find(|chars| !taken.contains(chars)).unwrap_or_default()
}

/// Number of equal characters at the start of a line.
fn equal_chars(line: &str) -> usize {
    let first = line.chars().next();
    line.chars().take_while(|char| Some(*char) == first).count()
}

/// A text with markers around its clashes, with each of them settled.
fn settled(marked: &str, marker_chars: usize, mut settle: impl FnMut(Clash) -> String) -> String {
    let (mut text, mut clash, mut side) = (String::new(), Clash::default(), Side::Outside);
    for line in marked.split_inclusive('\n') {
        let marker = line.chars().next().filter(|_| equal_chars(line) == marker_chars);
        match marker {
            Some('<') => side = Side::Ours,
            Some('|') => side = Side::Before,
            Some('=') => side = Side::Theirs,
            Some(_) => {
                text.push_str(&settle(std::mem::take(&mut clash)));
                side = Side::Outside;
            }
            None => match side {
                Side::Outside => &mut text,
                Side::Ours => &mut clash.ours,
                Side::Before => &mut clash.before,
                Side::Theirs => &mut clash.theirs,
            }
            .push_str(line),
        }
    }
    text
}

/// Where a line of a text with markers belongs.
enum Side {
    Outside,
    Ours,
    Before,
    Theirs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_like_markers_of_any_length_are_text() {
        for chars in [7, 8, 61, 500] {
            let [open, base, middle, close] = ["<", "|", "=", ">"].map(|sign| sign.repeat(chars));
            let lines = |by: &str| format!("{open} {by}\n{base}\n{by}\n{middle}\n{close}\n");
            let text = |lines: &str, last: &str| format!("First\n{middle}\n{lines}Last\n{last}\n");
            let (before, ours, theirs) =
                (text("was\n", &middle), text(&lines("ours"), &middle), text(&lines("theirs"), &close));
            let mut clashes = Vec::new();
            let merged = merge(&before, &ours, &theirs, |clash| {
                clashes.push(clash.clone());
                clash.ours
            });
            let clash = Clash { before: "was\n".into(), ours: lines("ours"), theirs: lines("theirs") };
            assert_eq!(clashes, [clash]);
            assert_eq!(merged, text(&lines("ours"), &close));
        }
    }

    #[test]
    fn a_clash_at_the_end_of_a_text_without_a_line_end_is_whole() {
        let mut clashes = Vec::new();
        merge("a\nb", "a\nours", "a\ntheirs", |clash| {
            clashes.push([clash.before, clash.ours, clash.theirs]);
            String::new()
        });
        assert_eq!(clashes, [["b\n", "ours\n", "theirs\n"]]);
    }
}
