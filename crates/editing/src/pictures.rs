//! Another picture in the place of one: a file that somebody brings, what it shows in words, and what of it stays in sight.

use std::cmp::Reverse;
use std::ops::Range;

use bytes::Bytes;

use crate::editor::SiteEditor;
use crate::outcome::{Prepared, Refused, blocking};
use crate::piece::focus_of;
use crate::problem::{EditProblem, problems_of};
use crate::revisions::{BroughtPicture, Told};
use content::media::upload::named;
use content::media::{self, PictureError, upload};
use content::node::Node;
use content::{Photos, splice};

/// Where brought pictures go in the content folder.
const FOLDER: &str = "images";
/// A requested change of a picture.
#[derive(Clone, Debug)]
pub struct NewPicture {
    /// The piece: `pages/about.toml:sections.0.picture`.
    pub id: String,
    /// Another file in its place, with what it shows.
    pub file: Option<NewFile>,
    /// The part that stays in sight where a page cuts it: see [`content::model::Focus`]. Empty: as it is.
    pub focus: String,
}

/// A file that somebody brings.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// The name that it had on their device.
    pub name: String,
    pub bytes: Bytes,
    /// Alternative text.
    pub alt: String,
}

impl SiteEditor {
    /// The change that puts a picture in the place of another, or moves what stays in sight of it.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub async fn prepare_picture(&self, new: NewPicture) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let editor = self.clone();
        blocking(move || editor.with_picture(&new)).await
    }

    fn with_picture(&self, new: &NewPicture) -> Result<Prepared, Refused> {
        let site = self.current().map_err(|report| Refused::Problems(super::outcome::elsewhere(&report)))?;
        let (file, path) = new.id.split_once(':').ok_or(Refused::NoSuchPiece)?;
        let raw = site.raw.get(file).ok_or(Refused::NoSuchPiece)?;
        let piece = site.piece(&new.id).ok_or(Refused::NoSuchPiece)?;
        // A drawing that waits for a photo gets it where it waits.
        let table = raw.node.at(path).ok_or(Refused::NoSuchPiece)?;
        let slot = table.get("photo").unwrap_or(table);
        let [old_file, old_alt] = ["file", "alt"].map(|field| slot.get(field));
        let (Some(old_file), Some(old_alt)) = (old_file, old_alt) else { return Err(Refused::NoSuchPiece) };
        let was = old_file.text().unwrap_or_default().to_string();
        let mut told = Told { name: piece.name, becomes: was.clone(), was, ..Told::default() };
        let (mut edits, mut brought, mut alt) = (Vec::new(), None, String::new());
        if let Some(new) = &new.file {
            let (name, bytes) =
                stored(new).map_err(|error| Refused::Problems(vec![refusal(&new.name, &error)]))?;
            alt = new.alt.split_whitespace().collect::<Vec<_>>().join(" ");
            edits.push((old_file.span.clone(), splice::quoted(&name)));
            edits.push((old_alt.span.clone(), splice::quoted(&alt)));
            told.becomes.clone_from(&name);
            brought = Some(BroughtPicture { path: name, bytes, served: Vec::new() });
        }
        if let Some(edit) = focus(&raw.text, slot, old_alt, &new.focus) {
            if brought.is_none() {
                [told.was, told.becomes] = [focus_of(slot), &new.focus].map(in_sight);
            }
            edits.push(edit);
        }
        if edits.is_empty() {
            return Err(Refused::Unchanged);
        }
        let mut change = self.change(file, &raw.text, put(&raw.text, edits));
        change.picture = brought;
        let shown = self.source().display(file);
        let would_be = self.checked(std::slice::from_ref(&change));
        let would_be = would_be.map_err(|report| {
            Refused::Problems(problems_of(&report, &site.report, &shown, old_alt.place.line, &alt))
        })?;
        if let Some(picture) = &mut change.picture {
            picture.served = would_be.files_of(&picture.path);
        }
        Ok(Prepared { change, told })
    }
}

/// A sentence for the list of changes about the part that stays in sight.
fn in_sight(focus: &str) -> String {
    match focus {
        "" => "what suits each place stays in sight".to_string(),
        focus => format!("the {} stays in sight", focus.replace('-', " ")),
    }
}

/// The edit that changes the part that stays in sight; `None` if it is the same as before.
fn focus(text: &str, picture: &Node, alt: &Node, focus: &str) -> Option<Replacement> {
    if focus.is_empty() || focus == focus_of(picture) {
        return None;
    }
    if let Some(old) = picture.get("focus") {
        return Some((old.span.clone(), splice::quoted(focus)));
    }
    // Behind the alternative text, or on the line after it.
    let is_inline = text[picture.span.clone()].starts_with('{');
    let line_end = || text[alt.span.end..].find('\n').map_or(text.len(), |at| alt.span.end + at);
    let at = if is_inline { alt.span.end } else { line_end() };
    let between = if is_inline { ", " } else { "\n" };
    Some((at..at, format!("{between}focus = {}", splice::quoted(focus))))
}

/// Bytes of a file, and what comes in their place.
type Replacement = (Range<usize>, String);

/// Each value in the place of the old one.
fn put(text: &str, mut edits: Vec<Replacement>) -> String {
    // From the back, so that places in front stay valid. Text that is added behind a value comes before it then.
    edits.sort_by_key(|(range, _)| Reverse((range.start, range.end)));
    edits.iter().fold(text.to_string(), |text, (range, new)| splice::spliced(&text, range.clone(), new))
}

/// Its path in the content folder, which changes with its bytes, and the bytes to keep: of a photo, the largest that pages show.
fn stored(new: &NewFile) -> Result<(String, Bytes), PictureError> {
    let name = named(&new.name, &new.bytes)?;
    upload::check(&name, &new.bytes)?;
    let made = media::make(&name, new.bytes.clone(), &mut Photos::default())?;
    let (ending, bytes) = (if made.is_photo() { "jpg" } else { "svg" }, made.shown.bytes);
    let fingerprint = made.shown.address.rsplit('.').nth(1).unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    Ok((format!("{FOLDER}/{stem}-{fingerprint}.{ending}"), bytes))
}

fn refusal(name: &str, error: &PictureError) -> EditProblem {
    EditProblem::mistake(error.describe(name), error.instead())
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::node;
    use content::report::Report;

    fn kept_in_sight(text: &str, word: &str) -> String {
        let root = node::parse("x.toml", text, &mut Report::default()).expect("TOML");
        let picture = root.at("picture").expect("a picture");
        let edit = focus(text, picture, picture.get("alt").expect("a text"), word);
        put(text, edit.into_iter().collect())
    }

    #[test]
    fn what_stays_in_sight_is_written_behind_the_alternative_text() {
        let inline = "picture = { file = \"a.jpg\", alt = \"A\" } # ours\n";
        assert_eq!(kept_in_sight(inline, "top"), inline.replace("\"A\"", "\"A\", focus = \"top\""));
        let block = "[picture]\nalt = \"A\" # ours\nfile = \"a.jpg\"\n\n[next]\n";
        assert_eq!(kept_in_sight(block, "top"), block.replace("ours\n", "ours\nfocus = \"top\"\n"));
        let known = kept_in_sight(block, "top");
        assert_eq!(kept_in_sight(&known, "middle"), known.replace("\"top\"", "\"middle\""));
        assert_eq!(kept_in_sight(&known, "top"), known);
        assert_eq!(kept_in_sight(block, ""), block);
    }
}
