//! A snapshot: every finished response of the site at one moment, by path: pages, their data, assets, pictures.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::pages::changes::ListedPage;
use crate::pages::routes::{Redirect, RouteMatch, Routes};
use crate::share_card::Card;
use responses::precompressed::Precompressed;
use responses::view_counter::ViewSlot;

/// The finished responses at one address: the page, and the same page with its form prefilled (R14).
#[derive(Debug, Clone)]
pub struct SiteEntry {
    pub plain: Arc<Precompressed>,
    /// By the query parameter that asks for the prefill: `plan=basic`.
    pub prefilled: Vec<(String, Arc<Precompressed>)>,
    /// Number of views, if it is a page.
    pub views: ViewSlot,
}

impl SiteEntry {
    pub fn new(plain: Arc<Precompressed>) -> Self {
        Self { plain, prefilled: Vec::new(), views: Default::default() }
    }

    /// The response for a query string.
    pub fn for_query(&self, query: Option<&str>) -> &Precompressed {
        let mut parameters = query.unwrap_or_default().split('&');
        let prefilled = |asked| self.prefilled.iter().find(|(parameter, _)| parameter == asked);
        parameters.find_map(prefilled).map_or(&self.plain, |(_, response)| response)
    }
}

/// The answer to a path without a finished response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    Redirect(Redirect),
    NotFound,
}

/// One state of the whole site; requests read it, publishing replaces it.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The addresses of pages that search engines may keep, in the route table's order.
    pub pages: Vec<ListedPage>,
    /// By path.
    pub entries: HashMap<String, SiteEntry>,
    pub not_found: Arc<Precompressed>,
    /// The page for when no other can be shown; it names the phone number.
    pub error: Arc<Precompressed>,
    pub routes: Routes,
    /// The last parts of the services' addresses, with or without a page yet.
    pub services: Vec<String>,
    /// The content of the pages' share pictures, by the page's path.
    pub cards: Arc<BTreeMap<String, Card>>,
    /// Whether everything is compressed at the best level.
    pub fully_compressed: bool,
}

impl Snapshot {
    /// The answer to a path without an entry: the table's redirects, the canonical spelling of a known address (R16),
    /// or the not-found page.
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

    /// The same site with every response replaced by what `replaced` returns for it: the recompressed one.
    pub fn recompressed(&self, replaced: impl Fn(&Arc<Precompressed>) -> Arc<Precompressed>) -> Self {
        let entry = |entry: &SiteEntry| SiteEntry {
            plain: replaced(&entry.plain),
            prefilled: entry
                .prefilled
                .iter()
                .map(|(parameter, response)| (parameter.clone(), replaced(response)))
                .collect(),
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
            fully_compressed: true,
        }
    }

    /// Whether a page there is made on request.
    fn is_page(&self, path: &str) -> bool {
        matches!(self.routes.find(path, ""), RouteMatch::Page { page: "blog-list" | "blog-post", .. })
    }

    fn redirect(&self, path: &str, query: &str) -> Option<Miss> {
        match self.routes.find(path, query) {
            RouteMatch::Redirect(redirect) => Some(Miss::Redirect(redirect)),
            RouteMatch::Page { parameter: Some(parameter), otherwise: Some(otherwise), .. } => {
                // A known service whose page is still to be written is missing, not unknown.
                let location = otherwise.to_string();
                let unknown = !self.services.contains(&parameter);
                unknown.then_some(Miss::Redirect(Redirect { location, permanent: false }))
            }
            _ => None,
        }
    }
}

/// The canonical spelling of an address: small letters, no slash at the end, and no doubled ones.
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
