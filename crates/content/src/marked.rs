//! The same content with marks: see [`crate::marks`]. It was checked before, so nothing is checked here.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::assemble::{ReadFile, add_derived_fields, assemble};
use crate::fields::{Field, FieldKind};
use crate::hours;
use crate::load::Loaded;
use crate::marks::Marks;
use crate::model::Price;
use crate::node::{self, Node, NodeValue, TableEntry};
use crate::photo_slots;
use crate::report::{Place, Report};
use crate::site_content::{Content, ContentFile};
use crate::source::Source;
use crate::tokens::Tokens;

/// Names by which other parts of the site find something; whoever changes one changes more than words.
const NAMES: [&str; 8] =
    ["closes", "country", "currency", "days", "id", "known_contradictions", "network", "opens"];
/// The same for lists, whose items others find.
const NAME_LISTS: [&str; 4] = ["area_served", "lists", "payment", "services"];

/// Marks of derived fields, which the loader takes out again.
const PICTURE_MARK: &str = "src mark";
const DOCUMENT_MARK: &str = "html mark";

/// Whether people may change the field where they see it.
pub fn is_editable(field: &Field) -> bool {
    let name = field.name.as_str();
    !(NAMES.contains(&name) || field.is_one_of_many && NAME_LISTS.contains(&name))
}

/// The content of `loaded`, which was read from `source`, with marks; `None` if a file has changed since.
pub fn marked(source: &Source, loaded: &Loaded) -> Option<(Content, Marks)> {
    let Loaded { content, files, .. } = loaded;
    let mut marks = Marks::default();
    let plans = files.get("plans.toml").map(|file| &file.node);
    let tokens = content.tokens.marked(|token, text| {
        let (file, path) = place_of(token, plans)?;
        files.get(file)?.node.at(&path.join("."))?;
        Some(marks.text(file, &path, text))
    });
    let mut trees = BTreeMap::new();
    for (path, file) in files {
        let bytes = source.read(path)?;
        let text = std::str::from_utf8(&bytes).ok()?;
        let mut node = node::parse(path, text, &mut Report::default())?;
        photo_slots::fill(&mut node, source);
        let fields = file.fields.iter().filter(|field| is_editable(field));
        let fields = fields.map(|field| (field.start, field.kind)).collect();
        let mut marker =
            Marker { file: path, fields, plain: &content.tokens, tokens: &tokens, marks: &mut marks };
        marker.visit(&mut node, &mut Vec::new(), None);
        trees.insert(path.clone(), node);
    }
    let mut reader = MarkedFiles { files, trees, plain: content };
    let mut with_marks = assemble(&mut reader)?;
    with_marks.tokens = content.tokens.clone();
    with_marks.media = content.media.clone();
    Some((with_marks, marks))
}

/// Where the value of a token is written.
fn place_of(token: &str, plans: Option<&Node>) -> Option<(&'static str, Vec<String>)> {
    let steps: Vec<&str> = token.split('.').collect();
    let path = |steps: &[&str]| steps.iter().map(ToString::to_string).collect();
    match steps[..] {
        ["company", "rating"] => Some(("company.toml", path(&["rating", "value"]))),
        ["company", "ratings"] => Some(("company.toml", path(&["rating", "count"]))),
        ["company", "emergency"] => Some(("company.toml", path(&["hours", "emergency"]))),
        ["company", "hours"] => None,
        ["company", field] => Some(("company.toml", path(&[field]))),
        ["prices", name, ..] => Some(("facts.toml", path(&["prices", name]))),
        ["times" | "counts", _] => Some(("facts.toml", path(&steps))),
        ["plans", id, fact] => {
            let NodeValue::List(plans) = &plans?.get("plans")?.value else { return None };
            let at =
                plans.iter().position(|plan| plan.get("id").and_then(Node::text) == Some(id))?.to_string();
            let inside =
                if fact == "price" { vec!["plans", &at, fact] } else { vec!["plans", &at, "facts", fact] };
            Some(("plans.toml", path(&inside)))
        }
        _ => None,
    }
}

/// Puts marks into one file.
struct Marker<'a> {
    file: &'a str,
    /// By where they start.
    fields: HashMap<usize, FieldKind>,
    plain: &'a Tokens,
    /// With marks.
    tokens: &'a Tokens,
    marks: &'a mut Marks,
}

impl Marker<'_> {
    /// Marks `node`, to which `path` leads. `whole` is the price that it is a part of.
    fn visit(&mut self, node: &mut Node, path: &mut Vec<String>, whole: Option<&[String]>) {
        let kind = self.fields.get(&node.span.start).copied();
        match (&mut node.value, kind) {
            (NodeValue::Text(text), Some(FieldKind::Text)) => {
                let filled = self.tokens.fill(text).into_owned();
                // An empty text shows nothing, and pages ask whether it is empty.
                let stands_for_an_icon = matches!(filled.as_str(), "yes" | "no");
                *text = if filled.is_empty() || stands_for_an_icon {
                    filled
                } else {
                    self.marks.text(self.file, path, &filled)
                };
            }
            (NodeValue::Text(text), _) => *text = self.plain.fill(text).into_owned(),
            (NodeValue::Integer(number), Some(FieldKind::Number)) => {
                *number = self.marks.number(self.file, whole.unwrap_or(path), *number);
            }
            (NodeValue::List(items), _) => {
                for (at, item) in items.iter_mut().enumerate() {
                    path.push(at.to_string());
                    self.visit(item, path, None);
                    path.pop();
                }
            }
            (NodeValue::Table(entries), kind) => {
                let price = (kind == Some(FieldKind::Price)).then(|| path.clone());
                for entry in entries.iter_mut() {
                    path.push(entry.key.clone());
                    self.visit(&mut entry.node, path, price.as_deref());
                    path.pop();
                }
                self.mark_derived(entries, path, kind);
            }
            _ => {}
        }
    }

    /// Adds the marks of what is made of the table: a picture's address, a document's HTML.
    fn mark_derived(
        &mut self,
        entries: &mut Vec<TableEntry>,
        path: &mut Vec<String>,
        kind: Option<FieldKind>,
    ) {
        if kind == Some(FieldKind::Picture) {
            entries.push(extra(PICTURE_MARK, self.marks.text(self.file, path, "")));
        }
        let of_document = |entry: &TableEntry| {
            self.fields.get(&entry.node.span.start).is_some_and(|kind| *kind == FieldKind::Document)
        };
        if let Some(entry) = entries.iter().find(|entry| of_document(entry)) {
            path.push(entry.key.clone());
            entries.push(extra(DOCUMENT_MARK, self.marks.text(self.file, path, "")));
            path.pop();
        }
    }
}

fn extra(key: &str, mark: String) -> TableEntry {
    let place = Place { file: "".into(), line: 1 };
    let node = Node { value: NodeValue::Text(mark), place: place.clone(), span: 0..0 };
    TableEntry { key: key.to_string(), place, node }
}

/// Reads the marked trees as types.
struct MarkedFiles<'a> {
    files: &'a BTreeMap<String, ContentFile>,
    trees: BTreeMap<String, Node>,
    plain: &'a Content,
}

impl ReadFile for MarkedFiles<'_> {
    fn paths(&self) -> Vec<String> {
        self.trees.keys().cloned().collect()
    }

    fn read<T: JsonSchema + DeserializeOwned>(
        &mut self,
        path: &str,
        prices: &BTreeMap<String, Price>,
    ) -> Option<T> {
        let node = self.trees.get(path)?;
        let mut tree = node.to_json();
        add_derived_fields(&mut tree, &self.plain.media, prices);
        put_marks(&mut tree);
        if path == "company.toml" {
            let mut read = hours::read(&self.files.get(path)?.node, &mut Report::default())?;
            if let Some(marked) = node.at("hours.emergency").and_then(Node::text) {
                read.emergency = marked.to_string();
            }
            tree["hours"] = json!(read);
        }
        serde_json::from_value(tree)
            .inspect_err(|error| tracing::error!(%error, path, "content with marks could not be read"))
            .ok()
    }
}

/// Puts the marks of what the loader derives where they belong.
fn put_marks(tree: &mut Json) {
    match tree {
        Json::Array(items) => items.iter_mut().for_each(put_marks),
        Json::Object(fields) => {
            fields.values_mut().for_each(put_marks);
            for (name, derived) in [(PICTURE_MARK, "src"), (DOCUMENT_MARK, "html")] {
                let Some(Json::String(mark)) = fields.remove(name) else { continue };
                let mut characters = mark.chars();
                let Some(begin) = characters.next() else { continue };
                let end = characters.as_str();
                let put = |text: &mut Json| {
                    if let Json::String(text) = text {
                        *text = format!("{begin}{text}{end}");
                    }
                };
                fields.get_mut(derived).map(put);
                // A list of contents leads to the text whose headings it is made of.
                if derived == "html" {
                    let parts = fields.get_mut("parts").and_then(Json::as_array_mut).into_iter().flatten();
                    parts.filter_map(|part| part.get_mut("label")).for_each(put);
                }
            }
        }
        _ => {}
    }
}
