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
    let inline = bundle(settings).inline();
    let mut headers = SiteHeaders {
        pages: security_headers::page_headers(secure, &inline.script, &inline.styles),
        files: security_headers::file_headers(secure),
    };
    if !is_listed(settings) {
        headers.pages.push(security_headers::noindex());
    }
    headers
}

/// Whether search engines may keep the site: it has a public address, and isn't a preview.
pub fn is_listed(settings: &Settings) -> bool {
    settings.public_origin().is_some() && !settings.unlisted
}

/// What links are written with that must be whole, without a slash at the end. Where no address is set, the one listened
/// on stands in (R10), so that pages have whole heads; search engines are asked to keep none of them.
pub fn origin(settings: &Settings) -> String {
    let listen = settings.listen;
    match &settings.site_url {
        Some(url) => url.as_str().trim_end_matches('/').to_string(),
        // Nobody can open 0.0.0.0.
        None if listen.ip().is_unspecified() => format!("http://localhost:{}", listen.port()),
        None => format!("http://{listen}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_without_a_public_address_pages_name_the_one_that_is_listened_on() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let settings = |name: &str, value: &str| {
            Settings::load(Some(file.path()), &[(name.to_owned(), value.to_owned())]).expect("right")
        };
        for (listen, expected) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("192.0.2.7:80", "http://192.0.2.7:80"),
            ("0.0.0.0:8080", "http://localhost:8080"),
            ("[::]:8080", "http://localhost:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
        ] {
            let settings = settings("AMWAJ_LISTEN", listen);
            assert_eq!(origin(&settings), expected);
            assert!(!is_listed(&settings), "{listen}");
        }
        let set = settings("AMWAJ_SITE_URL", "https://amwaj.example/");
        assert_eq!((origin(&set).as_str(), is_listed(&set)), ("https://amwaj.example", true));
    }
}
