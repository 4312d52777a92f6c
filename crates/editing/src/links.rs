//! Where the words of a page lead.

use crate::site::{MarkedPage, MarkedSite};
use content::fields::FieldKind;
use content::node::{Node, NodeValue};

impl MarkedSite {
    /// The links that stand beside a value, as that of a button beside its words.
    pub fn links_beside(&self, id: &str) -> Vec<String> {
        let links = || {
            let (file, path) = id.split_once(':')?;
            let (table, _) = path.rsplit_once('.')?;
            let (raw, fields) = (self.raw.get(file)?, self.fields.get(file)?);
            let NodeValue::Table(entries) = &raw.node.at(table)?.value else { return None };
            let is_link = |node: &Node| {
                let kind = fields.get(&node.span.start).map(|field| field.kind);
                matches!(kind, Some(FieldKind::Link | FieldKind::Url))
            };
            let links = entries.iter().filter(|entry| is_link(&entry.node));
            Some(links.map(|entry| format!("{file}:{table}.{}", entry.key)).collect())
        };
        links().unwrap_or_default()
    }

    /// The names that links on a page can end in, but for those of headings and plans.
    pub fn anchors(&self, page: &MarkedPage) -> Vec<String> {
        let mut anchors = Vec::new();
        let Some(raw) = self.raw.get(&page.file) else { return anchors };
        if let Some(NodeValue::List(sections)) = raw.node.get("sections").map(|node| &node.value) {
            let shown = sections.iter().filter(|section| !section.is_hidden());
            anchors.extend(shown.filter_map(|section| section.get("anchor")?.text().map(str::to_string)));
        }
        anchors
    }
}
