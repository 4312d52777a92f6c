//! Blocks as Markdown.

use super::Block;
use super::line;
use super::runs::LinePlace;

/// The blocks between blank lines.
pub fn written(blocks: &[Block]) -> String {
    let mut text = String::new();
    // A list right after another of its kind has other markers, or both would be one.
    let mut is_other = false;
    for (at, block) in blocks.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &blocks[before]);
        is_other = !is_other && before.is_some_and(|before| is_list_like(before, block));
        if before.is_some() {
            text.push_str("\n\n");
        }
        text.push_str(&self::block(block, is_other));
    }
    text
}

fn is_list_like(before: &Block, block: &Block) -> bool {
    match (before, block) {
        (Block::List { start: before, .. }, Block::List { start, .. }) => before.is_some() == start.is_some(),
        _ => false,
    }
}

fn block(block: &Block, is_other: bool) -> String {
    match block {
        Block::Paragraph(runs) => line::written(runs, LinePlace::Paragraph),
        Block::Heading(level, runs) => {
            format!("{} {}", "#".repeat(*level), line::written(runs, LinePlace::Heading))
        }
        Block::List { start, items } => list(*start, items, is_other),
        Block::Quote(inside) => indented(&written(inside), "> ", "> "),
        Block::Table(rows) => table(rows),
        Block::Code(text) => {
            let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
            let fence = "`".repeat(longest.max(2) + 1);
            format!("{fence}\n{text}\n{fence}")
        }
        Block::Rule => "---".to_owned(),
        Block::Video(address) => format!("<iframe src=\"{address}\"></iframe>"),
    }
}

fn list(start: Option<u32>, items: &[Vec<Block>], is_other: bool) -> String {
    let mut lines = Vec::new();
    for (number, item) in (start.unwrap_or_default()..).zip(items) {
        let marker = match (start, is_other) {
            (Some(_), false) => format!("{number}. "),
            (Some(_), true) => format!("{number}) "),
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
        };
        // Items stay close together: a nested list follows its item without a blank line, where it is read as one.
        let text = match &item[..] {
            [first @ Block::Paragraph(_), Block::List { start: None | Some(1), .. }, ..] => {
                format!("{}\n{}", block(first, false), written(&item[1..]))
            }
            _ => written(item),
        };
        lines.push(indented(&text, &marker, &" ".repeat(marker.len())));
    }
    lines.join("\n")
}

/// Lines behind a first and further signs; empty lines get no blanks at their ends.
fn indented(text: &str, first: &str, further: &str) -> String {
    let mut signs = std::iter::once(first).chain(std::iter::repeat(further));
    let lines = text.split('\n').map(|line| format!("{}{line}", signs.next().unwrap_or_default()));
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn table(rows: &[Vec<Vec<super::StyledRun>>]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| line::written(cell, LinePlace::Cell)).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
        if lines.len() == 1 {
            lines.push(format!("|{}", "---|".repeat(row.len())));
        }
    }
    lines.join("\n")
}
