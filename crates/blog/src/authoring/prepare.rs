//! Turns a parsed post into one that can be stored: Markdown becomes HTML, HTML is sanitised, pictures are prepared.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::authoring::left_over;
use crate::authoring::markdown;
use crate::authoring::pictures::PreparedPicture;
use crate::authoring::post_file::{Cover, ParsedPost};
use crate::html;
use crate::html::{Link, PostHtml};
use crate::post::{NewPost, PostFormat, StoredPicture};
use crate::store::PictureFile;
use content::media::PictureError;
use content::report::{Place, Report};

/// The most bytes of HTML that a post may have once it is sanitised: about ten times the longest article.
pub const MAX_CONTENT_BYTES: usize = 1024 * 1024;

/// A post that can be stored.
#[derive(Clone, Debug)]
pub struct PreparedPost {
    /// `published_at` is 0 where the author gave no date.
    pub words: NewPost,
    /// Unix milliseconds, where the author gave a date.
    pub date: Option<i64>,
    /// Only from an export or an import.
    pub id: Option<String>,
    /// Unix milliseconds; only from an export or an import.
    pub created: Option<i64>,
    pub files: Vec<PictureFile>,
    pub links: Vec<Link>,
    /// The anchors of its headings.
    pub anchors: Vec<String>,
}

/// Finds and prepares the picture that an author named.
pub type FindPicture<'a> = dyn FnMut(&str) -> Result<PreparedPicture, PictureError> + 'a;

/// Prepares a post for storing, or reports why that is impossible.
pub fn prepare(parsed: &ParsedPost, find: &mut FindPicture<'_>, report: &mut Report) -> Option<PreparedPost> {
    let before = report.problems.len();
    let drawn = draw(parsed, find, report);
    let failed = report.problems[before..].iter().any(|problem| problem.severity == content::Severity::Error);
    (!failed).then_some(drawn)
}

/// The post as far as it can be shown, whatever is reported: for authors who are still writing.
pub fn draw(parsed: &ParsedPost, find: &mut FindPicture<'_>, report: &mut Report) -> PreparedPost {
    let written = match parsed.format {
        PostFormat::Markdown => markdown::html(&parsed.body),
        PostFormat::Html => parsed.body.clone(),
    };
    let mut pictures = PicturesOfPost::default();
    let cover = parsed.image.as_ref().and_then(|cover| pictures.cover(parsed, cover, find, report));
    for named in html::content(&written, &|_| None).pictures {
        pictures.in_text(parsed, &named, find, report);
    }
    let PostHtml { html, notes, links, anchors, .. } =
        html::content(&written, &|name| pictures.picture(name));
    for note in notes {
        report.warn(&parsed.line_of(note.at.as_deref()), note.what, note.instead);
    }
    left_over::check(parsed, &html, report);
    if html.len() > MAX_CONTENT_BYTES {
        let what = format!("the text has {} KB", html.len().div_ceil(1024));
        report.error(
            &parsed.line_of(None),
            what,
            format!("make it at most {} KB, or two posts", MAX_CONTENT_BYTES / 1024),
        );
    }
    let words = NewPost {
        slug: parsed.slug.clone(),
        title: parsed.title.clone(),
        meta_title: parsed.meta_title.clone(),
        meta_description: parsed.meta_description.clone(),
        excerpt: parsed.excerpt.clone(),
        picture: cover,
        author: parsed.author.clone(),
        draft: parsed.draft,
        published_at: parsed.date.unwrap_or_default(),
        checked_at: parsed.checked,
        content: html,
        original: parsed.body.clone(),
        format: parsed.format,
        // Those of `data:` URLs can be made from the text again.
        pictures: pictures.named.into_iter().filter(|(name, _)| !name.starts_with("data:")).collect(),
    };
    let files = pictures.files.into_values().collect();
    let (date, id, created) = (parsed.date, parsed.id.clone(), parsed.created);
    PreparedPost { words, date, id, created, files, links, anchors }
}

/// The pictures of one post.
#[derive(Default)]
struct PicturesOfPost {
    /// By the name in the text.
    named: BTreeMap<String, StoredPicture>,
    files: BTreeMap<String, PictureFile>,
}

impl PicturesOfPost {
    fn picture(&self, name: &str) -> Option<StoredPicture> {
        self.named.get(name).cloned()
    }

    fn insert(&mut self, name: &str, made: PreparedPicture) -> StoredPicture {
        self.files.extend(made.files.into_iter().map(|file| (file.name.clone(), file)));
        self.named.insert(name.to_string(), made.picture.clone());
        made.picture
    }

    fn cover(
        &mut self,
        parsed: &ParsedPost,
        cover: &Cover,
        find: &mut FindPicture<'_>,
        report: &mut Report,
    ) -> Option<StoredPicture> {
        let place = parsed.line(cover.line);
        let made = find(&cover.file)
            .map_err(|fault| report_missing(parsed, fault, &cover.file, &place, report))
            .ok()?;
        if !parsed.lenient && made.is_photo && cover.alt.as_ref().is_none_or(String::is_empty) {
            let what = format!("photo `{}` does not say what it shows", cover.file);
            report.error(&place, what, "add `image_alt: \"What it shows\"`");
        }
        let picture = self.insert(&cover.file, made);
        Some(StoredPicture { alt: cover.alt.clone().unwrap_or_default(), ..picture })
    }

    fn in_text(
        &mut self,
        parsed: &ParsedPost,
        named: &html::Named,
        find: &mut FindPicture<'_>,
        report: &mut Report,
    ) {
        let shown = decoded(&named.src);
        let place = parsed.line_of(Some(&named.src));
        if !self.named.contains_key(&named.src) {
            match find(&named.src) {
                Ok(made) => drop(self.insert(&named.src, made)),
                Err(fault) => return report_missing(parsed, fault, &named.src, &place, report),
            }
        }
        let is_photo = !parsed.lenient && self.named[&named.src].srcset.is_some();
        if is_photo && named.alt.is_empty() {
            let what = format!("photo `{shown}` does not say what it shows");
            let link =
                if shown.contains(char::is_whitespace) { format!("<{shown}>") } else { shown.into_owned() };
            report.error(&place, what, format!("write what it shows: `![What it shows]({link})`"));
        }
    }
}

/// Reports why a picture is missing: an error for an author, who can correct the file, a warning in an import.
fn report_missing(parsed: &ParsedPost, fault: PictureError, name: &str, place: &Place, report: &mut Report) {
    // A whole `data:` URL would only fill the terminal.
    let name = if name.starts_with("data:") { Cow::Borrowed("data:…") } else { decoded(name) };
    match parsed.lenient {
        true => report.warn(place, fault.describe(&name), fault.instead()),
        false => fault.report(&name, place, report),
    }
}

/// A picture's name as its file has it: Markdown contains addresses, in which `ç` is `%C3%A7`.
fn decoded(name: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(name).decode_utf8().unwrap_or(Cow::Borrowed(name))
}
