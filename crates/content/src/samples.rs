//! Lists what is in the content for show only: reviews and brands that were invented, texts that nobody has approved.

use std::collections::BTreeMap;

use crate::node::{Node, NodeValue, SAMPLE};
use crate::report::Report;
use crate::site_content::ContentFile;

/// Reports everything that is marked with `sample = true`, and every long text with a note that it is a draft.
pub fn list(files: &BTreeMap<String, ContentFile>, report: &mut Report) {
    for file in files.values() {
        visit(&file.node, report);
    }
}

fn visit(node: &Node, report: &mut Report) {
    let text = |field: &str| node.get(field).and_then(Node::text).unwrap_or_default();
    if let Some(mark) = node.get(SAMPLE).filter(|_| node.is_sample()) {
        let what = match (text("author"), text("heading")) {
            ("", heading) => format!("what is below \"{heading}\" is a sample"),
            (author, _) => format!("the words of {author} are a sample"),
        };
        let instead = "put real ones there, and press “It's real” at the desk, or take `sample = true` away";
        report.sample(&mark.place, what, instead);
    }
    if text("kind") == "document" && !text("note").is_empty() {
        let place = node.get("note").map_or(&node.place, |note| &note.place);
        let instead = "have it approved, then write note = \"\"";
        report.sample(place, "this text is marked as a draft", instead);
    }
    match &node.value {
        NodeValue::List(items) => items.iter().for_each(|item| visit(item, report)),
        NodeValue::Table(entries) => entries.iter().for_each(|entry| visit(&entry.node, report)),
        _ => {}
    }
}
