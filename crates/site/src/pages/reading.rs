//! Reads the content against the route table: what a link leads to is known only there.

use crate::content;
use crate::content::{Address, Content, Photos, Report, Source};
use crate::pages::routes::{Found, Routes};

/// Reads and checks the content; photos are taken from `photos` where they are there already.
///
/// # Errors
/// Everything that keeps the content from being published.
pub fn read(source: &Source, photos: &mut Photos, routes: &Routes) -> Result<(Content, Report), Report> {
    content::load(source, photos, &|path| address(routes, path, 0))
}

/// What is at a path of this site.
pub fn address(routes: &Routes, path: &str, redirects: u8) -> Address {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    match routes.find(path, query) {
        // Made of what the database holds, not of a file.
        Found::Page { page: "request-answer" | "blog-list", .. } => Address::Other,
        Found::Page { page, parameter: None, .. } => {
            Address::Page { content: Some(Routes::content_name(page, path).to_string()) }
        }
        Found::Page { page: "service", parameter: Some(slug), .. } => {
            Address::Page { content: Some(format!("services/{slug}")) }
        }
        Found::Page { .. } => Address::Page { content: None },
        Found::Redirect(to) if redirects < 4 => {
            let target = to.location.split('#').next().unwrap_or_default().to_string();
            address(routes, &target, redirects + 1)
        }
        Found::Redirect(_) | Found::Nothing => Address::Nothing,
    }
}
