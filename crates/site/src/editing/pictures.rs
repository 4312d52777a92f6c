//! Another picture in the place of one: a file that somebody brings, and what it shows in words.

use bytes::Bytes;

use crate::content::media::upload::named;
use crate::content::media::{self, PictureError, upload};
use crate::content::node::Node;
use crate::content::{Photos, splice};
use crate::editing::editor::SiteEditor;
use crate::editing::outcome::{Prepared, Refused, blocking};
use crate::editing::problem::{EditProblem, problems_of};
use crate::editing::revisions::Told;

/// Where brought pictures go in the content folder.
const FOLDER: &str = "images";
/// A picture that somebody brings.
#[derive(Clone, Debug)]
pub struct NewPicture {
    /// The piece: `pages/about.toml:sections.0.picture`.
    pub id: String,
    /// The name that it had on their device.
    pub name: String,
    pub bytes: Bytes,
    /// What it shows, for people who do not see it.
    pub alt: String,
}

impl SiteEditor {
    /// The change that puts a picture in the place of another.
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
        let (name, bytes) =
            stored(new).map_err(|error| Refused::Problems(vec![refusal(&new.name, &error)]))?;
        // A drawing that waits for a photo gets it where it waits.
        let table = raw.node.at(path).ok_or(Refused::NoSuchPiece)?;
        let slot = table.get("photo").unwrap_or(table);
        let [old_file, old_alt] = ["file", "alt"].map(|field| slot.get(field));
        let (Some(old_file), Some(old_alt)) = (old_file, old_alt) else { return Err(Refused::NoSuchPiece) };
        let alt = new.alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let edits = [(old_file, splice::quoted(&name)), (old_alt, splice::quoted(&alt))];
        let mut change = self.change(file, &raw.text, put(&raw.text, edits));
        change.picture = Some((name.clone(), bytes));
        let shown = self.source().display(file);
        let would_be = self.checked(std::slice::from_ref(&change));
        would_be.map(drop).map_err(|report| {
            Refused::Problems(problems_of(&report, &site.report, &shown, old_alt.place.line, &alt))
        })?;
        let was = old_file.text().unwrap_or_default().to_string();
        let told =
            Told { name: piece.name, was, becomes: name, piece: Some(new.id.clone()), ..Told::default() };
        Ok(Prepared { change, told })
    }
}

/// Both values in the place of the old ones.
fn put(text: &str, edits: [(&Node, String); 2]) -> String {
    let [first, second] = edits;
    // From the back, so that what is in front stays where it is.
    let (front, back) =
        if first.0.span.start < second.0.span.start { (first, second) } else { (second, first) };
    let text = splice::spliced(text, back.0.span.clone(), &back.1);
    splice::spliced(&text, front.0.span.clone(), &front.1)
}

/// Its path in the content folder, which changes with its bytes, and the bytes to keep: of a photo, the largest that pages show.
fn stored(new: &NewPicture) -> Result<(String, Bytes), PictureError> {
    let name = named(&new.name, &new.bytes)?;
    upload::check(&name, &new.bytes)?;
    let made = media::make(&name, new.bytes.clone(), &mut Photos::default())?;
    let (ending, bytes) = match made.is_photo() {
        true => ("jpg", made.shown.bytes),
        false => ("svg", new.bytes.clone()),
    };
    let fingerprint = made.shown.address.rsplit('.').nth(1).unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    Ok((format!("{FOLDER}/{stem}-{fingerprint}.{ending}"), bytes))
}

fn refusal(name: &str, error: &PictureError) -> EditProblem {
    EditProblem::mistake(error.describe(name), error.instead())
}
