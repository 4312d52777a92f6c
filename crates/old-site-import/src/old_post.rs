//! Reads one post of the other site's list leniently: whatever can be understood is imported, and what had to be changed
//! is noted.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use blog::authoring::post_file::{Cover, MAX_EXCERPT_CHARS, MAX_ORIGINAL_BYTES, MAX_TITLE_CHARS, ParsedPost};
use blog::excerpt::{cut, plain_text};
use blog::slug::{is_slug, slugify};
use blog::{PostFormat, dates, html};

/// A post of the list, still without its pictures.
pub struct OldPost {
    pub parsed: ParsedPost,
    /// What had to be changed, in half sentences.
    pub notes: Vec<String>,
}

/// Reads the post with that number in the list.
///
/// # Errors
/// Half a sentence that says why it cannot be imported.
pub fn read(value: &Json, number: usize) -> Result<OldPost, String> {
    let Json::Object(fields) = value else { return Err("it is no object".to_string()) };
    let mut reader = FieldReader { fields, notes: Vec::new() };
    let title = reader.line("title", MAX_TITLE_CHARS).ok_or("it has no title")?;
    let slug = reader.slug(&title)?;
    let body = reader.body()?;
    let published = reader.date("published_date");
    let created = reader.date("created_at");
    let date = published.or(created).map(dates::whole_seconds);
    if published.is_none() {
        reader.notes.push(match created {
            Some(_) => "no published date, so it has the one of its creation".to_string(),
            None => "no date, so it is published now".to_string(),
        });
    }
    let image = reader.line("image", 4096).map(|file| Cover { file, alt: None, line: 1 });
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
        draft: false,
        id: reader.line("id", 64),
        created: created.or(date),
        pictures: BTreeMap::new(),
        format: PostFormat::Html,
        body,
        body_line: 1,
        lenient: true,
    };
    Ok(OldPost { parsed, notes: reader.notes })
}

struct FieldReader<'a> {
    fields: &'a serde_json::Map<String, Json>,
    notes: Vec<String>,
}

impl FieldReader<'_> {
    /// A text, or a number as text; none where the field is empty or something else.
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
        let plain = html::line(&if has_markup { plain_text(&text) } else { unescaped(&text) });
        if has_markup {
            self.notes.push(format!("`{key}` had markup, its text stays"));
        }
        let short = cut(&plain, max_chars).trim_end().to_string();
        if short.len() < plain.len() {
            self.notes.push(format!("`{key}` was cut to {max_chars} characters"));
        }
        (!short.is_empty()).then_some(short)
    }

    fn slug(&mut self, title: &str) -> Result<String, String> {
        let given = self.text("slug");
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

    fn date(&mut self, key: &str) -> Option<i64> {
        let read = match self.fields.get(key)? {
            Json::Number(number) => number.as_i64().and_then(dates::from_number),
            Json::String(text) => dates::parse(text),
            Json::Null => return None,
            _ => None,
        };
        if read.is_none() {
            let text = self.text(key).unwrap_or_default();
            self.notes.push(format!("`{key}` is no date: `{}`", cut(&text, 40)));
        }
        read
    }
}

/// Decodes entities: sites store `&amp;` where they mean `&`.
fn unescaped(text: &str) -> String {
    if text.contains('&') { plain_text(&text.replace('<', "&lt;")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn imported(value: Json) -> (ParsedPost, String) {
        let post = read(&value, 1).expect("it can be imported");
        (post.parsed, post.notes.join("; "))
    }

    #[test]
    fn r48_a_post_of_another_site_is_imported_with_its_id_and_dates() {
        let (draft, notes) = imported(json!({
            "id": 12, "slug": "ac-care", "title": "AC &amp; care", "meta_title": null, "excerpt": "<p>Short <b>words</b></p>",
            "image": null, "published_date": "12/05/2026", "created_at": 1_778_565_600, "content": "<p>Text</p>",
        }));
        assert_eq!((draft.id.as_deref(), draft.title.as_str()), (Some("12"), "AC & care"));
        assert_eq!((draft.date, draft.created), (Some(1_778_529_600_000), Some(1_778_565_600_000)));
        assert_eq!((draft.excerpt.as_deref(), draft.body.as_str()), (Some("Short words"), "<p>Text</p>"));
        assert_eq!(notes, "`excerpt` had markup, its text stays");
    }

    #[test]
    fn what_is_missing_is_replaced_and_noted() {
        let (draft, notes) = imported(
            json!({ "title": "Ünder 100 °C", "slug": "A B", "content": null, "created_at": "soon" }),
        );
        assert_eq!((draft.slug.as_str(), draft.body.as_str(), draft.date), ("a-b", "", None));
        assert!(notes.contains("slug `A B` became `a-b`") && notes.contains("it has no text"), "{notes}");
        assert!(
            notes.contains("`created_at` is no date: `soon`") && notes.contains("published now"),
            "{notes}"
        );
        let (draft, _) = imported(json!({ "title": "مكيف", "id": 7 }));
        assert_eq!(draft.slug, "post-7");
    }

    #[test]
    fn what_cannot_be_imported_says_why() {
        for (value, why) in [
            (json!(null), "it is no object"),
            (json!({ "slug": "a" }), "it has no title"),
            (json!({ "title": " " }), "it has no title"),
            (json!({ "title": "مكيف" }), "nothing of its slug"),
            (json!({ "title": "A", "content": 5 }), "its content is no text"),
        ] {
            let said = read(&value, 1).err().unwrap_or_default();
            assert!(said.contains(why), "{value}: {said}");
        }
        let huge = "x".repeat(MAX_ORIGINAL_BYTES + 1);
        let said = read(&json!({ "title": "A", "content": huge }), 1).err().unwrap_or_default();
        assert!(said.contains("the most is 8 MB"), "{said}");
    }
}
