//! What a marketing person is told about a mistake: file, line, what is wrong, what would be right.

use std::path::Path;

use site::content::{Photos, Report, Source, load};
use site::pages::{Routes, read};
use tempfile::TempDir;

/// The route table as far as these tests need it.
pub const ROUTES: &str = r#"[
    {"path": "/", "page": "home"},
    {"path": "/services", "redirect": "/"},
    {"path": "/services/:service", "page": "service", "otherwise": "/"},
    {"path": "/annual-maintenance-contracts", "page": "contracts"},
    {"path": "/contracts", "redirect": "/annual-maintenance-contracts", "permanent": true},
    {"path": "/booking", "redirect": "/", "keepsPrefill": true, "anchor": "contact"},
    {"path": "/about", "redirect": "/"},
    {"path": "/contact-us", "page": "contact"},
    {"path": "/about-us", "page": "about"},
    {"path": "/blogs", "page": "blog-list"},
    {"path": "/privacy", "page": "legal"},
    {"path": "/terms", "page": "legal"}
]"#;

/// A copy of the repository's content that a test may break.
pub fn copy_of_content() -> TempDir {
    let folder = TempDir::new().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Replaces `from` by `to` in a content file, and says on which line it stood.
pub fn edit(folder: &Path, file: &str, from: &str, to: &str) -> usize {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, _) = text.split_once(from).unwrap_or_else(|| panic!("{file} does not hold {from}"));
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    before.lines().count() + usize::from(before.ends_with('\n') || before.is_empty())
}

fn report(folder: &Path) -> Report {
    let routes = Routes::parse(ROUTES).unwrap();
    match read(&Source::Folder(folder.to_path_buf()), &mut Photos::default(), &routes) {
        Ok((_, report)) | Err(report) => report,
    }
}

#[test]
fn every_kind_of_mistake_is_named_with_its_line_and_what_would_be_right() {
    let cases = [
        ("company.toml", "since = ", "sinse = ", "unknown field `sinse`", "did you mean `since`?"),
        ("plans.toml", "price = 1999", "price = \"1,999\"", "the text \"1,999\"", "a whole number"),
        ("plans.toml", "price = 1999", "price = 1999.5", "the number 1999.5", "a whole number"),
        ("plans.toml", "price = 1999", "price = -1999", "`price` is -1999", "from 0"),
        ("testimonials.toml", "rating = 4", "rating = 6", "`rating` is 6", "from 1 to 5"),
        (
            "pages/home.toml",
            "to = \"/contracts\" }",
            "to = \"/contratcs\" }",
            "no page is at `/contratcs`",
            "name a page",
        ),
        ("pages/home.toml", "to = \"#contact\" }", "to = \"#contcat\" }", "no anchor `contcat`", "#contact"),
        ("pages/home.toml", "anchor = \"contact\"", "anchor = \"services\"", "stands twice", "another name"),
        (
            "pages/home.toml",
            "illustrations/hero.svg",
            "illustrations/her.svg",
            "picture `illustrations/her.svg` is missing",
            "illustrations/hero.svg",
        ),
        (
            "pages/home.toml",
            "kind = \"hero\"",
            "kind = \"herro\"",
            "unknown kind the text \"herro\"",
            "`hero`",
        ),
        ("pages/home.toml", "ground = \"mist\"", "ground = \"fog\"", "the text \"fog\"", "`mist`"),
        (
            "pages/home.toml",
            "from {plans.basic.price} a year",
            "from {plans.base.price} a year",
            "nothing is called {plans.base.price}",
            "plans.basic.price",
        ),
        (
            "company.toml",
            "phone = \"+971 4 000 0000\"",
            "phone = \"call us\"",
            "`call us` is no phone number",
            "international form",
        ),
        (
            "company.toml",
            "email = \"info@example.com\"",
            "email = \"info\"",
            "`info` is no e-mail address",
            "info@company.ae",
        ),
        (
            "navigation.toml",
            "\"plumbing-services-in-dubai\"",
            "\"plumbing\"",
            "no service is called `plumbing`",
            "plumbing-services-in-dubai",
        ),
    ];
    for (file, from, to, what, instead) in cases {
        let folder = copy_of_content();
        let line = edit(folder.path(), file, from, to);
        let report = report(folder.path());
        assert!(report.has_errors(), "{to} was not noticed");
        let found = report.problems.iter().find(|problem| problem.what.contains(what));
        let problem = found.unwrap_or_else(|| panic!("{what} is not among\n{report}"));
        assert!(problem.file.ends_with(file), "{problem}");
        assert!(problem.instead.contains(instead), "{problem}");
        assert_eq!(problem.line, line, "{problem}");
    }
}

#[test]
fn a_missing_field_a_missing_file_and_broken_notation_are_named_together() {
    let folder = copy_of_content();
    edit(folder.path(), "plans.toml", "price = 1999", "");
    edit(folder.path(), "company.toml", "name = \"", "name = \"\"\"");
    std::fs::remove_file(folder.path().join("words.toml")).unwrap();
    let text = report(folder.path()).to_string();
    assert!(text.contains("`price` is missing in plans"), "{text}");
    assert!(text.contains("company.toml"), "{text}");
    assert!(text.contains("words.toml:1: error: the file is missing"), "{text}");
}

#[test]
fn a_changed_price_changes_every_sentence_that_shows_it() {
    let folder = copy_of_content();
    edit(folder.path(), "plans.toml", "price = 1999", "price = 2099");
    let source = Source::Folder(folder.path().to_path_buf());
    let routes = Routes::parse(ROUTES).unwrap();
    let (content, _) = read(&source, &mut Photos::default(), &routes).unwrap();
    let home = serde_json::to_string(&content.pages["home"]).unwrap();
    assert!(content.pages["home"].description.contains("AED 2,099"));
    assert!(home.contains(r#""amount":{"from":2099,"to":5999}"#), "{home}");
    assert!(!home.contains("1,999"), "{home}");
}

#[test]
fn placeholders_and_known_contradictions_are_warnings_only() {
    let folder = copy_of_content();
    let report = report(folder.path());
    assert!(!report.has_errors(), "{report}");
    let text = report.to_string();
    for expected in [
        "phone number `+971 4 000 0000` is a placeholder",
        "info@example.com",
        "opening-hours",
        "villa-price-floor",
    ] {
        assert!(text.contains(expected), "{expected} is not among\n{text}");
    }
}

#[test]
fn a_file_outside_the_content_folder_is_not_read() {
    let folder = copy_of_content();
    std::fs::write(folder.path().parent().unwrap().join("outside.svg"), "<svg width=\"1\" height=\"1\"/>")
        .unwrap();
    edit(folder.path(), "pages/home.toml", "illustrations/hero.svg", "../outside.svg");
    let source = Source::Folder(folder.path().to_path_buf());
    let everything = |_: &str| site::content::LinkTarget::Page { content: None };
    assert!(load(&source, &mut Photos::default(), &everything).is_err());
}
