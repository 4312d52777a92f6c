//! The site's one route table. It is written in `web/src/routes.ts`; this side reads it from the bundle.

use serde::Deserialize;

/// One line of the table.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Route {
    /// A path, whose parts may be parameters: `/services/:service`.
    path: String,
    /// The page drawn there.
    page: Option<String>,
    /// Or where it leads.
    redirect: Option<String>,
    /// Where an unknown parameter leads.
    otherwise: Option<String>,
    /// Whether the redirect may be remembered for ever.
    #[serde(default)]
    permanent: bool,
    /// Whether a wish in the query (`plan`, `emergency`) goes along and lands on `anchor`.
    #[serde(default)]
    keeps_wish: bool,
    /// The anchor that a kept wish lands on.
    anchor: Option<String>,
}

/// What the table says of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<'a> {
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
pub struct Routes(Vec<Route>);

impl Routes {
    /// Reads the table from its JSON.
    ///
    /// # Errors
    /// When it is not a list of routes.
    pub fn parse(json: &str) -> serde_json::Result<Self> {
        serde_json::from_str(json).map(Self)
    }

    /// The paths of pages without parameters, and the page drawn at each.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        let fixed = self.0.iter().filter(|route| !route.path.contains([':', '*']));
        fixed.filter_map(|route| Some((route.path.as_str(), route.page.as_deref()?)))
    }

    /// The name of the content drawn at a path without parameters: the page's, or for pages that share
    /// a drawing, such as the legal ones, the path's own.
    pub fn content_name<'a>(page: &'a str, path: &'a str) -> &'a str {
        match page {
            "legal" => path.trim_start_matches('/'),
            _ => page,
        }
    }

    /// The paths that start with a fixed part and end in a parameter, for one page.
    pub fn prefix_of(&self, page: &str) -> Option<&str> {
        let route =
            self.0.iter().find(|route| route.page.as_deref() == Some(page) && route.path.contains("/:"))?;
        route.path.split_once(':').map(|(prefix, _)| prefix)
    }

    /// What is at `path`. `query` is what followed the question mark, or empty.
    pub fn find(&self, path: &str, query: &str) -> Found<'_> {
        for route in &self.0 {
            let Some(parameter) = matches(&route.path, path) else { continue };
            if let Some(page) = &route.page {
                return Found::Page { page, parameter, otherwise: route.otherwise.as_deref() };
            }
            if let Some(to) = &route.redirect {
                return Found::Redirect(Redirect {
                    location: location(to, query, route),
                    permanent: route.permanent,
                });
            }
        }
        Found::Nothing
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

/// The address a redirect leads to: the query goes along, a kept wish lands on its anchor.
fn location(to: &str, query: &str, route: &Route) -> String {
    let wished = route.keeps_wish && wish(query).is_some();
    let kept: Vec<&str> =
        query.split('&').filter(|part| !part.is_empty() && (wished || !is_wish(part))).collect();
    let mut location = to.to_string();
    if !kept.is_empty() {
        location.push('?');
        location.push_str(&kept.join("&"));
    }
    if let (true, Some(anchor)) = (wished, &route.anchor) {
        location.push('#');
        location.push_str(anchor);
    }
    location
}

fn is_wish(part: &str) -> bool {
    part.starts_with("plan=") || part.starts_with("emergency=")
}

/// The wish in a query: `plan=basic` is `basic`, `emergency=true` is `emergency` (R14).
pub fn wish(query: &str) -> Option<&str> {
    query.split('&').find_map(|part| match part.split_once('=')? {
        ("plan", plan @ ("basic" | "premium" | "elite")) => Some(plan),
        ("emergency", "true") => Some("emergency"),
        _ => None,
    })
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
                {"path": "/booking", "redirect": "/", "keepsWish": true, "anchor": "contact"}
            ]"##,
        )
        .unwrap()
    }

    fn redirect(path: &str, query: &str) -> String {
        match table().find(path, query) {
            Found::Redirect(redirect) => redirect.location,
            other => panic!("{path} is {other:?}"),
        }
    }

    #[test]
    fn r14_a_wish_goes_along_to_the_form() {
        assert_eq!(redirect("/booking", ""), "/");
        assert_eq!(redirect("/booking", "plan=basic"), "/?plan=basic#contact");
        assert_eq!(redirect("/booking", "emergency=true"), "/?emergency=true#contact");
        assert_eq!(
            redirect("/booking", "utm_source=mail&plan=elite"),
            "/?utm_source=mail&plan=elite#contact"
        );
        assert_eq!(redirect("/booking", "plan=gold&utm_source=mail"), "/?utm_source=mail");
    }

    #[test]
    fn r11_services_lead_home() {
        assert_eq!(redirect("/services", ""), "/");
        let table = table();
        let parameter = Some("x".to_string());
        let page = Found::Page { page: "service", parameter, otherwise: Some("/") };
        assert_eq!(table.find("/services/x", ""), page);
        assert_eq!(table.find("/services/x/y", ""), Found::Nothing);
    }
}
