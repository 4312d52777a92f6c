//! Validates a file against the JSON schema of its Rust type, field by field, so that every mistake is reported at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use schemars::{JsonSchema, Schema};
use serde_json::Value as Json;

use crate::fields::{Field, FieldKind, Findings, Leaf};
use crate::node::{HIDDEN, Node, NodeValue, TableEntry};
use crate::report::Report;
use crate::tokens::Tokens;
use base::suggest::nearest;

/// Checks `node`, whose tokens are filled in, against the schema of `T` and collects the texts whose meaning needs a
/// second look. Unknown tokens go into a report of their own.
pub fn check<T: JsonSchema>(
    node: &Node,
    tokens: &Tokens,
    report: &mut Report,
    unknown_tokens: &mut Report,
) -> Findings {
    let root = schema_of::<T>();
    let (found, around, described) = Default::default();
    let mut check =
        SchemaCheck { root: root.as_value(), tokens, report, unknown_tokens, found, around, described };
    check.visit(root.as_value(), node, "this file", None);
    check.found
}

/// The schema of a type. Making it takes longer than checking a file against it, so it is made once.
fn schema_of<T: JsonSchema>() -> Arc<Schema> {
    static KNOWN: Mutex<BTreeMap<&'static str, Arc<Schema>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock();
    known.entry(std::any::type_name::<T>()).or_insert_with(|| Arc::new(schemars::schema_for!(T))).clone()
}

pub(super) struct SchemaCheck<'a> {
    root: &'a Json,
    pub tokens: &'a Tokens,
    pub report: &'a mut Report,
    pub unknown_tokens: &'a mut Report,
    pub found: Findings,
    /// The description of the list or the table of names around the present value.
    around: &'a str,
    /// The description of the field whose type the present value has.
    described: Option<&'a str>,
}

impl<'a> SchemaCheck<'a> {
    /// Checks `node` against `schema`. `name` is how messages call it; `tag` is a field that the
    /// choice between kinds has already accounted for.
    fn visit(&mut self, schema: &'a Json, node: &Node, name: &str, tag: Option<&str>) {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.resolve(reference);
            let is_one = |kind: &str| reference.ends_with(kind) && matches!(node.value, NodeValue::Table(_));
            if is_one("/Price") {
                self.field(schema, node, name, FieldKind::Price);
            } else if is_one("/Picture") {
                self.field(schema, node, name, FieldKind::Picture);
            }
            // A field's description says more than its type's.
            let outside = std::mem::replace(&mut self.described, schema["description"].as_str());
            self.visit(target, node, name, tag);
            self.described = outside;
        }
        if let Some(variants) = schema["oneOf"].as_array() {
            return self.choose(variants, node, name);
        }
        if let Some(variants) = schema["anyOf"].as_array() {
            if let Some(present) = variants.iter().find(|variant| variant["type"] != "null") {
                self.visit(present, node, name, tag);
            }
            return;
        }
        if let Some(allowed) = schema["enum"].as_array() {
            return self.one_of(allowed.iter().filter_map(Json::as_str), node, name);
        }
        match kind(schema) {
            Some("object") => self.table(schema, node, name, tag),
            Some("array") => self.list(schema, node, name),
            Some("string") => self.text(schema, node, name),
            Some("integer") => self.integer(schema, node, name),
            Some("number") => self.number(schema, node, name),
            Some("boolean") => self.truth(node, name),
            _ => {}
        }
    }

    /// Notes a value that people may change.
    pub fn field(&mut self, schema: &Json, node: &Node, name: &str, kind: FieldKind) {
        let own = self.described.or(schema["description"].as_str());
        let meaning = own.unwrap_or(self.around).replace('\n', " ");
        let (name, is_one_of_many) = (name.to_string(), own.is_none());
        self.found.fields.push(Field { start: node.span.start, name, meaning, is_one_of_many, kind });
    }

    fn resolve(&self, reference: &str) -> &'a Json {
        self.root.pointer(reference.trim_start_matches('#')).unwrap_or(&Json::Null)
    }

    /// A choice: either of plain words, or of tables told apart by their `kind`.
    fn choose(&mut self, variants: &'a [Json], node: &Node, name: &str) {
        let words = variants.iter().flat_map(|variant| {
            let listed = variant["enum"].as_array().into_iter().flatten();
            listed.chain(std::iter::once(&variant["const"])).filter_map(Json::as_str)
        });
        let words: Vec<&str> = words.collect();
        if !words.is_empty() {
            return self.one_of(words.into_iter(), node, name);
        }
        let kinds: Vec<(&str, &Json)> = variants
            .iter()
            .filter_map(|variant| variant["properties"]["kind"]["const"].as_str().map(|kind| (kind, variant)))
            .collect();
        let list = || listed(kinds.iter().map(|(kind, _)| *kind));
        let Some(given) = node.get("kind") else {
            return self.report.error(
                &node.place,
                format!("{name} has no `kind`"),
                format!("add one of {}", list()),
            );
        };
        match kinds.iter().find(|(kind, _)| Some(*kind) == given.text()) {
            Some((kind, variant)) => {
                let target = variant["$ref"].as_str().map_or(*variant, |reference| self.resolve(reference));
                let outside = self.found.leaves.len();
                self.visit(target, node, kind, Some("kind"));
                if node.is_hidden() {
                    // No link leads into what is not on the page.
                    let inside = self.found.leaves.split_off(outside);
                    let is_there = |leaf: &Leaf| !matches!(leaf.format.as_str(), "anchor" | "markdown");
                    self.found.leaves.extend(inside.into_iter().filter(is_there));
                }
            }
            None => self.report.error(
                &given.place,
                format!("unknown kind {}", given.described()),
                format!("use one of {}", list()),
            ),
        }
    }

    fn one_of<'w>(&mut self, words: impl Iterator<Item = &'w str>, node: &Node, name: &str) {
        let words: Vec<&str> = words.collect();
        if !node.text().is_some_and(|text| words.contains(&text)) {
            let what = format!("`{name}` is {}", node.described());
            self.report.error(&node.place, what, format!("use one of {}", listed(words)));
        }
    }

    fn table(&mut self, schema: &'a Json, node: &Node, name: &str, tag: Option<&str>) {
        let NodeValue::Table(entries) = &node.value else {
            return self.wrong(node, name, "a table with named fields");
        };
        self.described = None;
        let none = serde_json::Map::new();
        let fields = schema["properties"].as_object().unwrap_or(&none);
        // A field whose name is misspelt is not missing as well.
        let mut misspelt = Vec::new();
        for entry in entries.iter().filter(|entry| Some(entry.key.as_str()) != tag) {
            match schema["properties"].get(&entry.key) {
                Some(field) => self.visit(field, &entry.node, &entry.key, None),
                None if schema["additionalProperties"].is_object() => {
                    self.within(schema, &schema["additionalProperties"], &entry.node, &entry.key);
                }
                None if tag.is_some() && entry.key == HIDDEN => self.truth(&entry.node, HIDDEN),
                None => misspelt.extend(self.unknown(entry, name, fields)),
            }
        }
        for required in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !misspelt.contains(&required) && !entries.iter().any(|entry| entry.key == required) {
                let meaning = fields[required]["description"].as_str().unwrap_or("it is required");
                self.report.error(
                    &node.place,
                    format!("`{required}` is missing in {name}"),
                    format!("add `{required} = …`: {}", meaning.replace('\n', " ")),
                );
            }
        }
    }

    /// Reports a field that is not in the schema; answers which one was meant.
    fn unknown<'f>(
        &mut self,
        entry: &TableEntry,
        name: &str,
        fields: &'f serde_json::Map<String, Json>,
    ) -> Option<&'f str> {
        let meant = nearest(&entry.key, fields.keys()).map(String::as_str);
        let instead = match meant {
            Some(field) => format!("did you mean `{field}`?"),
            None => format!("the fields here are {}", listed(fields.keys().map(String::as_str))),
        };
        self.report.error(&entry.place, format!("unknown field `{}` in {name}", entry.key), instead);
        meant
    }

    fn list(&mut self, schema: &'a Json, node: &Node, name: &str) {
        let NodeValue::List(items) = &node.value else {
            return self.wrong(node, name, "a list in square brackets");
        };
        self.described = None;
        for item in items {
            self.within(schema, &schema["items"], item, name);
        }
    }

    /// Checks one of many values that are described together.
    fn within(&mut self, many: &'a Json, schema: &'a Json, node: &Node, name: &str) {
        let outside = std::mem::replace(&mut self.around, many["description"].as_str().unwrap_or_default());
        self.visit(schema, node, name, None);
        self.around = outside;
    }

    pub fn wrong(&mut self, node: &Node, name: &str, instead: &str) {
        self.report.error(
            &node.place,
            format!("`{name}` is {}", node.described()),
            format!("write {instead}"),
        );
    }
}

/// The schema's type, leaving out the null of an optional field.
fn kind(schema: &Json) -> Option<&str> {
    match &schema["type"] {
        Json::String(kind) => Some(kind),
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).find(|kind| *kind != "null"),
        _ => None,
    }
}

fn listed<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
