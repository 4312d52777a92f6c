//! Pictures and videos that load lazily have a twin in `<noscript>` for browsers without scripts: one of both stays.

use std::collections::HashSet;

use super::attributes::source;
use super::tree::{Data, TreeNode, detach};

/// Takes the twins out: that in `<noscript>`, or the one beside it that names no file.
pub fn without_twins(nodes: &mut [TreeNode]) {
    let is_noscript = |node: &usize| nodes[*node].element().is_some_and(|(name, _)| name == "noscript");
    let fallbacks: Vec<usize> = (0..nodes.len()).filter(is_noscript).collect();
    if fallbacks.is_empty() {
        return;
    }
    let inside: Vec<Vec<usize>> = fallbacks.iter().map(|node| shown_below(nodes, *node)).collect();
    let hidden: HashSet<usize> = inside.iter().flatten().copied().collect();
    let outside = (0..nodes.len()).filter(|node| !hidden.contains(node) && is_shown(&nodes[*node]));
    let addresses: HashSet<String> = outside.filter_map(|node| address(&nodes[node])).collect();
    for (fallback, inside) in fallbacks.into_iter().zip(inside) {
        if inside.is_empty() {
            continue;
        }
        match beside(nodes, fallback) {
            Some(lazy) if address(&nodes[lazy]).is_none() => detach(nodes, lazy),
            Some(_) => detach(nodes, fallback),
            None => {
                let is_twin = |node: &usize| address(&nodes[*node]).is_some_and(|at| addresses.contains(&at));
                if inside.iter().all(is_twin) {
                    detach(nodes, fallback);
                }
            }
        }
    }
}

fn is_shown(node: &TreeNode) -> bool {
    node.element().is_some_and(|(name, _)| matches!(name, "img" | "iframe"))
}

/// The file that a picture or video names; `None` for a placeholder.
fn address(node: &TreeNode) -> Option<String> {
    let (_, attributes) = node.element()?;
    let address = source(attributes)?;
    (!address.starts_with("data:") && !address.starts_with("about:")).then(|| address.to_owned())
}

fn shown_below(nodes: &[TreeNode], node: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        found.extend(is_shown(&nodes[node]).then_some(node));
        open.extend(&nodes[node].children);
    }
    found
}

/// The picture or video right before or after a node, alone or as all that an element holds.
fn beside(nodes: &[TreeNode], node: usize) -> Option<usize> {
    let siblings = &nodes[nodes[node].parent()?].children;
    let at = siblings.iter().position(|sibling| *sibling == node)?;
    let is_blank = |node: &usize| matches!(&nodes[*node].data, Data::Text(text) if text.trim().is_empty());
    let before = siblings[..at].iter().rev().find(|node| !is_blank(node));
    let after = siblings[at + 1..].iter().find(|node| !is_blank(node));
    [before, after].into_iter().flatten().find_map(|sibling| {
        let is_noscript = nodes[*sibling].element().is_some_and(|(name, _)| name == "noscript");
        let shown = shown_below(nodes, *sibling);
        let has_words =
            nodes[*sibling].children.iter().any(|child| !is_blank(child) && !shown.contains(child));
        (!is_noscript && !has_words && shown.len() == 1).then(|| shown[0])
    })
}
