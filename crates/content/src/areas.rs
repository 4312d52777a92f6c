//! Whether the lists of communities that sections show and that `areas.toml` names are the same.

use std::collections::{BTreeMap, BTreeSet};

use base::suggest::nearest;

use crate::fields::Leaf;
use crate::node::{Node, NodeValue};
use crate::report::Report;
use crate::site_content::{Content, ContentFile};

/// A list that a section shows must have communities, and one that a community names must be shown.
pub fn check(content: &Content, files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    let areas = content.areas.iter().flat_map(|band| &band.areas);
    let known: BTreeSet<&str> = areas.flat_map(|area| &area.lists).map(String::as_str).collect();
    let leaves = files.values().flat_map(|file| &file.leaves);
    let shown: Vec<&Leaf> = leaves.filter(|leaf| leaf.format == "area-list").collect();
    for leaf in &shown {
        if !known.contains(leaf.text.as_str()) {
            let what = format!("no community is on the list `{}`", leaf.text);
            report.error(&leaf.place, what, advice(&leaf.text, known.iter().copied()));
        }
    }
    let mut check_name = |node: &Node| {
        let Some(name) = node.text() else { return };
        if !shown.iter().any(|leaf| leaf.text == name) {
            let what = format!("no page shows the list `{name}`");
            report.error(&node.place, what, advice(name, shown.iter().map(|leaf| leaf.text.as_str())));
        }
    };
    let Some(file) = files.get("areas.toml") else { return };
    for band in items(file.node.get("bands")) {
        for area in items(band.get("areas")) {
            items(area.get("lists")).iter().for_each(&mut check_name);
        }
    }
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(NodeValue::List(items)) => items,
        _ => &[],
    }
}

fn advice<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            format!("use one of {}", BTreeSet::from_iter(known).into_iter().collect::<Vec<_>>().join(", "))
        }
    }
}
