//! Markdown of what an author pastes from Word, Google Docs or a page: its headings, lists, tables, links and emphasis.
//! Colours and fonts are left out; what Markdown has no word for stays as text.

use html5ever::Attribute;

use super::elements::{INLINE, WITHOUT_CONTENT, is_heading, replacement};
use super::links;
use super::markdown_text::{around, escaped, escaped_start, one_line, word_marker};
use super::parse::parse_styled;
use super::tree::{Data, Tree, TreeNode};

/// What came of a paste.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    pub markdown: String,
    pub headings: usize,
    pub tables: usize,
    pub lists: usize,
    pub links: usize,
    /// `data:` URLs of its pictures, which the text names `pasted:0`, `pasted:1`, …
    pub pictures: Vec<String>,
    /// Pictures whose files were not pasted along.
    pub missing_pictures: usize,
}

/// The Markdown of `html`.
pub fn to_markdown(html: &str) -> Pasted {
    let nodes = parse_styled(html);
    let mut writer = MarkdownWriter { nodes: &nodes, made: Pasted::default() };
    let blocks = writer.blocks(Tree::DOCUMENT);
    writer.made.markdown = writer.joined(blocks);
    writer.made
}

/// A piece of Markdown between blank lines.
enum Block {
    Text(String),
    /// One item of a list that Word has written as a paragraph, with its marker.
    Item(String),
}

struct MarkdownWriter<'a> {
    nodes: &'a [TreeNode],
    made: Pasted,
}

impl MarkdownWriter<'_> {
    /// An element's name, or that of the one that stands for it in a post.
    fn element(&self, node: usize) -> Option<(&str, &[Attribute])> {
        match &self.nodes[node].data {
            Data::Element { name, attributes } => {
                Some((replacement(&name.local).unwrap_or(&name.local), attributes))
            }
            _ => None,
        }
    }

    fn is_inline(&self, node: usize) -> bool {
        match self.element(node) {
            Some((name, _)) => {
                INLINE.contains(name) && self.nodes[node].children.iter().all(|child| self.is_inline(*child))
            }
            None => matches!(self.nodes[node].data, Data::Text(_)),
        }
    }

    /// The blocks below a node; text and inline elements between them make paragraphs.
    fn blocks(&mut self, node: usize) -> Vec<Block> {
        let (mut blocks, mut line) = (Vec::new(), Vec::new());
        for child in self.nodes[node].children.clone() {
            if self.is_inline(child) {
                line.push(child);
                continue;
            }
            self.paragraph(&std::mem::take(&mut line), &mut blocks);
            self.block(child, &mut blocks);
        }
        self.paragraph(&line, &mut blocks);
        blocks
    }

    fn block(&mut self, node: usize, blocks: &mut Vec<Block>) {
        let Some((name, _)) = self.element(node) else { return };
        let name = name.to_owned();
        if WITHOUT_CONTENT.contains(name.as_str()) {
            return;
        }
        let text = match name.as_str() {
            heading if is_heading(heading) => {
                let text = self.line(&self.nodes[node].children.clone());
                self.made.headings += usize::from(!text.is_empty());
                let level = usize::from(heading.as_bytes()[1] - b'0');
                // Emphasis within a heading is how it looked, not what it says.
                let text = text.replace("**", "");
                (!text.is_empty()).then(|| format!("{} {text}", "#".repeat(level)))
            }
            "ul" | "ol" => Some(self.list(node, name == "ol")),
            "blockquote" => {
                let inside = self.blocks(node);
                let inside = self.joined(inside);
                Some(
                    inside
                        .lines()
                        .map(|line| format!("> {line}").trim_end().to_owned())
                        .collect::<Vec<_>>()
                        .join("\n"),
                )
            }
            "table" => Some(self.table(node)),
            "hr" => Some("---".to_owned()),
            "pre" => Some(format!("```\n{}\n```", self.text(node).trim_matches('\n'))),
            _ => {
                blocks.extend(self.blocks(node));
                None
            }
        };
        blocks.extend(text.filter(|text| !text.trim().is_empty()).map(Block::Text));
    }

    fn paragraph(&mut self, nodes: &[usize], blocks: &mut Vec<Block>) {
        let raw: String = nodes.iter().map(|node| self.inline(*node)).collect();
        let (marker, raw) = word_marker(&raw);
        let text = one_line(raw);
        if text.is_empty() {
            return;
        }
        match marker {
            Some(marker) => blocks.push(Block::Item(format!("{marker} {text}"))),
            None => blocks.push(Block::Text(escaped_start(text))),
        }
    }

    fn list(&mut self, node: usize, is_numbered: bool) -> String {
        self.made.lists += 1;
        let mut items = Vec::new();
        for child in self.nodes[node].children.clone() {
            if self.element(child).is_none_or(|(name, _)| name != "li") {
                continue;
            }
            let blocks = self.blocks(child);
            // Items stay close together: a nested list follows its item without a blank line.
            let text = blocks.into_iter().map(Block::into_text).collect::<Vec<_>>().join("\n");
            let marker = if is_numbered { format!("{}. ", items.len() + 1) } else { "- ".to_owned() };
            let indent = " ".repeat(marker.len());
            items.push(format!("{marker}{}", text.replace('\n', &format!("\n{indent}"))));
        }
        items.join("\n")
    }

    fn table(&mut self, node: usize) -> String {
        let rows = self.below(node, "tr");
        let mut lines = Vec::new();
        for row in rows {
            let cells = self.nodes[row].children.clone().into_iter();
            let cells: Vec<usize> = cells
                .filter(|cell| self.element(*cell).is_some_and(|(name, _)| matches!(name, "td" | "th")))
                .collect();
            let texts: Vec<String> = cells
                .into_iter()
                .map(|cell| {
                    let blocks = self.blocks(cell);
                    let text = blocks.into_iter().map(Block::into_text).collect::<Vec<_>>().join(" ");
                    text.replace('\n', " ").replace('|', "\\|")
                })
                .collect();
            if lines.is_empty() {
                lines.push(format!("| {} |", texts.join(" | ")));
                lines.push(format!("|{}", "---|".repeat(texts.len())));
            } else {
                lines.push(format!("| {} |", texts.join(" | ")));
            }
        }
        self.made.tables += usize::from(!lines.is_empty());
        lines.join("\n")
    }

    /// The elements of this name below a node, but not those below another table in it.
    fn below(&self, node: usize, wanted: &str) -> Vec<usize> {
        let mut found = Vec::new();
        for child in &self.nodes[node].children {
            match self.element(*child) {
                Some((name, _)) if name == wanted => found.push(*child),
                Some(("table", _)) | None => {}
                Some(_) => found.extend(self.below(*child, wanted)),
            }
        }
        found
    }

    fn line(&mut self, nodes: &[usize]) -> String {
        one_line(&nodes.iter().map(|node| self.inline(*node)).collect::<String>())
    }

    /// The plain text below a node.
    fn text(&self, node: usize) -> String {
        match &self.nodes[node].data {
            Data::Text(text) => text.to_string(),
            _ => self.nodes[node].children.iter().map(|child| self.text(*child)).collect(),
        }
    }

    fn inline(&mut self, node: usize) -> String {
        let nodes = self.nodes;
        if let Data::Text(text) = &nodes[node].data {
            return escaped(text);
        }
        let Some((name, _)) = self.element(node) else { return String::new() };
        let name = name.to_owned();
        if WITHOUT_CONTENT.contains(name.as_str()) {
            return String::new();
        }
        if name == "br" {
            return "\\\n".to_owned();
        }
        if name == "img" {
            return self.picture(node);
        }
        let inside: String = nodes[node].children.iter().map(|child| self.inline(*child)).collect();
        match name.as_str() {
            "b" | "strong" => around(&inside, "**"),
            "i" | "em" => around(&inside, "*"),
            "del" => around(&inside, "~~"),
            "code" => format!("`{}`", self.text(node)),
            "a" => self.link(node, inside),
            _ => inside,
        }
    }

    fn link(&mut self, node: usize, inside: String) -> String {
        let href = self.attribute(node, "href").and_then(|href| links::safe(&href));
        match href.filter(|_| !inside.trim().is_empty()) {
            Some(address) => {
                self.made.links += 1;
                format!("[{}]({})", inside.trim(), address.replace(')', "%29"))
            }
            None => inside,
        }
    }

    fn picture(&mut self, node: usize) -> String {
        let alt = self.attribute(node, "alt").unwrap_or_default();
        let src = self.attribute(node, "src").unwrap_or_default();
        if !src.starts_with("data:image/") {
            self.made.missing_pictures += 1;
            return String::new();
        }
        self.made.pictures.push(src);
        format!("![{}](pasted:{})", one_line(&escaped(&alt)), self.made.pictures.len() - 1)
    }

    fn attribute(&self, node: usize, name: &str) -> Option<String> {
        let (_, attributes) = self.element(node)?;
        attributes.iter().find(|one| &*one.name.local == name).map(|one| one.value.to_string())
    }

    fn joined(&mut self, blocks: Vec<Block>) -> String {
        let mut text = String::new();
        let mut after_item = false;
        for block in blocks {
            let is_item = matches!(block, Block::Item(_));
            self.made.lists += usize::from(is_item && !after_item);
            if !text.is_empty() {
                text.push_str(if after_item && is_item { "\n" } else { "\n\n" });
            }
            after_item = is_item;
            text.push_str(&block.into_text());
        }
        text
    }
}

impl Block {
    fn into_text(self) -> String {
        match self {
            Block::Text(text) | Block::Item(text) => text,
        }
    }
}
