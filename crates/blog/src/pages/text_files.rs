//! The small text files that programs read: `robots.txt`, `security.txt` and the key of IndexNow.

use std::borrow::Cow;

use crate::pages::routes::{SECURITY, SITEMAP};
use crate::pages::{Blog, machine_text_response};
use base::clock::utc_text;
use responses::response_cache::{DataDigest, Fresh, MakeError};

const MEDIA_TYPE: &str = "text/plain; charset=utf-8";

/// Facts about the site as a whole, for programs.
#[derive(Clone, Debug)]
pub struct SiteIdentity {
    /// The address that links are written with, without a slash at the end.
    pub origin: String,
    /// Where to report vulnerabilities, if not to the company's inbox.
    pub security_contact: Option<String>,
    /// The key of IndexNow, where it is used.
    pub indexnow_key: Option<String>,
}

impl SiteIdentity {
    pub(crate) fn is_key_path(&self, path: &str) -> bool {
        let Some(key) = &self.indexnow_key else { return false };
        path.strip_prefix('/').and_then(|name| name.strip_suffix(".txt")) == Some(key.as_str())
    }
}

impl Blog {
    /// The cache key of a text file whose bytes depend on more than its address: `security.txt` has one a month.
    pub(crate) fn text_file_key<'a>(&self, path: &'a str) -> Option<Cow<'a, str>> {
        if path == SECURITY {
            let month = &utc_text(self.now())[..7];
            return Some(Cow::Owned(format!("{SECURITY}?{month}")));
        }
        self.0.identity.is_key_path(path).then_some(Cow::Borrowed(path))
    }

    pub(crate) async fn robots(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let text = robots(self.listed_origin());
        machine_text_response(self, text.into_bytes(), MEDIA_TYPE, before).await
    }

    /// The site's address, if search engines may know it.
    pub(crate) fn listed_origin(&self) -> Option<&str> {
        let is_listed = self.0.pages.render_context.load().renderer.is_listed();
        is_listed.then_some(self.0.identity.origin.as_str())
    }

    pub(crate) async fn security(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let render_context = self.0.pages.render_context.load_full();
        let identity = &self.0.identity;
        let contact = identity.security_contact.clone();
        let contact = contact.unwrap_or_else(|| format!("mailto:{}", &*render_context.content.company.email));
        let canonical = self.listed_origin();
        let text = security(&contact, canonical, self.now());
        machine_text_response(self, text.into_bytes(), MEDIA_TYPE, before).await
    }

    pub(crate) async fn indexnow_key(&self, before: Option<DataDigest>) -> Result<Fresh, MakeError> {
        let key = self.0.identity.indexnow_key.clone().unwrap_or_default();
        machine_text_response(self, key.into_bytes(), MEDIA_TYPE, before).await
    }
}

/// `robots.txt` lets everybody in if the site is live at a public address, and otherwise nobody.
fn robots(origin: Option<&str>) -> String {
    match origin {
        Some(origin) => format!("User-agent: *\nAllow: /\n\nSitemap: {origin}{SITEMAP}\n"),
        None => "# This site has no public address (AMWAJ_SITE_URL), or is a preview: it is not for search engines.\n\
                 User-agent: *\nDisallow: /\n"
            .to_owned(),
    }
}

/// `security.txt` (RFC 9116). It expires at the beginning of a month, ten to eleven months ahead: a year at most,
/// as the standard asks, and the same bytes all month.
fn security(contact: &str, origin: Option<&str>, now_ms: i64) -> String {
    let now = utc_text(now_ms);
    let (year, month): (i64, i64) = (now[..4].parse().unwrap_or(2026), now[5..7].parse().unwrap_or(1));
    let ahead = year * 12 + (month - 1) + 11;
    let expires = format!("{:04}-{:02}-01T00:00:00Z", ahead / 12, ahead % 12 + 1);
    let canonical = origin.map(|origin| format!("Canonical: {origin}{SECURITY}\n")).unwrap_or_default();
    format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n{canonical}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_txt_expires_at_the_beginning_of_a_month_within_a_year() {
        let expires = |now: i64| {
            let text = security("mailto:a@b.example", None, now);
            text.lines().find_map(|line| line.strip_prefix("Expires: ")).unwrap().to_owned()
        };
        // 31 December 2026 and 1 January 2027.
        assert_eq!(expires(1_798_761_600_000 - 1), "2027-11-01T00:00:00Z");
        assert_eq!(expires(1_798_761_600_000), "2027-12-01T00:00:00Z");
        // 1 February 2027.
        assert_eq!(expires(1_801_440_000_000), "2028-01-01T00:00:00Z");
    }
}
