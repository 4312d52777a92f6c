//! Pages beyond those that the route table names, such as an offer's: `pages/ramadan-offer.toml` is at `/ramadan-offer`. A
//! new one begins as a copy.

use crate::node::{self, Node};
use crate::report::Report;
use crate::splice::{quoted, spliced};

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 100;

/// Sections that hold a page's main heading.
pub(crate) const TOPS: [&str; 3] = ["hero", "page-banner", "map-banner"];

/// What a new page says of itself.
#[derive(Debug, Clone)]
pub struct OwnPage {
    /// Its main heading, and the beginning of its title in search results.
    pub heading: String,
    pub has_menu: bool,
}

/// Whether a page may have this address, without the slash: small letters and digits, in words with hyphens between.
pub fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= MAX_NAME_CHARS && name.split('-').all(is_word)
}

/// The file of a page with the sections of another one, which may be a service's; `None` if `text` is no page.
pub fn copied(text: &str, own: &OwnPage) -> Option<String> {
    let other = parsed(text)?;
    let start = text.find("\n[[sections]]")? + 1;
    let title = other.text_of("title");
    // Behind the bar is the company's name.
    let company = title.rsplit_once(" | ").map(|(_, name)| format!(" | {name}")).unwrap_or_default();
    let value = |key: &str| Some(format!("{key} = {}\n", &text[other.get(key)?.span.clone()]));
    let mut page = String::from("# A page of our own. The file's name is its address.\n\n");
    page += &format!("title = {}\n", quoted(&(own.heading.clone() + &company)));
    page += &["description", "ground"].into_iter().filter_map(value).collect::<String>();
    if !own.has_menu {
        page += "menu = false\n";
    }
    page += "\n";
    page += &text[start..];
    for field in ["heading", "here"] {
        let file = parsed(&page)?;
        let top = file.get("sections")?.items().iter().find(|section| is_top(section))?;
        if let Some(value) = top.get(field) {
            page = spliced(&page, value.span.clone(), &quoted(&own.heading));
        }
    }
    parsed(&page).map(|_| page)
}

fn parsed(text: &str) -> Option<Node> {
    node::parse("", text, &mut Report::default())
}

fn is_top(section: &Node) -> bool {
    TOPS.contains(&section.text_of("kind").as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn own(heading: &str) -> OwnPage {
        OwnPage { heading: heading.to_owned(), has_menu: false }
    }

    #[test]
    fn every_page_and_service_can_be_copied() {
        let files =
            [Source::Bundled.list("pages", ".toml"), Source::Bundled.list("services", ".toml")].concat();
        for path in files {
            let bytes = Source::Bundled.read(&path).expect("a file");
            let text = std::str::from_utf8(&bytes).expect("UTF-8");
            let copy = copied(text, &own("Say \"Ramadan\"")).unwrap_or_else(|| panic!("{path}"));
            let (page, sections) = (parsed(&copy).expect("TOML"), parsed(text).expect("TOML"));
            assert!(page.text_of("title").starts_with("Say \"Ramadan\""), "{path}");
            let [page, former] =
                [&page, &sections].map(|file| file.get("sections").expect("sections").items());
            assert_eq!(page.len(), former.len(), "{path}");
            let top = page.iter().find(|section| is_top(section)).expect("a top");
            assert_eq!(top.text_of("heading"), "Say \"Ramadan\"", "{path}");
        }
        assert_eq!(copied("title = \"x\"\n", &own("x")), None);
    }

    #[test]
    fn an_address_has_small_letters_digits_and_single_hyphens() {
        for name in ["a", "ramadan-offer", "2027", "a-1"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "-a", "a-", "a--b", "A", "a.b", "a/b", "..", "é", "a b", &"a".repeat(101)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
