//! What several parts of the running site derive from the settings: where content and bundle are, headers, addresses.

use edge::security_headers;
use site::content::Source;
use site::pages::{Bundle, SiteHeaders};
use tokio::task::JoinHandle;

use crate::settings::Settings;

/// What stops a start, as a sentence for the person who started it.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// The content and the bundle that the settings name.
pub fn source(settings: &Settings) -> Source {
    Source::named(settings.content_dir.clone())
}

/// See [`source`].
pub fn bundle(settings: &Settings) -> Bundle {
    settings.web_dir.clone().map_or(Bundle::Embedded, Bundle::Folder)
}

pub fn headers(settings: &Settings) -> SiteHeaders {
    let secure = settings.site_url.as_ref().is_some_and(|url| url.scheme() == "https");
    let mut headers = SiteHeaders {
        pages: security_headers::page_headers(secure),
        files: security_headers::file_headers(secure),
    };
    if settings.unlisted {
        headers.pages.push(security_headers::noindex());
    }
    headers
}

/// What links are written with that must be whole, without a slash at the end. Where no public address is set, the
/// address listened on stands in: search engines never hear of it.
pub fn origin(settings: &Settings) -> String {
    match &settings.site_url {
        Some(url) => url.as_str().trim_end_matches('/').to_string(),
        None => format!("http://{}", settings.listen),
    }
}

pub fn host_of(url: &url::Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_string(), |port| format!("{host}:{port}")))
}

/// A task that ends with who holds this.
pub struct AbortOnDrop(pub JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
