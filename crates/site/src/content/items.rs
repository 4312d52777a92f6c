//! Moves, copies, hides and removes items of a list in a TOML file. Everything else keeps its bytes.

use std::ops::Range;

use crate::content::node::{HIDDEN, Node, NodeValue};
use crate::content::splice::spliced;

/// What can be done with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemAction {
    /// One place earlier.
    Up,
    /// One place later.
    Down,
    /// Once more, behind itself.
    Copy,
    Remove,
    /// Of a page's sections: it stays in the file, and pages leave it out.
    Hide,
    Show,
}

impl ItemAction {
    /// By its word in a form.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "up" => Some(Self::Up),
            "down" => Some(Self::Down),
            "copy" => Some(Self::Copy),
            "remove" => Some(Self::Remove),
            "hide" => Some(Self::Hide),
            "show" => Some(Self::Show),
            _ => None,
        }
    }

    /// Where the value `path` is, once this is done with the item at `item` that it is in.
    pub fn follow(self, path: &str, item: &str) -> String {
        let moved = item.rsplit_once('.').and_then(|(list, at)| {
            let at: usize = at.parse().ok()?;
            let at = match self {
                Self::Up => at.checked_sub(1)?,
                Self::Down => at + 1,
                Self::Copy | Self::Remove | Self::Hide | Self::Show => at,
            };
            Some(format!("{list}.{at}{}", path.strip_prefix(item)?))
        });
        moved.unwrap_or_else(|| path.to_string())
    }
}

/// `text`, whose tree is `root`, after `action` on the item at `path`, such as `sections.0.steps.1`; none where there is no
/// such item, or no place to move it to.
pub fn edited(text: &str, root: &Node, path: &str, action: ItemAction) -> Option<String> {
    let (list, at) = path.rsplit_once('.')?;
    let NodeValue::List(items) = &root.at(list)?.value else { return None };
    let at: usize = at.parse().ok()?;
    let is_block = text[items.first()?.span.start..].starts_with("[[");
    let spans: Vec<Range<usize>> = match is_block {
        true => blocks(text, items),
        false => items.iter().map(|item| item.span.clone()).collect(),
    };
    let own = spans.get(at)?;
    match action {
        ItemAction::Up => swapped(text, spans.get(at.checked_sub(1)?)?, own),
        ItemAction::Down => swapped(text, own, spans.get(at + 1)?),
        ItemAction::Copy if is_block => {
            let gap = if text[..own.end].ends_with("\n\n") { "" } else { "\n" };
            let copy = format!("{gap}{}", without_anchor(&text[own.clone()]));
            Some(spliced(text, own.end..own.end, &copy))
        }
        ItemAction::Copy => {
            let copy = format!("{}{}", gap(text, &spans, at), &text[own.clone()]);
            Some(spliced(text, own.end..own.end, &copy))
        }
        ItemAction::Hide | ItemAction::Show if list != "sections" => None,
        ItemAction::Hide if items[at].is_hidden() => None,
        ItemAction::Hide => {
            let first = text[items[at].span.start..].find('\n')? + items[at].span.start + 1;
            Some(spliced(text, first..first, &format!("{HIDDEN} = true\n")))
        }
        ItemAction::Show => {
            let hidden = items[at].get(HIDDEN)?.span.start;
            let line = text[..hidden].rfind('\n').map_or(0, |end| end + 1);
            let end = text[hidden..].find('\n').map_or(text.len(), |length| hidden + length + 1);
            Some(spliced(text, line..end, ""))
        }
        ItemAction::Remove if is_block => {
            // At a file's end, the empty line in front goes along.
            let is_last = own.end == text.len() && text[..own.start].ends_with("\n\n");
            Some(spliced(text, own.start - usize::from(is_last)..own.end, ""))
        }
        ItemAction::Remove => Some(spliced(text, with_comma(text, &spans, at), "")),
    }
}

/// Two items that follow each other, in the other order.
fn swapped(text: &str, first: &Range<usize>, second: &Range<usize>) -> Option<String> {
    let between = text.get(first.end..second.start)?;
    let (first_text, second_text) = (&text[first.clone()], &text[second.clone()]);
    // The last block of a file may lack the empty line behind it.
    let gap = |block: &str, other: &str| match block.ends_with("\n\n") || !other.ends_with("\n\n") {
        true => "",
        false => "\n",
    };
    let moved = format!("{second_text}{}{between}{first_text}", gap(second_text, first_text));
    Some(spliced(text, first.start..second.end, &moved))
}

/// What is between two items: a comma, and a line break with its indent where they are on lines of their own.
fn gap(text: &str, spans: &[Range<usize>], at: usize) -> String {
    let line = text[..spans[at].start].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..spans[at].start];
    match indent.trim().is_empty() {
        true => format!(",\n{indent}"),
        false => ", ".to_string(),
    }
}

/// An item with the comma that belongs to it, and its line where it has one of its own.
fn with_comma(text: &str, spans: &[Range<usize>], at: usize) -> Range<usize> {
    let own = &spans[at];
    let after = &text[own.end..];
    let comma = after.len() - after.trim_start().len();
    let mut end = own.end;
    if after[comma..].starts_with(',') {
        end += comma + 1;
        let line = text[..own.start].rfind('\n').map_or(0, |end| end + 1);
        let rest = text[end..].find('\n').map(|length| &text[end..end + length]);
        if text[line..own.start].trim().is_empty() && rest.is_some_and(|rest| rest.trim().is_empty()) {
            return line..end + rest.map_or(0, str::len) + 1;
        }
        end += text[end..].len() - text[end..].trim_start_matches(' ').len();
        return own.start..end;
    }
    // The last one without a comma behind it: the one in front goes.
    let start = at.checked_sub(1).map_or(own.start, |before| spans[before].end);
    start..end
}

/// The lines of each `[[…]]` block, with the comment right above it and all below it that belongs to it.
fn blocks(text: &str, items: &[Node]) -> Vec<Range<usize>> {
    let header = |item: &Node| {
        let line = &text[item.span.start..];
        line.split(']').next().unwrap_or_default().to_string()
    };
    let starts: Vec<usize> = items.iter().map(|item| with_comment(text, item.span.start)).collect();
    let end_of = |at: usize| match starts.get(at + 1) {
        Some(next) => *next,
        None => {
            let name = header(&items[at]);
            let own = name.trim_start_matches('[').trim();
            end_of_block(text, items[at].span.start, own)
        }
    };
    (0..items.len()).map(|at| starts[at]..end_of(at)).collect()
}

/// Where the comment begins that is right above the line at `start`.
fn with_comment(text: &str, start: usize) -> usize {
    let mut begin = text[..start].rfind('\n').map_or(0, |end| end + 1);
    while let Some(above) = text[..begin].strip_suffix('\n') {
        let line = above.rfind('\n').map_or(0, |end| end + 1);
        if !above[line..].trim_start().starts_with('#') {
            break;
        }
        begin = line;
    }
    begin
}

/// Where a header comes that is not of a table below `own`; else the end of the file.
fn end_of_block(text: &str, start: usize, own: &str) -> usize {
    let mut at = start + text[start..].find('\n').map_or(text.len() - start, |length| length + 1);
    while at < text.len() {
        let end = at + text[at..].find('\n').map_or(text.len() - at, |length| length + 1);
        let line = text[at..end].trim_start();
        let name = line.trim_start_matches('[').trim_start();
        let is_below = name.strip_prefix(own).is_some_and(|rest| rest.starts_with('.'));
        if line.starts_with('[') && !is_below && line.trim_end().ends_with(']') {
            return with_comment(text, at);
        }
        at = end;
    }
    text.len()
}

/// A page has an anchor once.
fn without_anchor(block: &str) -> String {
    let is_anchor = |line: &&str| line.split('=').next().is_some_and(|name| name.trim() == "anchor");
    block.split_inclusive('\n').filter(|line| !is_anchor(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::node;
    use crate::content::report::Report;

    fn after(text: &str, path: &str, action: ItemAction) -> Option<String> {
        let root = node::parse("x.toml", text, &mut Report::default()).expect("TOML");
        let after = edited(text, &root, path, action)?;
        assert!(node::parse("x.toml", &after, &mut Report::default()).is_some(), "{after}");
        Some(after)
    }

    const LINES: &str = "a = [\n  { b = 1 }, # one\n  { b = 2 },\n]\nc = [\"x\", \"y\"]\n";

    #[test]
    fn items_on_lines_of_their_own_move_and_their_comments_stay() {
        let moved = "a = [\n  { b = 2 }, # one\n  { b = 1 },\n]\nc = [\"x\", \"y\"]\n";
        assert_eq!(after(LINES, "a.1", ItemAction::Up).as_deref(), Some(moved));
        assert_eq!(after(LINES, "a.0", ItemAction::Down).as_deref(), Some(moved));
        assert_eq!(after(LINES, "a.0", ItemAction::Up), None);
        assert_eq!(after(LINES, "a.1", ItemAction::Down), None);
        let copied = LINES.replace("  { b = 2 },\n", "  { b = 2 },\n  { b = 2 },\n");
        assert_eq!(after(LINES, "a.1", ItemAction::Copy), Some(copied));
        assert_eq!(after(LINES, "a.1", ItemAction::Remove), Some(LINES.replace("  { b = 2 },\n", "")));
        assert_eq!(after(LINES, "c.1", ItemAction::Remove), Some(LINES.replace(", \"y\"", "")));
        assert_eq!(after(LINES, "c.0", ItemAction::Remove), Some(LINES.replace("\"x\", ", "")));
        assert_eq!(after(LINES, "c.0", ItemAction::Copy), Some(LINES.replace("\"x\"", "\"x\", \"x\"")));
        assert_eq!(after("c = [\"x\"]", "c.0", ItemAction::Remove).as_deref(), Some("c = []"));
    }

    #[test]
    fn a_hidden_section_says_so_in_its_second_line_and_is_shown_again_to_the_byte() {
        let page = "t = 1\n\n[[sections]]\nkind = \"a\"\n\n# Two.\n[[sections]] # second\nkind = \"b\"\n";
        let hidden = after(page, "sections.1", ItemAction::Hide).expect("hidden");
        assert_eq!(hidden, page.replace("# second\n", "# second\nhidden = true\n"));
        assert_eq!(after(&hidden, "sections.1", ItemAction::Hide), None);
        assert_eq!(after(&hidden, "sections.1", ItemAction::Show).as_deref(), Some(page));
        assert_eq!(after(page, "sections.0", ItemAction::Show), None);
        assert_eq!(after(BLOCKS, "s.0", ItemAction::Hide), None, "only sections");
    }

    const BLOCKS: &str = "t = 1\n\n[[s]]\nk = 1\nanchor = \"one\"\n\n[s.p]\nf = 2\n\n# About two.\n[[s]]\nk = 2\n\n[o]\nz = 3\n";

    #[test]
    fn a_block_takes_its_comment_and_its_tables_along() {
        let moved = "t = 1\n\n# About two.\n[[s]]\nk = 2\n\n[[s]]\nk = 1\nanchor = \"one\"\n\n[s.p]\nf = 2\n\n[o]\nz = 3\n";
        assert_eq!(after(BLOCKS, "s.1", ItemAction::Up).as_deref(), Some(moved));
        let removed = "t = 1\n\n# About two.\n[[s]]\nk = 2\n\n[o]\nz = 3\n";
        assert_eq!(after(BLOCKS, "s.0", ItemAction::Remove).as_deref(), Some(removed));
        let copied = after(BLOCKS, "s.0", ItemAction::Copy).expect("a copy");
        assert_eq!(copied.matches("[[s]]").count(), 3);
        assert_eq!(copied.matches("anchor").count(), 1, "a page has an anchor once");
        let end = "t = 1\n\n[[s]]\nk = 1\n";
        assert_eq!(
            after(end, "s.0", ItemAction::Remove).as_deref(),
            Some("t = 1\n"),
            "as before it was added"
        );
        let last = "[[s]]\nk = 1\n\n[[s]]\nk = 2\n";
        assert_eq!(after(last, "s.1", ItemAction::Up).as_deref(), Some("[[s]]\nk = 2\n\n[[s]]\nk = 1\n\n"));
    }
}
