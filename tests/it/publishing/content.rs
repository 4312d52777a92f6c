//! Messages to a marketing person about a mistake: file, line, the problem, and a suggestion.

use std::path::Path;

use amwaj::content_export::export;
use content::hours::warn_of_past_days;
use content::{Loaded, Photos, Report, Source, load};
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
        Ok(loaded) => loaded.report,
        Err(report) => report,
    }
}

#[test]
fn every_kind_of_mistake_is_named_with_its_line_and_what_would_be_right() {
    let cases = [
        ("plans.toml", "price = 1999", "price = 1999.5", "the number 1999.5", "a whole number"),
        ("plans.toml", "price = 1999", "price = -1999", "`price` is -1999", "from 0"),
        ("pages/home.toml", "anchor = \"contact\"", "anchor = \"services\"", "stands twice", "another name"),
        (
            "pages/home.toml",
            "kind = \"hero\"",
            "kind = \"herro\"",
            "unknown kind the text \"herro\"",
            "`hero`",
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
            "opens = \"08:00\"",
            "opens = \"25:00\"",
            "25:00 is no time",
            "write hours as 08:00",
        ),
        (
            "company.toml",
            "days = \"sunday to thursday\"",
            "day = \"sunday to thursday\"",
            "unknown field `day`",
            "did you mean `days`?",
        ),
    ];
    assert_named(&cases);
}

#[test]
fn r14_a_service_s_choice_and_links_that_prefill_the_form_are_checked_against_what_there_is() {
    assert_named(&[
        (
            "services/plumbing-services-in-dubai.toml",
            "request_service = \"Plumbing Services\"",
            "request_service = \"Plumbing Service\"",
            "`Plumbing Service` is no choice of the request form",
            "write \"Plumbing Services\", leave it out, or use another one of \"AC Repair & Maintenance\"",
        ),
        (
            "services/plumbing-services-in-dubai.toml",
            "\"Request service\", to = \"/?service=plumbing-services-in-dubai#contact\"",
            "\"Request service\", to = \"/?service=plumbing-service-in-dubai#contact\"",
            "no service is called `plumbing-service-in-dubai`",
            "write `service=plumbing-services-in-dubai`",
        ),
        (
            "pages/about.toml",
            "to = \"/booking?plan=premium\"",
            "to = \"/booking?plan=premum\"",
            "no plan is called `premum`",
            "write `plan=premium`",
        ),
    ]);
}

/// Makes each of these mistakes in a copy of the content: file, words, mistake, what is said of it, and of what would be
/// right.
fn assert_named(cases: &[(&str, &str, &str, &str, &str)]) {
    for (file, from, to, what, instead) in cases.iter().copied() {
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
fn a_list_of_communities_that_is_misspelt_is_named_where_it_is_shown_and_where_it_is_filled() {
    assert_named(&[
        (
            "services/plumbing-services-in-dubai.toml",
            "list = \"core\"",
            "list = \"cor\"",
            "no community is on the list `cor`",
            "did you mean `core`?",
        ),
        (
            "areas.toml",
            "\"Pearl Jumeira\", lists = [\"villa\"]",
            "\"Pearl Jumeira\", lists = [\"vila\"]",
            "no page shows the list `vila`",
            "did you mean `villa`?",
        ),
    ]);
}

#[test]
fn files_that_cannot_be_read_are_named_before_what_follows_from_them() {
    let folder = copy_of_content();
    edit(folder.path(), "plans.toml", "price = 1999", "");
    let text = report(folder.path()).to_string();
    assert!(text.contains("`price` is missing in plans"), "{text}");
    edit(folder.path(), "company.toml", "name = \"", "name = \"\"\"");
    std::fs::remove_file(folder.path().join("words.toml")).unwrap();
    let text = report(folder.path()).to_string();
    assert!(text.contains("company.toml"), "{text}");
    assert!(text.contains("words.toml:1: error: the file is missing"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_changed_price_changes_every_sentence_that_shows_it() {
    let folder = copy_of_content();
    edit(folder.path(), "plans.toml", "price = 1999", "price = 2099");
    let source = Source::Folder(folder.path().to_path_buf());
    let routes = Routes::parse(ROUTES).unwrap();
    let Loaded { content, .. } =
        read(&source, &mut Photos::default(), &routes).unwrap_or_else(|report| panic!("{report}"));
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
fn the_hours_that_search_engines_read_follow_those_of_people_once_they_agree() {
    let folder = copy_of_content();
    let text = std::fs::read_to_string(folder.path().join("company.toml")).unwrap();
    let (before, block) = text.split_once("[[hours.search_engines]]").unwrap();
    let (_, after) = block.split_once("\n\n").unwrap();
    std::fs::write(folder.path().join("company.toml"), format!("{before}{after}")).unwrap();
    let source = Source::Folder(folder.path().to_path_buf());
    let routes = Routes::parse(ROUTES).unwrap();
    let read = read(&source, &mut Photos::default(), &routes);
    let Loaded { content, report, .. } = read.unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(content.company.hours.structured, ["Su-Th 08:00-18:00"]);
    assert!(!report.to_string().contains("opening-hours"), "{report}");
}

#[test]
fn check_asks_to_delete_a_special_day_that_is_over() {
    let folder = copy_of_content();
    let holiday = "[[hours.special]]\nname = \"Feast\"\nfrom = \"2026-12-02\"\nclosed = true\n\n[rating]";
    let line = edit(folder.path(), "company.toml", "[rating]", holiday);
    let source = Source::Folder(folder.path().to_path_buf());
    let on = |today: &str| {
        let mut report = Report::default();
        warn_of_past_days(&source, base::clock::day_of(today).unwrap(), &mut report);
        report.to_string()
    };
    assert_eq!(on("2026-12-02"), "");
    let said = on("2026-12-03");
    let expected = format!("company.toml:{line}: warning: \"Feast\" ended on 2026-12-02; delete it\n");
    assert!(said.ends_with(&expected), "{said}");
}

#[test]
fn a_file_outside_the_content_folder_is_not_read() {
    let folder = copy_of_content();
    std::fs::write(folder.path().parent().unwrap().join("outside.svg"), "<svg width=\"1\" height=\"1\"/>")
        .unwrap();
    edit(folder.path(), "pages/home.toml", "illustrations/hero.svg", "../outside.svg");
    let source = Source::Folder(folder.path().to_path_buf());
    let everything = |_: &str| content::LinkTarget::Page { content: None };
    assert!(load(&source, &mut Photos::default(), &everything).is_err());
}

#[test]
fn the_content_in_the_binary_comes_out_as_a_folder_that_can_be_edited_and_published() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("new/content");
    let said = export(&Source::Bundled, &folder).unwrap();
    let next = format!("Edit them, then start the site with AMWAJ_CONTENT_DIR={}", folder.display());
    assert!(said.ends_with(&next), "{said}");
    let own = Source::Bundled.every_file().unwrap();
    assert!(own.len() > 50, "{own:?}");
    assert_eq!(Source::Folder(folder.clone()).every_file().unwrap(), own);
    for path in &own {
        assert!(Source::Folder(folder.clone()).read(path) == Source::Bundled.read(path), "{path}");
    }
    assert!(!report(&folder).has_errors());

    let again = export(&Source::Bundled, &folder).unwrap_err().to_string();
    assert!(again.ends_with("is not empty; name one that is, or a new one"), "{again}");
    // An edited folder can be copied in the same way, a folder inside it included.
    edit(&folder, "plans.toml", "price = 1999", "price = 2099");
    let inside = folder.join("copy");
    export(&Source::Folder(folder.clone()), &inside).unwrap();
    assert!(std::fs::read_to_string(inside.join("plans.toml")).unwrap().contains("2099"));
}
