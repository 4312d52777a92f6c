//! A TOML file as a tree in which every value knows its line.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::report::{Place, Report};
use crate::syntax;

/// A field of every section, whatever its kind: `true` if pages do not show it.
pub const HIDDEN: &str = "hidden";
/// Marks an item as invented until the company has put a real one in its place.
pub const SAMPLE: &str = "sample";

/// A value and where it is in its file.
#[derive(Debug, Clone)]
pub struct Node {
    pub value: NodeValue,
    pub place: Place,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A TOML value, in the order it was written.
#[derive(Debug, Clone)]
pub enum NodeValue {
    Text(String),
    Integer(i64),
    Decimal(f64),
    Truth(bool),
    List(Vec<Node>),
    Table(Vec<TableEntry>),
}

/// A named value in a table.
#[derive(Debug, Clone)]
pub struct TableEntry {
    pub key: String,
    /// Where the name is.
    pub place: Place,
    pub node: Node,
}

/// Reads a file. Its first syntax error goes into the report, since the others often only follow from it; then there is
/// no tree.
pub fn parse(file: &str, text: &str, report: &mut Report) -> Option<Node> {
    let lines = Lines::new(file, text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if let Some(error) = errors.first() {
        let found = syntax::explain(text, error);
        let place = Place { file: lines.file.clone(), line: found.line };
        report.error(&place, found.what, found.instead);
    }
    let place = lines.place(0);
    errors.is_empty().then(|| Node { value: lines.table(table.get_ref()), place, span: 0..text.len() })
}

impl Node {
    /// The value under `key`, if this is a table that has one.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            NodeValue::Table(entries) => {
                entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
            }
            _ => None,
        }
    }

    /// The items of a list; empty if this is not a list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            NodeValue::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a field; empty if missing.
    pub fn text_of(&self, key: &str) -> String {
        self.get(key).and_then(Node::text).unwrap_or_default().to_string()
    }

    /// Whether it is a section that pages do not show.
    pub fn is_hidden(&self) -> bool {
        self.get(HIDDEN).is_some_and(|node| matches!(node.value, NodeValue::Truth(true)))
    }

    /// Whether it is invented, until something real takes its place.
    pub fn is_sample(&self) -> bool {
        self.get(SAMPLE).is_some_and(|node| matches!(node.value, NodeValue::Truth(true)))
    }

    /// Whether it is `company.toml` of a site that an owner has put live.
    pub fn is_launched(&self) -> bool {
        self.get("launched").is_some_and(|node| matches!(node.value, NodeValue::Truth(true)))
    }

    /// As a message says what it is: `the number 4`.
    pub fn described(&self) -> String {
        match &self.value {
            NodeValue::Text(text) => format!("the text \"{}\"", text.chars().take(60).collect::<String>()),
            NodeValue::Integer(number) => format!("the number {number}"),
            NodeValue::Decimal(number) => format!("the number {number}"),
            NodeValue::Truth(truth) => truth.to_string(),
            NodeValue::List(_) => "a list".to_string(),
            NodeValue::Table(_) => "a table".to_string(),
        }
    }

    /// The value at the end of a path of names and, in lists, numbers from 0: `sections.0.lead`.
    pub fn at(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(self, |node, step| match &node.value {
            NodeValue::List(items) => items.get(step.parse::<usize>().ok()?),
            _ => node.get(step),
        })
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            NodeValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Calls `visit` with every text below this node, which it may change.
    pub fn each_text(&mut self, visit: &mut dyn FnMut(&Place, &mut String)) {
        match &mut self.value {
            NodeValue::Text(text) => visit(&self.place, text),
            NodeValue::List(items) => items.iter_mut().for_each(|item| item.each_text(visit)),
            NodeValue::Table(entries) => entries.iter_mut().for_each(|entry| entry.node.each_text(visit)),
            _ => {}
        }
    }

    /// The same tree without its places.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            NodeValue::Text(text) => text.as_str().into(),
            NodeValue::Integer(number) => (*number).into(),
            NodeValue::Decimal(number) => (*number).into(),
            NodeValue::Truth(truth) => (*truth).into(),
            NodeValue::List(items) => items.iter().map(Node::to_json).collect(),
            NodeValue::Table(entries) => serde_json::Value::Object(
                entries.iter().map(|entry| (entry.key.clone(), entry.node.to_json())).collect(),
            ),
        }
    }
}

/// Turns byte offsets into places.
struct Lines {
    file: Arc<str>,
    /// Offset of each line's first byte.
    starts: Vec<usize>,
}

impl Lines {
    fn new(file: &str, text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { file: file.into(), starts: std::iter::once(0).chain(breaks).collect() }
    }

    fn place(&self, offset: usize) -> Place {
        Place { file: self.file.clone(), line: self.starts.partition_point(|start| *start <= offset) }
    }

    fn node(&self, value: &Spanned<DeValue<'_>>) -> Node {
        let span = value.span();
        let place = self.place(span.start);
        let value = match value.get_ref() {
            DeValue::String(text) => NodeValue::Text(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| NodeValue::Text(number.as_str().to_string()), NodeValue::Integer),
            DeValue::Float(number) => number
                .as_str()
                .parse()
                .map_or_else(|_| NodeValue::Text(number.as_str().to_string()), NodeValue::Decimal),
            DeValue::Boolean(truth) => NodeValue::Truth(*truth),
            DeValue::Datetime(moment) => NodeValue::Text(moment.to_string()),
            DeValue::Array(items) => NodeValue::List(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => self.table(table),
        };
        Node { value, place, span }
    }

    fn table(&self, table: &DeTable<'_>) -> NodeValue {
        let mut written: Vec<_> = table.iter().collect();
        written.sort_by_key(|(key, _)| key.span().start);
        let entries = written.into_iter().map(|(key, value)| TableEntry {
            key: key.get_ref().to_string(),
            place: self.place(key.span().start),
            node: self.node(value),
        });
        NodeValue::Table(entries.collect())
    }
}
