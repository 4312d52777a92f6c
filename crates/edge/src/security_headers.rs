//! Security headers: Content-Security-Policy, HSTS, framing and the like. Sources: Mozilla's HTTP Observatory and
//! OWASP's secure headers project.

use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue, header};
use sha2::{Digest, Sha256};

/// What a page may load: its own files, the live map in a frame once a visitor asks for it, and videos in posts from
/// the two sites that posts may embed. It is the same on every page, since a page reached by a click inside the site
/// keeps the policy of the first one. Structured data (JSON-LD) needs no permission: it is data, not script. `script` and
/// `styles` are the only ones that documents contain. Over HTTP/2 the same text on every page costs a byte; the library
/// remembers 4 kB of headers, too few for one policy for each kind of page.
fn content_security_policy(script: &str, styles: &[String]) -> String {
    let hash = |text: &str| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = hash(script);
    let styles: String = styles.iter().map(|style| hash(style)).collect();
    format!(
        "default-src 'none'; script-src 'self'{script}; style-src 'self'{styles}; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         frame-src https://www.openstreetmap.org https://www.youtube-nocookie.com https://player.vimeo.com; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

/// Tells search engines to index nothing, whatever a page itself says.
pub fn noindex() -> (HeaderName, HeaderValue) {
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"))
}

/// Security headers of every page. `secure` says that visitors reach the site through TLS; `script` and `styles` are what
/// documents may contain inline.
pub fn page_headers(secure: bool, script: &str, styles: &[String]) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = file_headers(secure);
    let policy = content_security_policy(script, styles);
    let policy = HeaderValue::try_from(policy).expect("visible characters only");
    headers.extend([
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        // Not on files: other sites show the pictures of a feed or a share card. Calls with CORS are not affected.
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    ]);
    headers
}

/// Security headers of every other file; `secure` as for [`page_headers`].
pub fn file_headers(secure: bool) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = vec![(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"))];
    if secure {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.push((header::STRICT_TRANSPORT_SECURITY, year));
    }
    headers
}
