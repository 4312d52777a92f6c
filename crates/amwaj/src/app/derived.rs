//! Values that several parts of the running site derive from the settings: places of content and bundle, headers,
//! addresses.

use base::site_names::SiteNames;
use content::Source;
use edge::security_headers;
use site::pages::{Bundle, SiteHeaders};

use crate::settings::Settings;

/// Reason why a start fails, as a sentence for the person who started it.
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
    let is_secure = settings.site_url.as_ref().is_some_and(|url| url.scheme() == "https");
    let hsts = is_secure.then_some(settings.hsts);
    let inline = bundle(settings).inline();
    SiteHeaders {
        pages: security_headers::page_headers(hsts, &inline.script, &inline.styles),
        files: security_headers::file_headers(hsts),
    }
}

/// Base of absolute links, without a trailing slash. Where no address is set, the one listened on stands in (R10), so
/// that pages have whole heads; search engines are asked to keep none of them.
pub fn origin(settings: &Settings) -> String {
    let listen = settings.listen;
    match &settings.site_url {
        Some(url) => url.as_str().trim_end_matches('/').to_string(),
        // Nobody can open 0.0.0.0.
        None if listen.ip().is_unspecified() => format!("http://localhost:{}", listen.port()),
        None => format!("http://{listen}"),
    }
}

pub fn site_names(settings: &Settings) -> SiteNames {
    SiteNames::new(settings.site_url.as_ref(), settings.tls_names.as_deref().unwrap_or_default())
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
            assert_eq!(settings.public_origin(), None, "{listen}");
        }
        let set = settings("AMWAJ_SITE_URL", "https://amwaj.example/");
        assert_eq!((origin(&set), set.public_origin().is_some()), ("https://amwaj.example".to_owned(), true));
    }
}
