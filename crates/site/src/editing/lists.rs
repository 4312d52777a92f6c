//! Items of lists: moved, copied, removed.

use crate::content::items::{self, ItemAction};
use crate::editing::editor::{Prepared, Refused, SiteEditor, blocking, elsewhere};
use crate::editing::revisions::Told;
use crate::editing::site::MarkedSite;

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
        let after = items::edited(&raw.text, &raw.node, path, action).ok_or(Refused::NoSuchPiece)?;
        let words = words_of(&site, &id);
        let told = match action {
            ItemAction::Up => told("moved earlier", &words, &words),
            ItemAction::Down => told("moved later", &words, &words),
            ItemAction::Copy => told("copied", "", &words),
            ItemAction::Remove => told("removed", &words, ""),
        };
        let change = self.change(file, &raw.text, after);
        let (editor, checked) = (self.clone(), change.clone());
        let would_be = blocking(move || editor.checked(&checked).map(drop)).await;
        would_be.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        Ok(Prepared { change, told })
    }
}

fn told(name: &str, was: &str, becomes: &str) -> Told {
    let name = format!("Item {name}");
    Told { name, was: was.to_string(), becomes: becomes.to_string(), ..Told::default() }
}

/// The first words of an item, by which people know it.
fn words_of(site: &MarkedSite, id: &str) -> String {
    let file = id.split(':').next().unwrap_or_default();
    let inside =
        site.pieces_of(file).into_iter().filter(|piece| piece == id || piece.starts_with(&format!("{id}.")));
    inside
        .filter_map(|piece| site.piece(&piece))
        .map(|piece| piece.shown)
        .find(|shown| !shown.is_empty())
        .unwrap_or_default()
}
