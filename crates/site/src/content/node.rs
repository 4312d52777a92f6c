//! A TOML file as a tree in which every value knows its line.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::content::report::{Place, Report};

/// A value and where it stands.
#[derive(Debug, Clone)]
pub struct Node {
    pub value: Value,
    pub place: Place,
}

/// What TOML can hold, in the order it was written.
#[derive(Debug, Clone)]
pub enum Value {
    Text(String),
    Integer(i64),
    Decimal(f64),
    Truth(bool),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A named value in a table.
#[derive(Debug, Clone)]
pub struct Entry {
    pub key: String,
    /// Where the name stands.
    pub place: Place,
    pub node: Node,
}

/// Reads a file. Every syntax error goes into the report; then there is no tree.
pub fn parse(file: &str, text: &str, report: &mut Report) -> Option<Node> {
    let lines = Lines::new(file, text);
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        report.error(&lines.place(at), error.message().to_string(), "see toml.io for the notation");
    }
    let place = lines.place(0);
    errors.is_empty().then(|| Node { value: lines.table(table.get_ref()), place })
}

impl Node {
    /// The value under `key`, if this is a table that has one.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Calls `visit` with every text below this node, which it may change.
    pub fn each_text(&mut self, visit: &mut dyn FnMut(&Place, &mut String)) {
        match &mut self.value {
            Value::Text(text) => visit(&self.place, text),
            Value::List(items) => items.iter_mut().for_each(|item| item.each_text(visit)),
            Value::Table(entries) => entries.iter_mut().for_each(|entry| entry.node.each_text(visit)),
            _ => {}
        }
    }

    /// The same tree without its places.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Text(text) => text.as_str().into(),
            Value::Integer(number) => (*number).into(),
            Value::Decimal(number) => (*number).into(),
            Value::Truth(truth) => (*truth).into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(entries) => serde_json::Value::Object(
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
        let place = self.place(value.span().start);
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Value::Text(number.as_str().to_string()), Value::Integer),
            DeValue::Float(number) => number
                .as_str()
                .parse()
                .map_or_else(|_| Value::Text(number.as_str().to_string()), Value::Decimal),
            DeValue::Boolean(truth) => Value::Truth(*truth),
            DeValue::Datetime(moment) => Value::Text(moment.to_string()),
            DeValue::Array(items) => Value::List(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => self.table(table),
        };
        Node { value, place }
    }

    fn table(&self, table: &DeTable<'_>) -> Value {
        let mut entries: Vec<Entry> = table
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref().to_string(),
                place: self.place(key.span().start),
                node: self.node(value),
            })
            .collect();
        entries.sort_by_key(|entry| entry.place.line);
        Value::Table(entries)
    }
}
