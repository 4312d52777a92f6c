//! Taking changes back, whatever else was changed since.

use std::collections::BTreeMap;

use crate::editor::SiteEditor;
use crate::outcome::{Prepared, Refused};
use crate::overlay;
use crate::problem::EditProblem;
use crate::revisions::{self, Told};

impl SiteEditor {
    /// The changes that take these revisions back, which must come newest first.
    ///
    /// # Errors
    /// Why they cannot be taken back: one was changed again since, or the content would have a mistake.
    pub async fn prepare_undo(&self, ids: &[i64]) -> Result<Vec<Prepared>, Refused> {
        self.note_other_changes().await?;
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        let mut all = Vec::new();
        for id in ids {
            let revision = revisions::find(self.db().reader(), *id).await?.ok_or(Refused::NoSuchPiece)?;
            if revision.undone_by.is_some() {
                continue;
            }
            // A page that was removed has no file any more.
            let stored = overlay::text(self.source(), &revision.path).unwrap_or_default();
            let found = revisions::texts_of(self.db().reader(), &revision, &stored).await?;
            let present = texts.remove(&revision.path).unwrap_or(stored);
            let merged = found.and_then(|(before, after)| overlay::merge(&after, &present, &before));
            let Some(merged) = merged else {
                return Err(Refused::Problems(vec![changed_again(&revision.name)]));
            };
            texts.insert(revision.path.clone(), merged.clone());
            if merged != present {
                let change = self.change(&revision.path, &present, merged);
                all.push(Prepared { change, told: told(revision) });
            }
        }
        if all.is_empty() {
            return Err(Refused::Unchanged);
        }
        self.refuse_unless_checked(&all).await?;
        Ok(all)
    }
}

fn told(revision: revisions::Model) -> Told {
    let name = revision.name_of_undo();
    Told { name, was: revision.becomes, becomes: revision.was, undoes: Some(revision.id), ..Told::default() }
}

fn changed_again(name: &str) -> EditProblem {
    EditProblem::mistake(
        format!("“{name}” was changed again since"),
        "take the later changes back first, or write what it should say",
    )
}
