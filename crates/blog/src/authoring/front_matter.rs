//! Parses a post's front matter: the YAML between the lines `---` at the top of its file.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_saphyr::{Error, Location, Spanned};

use base::suggest::nearest;
use content::report::{Place, Report};

/// Everything that front matter may say. The names are the keys.
#[derive(Debug, Default, Deserialize)]
pub struct FrontMatter {
    pub title: Option<Spanned<String>>,
    pub slug: Option<Spanned<String>>,
    pub meta_title: Option<Spanned<String>>,
    pub meta_description: Option<Spanned<String>>,
    pub excerpt: Option<Spanned<String>>,
    pub image: Option<Spanned<String>>,
    pub image_alt: Option<Spanned<String>>,
    pub author: Option<Spanned<String>>,
    pub date: Option<Spanned<String>>,
    pub checked: Option<Spanned<String>>,
    pub draft: Option<Spanned<String>>,
    /// Written by `export`: the post's id.
    pub id: Option<Spanned<String>>,
    /// Written by `export`: when it was first stored.
    pub created: Option<Spanned<String>>,
    /// Written by `export`: the files of the pictures that the text names.
    pub pictures: Option<BTreeMap<String, String>>,
}

const KEYS: [&str; 14] = [
    "title",
    "slug",
    "meta_title",
    "meta_description",
    "excerpt",
    "image",
    "image_alt",
    "author",
    "date",
    "checked",
    "draft",
    "id",
    "created",
    "pictures",
];
/// Number of keys that authors write themselves; error messages name only these.
const AUTHOR_KEYS: usize = 11;
/// The line of the file in which the YAML starts.
const FIRST_LINE: usize = 2;
/// The most bytes of YAML.
const MAX_FRONT_MATTER_BYTES: usize = 64 * 1024;

/// A file's front matter, its body, and the line in which the body starts; `None` if there is a mistake, which is
/// reported.
pub fn parse<'a>(text: &'a str, at: &Place, report: &mut Report) -> Option<(FrontMatter, &'a str, usize)> {
    let Some((yaml, body)) = split(text) else {
        report.error(
            at,
            "the file does not say what the post is called",
            "let it start with a line `---`, then `title: What it is called`, then another line `---`",
        );
        return None;
    };
    if yaml.len() > MAX_FRONT_MATTER_BYTES {
        report.error(
            at,
            "there is too much between the two lines `---`",
            "put the text below the second one",
        );
        return None;
    }
    let before = report.problems.len();
    check_keys(yaml, at, report);
    if report.problems.len() > before {
        return None;
    }
    match serde_saphyr::from_str::<FrontMatter>(yaml) {
        Ok(fields) => Some((fields, body, FIRST_LINE + yaml.matches('\n').count() + 1)),
        Err(error) => {
            report_yaml_error(&error, at, report);
            None
        }
    }
}

/// The line of the file in which a field is.
pub fn line(at: Location) -> usize {
    usize::try_from(at.line()).unwrap_or(1) + FIRST_LINE - 1
}

/// The text between the two lines `---`, and the text after them.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---")?;
    let rest = rest.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n')?;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn check_keys(yaml: &str, at: &Place, report: &mut Report) {
    let keys: BTreeMap<Key, IgnoredAny> = match serde_saphyr::from_str(yaml) {
        Ok(keys) => keys,
        Err(error) => return report_yaml_error(&error, at, report),
    };
    for Key(key, line) in keys.keys().filter(|key| !KEYS.contains(&key.0.as_str())) {
        let instead = match nearest(key, KEYS) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("use one of {}", KEYS[..AUTHOR_KEYS].join(", ")),
        };
        let place = Place { file: at.file.clone(), line: *line };
        report.error(&place, format!("nothing is known about `{key}`"), instead);
    }
}

/// A key and its line in the file, ordered by line.
#[derive(Debug, PartialEq, Eq)]
struct Key(String, usize);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = Spanned::<String>::deserialize(deserializer)?;
        Ok(Self(key.value, line(key.referenced)))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.1, &self.0).cmp(&(other.1, &other.0))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

fn report_yaml_error(error: &Error, at: &Place, report: &mut Report) {
    let place = Place { file: at.file.clone(), line: error.location().map_or(at.line, line) };
    let said = error.without_snippet().to_string();
    // The parser counts lines from the first `---`; `place` has the line of the file.
    let said = said.lines().next().unwrap_or_default();
    let said = said.split_once(" at line ").map_or(said, |(said, _)| said);
    report.error(
        &place,
        format!("the lines between `---` cannot be read: {said}"),
        "write each as `key: \"value\"`; a value with a colon needs the quotation marks",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place { file: "a.md".into(), line: 1 }
    }

    fn wrong(text: &str) -> String {
        let mut report = Report::default();
        assert!(parse(text, &place(), &mut report).is_none());
        report.to_string()
    }

    #[test]
    fn fields_are_parsed_as_text_with_their_lines() {
        let mut report = Report::default();
        let text = "---\ntitle: 2026\ndate: 2026-10-05\ndraft: true\nexcerpt:\nauthor: No\n---\nbody\n";
        let (fields, body, at) = parse(text, &place(), &mut report).unwrap_or_else(|| panic!("{report}"));
        assert_eq!(fields.title.expect("a title").value, "2026");
        let date = fields.date.expect("a date");
        assert_eq!((date.value.as_str(), line(date.referenced)), ("2026-10-05", 3));
        assert_eq!(fields.draft.expect("a word").value, "true");
        assert_eq!(fields.author.expect("a name").value, "No");
        assert!(fields.excerpt.is_none_or(|excerpt| excerpt.value.is_empty()));
        assert_eq!((body, at), ("body\n", 8));
    }

    #[test]
    fn an_unknown_key_is_rejected_with_the_one_that_was_meant() {
        let said = wrong("---\ntitle: A\nmeta_titel: B\n---\n");
        assert_eq!(said, "a.md:3: error: nothing is known about `meta_titel`; did you mean `meta_title`?\n");
        let said = wrong("---\ntitle: A\nzzz: B\n---\n");
        assert!(said.contains("a.md:3") && said.contains("use one of title, slug"), "{said}");
    }

    #[test]
    fn syntax_errors_are_reported_with_their_line() {
        for (text, line) in [
            ("no front matter", 1),
            ("---\ntitle: A\n", 1),
            ("---\ntitle: \"A\nslug: b\n---\n", 3),
            ("---\ntitle: A: B\n---\n", 2),
            ("---\ntitle: A\ntitle: B\n---\n", 3),
            ("---\njust words\n---\n", 2),
            ("---\ntitle: [a, b]\n---\n", 2),
        ] {
            let said = wrong(text);
            assert!(said.starts_with(&format!("a.md:{line}: error:")), "{text:?}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}
