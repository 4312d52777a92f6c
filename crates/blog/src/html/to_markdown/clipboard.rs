//! A clipboard while it is read, and what its single elements say: how their text looks, where it leads, and pictures.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::Pasted;
use super::runs::{RunContent, Style, StyledRun};
use crate::html::attributes::source;
use crate::html::elements::replacement;
use crate::html::tree::{Data, TreeNode};
use crate::html::{css, links};

/// A clipboard while it is read.
pub struct ClipboardReader<'a> {
    pub nodes: &'a [TreeNode],
    pub classes: HashMap<String, String>,
    pub made: Pasted,
    /// How often each was left out, by its name for one and for many.
    pub left_out: BTreeMap<(&'static str, &'static str), usize>,
}

/// The style of each class, as the style sheets of the text say it.
pub fn classes(nodes: &[TreeNode]) -> HashMap<String, String> {
    let sheets = nodes.iter().filter(|node| node.element().is_some_and(|(name, _)| name == "style"));
    let texts = sheets.flat_map(|sheet| &sheet.children).filter_map(|child| match &nodes[*child].data {
        Data::Text(text) => Some(&**text),
        _ => None,
    });
    css::classes(&texts.collect::<String>())
}

impl ClipboardReader<'_> {
    pub fn leave_out(&mut self, one: &'static str, many: &'static str) {
        *self.left_out.entry((one, many)).or_default() += 1;
    }

    /// An element's name, or that of the one that stands for it in a post.
    pub fn name(&self, node: usize) -> Option<&str> {
        let (name, _) = self.nodes[node].element()?;
        Some(replacement(name).unwrap_or(name))
    }

    /// The plain text below a node.
    pub fn text(&self, node: usize) -> String {
        match &self.nodes[node].data {
            Data::Text(text) => text.to_string(),
            _ if self.name(node) == Some("br") => "\n".to_owned(),
            _ => self.nodes[node].children.iter().map(|child| self.text(*child)).collect(),
        }
    }

    /// Names an element that readers will miss.
    pub fn miss(&mut self, name: &str) {
        let (one, many) = match name {
            "audio" => ("recording", "recordings"),
            "video" | "embed" | "object" | "applet" => ("video", "videos"),
            "svg" | "canvas" => ("drawing", "drawings"),
            "math" => ("formula", "formulas"),
            "input" | "select" | "textarea" => ("form field", "form fields"),
            _ => return,
        };
        self.leave_out(one, many);
    }

    /// The style of an element's text; `None` if it isn't shown.
    pub fn style(&mut self, node: usize, around: &Style) -> Option<Style> {
        let attribute = |name: &str| self.nodes[node].attribute(name).unwrap_or_default();
        let classes = attribute("class").split_whitespace();
        let sheet: String = classes.clone().filter_map(|class| self.classes.get(class)).cloned().collect();
        let look = css::look(&format!("{sheet};{}", attribute("style")));
        let is_comment = look.is_comment || classes.clone().any(|class| class == "MsoCommentReference");
        if is_comment || look.is_hidden {
            if !self.text(node).trim().is_empty() {
                let name = if is_comment { "comments" } else { "hidden text" };
                self.leave_out(name, name);
            }
            return None;
        }
        let mut style = around.clone();
        style.bold = look.bold.unwrap_or(style.bold);
        style.italic = look.italic.unwrap_or(style.italic);
        style.struck |= look.is_struck;
        style.script = look.script.or(style.script);
        match self.name(node) {
            Some("code" | "kbd") => style.code = true,
            Some("sup") => style.script = Some("sup"),
            Some("sub") => style.script = Some("sub"),
            Some("a") => style.link = self.link(node).or(style.link),
            _ => {}
        }
        Some(style)
    }

    /// The address of a link; what leads nowhere here is named.
    pub fn link(&mut self, node: usize) -> Option<Rc<str>> {
        let href = self.nodes[node].attribute("href")?;
        if self.text(node).trim().is_empty() && self.nodes[node].children.is_empty() {
            return None;
        }
        let address = links::safe(&links::without_redirect(href)).filter(|at| !at.starts_with('#'));
        let Some(address) = address else {
            match href.starts_with('#') {
                true => self.leave_out("jumps within the text", "jumps within the text"),
                false => self.leave_out("link that leads nowhere", "links that lead nowhere"),
            }
            return None;
        };
        self.made.links += 1;
        Some(address.replace('(', "%28").replace(')', "%29").replace('\\', "%5C").replace(' ', "%20").into())
    }

    pub fn picture(&mut self, node: usize, style: &Style) -> Option<StyledRun> {
        let attribute = |name: &str| self.nodes[node].attribute(name).unwrap_or_default();
        let alt = attribute("alt").to_owned();
        // A box to tick, which the item says already, or a pixel that counts readers.
        if attribute("aria-roledescription") == "checkbox"
            || [attribute("width"), attribute("height")].contains(&"1")
        {
            return None;
        }
        let is_sign = |c: char| !c.is_alphanumeric() && !c.is_ascii() && !c.is_whitespace();
        if !alt.is_empty() && alt.chars().count() <= 8 && alt.chars().all(is_sign) {
            return Some(StyledRun::text(alt, style));
        }
        let src = self.nodes[node].element().and_then(|(_, given)| source(given)).unwrap_or_default();
        if !src.starts_with("data:image/") {
            self.made.missing_pictures += 1;
            return None;
        }
        self.made.pictures.push(src.to_owned());
        let description = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let content = RunContent::Picture { description, number: self.made.pictures.len() - 1 };
        Some(StyledRun { content, style: style.clone() })
    }
}
