//! Pages that marketing adds and removes, such as an offer's.

use crate::editor::SiteEditor;
use crate::outcome::{Prepared, Refused, elsewhere};
use crate::problem::EditProblem;
use crate::revisions::Told;
use content::own_pages::{self, MAX_NAME_CHARS, OwnPage};

/// The most pages of this kind: each is rendered at every change of the site.
const MAX_PAGES: usize = 100;

impl SiteEditor {
    /// The change that adds a page at `/NAME`, as a copy of the page at `of`.
    ///
    /// # Errors
    /// When the address or the heading can't be used, or the check's objections.
    pub async fn prepare_page(&self, name: &str, of: &str, own: OwnPage) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let site = self.site("").await.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        let file = format!("pages/{name}.toml");
        let at = format!("/{name}");
        let refused =
            |what: String, instead: &str| Err(Refused::Problems(vec![EditProblem::mistake(what, instead)]));
        if !own_pages::is_name(name) {
            let instead = format!(
                "use small letters a to z, digits, and hyphens between words, at most {MAX_NAME_CHARS} in all"
            );
            return refused(format!("`{at}` can't be an address"), &instead);
        }
        if !self.is_own(&at) || site.page(&at).is_some() {
            return refused(format!("`{at}` is taken"), "choose another address");
        }
        if site.pages.iter().filter(|page| self.is_own(&page.path)).count() >= MAX_PAGES {
            return refused(format!("there are {MAX_PAGES} such pages"), "remove one first");
        }
        let copied = site.page(of).and_then(|page| site.raw.get(&page.file)).ok_or(Refused::NoSuchPiece)?;
        let page = own_pages::copied(&copied.text, &own).ok_or(Refused::NoSuchPiece)?;
        let told = Told { name: "Page added".to_string(), becomes: own.heading, ..Told::default() };
        let prepared = Prepared { change: self.change(&file, "", page), told };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }

    /// The change that removes the page at `at`, which somebody added.
    ///
    /// # Errors
    /// When the site can't be without it, such as where another page leads there.
    pub async fn prepare_page_removed(&self, at: &str) -> Result<Prepared, Refused> {
        self.note_other_changes().await?;
        let site = self.site("").await.map_err(|report| Refused::Problems(elsewhere(&report)))?;
        let page = site.page(at).filter(|page| self.is_own(&page.path)).ok_or(Refused::NoSuchPiece)?;
        let raw = site.raw.get(&page.file).ok_or(Refused::NoSuchPiece)?;
        let change = self.change(&page.file, &raw.text, String::new());
        let told = Told { name: "Page removed".to_string(), was: page.title.clone(), ..Told::default() };
        let prepared = Prepared { change, told };
        self.refuse_unless_checked(std::slice::from_ref(&prepared)).await?;
        Ok(prepared)
    }

    /// Whether somebody added the page at this path, and may remove it.
    pub fn is_own(&self, path: &str) -> bool {
        self.options().pages.render_context.load().routes.own_page(path).is_some()
    }
}
