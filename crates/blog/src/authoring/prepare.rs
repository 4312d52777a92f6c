//! From what an author wrote to what can be stored: text made HTML and sanitised, pictures made.

use std::collections::BTreeMap;

use crate::authoring::markdown;
use crate::authoring::pictures::Made;
use crate::authoring::source::{Cover, Draft};
use crate::html;
use crate::html::{Content, Link};
use crate::post::{Format, NewPost, Picture};
use crate::store::File;
use site::content::media::PictureError;
use site::content::report::{Place, Report};

/// The most bytes of HTML that a post may have once it is sanitised: about ten times the longest article.
pub const MOST_CONTENT: usize = 1024 * 1024;

/// A post that can be stored.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// `published_at` is nought where the author gave no date.
    pub words: NewPost,
    /// Unix milliseconds, where the author gave a date.
    pub date: Option<i64>,
    pub id: Option<String>,
    pub created: Option<i64>,
    pub files: Vec<File>,
    pub links: Vec<Link>,
    /// The anchors of its headings.
    pub anchors: Vec<String>,
}

/// Finds and makes the picture that an author named.
pub type Find<'a> = dyn FnMut(&str) -> Result<Made, PictureError> + 'a;

/// Makes of a draft what can be stored, or says in the report why that cannot be.
pub fn prepare(draft: &Draft, find: &mut Find<'_>, report: &mut Report) -> Option<Prepared> {
    let before = report.problems.len();
    let written = match draft.format {
        Format::Markdown => markdown::html(&draft.body),
        Format::Html => draft.body.clone(),
    };
    let mut album = Album::default();
    let cover = draft.image.as_ref().and_then(|cover| album.cover(draft, cover, find, report));
    for named in html::content(&written, &|_| None).pictures {
        album.of_text(draft, &named, find, report);
    }
    let Content { html, notes, links, anchors, .. } = html::content(&written, &|name| album.picture(name));
    for note in notes {
        report.warn(&draft.place_of(note.at.as_deref()), note.what, note.instead);
    }
    if html.len() > MOST_CONTENT {
        let what = format!("the text has {} KB", html.len().div_ceil(1024));
        report.error(
            &draft.place_of(None),
            what,
            format!("make it at most {} KB, or two posts", MOST_CONTENT / 1024),
        );
    }
    let failed =
        report.problems[before..].iter().any(|problem| problem.severity == site::content::Severity::Error);
    let words = NewPost {
        slug: draft.slug.clone(),
        title: draft.title.clone(),
        meta_title: draft.meta_title.clone(),
        meta_description: draft.meta_description.clone(),
        excerpt: draft.excerpt.clone(),
        picture: cover,
        author: draft.author.clone(),
        draft: draft.draft,
        published_at: draft.date.unwrap_or_default(),
        content: html,
        original: draft.body.clone(),
        format: draft.format,
        // Those that stand in the text itself can be made of it again.
        pictures: album.named.into_iter().filter(|(name, _)| !name.starts_with("data:")).collect(),
    };
    let files = album.files.into_values().collect();
    let (date, id, created) = (draft.date, draft.id.clone(), draft.created);
    (!failed).then_some(Prepared { words, date, id, created, files, links, anchors })
}

/// The pictures of one post.
#[derive(Default)]
struct Album {
    /// By the name in the text.
    named: BTreeMap<String, Picture>,
    files: BTreeMap<String, File>,
}

impl Album {
    fn picture(&self, name: &str) -> Option<Picture> {
        self.named.get(name).cloned()
    }

    fn keep(&mut self, name: &str, made: Made) -> Picture {
        self.files.extend(made.files.into_iter().map(|file| (file.name.clone(), file)));
        self.named.insert(name.to_string(), made.picture.clone());
        made.picture
    }

    fn cover(
        &mut self,
        draft: &Draft,
        cover: &Cover,
        find: &mut Find<'_>,
        report: &mut Report,
    ) -> Option<Picture> {
        let place = draft.line(cover.line);
        let made =
            find(&cover.file).map_err(|fault| left_out(draft, fault, &cover.file, &place, report)).ok()?;
        if !draft.lenient && made.is_photo && cover.alt.as_ref().is_none_or(String::is_empty) {
            let what = format!("photo `{}` does not say what it shows", cover.file);
            report.error(&place, what, "add `image_alt: \"What it shows\"`");
        }
        let picture = self.keep(&cover.file, made);
        Some(Picture { alt: cover.alt.clone().unwrap_or_default(), ..picture })
    }

    fn of_text(&mut self, draft: &Draft, named: &html::Named, find: &mut Find<'_>, report: &mut Report) {
        let place = draft.place_of(Some(&named.src));
        if !self.named.contains_key(&named.src) {
            match find(&named.src) {
                Ok(made) => drop(self.keep(&named.src, made)),
                Err(fault) => return left_out(draft, fault, &named.src, &place, report),
            }
        }
        let is_photo = !draft.lenient && self.named[&named.src].srcset.is_some();
        if is_photo && named.alt.is_empty() {
            let what = format!("photo `{}` does not say what it shows", named.src);
            report.error(&place, what, format!("write what it shows: `![What it shows]({})`", named.src));
        }
    }
}

/// Says why a picture is not there; a file's author is to put it right first.
fn left_out(draft: &Draft, fault: PictureError, name: &str, place: &Place, report: &mut Report) {
    // The text of a picture that stands in the text itself helps nobody.
    let name = if name.starts_with("data:") { "data:…" } else { name };
    match draft.lenient {
        true => report.warn(place, fault.describe(name), fault.instead()),
        false => fault.report(name, place, report),
    }
}
