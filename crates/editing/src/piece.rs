//! A piece of the site: a value of a file, and what people are told of it.

use std::collections::HashMap;

use content::fields::{Field, FieldKind};
use content::node::{Node, NodeValue};

/// A value of the content that people may change.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its file and its place there: `pages/home.toml:sections.0.lead`.
    pub id: String,
    /// Its name, in a few words.
    pub name: String,
    /// The rest of its type's description.
    pub meaning: String,
    pub kind: FieldKind,
    /// As it is written, with facts by their names.
    pub value: String,
    /// With the facts filled in.
    pub shown: String,
    /// The most characters that it should have.
    pub limit: Option<u64>,
    /// Where it belongs to an item of a list.
    pub item: Option<Item>,
    /// Of a picture: its file on pages, and its alternative text.
    pub picture: Option<PiecePicture>,
}

/// A picture as pages show it.
#[derive(Debug, Clone)]
pub struct PiecePicture {
    pub src: String,
    pub width: u32,
    pub height: u32,
    pub alt: String,
    pub is_photo: bool,
    /// The part that stays in sight where a page cuts it: `top-left`; empty if each place decides.
    pub focus: String,
}

/// An item of a list.
#[derive(Debug, Clone)]
pub struct Item {
    pub id: String,
    /// Name of the list.
    pub list: String,
    pub index: usize,
    pub count: usize,
    /// Id of the item that is marked as a sample: this one, or one that it is in.
    pub sample: Option<String>,
}

/// Names of a fact's other forms.
const FORMS: [(&str, &str); 4] = [
    ("-words", ", in words"),
    ("-hour", ", as in “24-hour”"),
    ("-from", ", the lower figure"),
    ("-to", ", the higher figure"),
];

/// The first sentence of the type's description, if it is short; else the name in the file.
pub(super) fn name_and_meaning(field: &Field, path: &str) -> (String, String) {
    const MAX_NAME_CHARS: usize = 48;
    let meaning = field.meaning.trim();
    let ends = meaning.find([';', ':']).into_iter().chain(meaning.find(". ")).chain(meaning.find(", "));
    let first = meaning[..ends.min().unwrap_or(meaning.len())].trim_end_matches('.');
    let names_it = (1..=MAX_NAME_CHARS).contains(&first.chars().count())
        && !first.contains('`')
        && !first.starts_with("At most");
    if names_it && !field.is_one_of_many {
        let rest = if first.len() + 1 >= meaning.len() { "" } else { meaning };
        return (first.to_string(), rest.to_string());
    }
    let last = path.rsplit('.').find(|step| step.parse::<usize>().is_err()).unwrap_or(&field.name);
    let form = FORMS.iter().find_map(|(ending, words)| Some((last.strip_suffix(ending)?, *words)));
    let (last, form) = form.filter(|_| field.is_one_of_many).unwrap_or((last, ""));
    let words = last.split(['-', '_']).map(|word| match word {
        "ac" | "amc" | "noc" => word.to_uppercase(),
        _ => word.to_string(),
    });
    let mut words = words.collect::<Vec<_>>().join(" ");
    if let Some(initial) = words.get(..1).map(str::to_uppercase) {
        words.replace_range(..1, &initial);
    }
    (words + form, meaning.to_string())
}

/// The part of a picture that stays in sight, by its word in the file; empty if unset.
pub(super) fn focus_of(picture: &Node) -> &str {
    picture.get("focus").and_then(Node::text).unwrap_or_default()
}

/// The number of "at most 60 characters".
pub(super) fn limit(meaning: &str) -> Option<u64> {
    let (_, after) = meaning.split_once("at most ")?;
    let (number, unit) = after.split_once(' ')?;
    unit.starts_with("characters").then(|| number.parse().ok()).flatten()
}

/// The innermost item of a list that `path` leads into.
pub(super) fn item(file: &str, node: &Node, path: &str) -> Option<Item> {
    let steps: Vec<&str> = path.split('.').collect();
    let at = steps.iter().rposition(|step| step.parse::<usize>().is_ok())?;
    let list_path = steps[..at].join(".");
    let NodeValue::List(items) = &node.at(&list_path)?.value else { return None };
    let list = steps[..at].iter().rfind(|step| step.parse::<usize>().is_err())?.replace(['-', '_'], " ");
    let id = |at: usize| format!("{file}:{}", steps[..=at].join("."));
    let is_sample = |at: &usize| node.at(&steps[..=*at].join(".")).is_some_and(Node::is_sample);
    let sample = (0..=at).rev().filter(|&at| steps[at].parse::<usize>().is_ok()).find(is_sample).map(id);
    Some(Item { id: id(at), list, index: steps[at].parse().ok()?, count: items.len(), sample })
}

/// Calls `found` with the way to each value below `node` that `keep` keeps.
pub(super) fn collect(
    node: &Node,
    fields: &HashMap<usize, Field>,
    keep: &dyn Fn(&Field) -> bool,
    path: &mut String,
    found: &mut impl FnMut(&str),
) {
    let field = fields.get(&node.span.start);
    let scalar = !matches!(node.value, NodeValue::List(_) | NodeValue::Table(_));
    let is_price = field.is_some_and(|field| field.kind == FieldKind::Price);
    if field.is_some_and(keep) && (scalar || is_price) {
        found(path);
    }
    let mut below = |name: &str, node: &Node| {
        let length = path.len();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
        collect(node, fields, keep, path, found);
        path.truncate(length);
    };
    match &node.value {
        NodeValue::List(items) => {
            items.iter().enumerate().for_each(|(at, item)| below(&at.to_string(), item))
        }
        NodeValue::Table(entries) if !is_price => {
            entries.iter().for_each(|entry| below(&entry.key, &entry.node))
        }
        _ => {}
    }
}
