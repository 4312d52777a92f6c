//! The site's one route table. It is written in `web/src/routes.ts`; the server reads it from the bundle.

use content::own_pages;
use serde::Deserialize;

/// The most redirects in a row that a link may lead through.
const MAX_REDIRECTS: usize = 4;

/// Addresses of the server's own, at which no page can be.
const TAKEN: [&str; 7] = ["admin", "answered", "assets", "desk", "healthz", "media", "metrics"];

/// One row of the table.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Route {
    /// A path, whose parts may be parameters: `/services/:service`.
    path: String,
    /// The page shown there.
    page: Option<String>,
    /// Or where it leads.
    redirect: Option<String>,
    /// Where an unknown parameter leads.
    otherwise: Option<String>,
    /// Whether the redirect may be remembered for ever.
    #[serde(default)]
    permanent: bool,
    /// Whether the redirect keeps a valid prefill of the request form in the query (`plan=…`, `emergency=true`, R14), and
    /// then adds `anchor`.
    #[serde(default)]
    keeps_prefill: bool,
    /// The anchor of the prefilled form.
    anchor: Option<String>,
}

/// The result of looking a path up in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteMatch<'a> {
    /// A page; `parameter` is the part of the path that the pattern leaves open.
    Page {
        page: &'a str,
        parameter: Option<String>,
        otherwise: Option<&'a str>,
    },
    /// A redirect.
    Redirect(Redirect),
    Nothing,
}

/// Where a request is sent instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    pub location: String,
    pub permanent: bool,
}

/// The route table.
#[derive(Debug, Clone, Default)]
pub struct Routes {
    table: Vec<Route>,
    /// The query parameters that prefill the request form: `plan=basic`, `emergency=true`.
    prefill_parameters: Vec<String>,
}

impl Routes {
    /// Reads the table from its JSON.
    ///
    /// # Errors
    /// When it is not a list of routes.
    pub fn parse(json: &str) -> serde_json::Result<Self> {
        Ok(Self { table: serde_json::from_str(json)?, prefill_parameters: Vec::new() })
    }

    /// The same table, with the query parameters that prefill the request form.
    pub fn with_prefills(&self, parameters: impl Iterator<Item = String>) -> Self {
        Self { table: self.table.clone(), prefill_parameters: parameters.collect() }
    }

    /// The paths of pages without parameters, and the page shown at each.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        let fixed = self.table.iter().filter(|route| !route.path.contains([':', '*']));
        fixed.filter_map(|route| Some((route.path.as_str(), route.page.as_deref()?)))
    }

    /// The name of the content shown at a path without parameters: the page's, or for pages that share
    /// a component, such as the legal ones, the path's own.
    pub fn content_name<'a>(page: &'a str, path: &'a str) -> &'a str {
        match page {
            "legal" | "page" | "landing" => path.trim_start_matches('/'),
            _ => page,
        }
    }

    /// The name of the file in `pages/` that is at a path which the table doesn't know: `ramadan-offer` at `/ramadan-offer`.
    pub fn own_page<'a>(&self, path: &'a str) -> Option<&'a str> {
        let name = path.strip_prefix('/').filter(|name| own_pages::is_name(name))?;
        let is_free = !TAKEN.contains(&name) && self.find(path, "") == RouteMatch::Nothing;
        (is_free && !self.names_content(name)).then_some(name)
    }

    /// Why a file in `pages/` with this name would be at no address; `None` if it is at one.
    pub fn refuses_own_page(&self, name: &str) -> Option<&'static str> {
        if self.own_page(&format!("/{name}")).is_some() || self.names_content(name) {
            None
        } else if own_pages::is_name(name) {
            Some("something else has that address")
        } else {
            Some(
                "an address has small letters a to z, digits, and single hyphens between words, at most 100 in all",
            )
        }
    }

    /// Whether the table itself shows a file in `pages/`.
    fn names_content(&self, name: &str) -> bool {
        self.pages().any(|(path, page)| Self::content_name(page, path) == name)
    }

    /// The paths that start with a fixed part and end in a parameter, for one page.
    pub fn prefix_of(&self, page: &str) -> Option<&str> {
        let route = self
            .table
            .iter()
            .find(|route| route.page.as_deref() == Some(page) && route.path.contains("/:"))?;
        route.path.split_once(':').map(|(prefix, _)| prefix)
    }

    /// Looks `path` up. `query` is what followed the question mark, or empty.
    pub fn find(&self, path: &str, query: &str) -> RouteMatch<'_> {
        for route in &self.table {
            let Some(parameter) = matches(&route.path, path) else { continue };
            if let Some(page) = &route.page {
                return RouteMatch::Page { page, parameter, otherwise: route.otherwise.as_deref() };
            }
            if let Some(to) = &route.redirect {
                return RouteMatch::Redirect(Redirect {
                    location: self.location(to, query, route),
                    permanent: route.permanent,
                });
            }
        }
        RouteMatch::Nothing
    }

    /// Where a link inside the site ends, redirects followed: `/about#story` → `/about-us#story`.
    pub fn destination(&self, link: &str) -> String {
        let mut link = link.to_string();
        for _ in 0..MAX_REDIRECTS {
            let (address, anchor) = link.split_once('#').map_or((link.as_str(), None), |(a, b)| (a, Some(b)));
            let (path, query) = address.split_once('?').unwrap_or((address, ""));
            let RouteMatch::Redirect(to) = self.find(path, query) else { break };
            link = match anchor {
                Some(anchor) if !to.location.contains('#') => format!("{}#{anchor}", to.location),
                _ => to.location,
            };
        }
        link
    }

    /// The address a redirect leads to: the query goes along; with a valid prefill, `anchor` leads to the form.
    fn location(&self, to: &str, query: &str, route: &Route) -> String {
        let prefills = |part: &str| self.prefill_parameters.iter().any(|known| known == part);
        let keeps_prefill = route.keeps_prefill && query.split('&').any(prefills);
        let kept: Vec<&str> = query
            .split('&')
            .filter(|part| !part.is_empty() && (keeps_prefill || !self.is_about_prefill(part)))
            .collect();
        let mut location = to.to_string();
        if !kept.is_empty() {
            location.push('?');
            location.push_str(&kept.join("&"));
        }
        if let (true, Some(anchor)) = (keeps_prefill, &route.anchor) {
            location.push('#');
            location.push_str(anchor);
        }
        location
    }

    /// Whether a part of a query has the name of a parameter that prefills the form, whatever its value.
    fn is_about_prefill(&self, part: &str) -> bool {
        let name = |parameter: &str| parameter.split_once('=').map(|(name, _)| name.to_owned());
        let asked = name(part);
        asked.is_some() && self.prefill_parameters.iter().any(|known| name(known) == asked)
    }
}

/// Whether `path` fits `pattern`; the value is the open part, if the pattern has one.
fn matches(pattern: &str, path: &str) -> Option<Option<String>> {
    match pattern.split_once(':') {
        None => (pattern == path).then_some(None),
        Some((prefix, _)) => {
            let parameter = path.strip_prefix(prefix)?;
            (!parameter.is_empty() && !parameter.contains('/')).then(|| Some(parameter.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Routes {
        Routes::parse(
            r##"[
                {"path": "/", "page": "home"},
                {"path": "/services", "redirect": "/"},
                {"path": "/services/:service", "page": "service", "otherwise": "/"},
                {"path": "/contracts", "redirect": "/annual-maintenance-contracts", "permanent": true},
                {"path": "/booking", "redirect": "/", "keepsPrefill": true, "anchor": "contact"}
            ]"##,
        )
        .unwrap()
        .with_prefills(["plan=basic", "plan=elite", "emergency=true"].map(str::to_owned).into_iter())
    }

    #[test]
    fn a_link_ends_where_its_redirects_lead_with_its_anchor_or_theirs() {
        let ends = |link: &str| table().destination(link);
        assert_eq!(ends("/contracts#elite"), "/annual-maintenance-contracts#elite");
        assert_eq!(ends("/booking?emergency=true"), "/?emergency=true#contact");
        assert_eq!(ends("/services/plumbing#steps"), "/services/plumbing#steps");
        assert_eq!(ends("/nothing"), "/nothing");
    }

    fn redirect(path: &str, query: &str) -> String {
        match table().find(path, query) {
            RouteMatch::Redirect(redirect) => redirect.location,
            other => panic!("{path} is {other:?}"),
        }
    }

    #[test]
    fn r14_a_redirect_keeps_the_prefill_and_leads_to_the_form() {
        assert_eq!(redirect("/booking", ""), "/");
        assert_eq!(redirect("/booking", "plan=basic"), "/?plan=basic#contact");
        assert_eq!(redirect("/booking", "emergency=true"), "/?emergency=true#contact");
        assert_eq!(
            redirect("/booking", "utm_source=mail&plan=elite"),
            "/?utm_source=mail&plan=elite#contact"
        );
        assert_eq!(redirect("/booking", "plan=gold&utm_source=mail"), "/?utm_source=mail");
        assert_eq!(redirect("/booking", "plan=emergency&emergency=1"), "/");
    }

    #[test]
    fn a_page_of_its_own_is_at_an_address_that_nothing_else_has() {
        let table = table();
        assert_eq!(table.own_page("/ramadan-offer"), Some("ramadan-offer"));
        for taken in ["/", "/home", "/contracts", "/booking", "/services", "/desk", "/a/b", "/A", "/x.html"] {
            assert_eq!(table.own_page(taken), None, "{taken}");
        }
        let refused = |name: &str| table.refuses_own_page(name).unwrap_or_default();
        assert_eq!(refused("home"), "");
        assert!(refused("desk").contains("something else"));
        assert!(refused("Eid_offer").contains("small letters"));
    }

    #[test]
    fn r11_services_lead_home() {
        assert_eq!(redirect("/services", ""), "/");
        let table = table();
        let parameter = Some("x".to_string());
        let page = RouteMatch::Page { page: "service", parameter, otherwise: Some("/") };
        assert_eq!(table.find("/services/x", ""), page);
        assert_eq!(table.find("/services/x/y", ""), RouteMatch::Nothing);
    }
}
