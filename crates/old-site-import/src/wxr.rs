//! Reads WordPress' export file (WXR, an RSS file with fields of its own): the fields of each item as they stand there.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

/// Deepest nesting: an export has six.
const MAX_DEPTH: usize = 32;

/// An export as it was written.
#[derive(Default)]
pub struct Export {
    /// The site's address.
    pub site: String,
    /// Names of authors by the names they sign in with.
    pub authors: HashMap<String, String>,
    pub categories: Vec<String>,
    pub tags: Vec<String>,
    pub items: Vec<WordPressItem>,
}

/// A post, a page, a picture or anything else.
#[derive(Default)]
pub struct WordPressItem {
    fields: HashMap<String, String>,
    meta: HashMap<String, String>,
    pub comment_count: usize,
}

impl WordPressItem {
    /// A field by its element's name; empty where it is missing.
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", |text| text.trim())
    }

    /// A custom field; empty where it is missing.
    pub fn meta(&self, key: &str) -> &str {
        self.meta.get(key).map_or("", |text| text.trim())
    }
}

/// Whether a file is an export: its first kilobytes name the format.
pub fn is_export(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(16 << 10)]);
    head.contains("<rss") && head.contains("wordpress.org/export/")
}

/// Reads an export. Entities that a document defines itself are not expanded.
///
/// # Errors
/// Half a sentence that says what is wrong, and where.
pub fn read(bytes: &[u8]) -> Result<Export, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        format!("it is no UTF-8 text from byte {} on; export it again", error.valid_up_to())
    })?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut parser = Parser::default();
    loop {
        let line =
            |at: u64| text[..usize::try_from(at).unwrap_or(0).min(text.len())].matches('\n').count() + 1;
        let wrong = |at, why: String| format!("it is broken in line {}: {why}; export it again", line(at));
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                if parser.path.len() >= MAX_DEPTH {
                    return Err(wrong(
                        reader.buffer_position(),
                        "its elements are nested too deep".to_string(),
                    ));
                }
                parser.path.push(String::from_utf8_lossy(element.name().as_ref()).into_owned());
                parser.text.clear();
            }
            Ok(Event::End(_)) => parser.end(),
            Ok(Event::Text(text)) => parser.text.push_str(&text.decode().map_err(|error| error.to_string())?),
            Ok(Event::CData(text)) => {
                parser.text.push_str(&text.decode().map_err(|error| error.to_string())?)
            }
            Ok(Event::GeneralRef(entity)) => {
                let name = entity.decode().map_err(|error| error.to_string())?;
                match (entity.resolve_char_ref().ok().flatten(), resolve_predefined_entity(&name)) {
                    (Some(character), _) => parser.text.push(character),
                    (None, Some(known)) => parser.text.push_str(known),
                    (None, None) => parser.text.push_str(&format!("&{name};")),
                }
            }
            Ok(Event::Eof) if parser.path.is_empty() => return Ok(parser.export),
            Ok(Event::Eof) => return Err(cut_off(&parser)),
            Ok(_) => {}
            // Every mistake of this kind is an element that doesn't end.
            Err(quick_xml::Error::Syntax(_)) => return Err(cut_off(&parser)),
            Err(error) => return Err(wrong(reader.error_position(), error.to_string())),
        }
    }
}

fn cut_off(parser: &Parser) -> String {
    let count = parser.export.items.len();
    format!("it ends in the middle, after {count} posts and other items; export it again")
}

#[derive(Default)]
struct Parser {
    export: Export,
    /// The open elements.
    path: Vec<String>,
    /// The text since the last start of an element.
    text: String,
    item: WordPressItem,
    /// The author's sign-in name, or the custom field's key, whose value follows.
    key: String,
}

impl Parser {
    /// The innermost element ends.
    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        let path: Vec<&str> = self.path.iter().map(String::as_str).skip(2).collect();
        match path.as_slice() {
            ["wp:base_blog_url"] => self.export.site = text,
            ["link"] if self.export.site.is_empty() => self.export.site = text,
            ["wp:author", "wp:author_login"] | ["item", "wp:postmeta", "wp:meta_key"] => self.key = text,
            ["wp:author", "wp:author_display_name"] => {
                self.export.authors.insert(std::mem::take(&mut self.key), text);
            }
            ["wp:category", "wp:cat_name"] => self.export.categories.push(text),
            ["wp:tag", "wp:tag_name"] => self.export.tags.push(text),
            ["item", "wp:postmeta", "wp:meta_value"] => {
                self.item.meta.insert(std::mem::take(&mut self.key), text);
            }
            ["item", "wp:comment"] => self.item.comment_count += 1,
            ["item"] => self.export.items.push(std::mem::take(&mut self.item)),
            ["item", field] => {
                // Of categories there are several; nothing here reads them.
                self.item.fields.entry((*field).to_string()).or_insert(text);
            }
            _ => {}
        }
        self.path.pop();
    }
}
