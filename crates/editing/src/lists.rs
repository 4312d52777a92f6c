//! Items of lists: added, moved, copied, hidden, removed, made real.

use std::collections::BTreeMap;

use crate::editor::SiteEditor;
use crate::outcome::{Prepared, Refused, elsewhere};
use crate::problem::EditProblem;
use crate::revisions::Told;
use content::fields::FieldKind;
use content::items::{self, ItemAction};
use content::report::Report;
use content::{node, splice};

impl SiteEditor {
    /// The change that does `action` with the item `id`, such as `pages/home.toml:sections.0.steps.1`.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub async fn prepare_item(&self, id: String, action: ItemAction) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let site = self.site("").await.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        let (file, path) = id.split_once(':').ok_or(Refused::NoSuchPiece)?;
        let raw = site.raw.get(file).ok_or(Refused::NoSuchPiece)?;
        let after = items::edited(&raw.text, path, action).ok_or(Refused::NoSuchPiece)?;
        let words = site.first_words(&id);
        let told = match action {
            ItemAction::Up => told("moved earlier", &words, &words),
            ItemAction::Down => told("moved later", &words, &words),
            ItemAction::Copy => told("copied", "", &words),
            ItemAction::Remove => told("removed", &words, ""),
            ItemAction::Hide => told("hidden", &words, ""),
            ItemAction::Show => told("shown again", "", &words),
            ItemAction::Real => told("is real, no sample any more", "", &words),
        };
        let change = self.change(file, &raw.text, after);
        let prepared = Prepared { change, told };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }

    /// The change that adds an item below the item `id`: like it, with `words` in the place of its own, each by the id of
    /// the piece that it stands for. So nobody sees an item that is written only in part.
    ///
    /// # Errors
    /// A piece without words, or the check's objections.
    pub async fn prepare_added(
        &self,
        id: String,
        words: BTreeMap<String, String>,
    ) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let site = self.site("").await.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        let (file, path) = id.split_once(':').ok_or(Refused::NoSuchPiece)?;
        let raw = site.raw.get(file).ok_or(Refused::NoSuchPiece)?;
        let mut text = items::edited(&raw.text, path, ItemAction::Copy).ok_or(Refused::NoSuchPiece)?;
        let mut first = None;
        for piece in site.pieces_of(file).into_iter().filter_map(|piece| site.piece(&piece)) {
            let is_own = piece.item.as_ref().is_some_and(|item| item.id == id);
            // The words of a list inside would be the neighbour's.
            if !is_own && piece.id.starts_with(&format!("{id}.")) {
                return Err(Refused::NoSuchPiece);
            }
            if !is_own || piece.kind == FieldKind::Picture {
                continue;
            }
            let Some(typed) = words.get(&piece.id).filter(|typed| !typed.trim().is_empty()) else {
                let what = format!("“{}” has no words yet", piece.name);
                return Err(Refused::Problems(vec![EditProblem::mistake(what, "write them")]));
            };
            // Each is put in by itself: those behind it move.
            let parsed = node::parse(file, &text, &mut Report::default()).ok_or(Refused::NoSuchPiece)?;
            let added = next(path).ok_or(Refused::NoSuchPiece)? + &piece.id[id.len()..];
            let value = parsed.at(&added).ok_or(Refused::NoSuchPiece)?;
            text = splice::replaced(&text, value, piece.kind, typed);
            first = first.or(Some(typed));
        }
        let first = first.ok_or(Refused::NoSuchPiece)?;
        let prepared =
            Prepared { change: self.change(file, &raw.text, text), told: told("added", "", first) };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }
}

/// The place behind an item.
fn next(path: &str) -> Option<String> {
    let (list, at) = path.rsplit_once('.')?;
    Some(format!("{list}.{}", at.parse::<usize>().ok()? + 1))
}

fn told(name: &str, was: &str, becomes: &str) -> Told {
    let name = format!("Item {name}");
    Told { name, was: was.to_string(), becomes: becomes.to_string(), ..Told::default() }
}
