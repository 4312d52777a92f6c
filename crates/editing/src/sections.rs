//! Sections and items as people know them: by their first words.

use crate::site::{MarkedPage, MarkedSite};
use content::node::Node;

impl MarkedSite {
    /// The sections of a page that visitors do not see: the item, and its first words.
    pub fn hidden_sections(&self, page: &MarkedPage) -> Vec<(String, String)> {
        let sections = self.raw.get(&page.file).and_then(|raw| raw.node.get("sections"));
        let hidden = sections
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter(|(_, section)| section.is_hidden());
        let item = |(at, _)| format!("{}:sections.{at}", page.file);
        hidden.map(item).map(|item| (item.clone(), self.first_words(&item))).collect()
    }

    /// The first words of an item.
    pub(super) fn first_words(&self, id: &str) -> String {
        let file = id.split(':').next().unwrap_or_default();
        let below = format!("{id}.");
        let inside =
            self.pieces_of(file).into_iter().filter(|piece| piece == id || piece.starts_with(&below));
        let words = inside.filter_map(|piece| self.piece(&piece)).map(|piece| piece.shown);
        words.into_iter().find(|shown| !shown.is_empty()).unwrap_or_default()
    }
}
