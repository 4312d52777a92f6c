//! The tree that html5ever's tree builder fills: all nodes in one vector, and an index as the handle of each.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

/// The most nodes of a tree; the rest of the HTML is ignored. No post short enough to be published needs as many.
pub const MAX_NODES: usize = 512 * 1024;

pub struct Tree {
    nodes: RefCell<Vec<TreeNode>>,
    /// The element that was inserted last, for callers who clear it first.
    pub inserted: Cell<Option<usize>>,
}

pub struct TreeNode {
    pub data: Data,
    pub children: Vec<usize>,
    parent: Option<usize>,
}

pub enum Data {
    Document,
    Element { name: QualName, attributes: Vec<Attribute> },
    Text(StrTendril),
    Comment(StrTendril),
}

impl TreeNode {
    /// An empty list that begins with that number.
    pub fn list(is_numbered: bool, start: Option<u32>) -> Self {
        let name = if is_numbered { local_name!("ol") } else { local_name!("ul") };
        let attributes = start.filter(|start| is_numbered && *start != 1).map(|start| Attribute {
            name: QualName::new(None, ns!(), local_name!("start")),
            value: StrTendril::from_slice(&start.to_string()),
        });
        let attributes = attributes.into_iter().collect();
        let data = Data::Element { name: QualName::new(None, ns!(html), name), attributes };
        Self { data, children: Vec::new(), parent: None }
    }

    /// The name and the attributes of an element.
    pub fn element(&self) -> Option<(&str, &[Attribute])> {
        match &self.data {
            Data::Element { name, attributes } => Some((&name.local, attributes)),
            _ => None,
        }
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        let (_, attributes) = self.element()?;
        attributes.iter().find(|one| &*one.name.local == name).map(|one| &*one.value)
    }

    /// Gives an element another name, for which its attributes mean nothing.
    pub fn rename(&mut self, name: &str) {
        if let Data::Element { name: old, attributes } = &mut self.data {
            old.local = LocalName::from(name);
            attributes.retain(|one| matches!(&*one.name.local, "data-list" | "aria-checked"));
        }
    }

    pub fn parent(&self) -> Option<usize> {
        self.parent
    }
}

/// Takes a node, with everything below it, out of the tree.
pub fn detach(nodes: &mut [TreeNode], node: usize) {
    let Some(parent) = nodes[node].parent.take() else { return };
    let siblings = &mut nodes[parent].children;
    if let Some(at) = siblings.iter().rposition(|sibling| *sibling == node) {
        siblings.remove(at);
    }
}

impl Tree {
    pub const DOCUMENT: usize = 0;

    pub fn new() -> Self {
        let tree = Self { nodes: RefCell::default(), inserted: Cell::default() };
        tree.create(Data::Document);
        tree
    }

    pub fn len(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// The number of a node's ancestors.
    pub fn depth(&self, node: usize) -> usize {
        let nodes = self.nodes.borrow();
        std::iter::successors(nodes[node].parent, |parent| nodes[*parent].parent).count()
    }

    fn create(&self, data: Data) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(TreeNode { data, children: Vec::new(), parent: None });
        nodes.len() - 1
    }

    /// Inserts a child before one of its parent's children, or after all of them.
    fn insert(&self, parent: usize, before: Option<usize>, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => self.create(Data::Text(text)),
        };
        self.remove_from_parent(&child);
        let mut nodes = self.nodes.borrow_mut();
        if matches!(nodes[child].data, Data::Element { .. }) {
            self.inserted.set(Some(child));
        }
        nodes[child].parent = Some(parent);
        let siblings = &mut nodes[parent].children;
        // The builder inserts near the end, so the search from there is short.
        let at = before.and_then(|before| siblings.iter().rposition(|sibling| *sibling == before));
        siblings.insert(at.unwrap_or(siblings.len()), child);
    }
}

/// Adjacent text nodes aren't merged, because the serialiser writes them as one text anyway.
impl TreeSink for Tree {
    type Handle = usize;
    type Output = Vec<TreeNode>;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Vec<TreeNode> {
        self.nodes.into_inner()
    }

    fn get_document(&self) -> usize {
        Self::DOCUMENT
    }

    fn elem_name<'a>(&'a self, node: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| match &nodes[*node].data {
            Data::Element { name, .. } => name,
            _ => unreachable!("html5ever asks elements only"),
        })
    }

    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> usize {
        self.create(Data::Element { name, attributes })
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.create(Data::Comment(text))
    }

    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> usize {
        self.create_comment(data)
    }

    /// The filter drops `<template>`, so nothing needs a tree of its own.
    fn get_template_contents(&self, template: &usize) -> usize {
        *template
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(*parent, None, child);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        self.insert(parent.unwrap_or(Self::DOCUMENT), Some(*sibling), child);
    }

    fn append_based_on_parent_node(&self, table: &usize, before: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*table].parent;
        self.insert(parent.unwrap_or(*before), Some(*table), child);
    }

    fn remove_from_parent(&self, node: &usize) {
        detach(&mut self.nodes.borrow_mut(), *node);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        children.iter().for_each(|child| nodes[*child].parent = Some(*new_parent));
        nodes[*new_parent].children.extend(children);
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {}
}
