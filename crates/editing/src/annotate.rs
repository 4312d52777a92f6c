//! Turns the marks in a page's HTML into attributes: text is wrapped in `<x-at data-at="pages/home.toml:sections.0.lead">`,
//! an element of which an attribute says something has `data-at-in`. The HTML is React's own: quoted and well-formed.

use std::sync::LazyLock;

use regex::Regex;

use content::marks::{END, Mark, Marks};

/// Marks in an address, as a link to a chat has them.
static ENCODED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("(?:%F3%B[0-9A-F]%[0-9A-F]{2}%[0-9A-F]{2}|%F4%80%80%80)").expect("the pattern is a constant")
});

/// Elements that have no end tag.
const VOID: [&str; 9] = ["area", "br", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Elements whose text is no HTML.
const RAW: [&str; 3] = ["script", "style", "title"];
/// Elements that hold text only; inside them it is they that have the attribute.
const TEXT_ONLY: [&str; 3] = ["option", "textarea", "svg"];

/// A page with attributes in the place of its marks.
pub struct Annotated {
    pub html: String,
    /// Pieces that are seen, in the page's order; then those that are only read out.
    pub seen: Vec<String>,
    pub said: Vec<String>,
}

/// Attributes and elements that are in no visitor's page.
static ATTRIBUTES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(" data-at(?:-in)?=\"[^\"]*\"|</?x-at(?: data-at=\"[^\"]*\")?>")
        .expect("the pattern is a constant")
});

impl Annotated {
    /// The page as visitors would have it.
    pub fn plain(&self) -> String {
        ATTRIBUTES.replace_all(&self.html, "").into_owned()
    }
}

/// The page without marks, and with the attributes that say what they said.
pub fn annotate(html: &str, marks: &Marks) -> Annotated {
    let mut writer = Writer {
        marks,
        parts: Vec::new(),
        open: Vec::new(),
        begun: Vec::new(),
        seen: Vec::new(),
        said: Vec::new(),
    };
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        rest = &rest[at..];
        let end =
            if rest.starts_with("<!--") { rest.find("-->").map(|end| end + 3) } else { end_of_tag(rest) };
        let (tag, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let raw = writer.tag(tag);
        // To its end tag, which has the same name.
        if let Some(name) = raw {
            let end = rest.find(&format!("</{name}")).unwrap_or(rest.len());
            let (plain, _) = marks.strip(&rest[..end]);
            writer.push(plain);
            rest = &rest[end..];
        }
    }
    writer.text(rest);
    writer.finish()
}

/// Where the tag ends that `html` begins with; a `>` may be within quotation marks.
fn end_of_tag(html: &str) -> Option<usize> {
    let mut quoted = false;
    html.bytes()
        .position(|byte| {
            quoted ^= byte == b'"';
            byte == b'>' && !quoted
        })
        .map(|at| at + 1)
}

fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    &name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len())]
}

struct Part {
    text: String,
    /// Of a tag: what its element shows, and what it says.
    at: Vec<String>,
    at_in: Vec<String>,
}

/// A mark whose end has not come yet.
struct Begun {
    id: String,
    /// The part that becomes the wrapper.
    part: usize,
    /// Number of elements that were open.
    depth: usize,
}

struct Writer<'m> {
    marks: &'m Marks,
    parts: Vec<Part>,
    /// The elements around, by name and the part of their tag.
    open: Vec<(String, usize)>,
    begun: Vec<Begun>,
    seen: Vec<String>,
    said: Vec<String>,
}

impl Writer<'_> {
    fn push(&mut self, text: String) -> usize {
        self.parts.push(Part { text, at: Vec::new(), at_in: Vec::new() });
        self.parts.len() - 1
    }

    /// Answers the element's name where what follows is no HTML.
    fn tag(&mut self, tag: &str) -> Option<String> {
        let name = name_of(tag).to_string();
        if tag.starts_with("</") {
            self.push(tag.to_string());
            if self.open.last().is_some_and(|(open, _)| *open == name) {
                self.open.pop();
            }
            return None;
        }
        let (plain, found) = self.marks.strip(tag);
        let ids: Vec<String> = found.into_iter().map(Mark::id).collect();
        let plain = ENCODED.replace_all(&plain, "").into_owned();
        let is_open = !plain.ends_with("/>") && !VOID.contains(&name.as_str()) && !plain.starts_with("<!");
        let part = self.push(plain);
        if name != "meta" && name != "link" {
            let list = if name == "img" { &mut self.seen } else { &mut self.said };
            list.extend(ids.iter().cloned());
            self.parts[part].at_in = ids;
        }
        if is_open {
            self.open.push((name.clone(), part));
        }
        (is_open && RAW.contains(&name.as_str())).then_some(name)
    }

    fn text(&mut self, text: &str) {
        let mut plain = String::new();
        for character in text.chars() {
            if let Some(mark) = self.marks.begun_by(character) {
                let id = mark.id();
                self.words(&mut plain);
                let part = self.push(String::new());
                self.seen.push(id.clone());
                self.begun.push(Begun { id, part, depth: self.open.len() });
            } else if character == END {
                self.words(&mut plain);
                self.end();
            } else {
                plain.push(character);
            }
        }
        self.words(&mut plain);
    }

    /// Writes text without marks, but perhaps with numbers that stand for others.
    fn words(&mut self, text: &mut String) {
        while let Some((range, mark, shown)) = self.marks.number_in(text) {
            let id = mark.id();
            let before = text[..range.start].to_string();
            self.push(before);
            self.seen.push(id.clone());
            if self.is_text_only() {
                self.around(self.open.len(), id);
                self.push(shown);
            } else {
                self.push(format!("<x-at data-at=\"{id}\">{shown}</x-at>"));
            }
            text.drain(..range.end);
        }
        let words = std::mem::take(text);
        self.push(words);
    }

    fn is_text_only(&self) -> bool {
        self.open.iter().any(|(name, _)| TEXT_ONLY.contains(&name.as_str()))
    }

    fn end(&mut self) {
        let Some(Begun { id, part, depth }) = self.begun.pop() else { return };
        if depth == self.open.len() && !self.is_text_only() {
            self.parts[part].text = format!("<x-at data-at=\"{id}\">");
            self.push("</x-at>".to_string());
        } else {
            self.around(depth, id);
        }
    }

    /// Says of the element around that it shows `id`.
    fn around(&mut self, depth: usize, id: String) {
        if let Some((_, part)) = depth.checked_sub(1).and_then(|at| self.open.get(at)) {
            self.parts[*part].at.push(id);
        }
    }

    fn finish(self) -> Annotated {
        let mut html = String::new();
        for Part { text, at, at_in } in &self.parts {
            let mut attributes = String::new();
            for (name, ids) in [("data-at", at), ("data-at-in", at_in)] {
                if !ids.is_empty() {
                    attributes.push_str(&format!(" {name}=\"{}\"", ids.join(" ")));
                }
            }
            let end = text.len()
                - if attributes.is_empty() {
                    0
                } else if text.ends_with("/>") {
                    2
                } else {
                    1
                };
            html.push_str(&text[..end]);
            html.push_str(&attributes);
            html.push_str(&text[end..]);
        }
        let first_ones = |ids: Vec<String>| {
            let mut known = std::collections::HashSet::new();
            ids.into_iter().filter(|id| known.insert(id.clone())).collect()
        };
        Annotated { html, seen: first_ones(self.seen), said: first_ones(self.said) }
    }
}
