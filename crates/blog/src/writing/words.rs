//! The words of a post as its author types them, field by field, and the file that they make for the check.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::authoring::pictures::PICTURES_PATH;
use crate::post::{Post, StoredPicture};

/// The author's input. Every field is a line but for the body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorWords {
    pub title: String,
    /// Markdown or HTML; lines end in `\n`.
    pub body: String,
    pub excerpt: String,
    pub meta_title: String,
    pub meta_description: String,
    pub author: String,
    /// The name of the picture at the top.
    pub image: String,
    pub image_alt: String,
}

/// One of the fields, or the address, which is changed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordField {
    Title,
    Slug,
    Excerpt,
    MetaTitle,
    MetaDescription,
    Author,
    Image,
    ImageAlt,
    Body,
}

impl WordField {
    /// The fields of one line that authors type here, in the order of the front matter.
    pub const LINES: [WordField; 7] = [
        WordField::Title,
        WordField::Excerpt,
        WordField::MetaTitle,
        WordField::MetaDescription,
        WordField::Author,
        WordField::Image,
        WordField::ImageAlt,
    ];

    /// The key in front matter, and in the desk's form.
    pub fn key(self) -> &'static str {
        match self {
            WordField::Title => "title",
            WordField::Slug => "slug",
            WordField::Excerpt => "excerpt",
            WordField::MetaTitle => "meta_title",
            WordField::MetaDescription => "meta_description",
            WordField::Author => "author",
            WordField::Image => "image",
            WordField::ImageAlt => "image_alt",
            WordField::Body => "body",
        }
    }
}

/// The front matter's lines: the first line of the file is `---`.
const FRONT_MATTER: [WordField; 8] = [
    WordField::Title,
    WordField::Slug,
    WordField::Excerpt,
    WordField::MetaTitle,
    WordField::MetaDescription,
    WordField::Author,
    WordField::Image,
    WordField::ImageAlt,
];
const FIRST_FIELD_LINE: usize = 2;
const FIRST_BODY_LINE: usize = FIRST_FIELD_LINE + FRONT_MATTER.len() + 1;

impl AuthorWords {
    /// The words of a stored post; `pictures` has the names of its pictures.
    pub fn of(post: &Post, pictures: &BTreeMap<String, StoredPicture>) -> Self {
        let words = &post.words;
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        let cover = words.picture.as_ref();
        let named = cover.and_then(|cover| pictures.iter().find(|(_, picture)| picture.src == cover.src));
        AuthorWords {
            title: words.title.clone(),
            body: with_plain_line_ends(&words.original),
            excerpt: text(&words.excerpt),
            meta_title: text(&words.meta_title),
            meta_description: text(&words.meta_description),
            author: text(&words.author),
            image: named.map(|(name, _)| name.clone()).unwrap_or_default(),
            image_alt: cover.map(|cover| cover.alt.clone()).unwrap_or_default(),
        }
    }

    pub fn get(&self, field: WordField) -> &str {
        match field {
            WordField::Title => &self.title,
            WordField::Excerpt => &self.excerpt,
            WordField::MetaTitle => &self.meta_title,
            WordField::MetaDescription => &self.meta_description,
            WordField::Author => &self.author,
            WordField::Image => &self.image,
            WordField::ImageAlt => &self.image_alt,
            WordField::Body => &self.body,
            WordField::Slug => "",
        }
    }

    /// Sets a field; `slug` is not one of the words and is ignored.
    pub fn set(&mut self, field: WordField, text: &str) {
        let place = match field {
            WordField::Title => &mut self.title,
            WordField::Excerpt => &mut self.excerpt,
            WordField::MetaTitle => &mut self.meta_title,
            WordField::MetaDescription => &mut self.meta_description,
            WordField::Author => &mut self.author,
            WordField::Image => &mut self.image,
            WordField::ImageAlt => &mut self.image_alt,
            WordField::Body => &mut self.body,
            WordField::Slug => return,
        };
        *place = if field == WordField::Body { with_plain_line_ends(text) } else { text.trim().to_owned() };
    }

    /// The post's file as `amwaj posts publish` reads it.
    pub(super) fn file(&self, slug: &str) -> String {
        let mut text = String::from("---\n");
        for field in FRONT_MATTER {
            let value = if field == WordField::Slug { slug } else { self.get(field) };
            // Every JSON string is a YAML string too, whatever it contains.
            text.push_str(&format!("{}: {}\n", field.key(), serde_json::Value::from(value)));
        }
        text.push_str("---\n");
        text.push_str(&self.body);
        text
    }

    /// Which field a line of that file is about, and which line of the body.
    pub(super) fn place(line: usize) -> (WordField, Option<usize>) {
        match line.checked_sub(FIRST_BODY_LINE) {
            Some(before) => (WordField::Body, Some(before + 1)),
            None => {
                let field = line.checked_sub(FIRST_FIELD_LINE).and_then(|at| FRONT_MATTER.get(at));
                (field.copied().unwrap_or(WordField::Title), None)
            }
        }
    }

    /// Differs where the words do.
    pub(super) fn digest(&self) -> String {
        hex::encode(Sha256::digest(serde_json::to_vec(self).expect("plain data")))
    }
}

/// The pictures of a stored post by their names, the one at the top among them.
pub(super) fn pictures_of(post: &Post) -> BTreeMap<String, StoredPicture> {
    let mut pictures = post.words.pictures.clone();
    if let Some(cover) = &post.words.picture
        && !pictures.values().any(|picture| picture.src == cover.src)
    {
        let name = cover.src.strip_prefix(PICTURES_PATH).unwrap_or(&cover.src).to_owned();
        pictures.insert(name, StoredPicture { alt: String::new(), ..cover.clone() });
    }
    pictures
}

/// Browsers send the lines of a form with `\r\n`.
fn with_plain_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_file_leads_back_to_its_field() {
        let words = AuthorWords { title: "A: \"B\"".into(), body: "one\ntwo\n".into(), ..Default::default() };
        let file = words.file("a-b");
        for (at, line) in file.lines().enumerate() {
            let (field, in_body) = AuthorWords::place(at + 1);
            match in_body {
                Some(number) => assert_eq!(words.body.lines().nth(number - 1), Some(line)),
                None if line == "---" => {}
                None => assert!(line.starts_with(&format!("{}: ", field.key())), "{line} is no {field:?}"),
            }
        }
    }

    #[test]
    fn a_form_s_line_ends_are_as_in_a_file() {
        let mut words = AuthorWords::default();
        words.set(WordField::Body, "a\r\nb\rc\n");
        words.set(WordField::Title, " A ");
        assert_eq!((words.body.as_str(), words.title.as_str()), ("a\nb\nc\n", "A"));
    }
}
