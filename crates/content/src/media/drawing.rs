//! Rebuilds drawings (SVG) from allowlists, whoever brings them: an SVG file is a document that can run scripts and
//! load from elsewhere. Parts that a browser wouldn't show of a picture (scripts, handlers, links, editors' data) are
//! left out; a drawing that would look different without a part is refused, with a sentence.

use std::fmt::Write as _;

use base64::Engine as _;
use bytes::Bytes;
use roxmltree::{Attribute, Document, Node, ParsingOptions};

use crate::media::PictureError;
use crate::media::allowed::{ATTRIBUTES, ELEMENTS, REFERRING};
use crate::media::pixels;
use crate::media::styles::{self, is_fragment};

pub const CONTENT_TYPE: &str = "image/svg+xml";
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The most elements, texts and attributes of a drawing: more take a browser seconds.
const MAX_NODES: u32 = 200_000;
/// Deepest nesting of groups. Editors write a dozen levels.
const MAX_DEPTH: usize = 128;
/// The most namespaces of a drawing, and attributes of one element: the parser compares each with all others.
const MAX_NAMESPACES: usize = 200;
const MAX_ATTRIBUTES: usize = 1000;
/// The most bytes to which the entities of a drawing may unfold.
const MAX_ENTITY_BYTES: usize = 8 * 1024 * 1024;
/// The most pixels of all photos inside a drawing together.
const MAX_EMBEDDED_PIXELS: u64 = 16_000_000;

/// A drawing that only draws.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub bytes: Bytes,
    /// Width and height in CSS pixels, where the drawing says them.
    size: Option<(u32, u32)>,
    /// The first part that shows and could not be kept.
    lost: Option<PictureError>,
}

impl Drawing {
    /// Rebuilds a drawing.
    ///
    /// # Errors
    /// When it isn't SVG, or too much of it.
    pub fn rebuilt(bytes: &[u8]) -> Result<Self, PictureError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| PictureError::new("is not in UTF-8", "save it as plain SVG in UTF-8"))?;
        let attributes = |tag: &str| tag.matches('=').count();
        if unfolded_bytes(text) > MAX_ENTITY_BYTES
            || text.matches("xmlns").count() > MAX_NAMESPACES
            || text.split('<').any(|tag| attributes(tag) > MAX_ATTRIBUTES)
        {
            let what = "holds more entities, namespaces or attributes than a drawing needs";
            return Err(PictureError::new(what, "export it again as plain SVG"));
        }
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| {
            PictureError::new(format!("is not SVG that can be read: {error}"), "export it again as SVG")
        })?;
        let root = document.root_element();
        let namespace = root.tag_name().namespace();
        if root.tag_name().name() != "svg" || namespace.is_some_and(|namespace| namespace != SVG) {
            return Err(PictureError::new("is no SVG drawing", "its outermost element must be `svg`"));
        }
        let mut rebuilding = Rebuilding { namespace, out: String::new(), pixels: 0, lost: None };
        rebuilding.element(root, 0)?;
        Ok(Self { size: size(root), lost: rebuilding.lost, bytes: rebuilding.out.into() })
    }

    /// The drawing, if it looks as it did before.
    ///
    /// # Errors
    /// The part that could not be kept.
    pub fn whole(self) -> Result<Self, PictureError> {
        match self.lost {
            Some(lost) => Err(lost),
            None => Ok(self),
        }
    }

    /// Width and height in CSS pixels: those of the outermost element, or else of its `viewBox`.
    ///
    /// # Errors
    /// When it says neither.
    pub fn size(&self) -> Result<(u32, u32), PictureError> {
        self.size.ok_or_else(|| {
            let instead = "give its `svg` element a width and a height";
            PictureError::new("does not say how wide and high it is", instead)
        })
    }
}

/// At most how many bytes all references to entities of the document's own unfold to.
fn unfolded_bytes(text: &str) -> usize {
    let Some(first) = text.find("<!ENTITY") else { return 0 };
    let last = text.rfind("<!ENTITY").unwrap_or(first);
    let value = text[last..].find(['"', '\'']).map_or(text.len(), |at| last + at);
    let closing = text.get(value..=value).and_then(|quote| text[value + 1..].find(quote));
    let end = closing.map_or(text.len(), |at| value + 1 + at);
    // An entity in another one could double with each, and elements in one escape the other limits.
    if text[first..end].replace("<!ENTITY", "").contains(['&', '<']) {
        return usize::MAX;
    }
    (end - first).saturating_mul(text.matches('&').count())
}

fn size(root: Node<'_, '_>) -> Option<(u32, u32)> {
    let pixels =
        |text: &str| text.trim_end_matches("px").parse::<f64>().ok().map(|number| number.round() as u32);
    let stated = |name: &str| root.attribute(name).and_then(pixels);
    if let (Some(width), Some(height)) = (stated("width"), stated("height")) {
        return Some((width, height));
    }
    let view = root.attribute("viewBox")?;
    let mut view =
        view.split([' ', ',', '\n', '\t']).filter(|part| !part.is_empty()).skip(2).filter_map(pixels);
    Some((view.next()?, view.next()?))
}

struct Rebuilding<'a> {
    /// The drawing's namespace: SVG's, or `None` if its author forgot it.
    namespace: Option<&'a str>,
    out: String,
    /// Of the photos inside it so far.
    pixels: u64,
    lost: Option<PictureError>,
}

impl Rebuilding<'_> {
    fn lose(&mut self, what: impl Into<String>, instead: &str) {
        self.lost.get_or_insert_with(|| PictureError::new(what, instead));
    }

    fn element(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), PictureError> {
        if depth > MAX_DEPTH {
            let what = format!("has more than {MAX_DEPTH} groups in each other");
            return Err(PictureError::new(what, "ungroup it, and export it again"));
        }
        if node.tag_name().namespace() != self.namespace {
            return Ok(());
        }
        let name = match node.tag_name().name() {
            // In a picture, a link is only a group.
            "a" => "g",
            name if ELEMENTS.contains(name) => name,
            name => {
                self.leave_out(node, name);
                return Ok(());
            }
        };
        let _ = write!(self.out, "<{name}");
        if depth == 0 {
            let _ = write!(self.out, " xmlns=\"{SVG}\"");
        }
        for attribute in node.attributes() {
            self.attribute(node, name, &attribute);
        }
        let begun = self.out.len();
        self.out.push('>');
        let has_text = matches!(name, "text" | "tspan" | "textPath" | "title");
        if name == "style" {
            let sheet: String =
                node.children().filter(Node::is_text).filter_map(|part| part.text()).collect();
            let sheet = self.css(&sheet).unwrap_or_default();
            escape(&mut self.out, &sheet);
        }
        for child in node.children().filter(|_| name != "style") {
            if child.is_element() {
                self.element(child, depth + 1)?;
            } else if child.is_text() && has_text {
                escape(&mut self.out, child.text().unwrap_or_default());
            }
        }
        if self.out.len() == begun + 1 {
            self.out.truncate(begun);
            self.out.push_str("/>");
        } else {
            let _ = write!(self.out, "</{name}>");
        }
        Ok(())
    }

    /// Notes what would be missing without an element that is on no list.
    fn leave_out(&mut self, node: Node<'_, '_>, name: &str) {
        let moves = name.starts_with("animate") || matches!(name, "set" | "discard");
        // Illustrator keeps its own data in one that no browser shows.
        let unseen = node.attribute("requiredExtensions").is_some_and(|needed| !needed.trim().is_empty());
        if moves {
            self.lose("moves by itself", "export it as a still drawing");
        } else if name == "foreignObject" && !unseen {
            self.lose(
                "holds a part that is no drawing (`foreignObject`)",
                "turn that part into paths, or leave it out",
            );
        }
    }

    fn attribute(&mut self, node: Node<'_, '_>, element: &str, attribute: &Attribute<'_, '_>) {
        let (name, value) = (attribute.name(), attribute.value());
        let kept = match attribute.namespace() {
            Some(XLINK) if name == "href" && !has_plain_href(node) => self.reference(element, value),
            Some(roxmltree::NS_XML_URI) if matches!(name, "space" | "lang") => {
                self.out.push_str(" xml:");
                self.out.push_str(name);
                return self.value(value);
            }
            Some(_) => return,
            None if name == "href" => self.reference(element, value),
            None if name == "style" => self.css(value),
            None if !ATTRIBUTES.contains(name) => return,
            None if matches!(name, "id" | "class") || !value.contains('(') => Some(value.to_owned()),
            None => self.css(value),
        };
        if let Some(kept) = kept {
            let _ = write!(self.out, " {name}");
            self.value(&kept);
        }
    }

    fn value(&mut self, value: &str) {
        self.out.push_str("=\"");
        escape(&mut self.out, &value.replace(['\t', '\n', '\r'], " "));
        self.out.push('"');
    }

    /// The target of an element's reference: a part of the same drawing, or a photo inside it.
    fn reference(&mut self, element: &str, value: &str) -> Option<String> {
        let value = value.trim();
        if !REFERRING.contains(element) {
            return None;
        }
        if is_fragment(value) {
            return Some(value.to_owned());
        }
        if !matches!(element, "image" | "feImage") {
            self.lose("refers to something outside of itself", "export it with everything in one file");
            return None;
        }
        let Some((kind, data)) =
            value.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"))
        else {
            self.lose("shows a picture that isn't a photo inside of it", "embed the picture as PNG or JPEG");
            return None;
        };
        let data: String = data.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        let bytes = base64::engine::general_purpose::STANDARD.decode(&data).ok();
        let size = bytes.and_then(|bytes| pixels::size(&bytes).ok());
        let (true, Some((width, height))) = (matches!(kind, "png" | "jpeg" | "jpg" | "webp"), size) else {
            self.lose("holds a photo that can't be read", "embed it as PNG or JPEG");
            return None;
        };
        self.pixels = self.pixels.saturating_add(u64::from(width) * u64::from(height));
        if self.pixels > MAX_EMBEDDED_PIXELS {
            self.lose("holds photos that are too large", "make them at most 16 megapixels together");
            return None;
        }
        Some(format!("data:image/{kind};base64,{data}"))
    }

    fn css(&mut self, styles: &str) -> Option<String> {
        styles::confined(styles)
            .map_err(|lost| {
                self.lost.get_or_insert(lost);
            })
            .ok()
    }
}

/// Whether an element has an `href` of SVG 2, which wins over XLink's. By the name alone XLink's would be found as well.
fn has_plain_href(node: Node<'_, '_>) -> bool {
    node.attributes().any(|attribute| attribute.namespace().is_none() && attribute.name() == "href")
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
#[path = "drawing_tests.rs"]
mod tests;
