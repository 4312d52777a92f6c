//! Items of lists: moved, copied, hidden, removed.

use crate::content::items::{self, ItemAction};
use crate::editing::editor::SiteEditor;
use crate::editing::outcome::{Prepared, Refused, elsewhere};
use crate::editing::revisions::Told;

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
        let words = site.first_words(&id);
        let told = match action {
            ItemAction::Up => told("moved earlier", &words, &words),
            ItemAction::Down => told("moved later", &words, &words),
            ItemAction::Copy => told("copied", "", &words),
            ItemAction::Remove => told("removed", &words, ""),
            ItemAction::Hide => told("hidden", &words, ""),
            ItemAction::Show => told("shown again", "", &words),
        };
        let change = self.change(file, &raw.text, after);
        let prepared = Prepared { change, told };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }
}

fn told(name: &str, was: &str, becomes: &str) -> Told {
    let name = format!("Item {name}");
    Told { name, was: was.to_string(), becomes: becomes.to_string(), ..Told::default() }
}
