//! Photo slots: a drawing names the photo that replaces it as soon as its file is in the content folder.

use crate::node::{Node, NodeValue};
use crate::source::Source;

/// Below `node`, replaces each drawing whose photo is there.
pub fn fill(node: &mut Node, source: &Source) {
    match &mut node.value {
        NodeValue::List(items) => items.iter_mut().for_each(|item| fill(item, source)),
        NodeValue::Table(entries) => {
            entries.iter_mut().for_each(|entry| fill(&mut entry.node, source));
            let slot = entries.iter().position(|entry| entry.key == "photo" && is_there(&entry.node, source));
            let Some(NodeValue::Table(photo)) = slot.map(|at| entries.remove(at).node.value) else { return };
            entries.retain(|entry| photo.iter().all(|field| field.key != entry.key));
            entries.extend(photo);
        }
        _ => {}
    }
}

fn is_there(slot: &Node, source: &Source) -> bool {
    slot.get("file").and_then(Node::text).is_some_and(|file| source.read(file).is_some())
}
