//! Reads one post of the other site's list leniently: whatever can be understood is imported, and what had to be changed
//! is noted.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde_json::Value as Json;
use unicode_normalization::UnicodeNormalization as _;

use blog::authoring::post_file::{Cover, MAX_EXCERPT_CHARS, MAX_ORIGINAL_BYTES, MAX_TITLE_CHARS, ParsedPost};
use blog::excerpt::{cut, plain_text};
use blog::slug::{is_slug, slugify};
use blog::{PostFormat, dates, html};

/// Fields in which sites say that readers see a post,
const SHOWN: [&str; 8] =
    ["published", "is_published", "active", "is_active", "visible", "is_visible", "enabled", "public"];
/// that they don't,
const HIDDEN: [&str; 8] =
    ["draft", "is_draft", "hidden", "is_hidden", "deleted", "deleted_at", "trashed_at", "password"];
/// or either, in a word.
const STATES: [&str; 4] = ["status", "state", "visibility", "post_status"];
const PUBLIC_STATES: [&str; 10] =
    ["publish", "published", "public", "active", "live", "visible", "enabled", "online", "1", "true"];

/// A post of the list, still without its pictures.
pub struct OldPost {
    pub parsed: ParsedPost,
    /// Necessary changes, in half sentences.
    pub notes: Vec<String>,
    /// Where it was at the other site: whole addresses, and paths.
    pub addresses: Vec<String>,
    /// The last part of its address there, where that can't be its slug here.
    pub former: Option<String>,
}

/// Reads the post with that number in the list.
///
/// # Errors
/// Half a sentence that says why it cannot be imported.
pub fn read(value: &Json, number: usize) -> Result<OldPost, String> {
    let Json::Object(fields) = value else { return Err("it is no object".to_string()) };
    let mut reader = FieldReader { fields, notes: texts(fields.get("notes")), has_unread_date: false };
    let title = reader.line("title", MAX_TITLE_CHARS).ok_or("it has no title")?;
    let slug = reader.slug(&title)?;
    let body = reader.body()?;
    let hidden = reader.hidden();
    let published = reader.date("published_date");
    let created = reader.date("created_at");
    let date = published.or(created).map(dates::whole_seconds);
    if published.is_none() && !(hidden && created.is_none()) {
        reader.notes.push(match created {
            Some(_) => "no published date, so it has the one of its creation".to_string(),
            None if reader.has_unread_date => "no readable date, so it is a draft".to_string(),
            None => "no date, so it is published now".to_string(),
        });
    }
    let image = reader.line("image", 4096).map(|file| Cover {
        file,
        alt: reader.line("image_alt", MAX_EXCERPT_CHARS),
        line: 1,
    });
    let parsed = ParsedPost {
        file: format!("post {number}").into(),
        title,
        slug,
        meta_title: reader.line("meta_title", MAX_TITLE_CHARS),
        meta_description: reader.line("meta_description", MAX_EXCERPT_CHARS),
        excerpt: reader.line("excerpt", MAX_EXCERPT_CHARS),
        image,
        author: reader.line("author", MAX_TITLE_CHARS),
        date,
        checked: None,
        front_matter: String::new(),
        draft: hidden || (date.is_none() && reader.has_unread_date),
        id: reader.line("id", 64),
        created: created.or(date),
        pictures: BTreeMap::new(),
        format: PostFormat::Html,
        body,
        body_line: 1,
        lenient: true,
    };
    let (addresses, former) = (reader.addresses(), reader.former());
    Ok(OldPost { parsed, notes: reader.notes, addresses, former })
}

/// The texts of a list.
fn texts(list: Option<&Json>) -> Vec<String> {
    let texts = list.and_then(Json::as_array).into_iter().flatten();
    texts.filter_map(Json::as_str).filter(|text| !text.is_empty()).map(str::to_string).collect()
}

struct FieldReader<'a> {
    fields: &'a serde_json::Map<String, Json>,
    notes: Vec<String>,
    /// A date was there that says nothing.
    has_unread_date: bool,
}

impl FieldReader<'_> {
    /// A text, or a number as text; `None` if the field is empty or something else.
    fn text(&self, key: &str) -> Option<String> {
        match self.fields.get(key)? {
            Json::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// A text of one line, as plain text.
    fn line(&mut self, key: &str, max_chars: usize) -> Option<String> {
        let text = self.text(key)?;
        let has_markup = key != "image" && text.contains('<') && ammonia::is_html(&text);
        let plain = if has_markup { plain_text(&text) } else { unescaped(&text) };
        // A file's name may have two blanks in a row.
        let plain = if key == "image" { plain.trim().to_string() } else { html::line(&plain) };
        if has_markup {
            self.notes.push(format!("`{key}` had markup, its text stays"));
        }
        let short = cut(&plain, max_chars).trim_end().to_string();
        if short.len() < plain.len() {
            self.notes.push(format!("`{key}` was cut to {max_chars} characters"));
        }
        (!short.is_empty()).then_some(short)
    }

    /// Its addresses at the other site: those that the list names, and those that such sites have.
    fn addresses(&self) -> Vec<String> {
        let mut addresses = texts(self.fields.get("addresses"));
        addresses.extend(["url", "link", "permalink"].into_iter().filter_map(|key| self.text(key)));
        if let Some(slug) = self.text("slug").filter(|_| addresses.is_empty()) {
            addresses.extend(["blogs", "blog"].map(|folder| format!("/{folder}/{slug}")));
        }
        addresses
    }

    /// The last part of its address, where that is readable text but no slug.
    fn former(&self) -> Option<String> {
        let given: String = self.given_slug()?.nfc().collect();
        (!is_slug(&given) && !given.contains('/')).then(|| cut(&given, MAX_TITLE_CHARS).to_string())
    }

    /// The slug as people read it: in some lists it is percent-encoded.
    fn given_slug(&self) -> Option<String> {
        let text = self.text("slug")?;
        Some(
            percent_decode_str(text.trim())
                .decode_utf8()
                .map_or(text.clone(), |decoded| decoded.replace('\0', "")),
        )
    }

    fn slug(&mut self, title: &str) -> Result<String, String> {
        let given = self.given_slug();
        if let Some(slug) = given.as_ref().filter(|slug| is_slug(slug)) {
            return Ok(slug.clone());
        }
        let made = given.as_deref().and_then(slugify).or_else(|| slugify(title));
        let made = made.or_else(|| Some(format!("post-{}", slugify(&self.text("id")?)?)));
        let made = made.ok_or("nothing of its slug, its title or its id can be in an address")?;
        self.notes.push(match given {
            Some(given) => format!("slug `{}` became `{made}`", cut(&given, 80)),
            None => format!("no slug, so it is `{made}`"),
        });
        Ok(made)
    }

    fn body(&mut self) -> Result<String, String> {
        let body = match self.fields.get("content") {
            Some(Json::String(text)) => text.replace('\0', ""),
            None | Some(Json::Null) => String::new(),
            Some(_) => return Err("its content is no text".to_string()),
        };
        if body.len() > MAX_ORIGINAL_BYTES {
            let (size, max) = (body.len().div_ceil(1 << 20), MAX_ORIGINAL_BYTES >> 20);
            return Err(format!("its content has {size} MB, the most is {max} MB"));
        }
        if body.trim().is_empty() {
            self.notes.push("it has no text".to_string());
        }
        Ok(body)
    }

    /// Whether the other site doesn't show it to readers, by any of the fields in which sites say so; then it is a draft.
    fn hidden(&mut self) -> bool {
        let says = |value: &Json| match value {
            Json::Null => None,
            Json::Bool(yes) => Some(*yes),
            Json::Number(number) => Some(number.as_f64() != Some(0.0)),
            Json::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                "" => None,
                "false" | "no" | "off" | "0" => Some(false),
                _ => Some(true),
            },
            Json::Array(_) | Json::Object(_) => None,
        };
        let field = |key: &&str| self.fields.get(*key).and_then(says);
        let is_off = SHOWN.iter().find(|key| field(key) == Some(false));
        let is_hidden = HIDDEN.iter().find(|key| field(key) == Some(true));
        let is_other = STATES.iter().find(|key| {
            let state = self.text(key).map(|text| text.trim().to_ascii_lowercase());
            state.is_some_and(|state| !PUBLIC_STATES.contains(&state.as_str()))
        });
        let Some(key) = is_off.or(is_hidden).or(is_other) else { return false };
        self.notes.push(format!("the other site does not show it (`{key}`), so it is a draft"));
        true
    }

    fn date(&mut self, key: &str) -> Option<i64> {
        let read = match self.fields.get(key)? {
            Json::Number(number) => number.as_i64().and_then(dates::from_number),
            Json::String(text) => dates::parse(text),
            // As PHP writes its dates.
            Json::Object(parts) => match (&parts.get("date"), &parts.get("timezone")) {
                (Some(Json::String(date)), Some(Json::String(zone))) => dates::parse_in(date, zone),
                _ => None,
            },
            Json::Null => return None,
            _ => None,
        };
        if read.is_none() {
            self.has_unread_date = true;
            let text = self.text(key).unwrap_or_default();
            self.notes.push(format!("`{key}` is no date: `{}`", cut(&text, 40)));
        }
        read
    }
}

/// Decodes entities: sites store `&amp;` where they mean `&`.
pub fn unescaped(text: &str) -> String {
    if text.contains('&') { plain_text(&text.replace('<', "&lt;")) } else { text.to_string() }
}
