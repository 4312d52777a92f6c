//! Parses a post's file as its author wrote it: front matter, and a text in Markdown or HTML.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_saphyr::Spanned;

use crate::authoring::front_matter;
use crate::post::PostFormat;
use crate::slug::{is_slug, slugify};
use crate::{dates, html};
use content::report::{Place, Report, Severity};

/// The most bytes that a post's file may have. Pictures are files of their own.
pub const MAX_ORIGINAL_BYTES: usize = 8 * 1024 * 1024;
/// The longest title and author, in characters.
pub const MAX_TITLE_CHARS: usize = 200;
/// The longest excerpt and description, in characters.
pub const MAX_EXCERPT_CHARS: usize = 1000;
/// The longest title and description that search results show whole, in characters.
const SEARCH_TITLE_CHARS: usize = 60;
const SEARCH_DESCRIPTION_CHARS: usize = 155;

/// A post's file, checked as far as that is possible without its pictures.
#[derive(Clone, Debug)]
pub struct ParsedPost {
    /// The file's name for messages.
    pub file: Arc<str>,
    pub slug: String,
    pub title: String,
    pub meta_title: Option<String>,
    pub meta_description: Option<String>,
    pub excerpt: Option<String>,
    pub image: Option<Cover>,
    pub author: Option<String>,
    /// Unix milliseconds; without one, a new post appears at once and an old one keeps its date.
    pub date: Option<i64>,
    /// When somebody last checked what it says, in Unix milliseconds.
    pub checked: Option<i64>,
    pub draft: bool,
    pub id: Option<String>,
    pub created: Option<i64>,
    /// The files of pictures that an export has written, by the name in the text.
    pub pictures: BTreeMap<String, String>,
    pub format: PostFormat,
    /// The lines above the body, as they were written.
    pub front_matter: String,
    pub body: String,
    /// The line of the file in which the body starts.
    pub body_line: usize,
    /// In an import, wrong pictures are left out with a warning, and photos need no alternative text.
    pub lenient: bool,
}

/// The picture at the top of the post.
#[derive(Clone, Debug)]
pub struct Cover {
    pub file: String,
    pub alt: Option<String>,
    /// The line in which it is named.
    pub line: usize,
}

impl ParsedPost {
    /// A line of its file, for a report.
    pub fn line(&self, line: usize) -> Place {
        Place { file: self.file.clone(), line }
    }

    /// The first line of the body with `text` in it, which may be encoded as addresses are, or the body's first line.
    pub fn line_of(&self, text: Option<&str>) -> Place {
        let decoded = text.map(|text| percent_encoding::percent_decode_str(text).decode_utf8_lossy());
        let found = text.and_then(|text| self.find(text)).or_else(|| self.find(&decoded?));
        self.line(self.body_line + self.body[..found.unwrap_or(0)].matches('\n').count())
    }

    fn find(&self, text: &str) -> Option<usize> {
        // `/contact` is not in `/contact-us`.
        let is_more = |c: char| c.is_alphanumeric() || c == '-';
        let mut places = self.body.match_indices(text).map(|(at, _)| at).filter(|_| !text.is_empty());
        places.clone().find(|at| !self.body[at + text.len()..].starts_with(is_more)).or_else(|| places.next())
    }
}

/// Parses a file. `name` is its own name, without folders; `shown` is how messages name it.
pub fn parse(name: &str, shown: &str, bytes: &[u8], report: &mut Report) -> Option<ParsedPost> {
    let file: Arc<str> = shown.into();
    let start = Place { file: file.clone(), line: 1 };
    let before = error_count(report);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let format = match extension.to_ascii_lowercase().as_str() {
        "md" | "markdown" => PostFormat::Markdown,
        "html" | "htm" => PostFormat::Html,
        _ => {
            report.error(&start, "the file is no article", "name it so that it ends in .md or .html");
            return None;
        }
    };
    if bytes.len() > MAX_ORIGINAL_BYTES {
        let what = format!("the file has {} MB", bytes.len().div_ceil(1024 * 1024));
        let max = MAX_ORIGINAL_BYTES / (1024 * 1024);
        report.error(&start, what, format!("make it at most {max} MB; pictures belong into files beside it"));
        return None;
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        report.error(&start, "the file is not UTF-8 text", "save it as UTF-8");
        return None;
    };
    let text = text.trim_start_matches('\u{FEFF}').replace('\0', "");
    let (written, body, body_line) = front_matter::parse(&text, &start, report)?;
    let image = written.image.as_ref().filter(|image| !image.value.trim().is_empty());
    let mut check = FieldChecker { file: &file, report };
    let draft = ParsedPost {
        slug: check.slug(written.slug.as_ref(), stem),
        title: check.title(written.title.as_ref()),
        meta_title: check.line(
            "meta_title",
            written.meta_title.as_ref(),
            MAX_TITLE_CHARS,
            Some(SEARCH_TITLE_CHARS),
        ),
        meta_description: check.line(
            "meta_description",
            written.meta_description.as_ref(),
            MAX_EXCERPT_CHARS,
            Some(SEARCH_DESCRIPTION_CHARS),
        ),
        excerpt: check.line("excerpt", written.excerpt.as_ref(), MAX_EXCERPT_CHARS, None),
        image: image.map(|image| Cover {
            file: image.value.trim().to_string(),
            alt: written.image_alt.as_ref().map(|alt| html::line(&alt.value)),
            line: front_matter::line(image.referenced),
        }),
        author: check.line("author", written.author.as_ref(), MAX_TITLE_CHARS, None),
        date: check.date("date", written.date.as_ref()).map(dates::whole_seconds),
        checked: check.date("checked", written.checked.as_ref()).map(dates::whole_seconds),
        draft: check.yes_or_no("draft", written.draft.as_ref()),
        id: check.line("id", written.id.as_ref(), MAX_TITLE_CHARS, None),
        created: check.date("created", written.created.as_ref()),
        pictures: written.pictures.unwrap_or_default(),
        format,
        front_matter: text.strip_suffix(body).unwrap_or_default().to_string(),
        body: body.to_string(),
        body_line,
        lenient: false,
        file: file.clone(),
    };
    (error_count(report) == before).then_some(draft)
}

fn error_count(report: &Report) -> usize {
    report.problems.iter().filter(|problem| problem.severity == Severity::Error).count()
}

type Written<'a> = Option<&'a Spanned<String>>;

/// Checks fields, and reports where they are wrong.
struct FieldChecker<'a> {
    file: &'a Arc<str>,
    report: &'a mut Report,
}

impl FieldChecker<'_> {
    fn place(&self, written: &Spanned<String>) -> Place {
        Place { file: self.file.clone(), line: front_matter::line(written.referenced) }
    }

    fn line(
        &mut self,
        key: &str,
        written: Written,
        max_chars: usize,
        shown: Option<usize>,
    ) -> Option<String> {
        let field = written?;
        let text = html::line(&field.value);
        let (length, place) = (text.chars().count(), self.place(field));
        if length > max_chars {
            self.report.error(
                &place,
                format!("`{key}` has {length} characters"),
                format!("use at most {max_chars}"),
            );
        } else if let Some(shown) = shown.filter(|shown| length > *shown) {
            let what = format!("`{key}` has {length} characters");
            self.report.warn(&place, what, format!("search results cut it after about {shown}"));
        }
        (!text.is_empty()).then_some(text)
    }

    fn title(&mut self, written: Written) -> String {
        self.line("title", written, MAX_TITLE_CHARS, None).unwrap_or_else(|| {
            let place = Place { file: self.file.clone(), line: 1 };
            self.report.error(&place, "the post has no title", "add `title: What it is called`");
            String::new()
        })
    }

    fn slug(&mut self, written: Written, stem: &str) -> String {
        let place = written.map_or(Place { file: self.file.clone(), line: 1 }, |written| self.place(written));
        let slug = written.map_or(stem, |written| written.value.trim());
        if !is_slug(slug) {
            let named = if written.is_some() { "`slug`" } else { "the file's name" };
            let right = slugify(slug).unwrap_or_else(|| "ac-care-in-summer".to_string());
            let what = format!("{named} makes the address `/blogs/{slug}`, which is no good address");
            let instead = match written {
                Some(_) => format!("use small letters a to z, digits and hyphens: `slug: {right}`"),
                None => format!("name the file `{right}`, or add `slug: {right}`"),
            };
            self.report.error(&place, what, instead);
        }
        slug.to_string()
    }

    fn date(&mut self, key: &str, written: Written) -> Option<i64> {
        let field = written.filter(|written| !written.value.trim().is_empty())?;
        let read = dates::parse(&field.value);
        if read.is_none() {
            let what = format!("`{key}: {}` is no date", field.value);
            let instead = "write it as 2026-10-05, or with Dubai's time as 2026-10-05 09:30";
            self.report.error(&self.place(field), what, instead);
        }
        read
    }

    fn yes_or_no(&mut self, key: &str, written: Written) -> bool {
        let Some(field) = written else { return false };
        match field.value.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => true,
            "false" | "no" | "" => false,
            other => {
                self.report.error(
                    &self.place(field),
                    format!("`{key}: {other}` is neither yes nor no"),
                    "write yes or no",
                );
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str, text: &str) -> (Option<ParsedPost>, String) {
        let mut report = Report::default();
        let draft = parse(name, name, text.as_bytes(), &mut report);
        (draft, report.to_string())
    }

    #[test]
    fn a_file_is_parsed_with_its_defaults() {
        let (draft, report) = parsed("ac-care.md", "---\ntitle: AC care\ndate: 2026-05-12\n---\n\nText.\n");
        let draft = draft.unwrap_or_else(|| panic!("{report}"));
        assert_eq!((draft.slug.as_str(), draft.title.as_str(), draft.draft), ("ac-care", "AC care", false));
        assert_eq!(draft.date, Some(1_778_529_600_000));
        assert_eq!(
            (draft.format, draft.body.as_str(), draft.body_line),
            (PostFormat::Markdown, "\nText.\n", 5)
        );
        assert_eq!(draft.line_of(Some("Text")).line, 6);
        assert_eq!(report, "");
    }

    #[test]
    fn each_error_has_its_line_and_what_would_be_right() {
        for (name, text, sentence) in [
            (
                "AC care!.md",
                "---\ntitle: A\n---\n",
                "AC care!.md:1: error: the file's name makes the address `/blogs/AC care!`",
            ),
            ("a.md", "---\ntitle: A\nslug: A B\n---\n", "a.md:3: error: `slug` makes the address"),
            ("a.md", "---\ntitle: A\nslug: A B\n---\n", "`slug: a-b`"),
            ("a.md", "---\nexcerpt: A\n---\n", "a.md:1: error: the post has no title"),
            (
                "a.md",
                "---\ntitle: A\ndate: soon\n---\n",
                "a.md:3: error: `date: soon` is no date; write it as 2026-10-05",
            ),
            (
                "a.md",
                "---\ntitle: A\ndraft: maybe\n---\n",
                "a.md:3: error: `draft: maybe` is neither yes nor no",
            ),
            ("a.txt", "---\ntitle: A\n---\n", "name it so that it ends in .md or .html"),
        ] {
            let (draft, report) = parsed(name, text);
            assert!(draft.is_none() && report.contains(sentence), "{report}");
        }
        let long = "x".repeat(61);
        let (draft, report) = parsed("a.md", &format!("---\ntitle: A\nmeta_title: {long}\n---\n"));
        assert!(
            draft.is_some() && report.contains("a.md:3: warning: `meta_title` has 61 characters"),
            "{report}"
        );
    }
}
