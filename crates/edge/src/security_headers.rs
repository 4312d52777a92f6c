//! Security headers: Content-Security-Policy, HSTS, framing and the like. Sources: Mozilla's HTTP Observatory and
//! OWASP's secure headers project.

use std::sync::LazyLock;

use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue, header};
use sha2::{Digest, Sha256};

/// The only inline script of a page: it hides the banner that the visitor has dismissed before the first paint.
const INLINE_SCRIPT: &[u8] = include_bytes!("../../../web/src/shell/banner-dismissed.js");

/// What a page may load: its own files, the live map in a frame once a visitor asks for it, and videos in posts from
/// the two sites that posts may embed. It is the same on every page, since a page reached by a click inside the site
/// keeps the policy of the first one. Structured data (JSON-LD) needs no permission: it is data, not script.
static CONTENT_SECURITY_POLICY: LazyLock<String> = LazyLock::new(|| {
    let digest = STANDARD.encode(Sha256::digest(INLINE_SCRIPT));
    format!(
        "default-src 'none'; script-src 'self' 'sha256-{digest}'; style-src 'self'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
         frame-src https://www.openstreetmap.org https://www.youtube-nocookie.com https://player.vimeo.com; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
});

/// Tells search engines to index nothing, whatever a page itself says.
pub fn noindex() -> (HeaderName, HeaderValue) {
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"))
}

/// Security headers of every page. `secure` says that visitors reach the site through TLS.
pub fn page_headers(secure: bool) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = file_headers(secure);
    let policy = HeaderValue::from_static(&CONTENT_SECURITY_POLICY);
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
