//! Blocks of the HTML that programs put on the clipboard.

use std::collections::BTreeMap;

use super::clipboard::{ClipboardReader, classes};
use super::runs::{RunContent, Style, StyledRun, tidy};
use super::tables::{self, SpanningCell};
use super::{Block, Pasted};
use crate::html::attributes::source;
use crate::html::elements::{INLINE, WITHOUT_CONTENT, is_heading};
use crate::html::tree::{Data, Tree, TreeNode};
use crate::html::video;

/// The most columns that one cell spans, as in posts.
const MAX_SPAN: usize = 50;

/// The blocks, and what was left out.
pub fn read(nodes: &[TreeNode]) -> (Vec<Block>, Pasted) {
    let mut reader = ClipboardReader {
        nodes,
        classes: classes(nodes),
        made: Pasted::default(),
        left_out: BTreeMap::new(),
    };
    let blocks = reader.blocks(Tree::DOCUMENT, &Style::default());
    let words = reader.left_out.into_iter().map(|((one, many), count)| match count {
        _ if one == many => many.to_owned(),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    });
    reader.made.left_out = words.collect();
    (blocks, reader.made)
}

/// Blocks so far, and the line that is still open.
#[derive(Default)]
struct Flow {
    blocks: Vec<Block>,
    line: Vec<StyledRun>,
}

impl Flow {
    /// Ends the line. Two line ends in it part paragraphs.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mut breaks = 0;
        let mut paragraph = Vec::new();
        for run in line {
            breaks = match &run.content {
                RunContent::Break => breaks + 1,
                RunContent::Text(text) if text.trim().is_empty() => breaks,
                _ => 0,
            };
            if breaks == 2 {
                self.paragraph(&std::mem::take(&mut paragraph));
            }
            paragraph.push(run);
        }
        self.paragraph(&paragraph);
    }

    fn paragraph(&mut self, runs: &[StyledRun]) {
        let runs = tidy(runs);
        if !runs.is_empty() {
            self.blocks.push(Block::Paragraph(runs));
        }
    }
}

impl ClipboardReader<'_> {
    pub fn blocks(&mut self, node: usize, style: &Style) -> Vec<Block> {
        let mut flow = Flow::default();
        self.walk(&self.nodes[node].children, style, &mut flow);
        flow.end_line();
        flow.blocks
    }

    fn walk(&mut self, children: &[usize], style: &Style, flow: &mut Flow) {
        let mut rest = children;
        while let Some((child, after)) = rest.split_first() {
            rest = after;
            match &self.nodes[*child].data {
                Data::Text(text) => flow.line.push(StyledRun::text(&**text, style)),
                Data::Comment(missed) => self.miss(missed),
                // Part of a list, without the list.
                Data::Element { .. } if self.name(*child) == Some("li") => {
                    flow.end_line();
                    let others = after.iter().take_while(|node| self.name(**node) == Some("li")).count();
                    let items = &children[children.len() - after.len() - 1..][..=others];
                    let list = self.list(items, None, style);
                    flow.blocks.extend(list);
                    rest = &after[others..];
                }
                _ => self.element(*child, style, flow),
            }
        }
    }

    fn element(&mut self, node: usize, around: &Style, flow: &mut Flow) {
        let name = self.name(node).unwrap_or_default().to_owned();
        if WITHOUT_CONTENT.contains(name.as_str()) && name != "iframe" {
            return;
        }
        let Some(style) = self.style(node, around) else { return };
        let children = &self.nodes[node].children;
        match name.as_str() {
            "br" => flow.line.push(StyledRun::line_break()),
            "img" => flow.line.extend(self.picture(node, &style)),
            "span" | "noscript" => self.walk(children, &style, flow),
            inline if INLINE.contains(inline) => self.walk(children, &style, flow),
            block => {
                flow.end_line();
                self.block(node, block, &style, flow);
            }
        }
    }

    fn block(&mut self, node: usize, name: &str, style: &Style, flow: &mut Flow) {
        let children = &self.nodes[node].children;
        match name {
            heading if is_heading(heading) => {
                let inside = self.blocks(node, style);
                let level = usize::from(heading.as_bytes()[1] - b'0');
                flow.blocks.extend(with_heading(level, inside));
            }
            "ul" | "ol" => {
                let start = self.nodes[node].attribute("start").and_then(|start| start.parse().ok());
                let start = (name == "ol").then(|| start.unwrap_or(1));
                let list = self.list(children, start, style);
                flow.blocks.extend(list);
            }
            "blockquote" => {
                let inside = self.blocks(node, style);
                if !inside.is_empty() {
                    flow.blocks.push(Block::Quote(inside));
                }
            }
            "table" => {
                let table = self.table(node, style);
                flow.blocks.extend(table);
            }
            "hr" => flow.blocks.push(Block::Rule),
            "pre" => {
                let text = self.text(node).replace('\r', "");
                let text = text.trim_matches('\n');
                if !text.trim().is_empty() {
                    flow.blocks.push(Block::Code(text.to_owned()));
                }
            }
            "iframe" => {
                let address = self.nodes[node].element().and_then(|(_, given)| video::embed(source(given)?));
                match address {
                    Some(address) => flow.blocks.push(Block::Video(address)),
                    None => self.leave_out("frame of another site", "frames of other sites"),
                }
            }
            _ => {
                self.walk(children, style, flow);
                flow.end_line();
            }
        }
    }

    /// The table below a node, behind its caption.
    fn table(&mut self, table: usize, style: &Style) -> Vec<Block> {
        let mut made = Vec::new();
        for caption in self.below(table, "caption") {
            made.extend(self.blocks(caption, style));
        }
        let mut rows = Vec::new();
        for row in self.below(table, "tr") {
            let Some(style) = self.style(row, style) else { continue };
            let is_cell = |node: &usize| matches!(self.name(*node), Some("td" | "th"));
            let cells: Vec<usize> = self.nodes[row].children.iter().copied().filter(is_cell).collect();
            rows.push(cells.into_iter().filter_map(|cell| self.cell(cell, &style)).collect());
        }
        let (blocks, is_merged) = tables::blocks(rows);
        if is_merged {
            self.leave_out("merged cells", "merged cells");
        }
        made.extend(blocks);
        made
    }

    fn cell(&mut self, cell: usize, style: &Style) -> Option<SpanningCell> {
        let span = |name: &str| self.nodes[cell].attribute(name).and_then(|span| span.trim().parse().ok());
        let (columns, rows) = (span("colspan").unwrap_or(1), span("rowspan").unwrap_or(1));
        // 0 rows are all that follow.
        let rows = if rows == 0 { usize::MAX } else { rows };
        let style = self.style(cell, style)?;
        Some(SpanningCell { blocks: self.blocks(cell, &style), columns: columns.clamp(1, MAX_SPAN), rows })
    }

    /// The elements of this name below a node, but not those below another table in it.
    fn below(&self, node: usize, wanted: &str) -> Vec<usize> {
        let mut found = Vec::new();
        for child in &self.nodes[node].children {
            match self.name(*child) {
                Some(name) if name == wanted => found.push(*child),
                Some("table") | None => {}
                Some(_) => found.extend(self.below(*child, wanted)),
            }
        }
        found
    }

    /// The list with these children. A list that stands beside its items, not in one, belongs to the item before it.
    fn list(&mut self, children: &[usize], start: Option<u32>, style: &Style) -> Vec<Block> {
        let (mut items, mut first_lists): (Vec<Vec<Block>>, Vec<Block>) = Default::default();
        for child in children {
            let is_item = self.name(*child) == Some("li");
            let style = if is_item { self.style(*child, style) } else { Some(style.clone()) };
            let Some(style) = style else { continue };
            let mut flow = Flow::default();
            match is_item {
                true => self.walk(&self.nodes[*child].children, &style, &mut flow),
                false => self.walk(&[*child], &style, &mut flow),
            }
            flow.end_line();
            let state = ["data-list", "aria-checked"].map(|name| self.nodes[*child].attribute(name));
            if let (Some(sign), Some(Block::Paragraph(runs))) = (box_of(state), flow.blocks.first_mut()) {
                runs.insert(0, StyledRun::text(sign, &Style::default()));
                *runs = tidy(runs);
            }
            match items.last_mut() {
                _ if flow.blocks.is_empty() => {}
                _ if !flow.blocks.iter().all(|block| matches!(block, Block::List { .. })) => {
                    items.push(flow.blocks);
                }
                Some(before) => before.extend(flow.blocks),
                None => first_lists.extend(flow.blocks),
            }
        }
        if items.is_empty() {
            return first_lists;
        }
        // Before the first item, a list in the list only made its items look deeper.
        let first_items = first_lists.into_iter().flat_map(|list| match list {
            Block::List { items, .. } => items,
            _ => Vec::new(),
        });
        vec![Block::List { start, items: first_items.chain(items).collect() }]
    }
}

/// The sign for what is ticked in a list of things to do.
fn box_of(state: [Option<&str>; 2]) -> Option<&'static str> {
    match state {
        [Some("checked"), _] | [_, Some("true")] => Some("☑ "),
        [Some("unchecked"), _] | [_, Some("false")] => Some("☐ "),
        _ => None,
    }
}

/// A heading of the paragraphs in it, and what else it held. Bold within a heading is how it looked, not what it says.
fn with_heading(level: usize, inside: Vec<Block>) -> Vec<Block> {
    let (mut words, mut others) = (Vec::new(), Vec::new());
    for block in inside {
        match block {
            Block::Paragraph(runs) => {
                words.push(StyledRun::text(" ", &Style::default()));
                words.extend(runs);
            }
            other => others.push(other),
        }
    }
    for run in &mut words {
        run.style.bold = false;
        if run.content == RunContent::Break {
            run.content = RunContent::Text(" ".to_owned());
        }
    }
    let words = tidy(&words);
    let heading = (!words.is_empty()).then_some(Block::Heading(level, words));
    heading.into_iter().chain(others).collect()
}
