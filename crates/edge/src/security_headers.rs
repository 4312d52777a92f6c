//! Security headers: Content-Security-Policy, HSTS, framing and the like, and the policy of everything that is no page.
//! Sources: Mozilla's HTTP Observatory and OWASP's secure headers project.

use std::str::FromStr;

use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue, Response, header};
use sha2::{Digest, Sha256};

/// The policy of a file that somebody opens as a page, or in a frame: it may only show itself.
const FILE_POLICY: &str = "default-src 'none'; sandbox";
/// A drawing (SVG) would otherwise be a page of this origin, with its scripts. It says how it looks in styles of its own.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/// The same for XML, which only this program writes: browsers show feeds and sitemaps as a tree, which a sandbox keeps
/// them from.
const XML_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// Of a script only a worker heeds it: the desk's service worker asks this site, and no other.
const SCRIPT_POLICY: &str = "default-src 'none'; connect-src 'self'";

/// Gives a response that is no page of ours the policy of its content type, whoever made it, and keeps browsers from
/// guessing another type. A page has a policy already; one without gets that of files.
pub(crate) fn confine<B>(response: &mut Response<B>) {
    // A browser that has the file, or is sent elsewhere, keeps what it knows of it: not a byte more for those.
    if response.status().is_redirection() {
        return;
    }
    let headers = response.headers();
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let policy = match content_type.split(';').next().unwrap_or_default() {
        "text/html" if headers.contains_key(header::CONTENT_SECURITY_POLICY) => return,
        "text/javascript" => SCRIPT_POLICY,
        "image/svg+xml" => DRAWING_POLICY,
        "application/xml" | "application/rss+xml" | "application/atom+xml" => XML_POLICY,
        _ => FILE_POLICY,
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

/// The policy of a page: it may load its own files, the live map in a frame once a visitor asks for it, and videos in
/// posts from the two sites that posts may embed. It is the same on every page, since a page reached by a click inside
/// the site keeps the policy of the first one. Structured data (JSON-LD) needs no permission: it is data, not script.
/// `script` and `styles` are the only ones that documents contain. Over HTTP/2 the same text on every page costs a
/// byte; the library remembers 4 kB of headers, too few for one policy for each kind of page.
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

/// For whom browsers are told to use TLS alone, for a year (Strict-Transport-Security, RFC 6797).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hsts {
    /// For the site's own name.
    Host,
    /// Also for the names below it, which other servers of the company may have.
    Subdomains,
    /// For none: a browser that was told otherwise before forgets it.
    Off,
}

impl FromStr for Hsts {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "host" => Ok(Hsts::Host),
            "subdomains" => Ok(Hsts::Subdomains),
            "off" => Ok(Hsts::Off),
            _ => Err(()),
        }
    }
}

impl Hsts {
    fn value(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Hsts::Host => "max-age=31536000",
            Hsts::Subdomains => "max-age=31536000; includeSubDomains",
            Hsts::Off => "max-age=0",
        })
    }
}

/// Security headers of every page. `hsts` is for a site that visitors reach through TLS; `script` and `styles` are what
/// documents may contain inline.
pub fn page_headers(hsts: Option<Hsts>, script: &str, styles: &[String]) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = file_headers(hsts);
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

/// Security headers of every other file; `hsts` as for [`page_headers`].
pub fn file_headers(hsts: Option<Hsts>) -> Vec<(HeaderName, HeaderValue)> {
    let mut headers = vec![(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"))];
    headers.extend(hsts.map(|hsts| (header::STRICT_TRANSPORT_SECURITY, hsts.value())));
    headers
}
