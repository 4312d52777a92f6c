//! Moves, copies, hides and removes items of a list in a TOML file. `toml_edit` says where the items and their comments
//! are; all other text keeps its bytes.

use std::ops::Range;

use toml_edit::{Array, ArrayOfTables, Document, Item, RawString, Table, Value};

use crate::node::{HIDDEN, SAMPLE};
use crate::splice::spliced;

/// Changes to an item.
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
    /// It is no sample any more.
    Real,
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
            "real" => Some(Self::Real),
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
                Self::Copy | Self::Remove | Self::Hide | Self::Show | Self::Real => at,
            };
            Some(format!("{list}.{at}{}", path.strip_prefix(item)?))
        });
        moved.unwrap_or_else(|| path.to_string())
    }
}

/// `text` after `action` on the item at `path`, such as `sections.0.steps.1`; `None` if there is no such item, or no
/// place to move it to.
pub fn edited(text: &str, path: &str, action: ItemAction) -> Option<String> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let (body, end) = text.split_at(text.trim_end().len());
    // With an empty line at its end, the last block of a file is like the others.
    let text = format!("{body}{line_end}{line_end}");
    let file = Document::parse(text.as_str()).ok()?;
    let (list, at) = path.rsplit_once('.')?;
    let at: usize = at.parse().ok()?;
    let found = list.split('.').try_fold(file.as_item(), |item, step| match item {
        Item::ArrayOfTables(_) | Item::Value(Value::Array(_)) => item.get(step.parse::<usize>().ok()?),
        _ => item.get(step),
    })?;
    let after = match (found, action) {
        (Item::ArrayOfTables(sections), ItemAction::Hide) if list == "sections" => {
            hidden(&text, sections.get(at)?, line_end)?
        }
        (Item::ArrayOfTables(sections), ItemAction::Show) if list == "sections" => {
            let section = sections.get(at)?;
            spliced(&text, line_of(&text, section, HIDDEN)?, "")
        }
        (Item::ArrayOfTables(tables), ItemAction::Real) => {
            let mark = line_of(&text, tables.get(at)?, SAMPLE)?;
            spliced(&text, with_comment(&text, mark), "")
        }
        (_, ItemAction::Hide | ItemAction::Show | ItemAction::Real) => return None,
        (Item::ArrayOfTables(tables), _) => {
            let blocks = blocks(&text, file.as_table(), tables);
            let own = blocks.get(at)?.clone()?;
            // A page has an anchor once.
            let anchor = line_of(&text, tables.get(at)?, "anchor").unwrap_or(own.end..own.end);
            let copy = [&text[own.start..anchor.start], &text[anchor.end..own.end]].concat();
            changed(&text, &blocks, at, action, &copy, own)?
        }
        (Item::Value(Value::Array(values)), _) => match lines(&text, values) {
            Some(_) if !values.trailing_comma() => {
                let last = values.iter().last()?.span()?.end;
                let completed = spliced(&text, last..last, ",");
                return edited(&format!("{}{end}", completed.trim_end()), path, action);
            }
            Some(lines) => {
                let own = lines.get(at)?.clone()?;
                changed(&text, &lines, at, action, &text[own.clone()], own)?
            }
            None => {
                let spans: Vec<_> = values.iter().map(Value::span).collect();
                let copy = format!(", {}", &text[spans.get(at)?.clone()?]);
                changed(&text, &spans, at, action, &copy, with_comma(values, &spans, at)?)?
            }
        },
        _ => return None,
    };
    Some(format!("{}{end}", after.trim_end()))
}

/// Where an item is, with what moves along; `None` if it cannot be changed.
type ItemRange = Option<Range<usize>>;

/// `text` with an item in another place, with `copy` behind it, or without `removed`.
fn changed(
    text: &str,
    items: &[ItemRange],
    at: usize,
    action: ItemAction,
    copy: &str,
    removed: Range<usize>,
) -> Option<String> {
    let item = |at: usize| items.get(at).cloned().flatten();
    match action {
        ItemAction::Up => swapped(text, item(at.checked_sub(1)?)?, item(at)?),
        ItemAction::Down => swapped(text, item(at)?, item(at + 1)?),
        ItemAction::Remove => Some(spliced(text, removed, "")),
        _ => item(at).map(|own| spliced(text, own.end..own.end, copy)),
    }
}

/// An item that shares its line with others, and the comma that goes with it.
fn with_comma(values: &Array, spans: &[ItemRange], at: usize) -> ItemRange {
    let own = spans[at].clone()?;
    match (at.checked_sub(1), spans.get(at + 1)) {
        (Some(before), _) => Some(spans[before].as_ref()?.end..own.end),
        (None, Some(next)) => Some(own.start..next.as_ref()?.start),
        (None, None) => Some(own.start..values.span()?.end - 1),
    }
}

/// Two items that follow each other, in the other order.
fn swapped(text: &str, first: Range<usize>, second: Range<usize>) -> Option<String> {
    let between = text.get(first.end..second.start)?;
    let swapped = [&text[second.clone()], between, &text[first.clone()]].concat();
    Some(spliced(text, first.start..second.end, &swapped))
}

/// The lines of each item with the comments above it; `None` unless each begins on a line of its own.
fn lines(text: &str, values: &Array) -> Option<Vec<ItemRange>> {
    let first_line = |value: &Value| {
        let before = value.decor().prefix()?.span()?;
        Some(before.start + text[before].find('\n')? + 1)
    };
    let mut starts = values.iter().map(first_line).collect::<Option<Vec<usize>>>()?;
    let last = values.iter().last()?.span()?.end;
    starts.push(last + text[last..values.span()?.end].find('\n')? + 1);
    Some(starts.windows(2).map(|pair| Some(pair[0]..pair[1])).collect())
}

/// The lines of each `[[…]]` block with its own tables, up to the next one; `None` for a block that has other tables
/// between its own.
fn blocks(text: &str, file: &Table, tables: &ArrayOfTables) -> Vec<ItemRange> {
    let mut starts = Vec::new();
    starts_below(text, file, &mut starts);
    starts.sort_unstable();
    let block = |table: &Table| {
        let start = start_of(text, table)?;
        let mut own = vec![start];
        starts_below(text, table, &mut own);
        let last = own.iter().max()?;
        let end = starts.iter().find(|start| *start > last).copied().unwrap_or(text.len());
        let inside = starts.iter().filter(|other| (start..end).contains(other)).count();
        (inside == own.len()).then_some(start..end)
    };
    tables.iter().map(block).collect()
}

/// Where the tables below this one begin.
fn starts_below(text: &str, table: &Table, starts: &mut Vec<usize>) {
    for (_, item) in table {
        let tables: Vec<&Table> = match item {
            Item::Table(table) => vec![table],
            Item::ArrayOfTables(tables) => tables.iter().collect(),
            _ => Vec::new(),
        };
        for table in tables {
            starts.extend(start_of(text, table));
            starts_below(text, table, starts);
        }
    }
}

/// Where the comment right above a table's header begins, or the header; `None` if it has no header.
fn start_of(text: &str, table: &Table) -> Option<usize> {
    table.position()?;
    let above = table.decor().prefix().and_then(RawString::span).map_or("", |span| &text[span]);
    let is_empty = |line: &&str| line.trim().is_empty() && line.ends_with('\n');
    let comment: usize =
        above.split_inclusive('\n').rev().take_while(|line| !is_empty(line)).map(str::len).sum();
    Some(table.span()?.start - comment)
}

/// `text` with a line that hides the section.
fn hidden(text: &str, section: &Table, line_end: &str) -> Option<String> {
    match section.get(HIDDEN) {
        Some(hidden) if hidden.as_bool() == Some(true) => None,
        Some(hidden) => Some(spliced(text, hidden.span()?, "true")),
        None => {
            let header = section.span()?.end;
            let line = header + text[header..].find('\n')? + 1;
            Some(spliced(text, line..line, &format!("{HIDDEN} = true{line_end}")))
        }
    }
}

/// The lines of a value in a table.
fn line_of(text: &str, table: &Table, name: &str) -> Option<Range<usize>> {
    let start = text[..table.key(name)?.span()?.start].rfind('\n').map_or(0, |end| end + 1);
    let end = table.get(name)?.as_value()?.span()?.end;
    Some(start..end + text[end..].find('\n')? + 1)
}

/// These lines and the comment right above them.
fn with_comment(text: &str, lines: Range<usize>) -> Range<usize> {
    let above = text[..lines.start].split_inclusive('\n').rev();
    let comment: usize = above.take_while(|line| line.trim_start().starts_with('#')).map(str::len).sum();
    lines.start - comment..lines.end
}
