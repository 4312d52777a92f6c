//! Whoever opens a page at another of the site's names, such as the one without `www.`, is led to its own: search engines
//! count both as one, and passkeys and the desk's sessions are bound to one. Files, data and posts stay where they are, for
//! pages that are open already.

use std::sync::atomic::{AtomicU32, Ordering};

use base::site_names::SiteNames;
use http::{HeaderMap, Method, Request, header};

use crate::dispatch::request_metrics::RequestKind;

/// Visitors led in a row before one must have come to the own name. Browsers follow twenty redirects: behind a proxy that
/// asks for another name whatever visitors ask for, even the first one sees the page in the end.
const MAX_LED: u32 = 16;

#[derive(Debug)]
pub(super) struct Leading {
    names: SiteNames,
    /// How many were led since somebody asked for the own name.
    led: AtomicU32,
}

impl Leading {
    pub fn new(names: SiteNames) -> Self {
        Self { names, led: AtomicU32::new(0) }
    }

    /// The address to go to instead. `feature` is the kind of a path that belongs to a feature.
    pub fn leads_to<B>(&self, request: &Request<B>, feature: Option<RequestKind>) -> Option<String> {
        let host = request.headers().get(header::HOST)?.to_str().ok()?;
        if self.names.is_own(host) {
            if self.led.load(Ordering::Relaxed) != 0 {
                self.led.store(0, Ordering::Relaxed);
            }
            return None;
        }
        let origin = self.names.leads_to(request.headers())?;
        if !opens_page(request, feature) {
            return None;
        }
        match self
            .led
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |led| (led <= MAX_LED).then(|| led + 1))
        {
            Ok(MAX_LED) => {
                tracing::warn!(
                    "{MAX_LED} visitors in a row asked for {host}, were led to {origin}, and nobody arrived: they see the pages at \
                     {host} now. Perhaps a proxy asks for {host} whatever visitors ask for, or leads them back: let it pass the \
                     name on (nginx: `proxy_set_header Host $host;`), or set AMWAJ_SITE_URL to the name that it leads to"
                );
                None
            }
            Ok(_) => {
                let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
                Some(format!("{origin}{path}"))
            }
            Err(_) => None,
        }
    }
}

/// Whether it's a page for a person, of the site or of the desk.
fn opens_page<B>(request: &Request<B>, feature: Option<RequestKind>) -> bool {
    let path = request.uri().path();
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_page =
        RequestKind::of_path(path) == RequestKind::Page && path != "/healthz" && path.starts_with('/');
    let of_people = match feature {
        None => true,
        // The desk's scripts ask for data at the same addresses.
        Some(kind) => kind == RequestKind::Desk && !wants_json(request.headers()),
    };
    is_read && is_page && of_people
}

fn wants_json(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leading() -> Leading {
        Leading::new(SiteNames::new(Some(&"https://www.amwaj.example".parse().expect("an address")), &[]))
    }

    fn asked(leading: &Leading, host: &str, path: &str) -> Option<String> {
        let request = Request::get(path).header(header::HOST, host).body(()).expect("a request");
        leading.leads_to(&request, None)
    }

    #[test]
    fn pages_are_led_with_their_path_and_query_and_nothing_else_is() {
        let leading = leading();
        let to = |path: &str| asked(&leading, "amwaj.example", path);
        assert_eq!(to("/blogs?page=2").as_deref(), Some("https://www.amwaj.example/blogs?page=2"));
        assert_eq!(to("//evil/").as_deref(), Some("https://www.amwaj.example//evil/"));
        for stays in ["/assets/site-0123.js", "/_data/index.json", "/robots.txt", "/healthz", "*"] {
            assert_eq!(to(stays), None, "{stays}");
        }
        let post = Request::post("/").header(header::HOST, "amwaj.example").body(()).expect("a request");
        assert_eq!(leading.leads_to(&post, None), None);
        let desk = |accept: &str| {
            let request =
                Request::get("/desk/").header(header::HOST, "amwaj.example").header(header::ACCEPT, accept);
            leading.leads_to(&request.body(()).expect("a request"), Some(RequestKind::Desk))
        };
        assert!(desk("text/html").is_some() && desk("application/json").is_none());
    }

    #[test]
    fn a_proxy_that_asks_for_one_name_only_leads_nobody_in_circles() {
        let leading = leading();
        let hops = (0..40).take_while(|_| asked(&leading, "amwaj.example", "/").is_some()).count();
        assert_eq!(hops, 16, "a browser gives up after twenty");
        assert_eq!(asked(&leading, "amwaj.example", "/"), None);
        // Somebody arrives: the proxy passes names on.
        assert_eq!(asked(&leading, "www.amwaj.example", "/"), None);
        assert!(asked(&leading, "amwaj.example", "/").is_some());
    }
}
