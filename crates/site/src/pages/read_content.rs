//! Reads and checks the content against the route table, which alone knows where a link leads: for publishing, and for
//! `amwaj check`.

use crate::content;
use crate::content::{LinkTarget, Loaded, Photos, Report, ResolveLink, Source};
use crate::content::{hours, notices};
use crate::pages::bundle::{Bundle, BundleError};
use crate::pages::routes::{RouteMatch, Routes};

/// Reads and checks the content; photos that `photos` has already are not made again.
///
/// # Errors
/// Everything that keeps the content from being published.
pub fn read(source: &Source, photos: &mut Photos, routes: &Routes) -> Result<Loaded, Report> {
    content::load(source, photos, &|path| resolve_link(routes, path))
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
        // What follows from its mistakes elsewhere would only hide them.
        Err(report) => return Ok(report),
    };
    content::check_figures(source, &mut report);
    hours::warn_of_past_days(source, today, &mut report);
    notices::warn_of_past(source, today, &mut report);
    report.problems.extend(check_more(&|path| resolve_link(&routes, path)).problems);
    Ok(if report.has_errors() { report.errors_alone().sorted() } else { report.sorted() })
}

/// What is at a path of this site.
fn resolve_link(routes: &Routes, path: &str) -> LinkTarget {
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
        RouteMatch::Redirect(_) | RouteMatch::Nothing => LinkTarget::Nothing,
    }
}
