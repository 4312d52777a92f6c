//! Links between the posts of the old site: they lead to the posts here.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use regex::{Captures, Regex};
use unicode_normalization::UnicodeNormalization as _;
use url::Url;

use crate::old_post::unescaped;

/// The address of a link, with its quotation marks.
static HREF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(<[Aa]\s(?:[^>]*?\s)?[Hh][Rr][Ee][Ff]\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)"#)
        .expect("a pattern")
});
/// What paths are joined to where the old site's address is not known.
static HERE: LazyLock<Url> = LazyLock::new(|| Url::parse("https://here.invalid/").expect("an address"));

/// The addresses that the posts had at the old site.
#[derive(Default)]
pub struct OldAddresses {
    hosts: HashSet<String>,
    /// Slugs by address, and whether the post is a draft here.
    posts: HashMap<String, (String, bool)>,
}

impl OldAddresses {
    pub fn new(site: Option<&Url>) -> Self {
        Self { hosts: site.and_then(host).into_iter().collect(), posts: HashMap::new() }
    }

    /// A post that had these addresses is at `/blogs/{slug}`.
    pub fn add(&mut self, addresses: &[String], slug: &str, is_draft: bool) {
        for url in addresses.iter().filter_map(|address| HERE.join(address).ok()) {
            if url.origin() != HERE.origin() {
                self.hosts.extend(host(&url));
            }
            if let Some(key) = key(&url) {
                self.posts.entry(key).or_insert_with(|| (slug.to_string(), is_draft));
            }
        }
    }

    /// The HTML with links to the posts' addresses here. `notes` names those that still lead to the old site, and those that
    /// lead to drafts.
    pub fn rewrite(&self, html: &str, notes: &mut Vec<String>) -> String {
        let mut said = HashSet::new();
        let mut note = |text: String| {
            if said.insert(text.clone()) {
                notes.push(text);
            }
        };
        let changed = HREF.replace_all(html, |found: &Captures<'_>| {
            let written = unescaped(found[2].trim_matches(['"', '\'']).trim());
            let target = self.old_address(&written).and_then(|url| Some(self.posts.get(&key(&url)?)));
            match target {
                Some(Some((slug, is_draft))) => {
                    if *is_draft {
                        note(format!("it links to `/blogs/{slug}`, which is a draft"));
                    }
                    format!("{}\"/blogs/{slug}\"", &found[1])
                }
                Some(None) if !written.starts_with('/') || written.starts_with("//") => {
                    note(format!("the link `{written}` still leads to the old site"));
                    found[0].to_string()
                }
                _ => found[0].to_string(),
            }
        });
        changed.into_owned()
    }

    /// The address of a link to the old site.
    fn old_address(&self, written: &str) -> Option<Url> {
        let named = if written.starts_with("www.") { format!("//{written}") } else { written.to_string() };
        if !named.starts_with('/') && !named.contains("://") {
            return None;
        }
        let url = HERE.join(&named).ok()?;
        let is_old =
            url.origin() == HERE.origin() || host(&url).is_some_and(|host| self.hosts.contains(&host));
        is_old.then_some(url)
    }
}

/// The host without `www.`; `None` of what is no web address.
fn host(url: &Url) -> Option<String> {
    let host = url.host_str().filter(|_| matches!(url.scheme(), "http" | "https"))?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    Some(url.port().map_or_else(|| host.to_string(), |port| format!("{host}:{port}")))
}

/// The one spelling of an address: `?p=12` of WordPress, or the path without its ends, decoded. `None` of the home page; its
/// key would be that of no post.
fn key(url: &Url) -> Option<String> {
    let number = url.query_pairs().find(|(name, value)| name == "p" && value.parse::<u64>().is_ok());
    if let Some((_, number)) = number {
        return Some(format!("?p={number}"));
    }
    let path = percent_decode_str(url.path()).decode_utf8_lossy();
    Some(path.trim_matches('/').nfc().collect::<String>().to_lowercase()).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r48_links_between_imported_posts_lead_to_them_here() {
        let site = Url::parse("https://www.old.example/blog/").expect("an address");
        let mut old = OldAddresses::new(Some(&site));
        let addresses = |all: &[&str]| all.iter().map(|one| (*one).to_string()).collect::<Vec<_>>();
        let dated = "https://old.example/2024/05/%d9%85%d9%83%d9%8a%d9%81/";
        old.add(&addresses(&[dated, "http://staging.example:8080/?p=12"]), "mkyf", false);
        old.add(&addresses(&["/fa\u{e7}ade/"]), "facade", true);
        for (written, address) in [
            (dated, "/blogs/mkyf"),
            ("http://www.old.example/2024/05/مكيف", "/blogs/mkyf"),
            ("HTTPS://OLD.example/2024/05/%D9%85%D9%83%D9%8A%D9%81/#more-12", "/blogs/mkyf"),
            ("//old.example/2024/05/مكيف/?utm_source=mail&amp;x=1", "/blogs/mkyf"),
            ("www.old.example/2024/05/مكيف/", "/blogs/mkyf"),
            ("/2024/05/مكيف/", "/blogs/mkyf"),
            ("https://old.example/?p=12", "/blogs/mkyf"),
            ("http://staging.example:8080/?x=1&#038;p=12", "/blogs/mkyf"),
            ("/fac\u{327}ade", "/blogs/facade"),
        ] {
            for mark in ["\"", "'"] {
                let html = format!("<p><A class=x\nhref = {mark}{written}{mark}>x</A></p>");
                let expected = format!("<p><A class=x\nhref = \"{address}\">x</A></p>");
                assert_eq!(old.rewrite(&html, &mut Vec::new()), expected, "{written}");
            }
        }
        let mut notes = Vec::new();
        let html = "<a href=/façade>a</a> <a data-href=\"/façade\" href='https://old.example/contact'>b</a>\
                    <a href=\"https://old.example/contact\">c</a>";
        assert!(old.rewrite(html, &mut notes).starts_with("<a href=\"/blogs/facade\">a</a> <a data-href"));
        let draft = "it links to `/blogs/facade`, which is a draft";
        assert_eq!(notes, [draft, "the link `https://old.example/contact` still leads to the old site"]);
    }

    #[test]
    fn other_links_stay_as_they_are() {
        let site = Url::parse("https://old.example").expect("an address");
        let mut old = OldAddresses::new(Some(&site));
        old.add(&["/ac-care".to_string()], "ac-care", false);
        for written in [
            "https://new.example/ac-care",
            "https://old.example.evil.example/ac-care",
            "https://old.example@evil.example/ac-care",
            "mailto:a@old.example",
            "#ac-care",
            "ac-care",
            "/contact-us",
            "call",
            "javascript:x",
        ] {
            let (html, mut notes) = (format!("<a href=\"{written}\">x</a>"), Vec::new());
            assert_eq!((old.rewrite(&html, &mut notes), notes), (html, Vec::new()), "{written}");
        }
        let text = "<code>&lt;a href=\"https://old.example/ac-care\"&gt;</code>";
        assert_eq!(old.rewrite(text, &mut Vec::new()), text);
    }
}
