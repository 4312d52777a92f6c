//! The attributes of a post's elements: what links, pictures and videos get, and the few that are copied.

use html5ever::Attribute;

use super::elements::SIZES;
use super::links::{self, NOWHERE_TO_GO, REL};
use super::sanitise::allowed;
use super::serialise::{Serialiser, escape};
use super::{Link, Named, video};
use crate::excerpt::cut;

/// Longest attribute text that readers may see, in characters.
const MAX_TEXT: usize = 500;

/// Whether an author's attribute is used: a post may have it, or lazy loading hides the real address in it.
pub fn is_read(element: &str, name: &str) -> bool {
    allowed(element).contains(&name)
        || matches!((element, name), ("img" | "iframe", "data-src" | "data-lazy-src"))
        || matches!((element, name), ("li", "data-list" | "class"))
}

/// The file that a picture or a video names. Pages that load them lazily, by script, have a placeholder in `src` and the
/// real address beside it.
pub fn source(given: &[Attribute]) -> Option<&str> {
    let named = |name: &str| value(given, name).map(str::trim).filter(|src| !src.is_empty());
    let real = named("src").filter(|src| !src.starts_with("data:") && *src != "about:blank");
    real.or_else(|| named("data-src")).or_else(|| named("data-lazy-src")).or_else(|| named("src"))
}

impl Serialiser<'_> {
    pub(super) fn attributes(&mut self, element: &str, given: &[Attribute]) {
        match element {
            "a" => self.link(given),
            "h2" | "h3" | "h4" | "h5" | "h6" | "div" => {}
            // A long line of code scrolls; without the tab stop, keyboards couldn't scroll it.
            "pre" => self.attribute("tabindex", "0"),
            _ => allowed(element).iter().for_each(|name| self.copy(given, name)),
        }
    }

    fn copy(&mut self, given: &[Attribute], name: &str) {
        if let Some(value) = value(given, name) {
            let value = if name == "reversed" { "" } else { value.trim() };
            self.attribute(name, cut(value, MAX_TEXT));
        }
    }

    fn link(&mut self, given: &[Attribute]) {
        let Some(written) = value(given, "href") else { return };
        let Some(address) = links::safe(written) else {
            let what = format!("the link `{}` leads nowhere", cut(written, 80));
            return self.note(what, NOWHERE_TO_GO, Some(written));
        };
        self.attribute("href", &address);
        if links::is_external(&address) {
            self.attribute("rel", REL);
        }
        self.copy(given, "title");
        self.made.links.push(Link { address, written: written.to_string() });
    }

    pub(super) fn image(&mut self, given: &[Attribute]) {
        let Some(src) = source(given).map(str::to_string) else {
            return self.note("a picture names no file".into(), "it was left out", None);
        };
        let alt = super::line(cut(value(given, "alt").unwrap_or_default(), MAX_TEXT));
        self.made.pictures.push(Named { src: src.clone(), alt: alt.clone() });
        let Some(picture) = (self.picture)(&src) else { return };
        self.made.html.push_str("<img");
        self.attribute("src", &picture.src);
        if let Some(srcset) = &picture.srcset {
            self.attribute("srcset", srcset);
            self.attribute("sizes", SIZES);
        }
        self.attribute("width", &picture.width.to_string());
        self.attribute("height", &picture.height.to_string());
        self.attribute("alt", &alt);
        self.attribute("loading", "lazy");
        self.attribute("decoding", "async");
        self.made.html.push('>');
    }

    pub(super) fn video(&mut self, given: &[Attribute]) {
        let src = source(given).unwrap_or_default();
        let Some(address) = video::embed(src) else {
            let what = format!("the frame `{}` shows no video of YouTube or Vimeo", cut(src, 80));
            return self.note(what, "it was left out", Some(src));
        };
        let title = super::line(cut(value(given, "title").unwrap_or_default(), MAX_TEXT));
        self.made.html.push_str("<iframe");
        self.attribute("src", &address);
        self.attribute("title", if title.is_empty() { "Video" } else { &title });
        self.attribute("loading", "lazy");
        self.made.html.push_str(" allowfullscreen=\"\"></iframe>");
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.made.html.push(' ');
        self.made.html.push_str(name);
        self.made.html.push_str("=\"");
        escape(value, &mut self.made.html);
        self.made.html.push('"');
    }
}

fn value<'a>(given: &'a [Attribute], name: &str) -> Option<&'a str> {
    given.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
