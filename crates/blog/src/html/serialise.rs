//! Serialises the tree as a post: allowed elements, headings with anchors, pictures with their sizes, tables that
//! scroll, and only safe links and videos.

use std::collections::HashMap;

use html5ever::Attribute;

use super::elements::{self, INLINE, WITHOUT_CONTENT};
use super::tree::{Data, MAX_NODES, Tree, TreeNode};
use super::{MAX_DEPTH, Note, PictureLookup, PostHtml, links};

/// Deepest nesting of quotes, lists and tables: each makes its content narrower.
const MAX_INDENTS: usize = 6;
/// The most notes that are kept; more wouldn't help the author.
const MAX_NOTES: usize = 50;

pub(super) struct Serialiser<'a> {
    pub(super) picture: &'a PictureLookup<'a>,
    pub(super) made: PostHtml,
    /// The elements whose end tag is still to be written.
    open: Vec<&'static str>,
    /// The position of the open heading's attributes in the HTML, and its text so far.
    heading: Option<(usize, String)>,
    /// The anchors in use, each with the highest number that was appended to it.
    anchors: HashMap<String, usize>,
}

/// The next step of the walk through the tree, which uses no recursion: a deep tree can't overflow the stack.
enum Step {
    Enter(usize),
    /// Write end tags until only this many elements are open.
    CloseTo(usize),
}

/// The post's HTML, still to be sanitised, and everything else about its content.
pub fn serialise(nodes: &[TreeNode], picture: &PictureLookup<'_>) -> PostHtml {
    let mut out = Serialiser {
        picture,
        made: PostHtml::default(),
        open: Vec::new(),
        heading: None,
        anchors: HashMap::new(),
    };
    let mut steps = vec![Step::Enter(Tree::DOCUMENT)];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::CloseTo(count) => {
                out.close_to(count);
                continue;
            }
            Step::Enter(node) => &nodes[node],
        };
        let close_to = match &node.data {
            Data::Document => Some(0),
            Data::Element { name, attributes } => out.start(&name.local, attributes),
            Data::Text(text) => {
                out.text(text);
                None
            }
            Data::Comment(missed) => {
                out.note(format!("`<{missed}>` does not belong in a post"), "it was left out", None);
                None
            }
        };
        if let Some(count) = close_to {
            steps.push(Step::CloseTo(count));
            steps.extend(node.children.iter().rev().map(|child| Step::Enter(*child)));
        }
    }
    if nodes.len() > MAX_NODES {
        out.note("the post has too many elements".to_string(), "those at its end were left out", None);
    }
    out.made
}

impl Serialiser<'_> {
    fn text(&mut self, text: &str) {
        if let Some((_, heading)) = &mut self.heading {
            heading.push_str(text);
        }
        escape(text, &mut self.made.html);
    }

    /// Writes an element's start tag. Returns the number of elements that stay open after its end; `None` if it has no
    /// content to write.
    fn start(&mut self, name: &str, attributes: &[Attribute]) -> Option<usize> {
        match name {
            "img" => self.image(attributes),
            "br" | "hr" => self.made.html.push_str(&format!("<{name}>")),
            "iframe" => self.video(attributes),
            _ => {}
        }
        if elements::is_void(name) || WITHOUT_CONTENT.contains(name) {
            return None;
        }
        let around = Some(self.open.len());
        let Some(name) = elements::replacement(name) else { return around };
        if !INLINE.contains(name)
            && let Some((_, words)) = &self.heading
        {
            // No heading contains a block: before the heading's words the block's tag is left out, after them the
            // heading ends.
            if words.trim().is_empty() {
                return around;
            }
            let heading = self.open.iter().rposition(|open| elements::is_heading(open));
            self.close_to(heading.unwrap_or(0));
        }
        if self.is_too_deep(name) {
            let what = "elements stand in each other too deep".to_string();
            self.note(what, "the inner ones were left out, their text stays", None);
            return around;
        }
        let around = Some(self.open.len());
        if name == "table" {
            self.open_scroll_box();
        }
        self.made.html.push('<');
        self.made.html.push_str(name);
        if elements::is_heading(name) {
            self.heading = Some((self.made.html.len(), String::new()));
        }
        self.attributes(name, attributes);
        self.made.html.push('>');
        self.open.push(name);
        around
    }

    fn is_too_deep(&self, name: &str) -> bool {
        let indents =
            |name: &&&str| matches!(**name, "blockquote" | "ul" | "ol" | "dl" | "dd" | "table" | "figure");
        self.open.len() >= MAX_DEPTH
            || (indents(&&name) && self.open.iter().filter(indents).count() >= MAX_INDENTS)
    }

    /// Starts the box in which a table that is wider than the page scrolls: the author's `div` around the table,
    /// or a new one. Without the tab stop, keyboards couldn't scroll it.
    fn open_scroll_box(&mut self) {
        if self.made.html.ends_with("<div>") {
            self.made.html.pop();
        } else {
            self.made.html.push_str("<div");
            self.open.push("div");
        }
        self.made.html.push_str(" tabindex=\"0\">");
    }

    fn close_to(&mut self, count: usize) {
        for name in self.open.split_off(count.min(self.open.len())).into_iter().rev() {
            self.made.html.push_str(&format!("</{name}>"));
            if elements::is_heading(name)
                && let Some((at, text)) = self.heading.take()
            {
                self.name_heading(at, &text);
            }
        }
    }

    fn name_heading(&mut self, at: usize, text: &str) {
        let Some(plain) = links::anchor(text) else { return };
        let mut anchor = plain.clone();
        let mut number = self.anchors.get(&plain).copied().unwrap_or(1);
        while self.anchors.contains_key(&anchor) {
            number += 1;
            anchor = format!("{plain}-{number}");
        }
        self.anchors.insert(anchor.clone(), 1);
        self.anchors.insert(plain, number);
        self.made.html.insert_str(at, &format!(" id=\"{anchor}\""));
        self.made.anchors.push(anchor);
    }

    pub(super) fn note(&mut self, what: String, instead: &str, at: Option<&str>) {
        let note = Note { what, instead: instead.to_string(), at: at.map(str::to_string) };
        if self.made.notes.len() < MAX_NOTES && !self.made.notes.contains(&note) {
            self.made.notes.push(note);
        }
    }
}

pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
