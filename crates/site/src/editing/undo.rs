//! Taking a change back, whatever else was changed since.

use crate::editing::editor::{Prepared, Refused, SiteEditor, blocking, elsewhere};
use crate::editing::overlay;
use crate::editing::problem::EditProblem;
use crate::editing::revisions::{self, Told};

/// What follows the name of what was taken back.
const PUT_BACK: &str = ", taken back";

impl SiteEditor {
    /// The change that takes the revision `id` back.
    ///
    /// # Errors
    /// Why it cannot be taken back: it was changed again since, or the content would have a mistake.
    pub async fn prepare_undo(&self, id: i64) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let revision = revisions::find(self.db().reader(), id).await?.ok_or(Refused::NoSuchPiece)?;
        if revision.undone_by.is_some() {
            return Err(Refused::Unchanged);
        }
        let present = overlay::text(self.source(), &revision.path).ok_or(Refused::NoSuchPiece)?;
        let texts = revisions::texts_of(self.db().reader(), &revision, &present).await?;
        let merged = texts.and_then(|(before, after)| overlay::merge(&after, &present, &before));
        let Some(merged) = merged else { return Err(Refused::Problems(vec![changed_again(&revision.name)])) };
        if merged == present {
            return Err(Refused::Unchanged);
        }
        let change = self.change(&revision.path, &present, merged);
        let (editor, checked) = (self.clone(), change.clone());
        let would_be = blocking(move || editor.checked(&checked).map(drop)).await;
        would_be.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        // Of an undo that is taken back, the name is the first one again.
        let name = match revision.name.strip_suffix(PUT_BACK) {
            Some(first) => first.to_string(),
            None => format!("{}{PUT_BACK}", revision.name),
        };
        let told = Told { name, was: revision.becomes, becomes: revision.was, ..Told::default() };
        Ok(Prepared { change, told })
    }
}

fn changed_again(name: &str) -> EditProblem {
    EditProblem::mistake(
        format!("“{name}” was changed again since"),
        "take the later changes back first, or write what it should say",
    )
}
