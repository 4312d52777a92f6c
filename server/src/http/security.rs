//! The headers that keep a page to itself. Sources: Mozilla's HTTP Observatory and OWASP's secure headers project.

use http::{HeaderName, HeaderValue, header};

/// What a page may load: its own files, and nothing else. Structured data in the page is data, not script.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Whose live map may stand in a page that has one, once the visitor asks for it.
const MAP: &str = "; frame-src https://www.openstreetmap.org";

/// Headers of the pages with a live map.
pub fn map_page_headers(secure: bool) -> Vec<(HeaderName, HeaderValue)> {
    let policy = HeaderValue::try_from(format!("{CONTENT_SECURITY_POLICY}{MAP}"));
    let mut headers = page_headers(secure);
    for (name, value) in &mut headers {
        if let (true, Ok(policy)) = (*name == header::CONTENT_SECURITY_POLICY, &policy) {
            *value = policy.clone();
        }
    }
    headers
}

/// Headers of every page. `secure` says that visitors reach the site through TLS.
pub fn page_headers(secure: bool) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = file_headers(secure);
    headers.extend([
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    ]);
    headers
}

/// Headers of every file.
pub fn file_headers(secure: bool) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = vec![(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"))];
    if secure {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.push((header::STRICT_TRANSPORT_SECURITY, year));
    }
    headers
}
