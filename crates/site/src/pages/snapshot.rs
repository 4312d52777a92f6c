//! Everything the site can answer at one moment, finished: pages, their data, assets, pictures.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::pages::changes::Listed;
use crate::pages::routes::{Found, Redirect, Routes};
use crate::precompressed::Precompressed;
use crate::share_card::Card;
use crate::view_counter::ViewSlot;

/// A finished address: the page, and the same page for each wish that an address can carry.
#[derive(Debug, Clone)]
pub struct Entry {
    pub plain: Arc<Precompressed>,
    /// By the wish's name (R14).
    pub wishes: Vec<(String, Arc<Precompressed>)>,
    /// How often it was shown, where it is a page.
    pub views: ViewSlot,
}

impl Entry {
    /// The bytes for a query string.
    pub fn for_query(&self, query: Option<&str>) -> &Precompressed {
        match query.and_then(crate::pages::routes::wish) {
            Some(wish) => {
                self.wishes.iter().find(|(name, _)| name == wish).map_or(&self.plain, |(_, packed)| packed)
            }
            None => &self.plain,
        }
    }
}

/// What a path leads to when no finished answer stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    Redirect(Redirect),
    NotFound,
}

/// One state of the whole site; requests read it, publishing replaces it.
#[derive(Debug)]
pub struct Snapshot {
    /// The addresses of pages that search engines may keep, in the route table's order.
    pub pages: Vec<Listed>,
    /// By path.
    pub entries: HashMap<String, Entry>,
    pub not_found: Arc<Precompressed>,
    /// The answer when nothing else can be shown; it names the phone number.
    pub error: Arc<Precompressed>,
    pub routes: Routes,
    /// The last parts of the services' addresses, with or without a page yet.
    pub services: Vec<String>,
    /// What the pages' share pictures are painted from, by the page's path.
    pub cards: Arc<BTreeMap<String, Card>>,
    /// Whether everything is packed as small as it gets.
    pub small: bool,
}

impl Snapshot {
    /// What to do for a path without an entry: the table's redirects, the canonical spelling
    /// of a known address (R16), or the not-found page.
    pub fn miss(&self, path: &str, query: &str) -> Miss {
        if let Some(miss) = self.redirect(path, query) {
            return miss;
        }
        let canonical = canonical(path);
        if canonical == path {
            return Miss::NotFound;
        }
        if self.entries.contains_key(&canonical) || self.is_page(&canonical) {
            let query = if query.is_empty() { String::new() } else { format!("?{query}") };
            return Miss::Redirect(Redirect { location: format!("{canonical}{query}"), permanent: true });
        }
        self.redirect(&canonical, query).unwrap_or(Miss::NotFound)
    }

    /// The same site with every answer replaced by what `replaced` makes of it; all are small then.
    pub fn with_each(&self, replaced: impl Fn(&Arc<Precompressed>) -> Arc<Precompressed>) -> Self {
        let entry = |entry: &Entry| Entry {
            plain: replaced(&entry.plain),
            wishes: entry.wishes.iter().map(|(wish, packed)| (wish.clone(), replaced(packed))).collect(),
            views: entry.views.clone(),
        };
        Self {
            entries: self.entries.iter().map(|(path, old)| (path.clone(), entry(old))).collect(),
            pages: self.pages.clone(),
            not_found: replaced(&self.not_found),
            error: replaced(&self.error),
            routes: self.routes.clone(),
            services: self.services.clone(),
            cards: self.cards.clone(),
            small: true,
        }
    }

    /// Whether a page is drawn there on demand, or would be.
    fn is_page(&self, path: &str) -> bool {
        matches!(self.routes.find(path, ""), Found::Page { page: "blog-list" | "blog-post", .. })
    }

    fn redirect(&self, path: &str, query: &str) -> Option<Miss> {
        match self.routes.find(path, query) {
            Found::Redirect(redirect) => Some(Miss::Redirect(redirect)),
            Found::Page { parameter: Some(parameter), otherwise: Some(otherwise), .. } => {
                // A known service whose page is still to be written is missing, not unknown.
                let location = otherwise.to_string();
                let unknown = !self.services.contains(&parameter);
                unknown.then_some(Miss::Redirect(Redirect { location, permanent: false }))
            }
            _ => None,
        }
    }
}

/// The one spelling of an address: small letters, no slash at the end, none doubled.
fn canonical(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/").to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn r16_an_address_has_one_spelling() {
        assert_eq!(canonical("/Contracts/"), "/contracts");
        assert_eq!(canonical("//evil.example/"), "/evil.example");
        assert_eq!(canonical("/"), "/");
    }
}
