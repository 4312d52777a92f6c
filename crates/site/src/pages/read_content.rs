//! Reads and checks the content against the route table, which alone knows where a link leads: for publishing, and for
//! `amwaj check`.

use crate::pages::bundle::{Bundle, BundleError};
use crate::pages::routes::{RouteMatch, Routes};
use content;
use content::report::Place;
use content::{LinkTarget, Loaded, Photos, Report, ResolveLink, Source};
use content::{hours, notices, unused};

/// Reads and checks the content; photos that `photos` has already are not made again.
///
/// # Errors
/// Everything that keeps the content from being published.
pub fn read(source: &Source, photos: &mut Photos, routes: &Routes) -> Result<Loaded, Report> {
    let pages = content::pages(source);
    let mut loaded = content::load(source, photos, &|path| resolve_link(routes, &pages, path))?;
    for path in &pages {
        if let Some(why) = routes.refuses_own_page(name_of(path)) {
            let place = Place { file: source.display(path).as_str().into(), line: 1 };
            let what = format!("the page would be at `/{}`: {why}", name_of(path));
            loaded.report.error(&place, what, "give the file another name");
        }
    }
    if loaded.report.has_errors() { Err(loaded.report.errors_alone().sorted()) } else { Ok(loaded) }
}

/// The name of a page's file: `pages/ramadan-offer.toml` → `ramadan-offer`.
fn name_of(file: &str) -> &str {
    file.trim_start_matches("pages/").trim_end_matches(".toml")
}

/// Everything that is wrong with the content, for `amwaj check`. `today` is the day in Dubai; `check_more` gets the site's addresses and looks at what
/// this crate does not know, such as posts.
///
/// # Errors
/// When the bundle, which knows the routes, does not start.
pub fn check_content(
    source: &Source,
    bundle: &Bundle,
    today: i32,
    check_more: impl FnOnce(&ResolveLink<'_>) -> Report,
) -> Result<Report, BundleError> {
    let routes = bundle.start()?.routes;
    let mut report = match read(source, &mut Photos::default(), &routes) {
        Ok(loaded) => loaded.report,
        // Consequential errors elsewhere would only hide its mistakes.
        Err(report) => return Ok(report),
    };
    let pages = content::pages(source);
    content::check_figures(source, &mut report);
    hours::warn_of_past_days(source, today, &mut report);
    notices::warn_of_past(source, today, &mut report);
    unused::warn(source, &mut report);
    report.problems.extend(check_more(&|path| resolve_link(&routes, &pages, path)).problems);
    Ok(if report.has_errors() { report.errors_alone().sorted() } else { report.sorted() })
}

/// The target of a path of this site; `pages` are the files of the pages.
fn resolve_link(routes: &Routes, pages: &[String], path: &str) -> LinkTarget {
    let address = routes.destination(path);
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    match routes.find(path, query) {
        // Made from the database, not from a file.
        RouteMatch::Page { page: "request-answer" | "blog-list", .. } => LinkTarget::Other,
        RouteMatch::Page { page, parameter: None, .. } => {
            LinkTarget::Page { content: Some(Routes::content_name(page, path).to_string()) }
        }
        RouteMatch::Page { page: "service", parameter: Some(slug), .. } => {
            LinkTarget::Page { content: Some(format!("services/{slug}")) }
        }
        RouteMatch::Page { .. } => LinkTarget::Page { content: None },
        RouteMatch::Nothing => {
            let own = routes.own_page(path).filter(|name| pages.iter().any(|file| name_of(file) == *name));
            own.map_or(LinkTarget::Nothing, |name| LinkTarget::Page { content: Some(name.to_string()) })
        }
        RouteMatch::Redirect(_) => LinkTarget::Nothing,
    }
}
