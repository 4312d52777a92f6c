//! What stands in the tags that [`crate::html::tidy`] writes: links, pictures, videos and the few plain attributes.

use html5ever::tokenizer::Tag;

use crate::excerpt::cut;
use crate::html::links;
use crate::html::links::{NOWHERE_TO_GO, REL};
use crate::html::tidy::{Writer, escape};
use crate::html::{Link, Named, video};

/// How wide a picture of the text is shown, for browsers that pick a photo's file.
pub const SIZES: &str = "(min-width: 768px) 45rem, 100vw";
/// Longest text of an attribute that readers may see, in characters.
const MOST_WORDS: usize = 500;

impl Writer<'_> {
    pub(crate) fn attributes(&mut self, name: &'static str, tag: &Tag) {
        match name {
            "a" => self.link(tag),
            "ol" => self.copy(tag, &["start", "reversed"]),
            "li" => self.copy(tag, &["value"]),
            "td" => self.copy(tag, &["colspan", "rowspan"]),
            "th" => self.copy(tag, &["scope", "colspan", "rowspan"]),
            "time" => self.copy(tag, &["datetime"]),
            "abbr" => self.copy(tag, &["title"]),
            // A long line of code scrolls; without this, keyboards could not reach it.
            "pre" => self.attribute("tabindex", "0"),
            _ => {}
        }
    }

    fn copy(&mut self, tag: &Tag, names: &[&str]) {
        for name in names {
            if let Some(value) = value(tag, name) {
                let value = if *name == "reversed" { "" } else { value.trim() };
                self.attribute(name, cut(value, MOST_WORDS));
            }
        }
    }

    fn link(&mut self, tag: &Tag) {
        let Some(written) = value(tag, "href") else { return };
        let Some(address) = links::safe(written) else {
            let what = format!("the link `{}` leads nowhere", cut(written, 80));
            return self.note(what, NOWHERE_TO_GO, Some(written));
        };
        self.attribute("href", &address);
        if links::leaves(&address) {
            self.attribute("rel", REL);
        }
        self.copy(tag, &["title"]);
        self.made.links.push(Link { address, written: written.to_string() });
    }

    pub(crate) fn image(&mut self, tag: &Tag) {
        // Pages that load their pictures by script name the real one beside a stand-in.
        let named = |name: &str| value(tag, name).map(str::trim).filter(|src| !src.is_empty());
        let real = named("src").filter(|src| !src.starts_with("data:"));
        let src =
            real.or_else(|| named("data-src")).or_else(|| named("data-lazy-src")).or_else(|| named("src"));
        let Some(src) = src.map(str::to_string) else {
            return self.note("a picture names no file".into(), "it was left out", None);
        };
        let alt = crate::html::line(cut(value(tag, "alt").unwrap_or_default(), MOST_WORDS));
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

    pub(crate) fn video(&mut self, tag: &Tag) {
        let src = value(tag, "src").or_else(|| value(tag, "data-src")).unwrap_or_default();
        let Some(address) = video::embed(src) else {
            let what = format!("the frame `{}` shows no video of YouTube or Vimeo", cut(src, 80));
            return self.note(what, "it was left out", Some(src));
        };
        let title = crate::html::line(cut(value(tag, "title").unwrap_or_default(), MOST_WORDS));
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

fn value<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}
