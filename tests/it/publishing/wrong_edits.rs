//! Wrong edits as a marketing person makes them: each is caught, and what is said first is its cause, on its line.

use std::collections::BTreeSet;
use std::path::Path;

use blog::authoring::seed;
use content::{ContentProblem, LinkTarget, Photos, Report, Severity, Source, check_figures};
use site::pages::{Routes, read};

use super::content::{ROUTES, copy_of_content, edit};

/// The report of `amwaj check`, without starting a bundle.
fn check(folder: &Path) -> Report {
    let source = Source::Folder(folder.to_path_buf());
    let routes = Routes::parse(ROUTES).unwrap();
    let pages = ["/", "/contact-us", "/about-us", "/blogs", "/annual-maintenance-contracts"];
    let posts = seed::check(&source, &|path| match path {
        path if pages.contains(&path) => LinkTarget::Page { content: None },
        path if folder.join(format!("{}.toml", &path[1..])).exists() => LinkTarget::Page { content: None },
        _ => LinkTarget::Nothing,
    });
    let mut report = match read(&source, &mut Photos::default(), &routes) {
        Ok(loaded) => loaded.report,
        Err(report) => return report,
    };
    check_figures(&source, &mut report);
    report.problems.extend(posts.problems);
    if report.has_errors() { report.errors_alone().sorted() } else { report.sorted() }
}

/// Problems that an edit added.
fn new_problems(before: &Report, after: Report) -> Vec<ContentProblem> {
    let known: BTreeSet<&str> = before.problems.iter().map(|problem| problem.what.as_str()).collect();
    after.problems.into_iter().filter(|problem| !known.contains(problem.what.as_str())).collect()
}

const AC: &str = "services/ac-repair-and-maintenance-service-dubai.toml";

/// File, what stands there, what somebody makes of it, what is said is wrong, and what would be right.
type WrongEdit<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

const WRONG_EDITS: &[WrongEdit<'_>] = &[
    ("company.toml", "since = 2005", "since = \"2005\"", "`since` is the text \"2005\"", "a whole number"),
    ("company.toml", "since = 2005", "since = 20005", "`since` is 20005", "from 1900"),
    ("company.toml", "since = 2005", "sinse = 2005", "unknown field `sinse`", "did you mean `since`?"),
    ("company.toml", "name = \"Amwaj Home", "name = “Amwaj Home", "curly quotation marks", "straight ones"),
    (
        "company.toml",
        "short_name = \"Amwaj\"",
        "short_name = \"Amwaj",
        "a quotation mark is missing",
        "one `\"`",
    ),
    ("company.toml", "short_name = \"Amwaj\"", "short_name: \"Amwaj\"", "no `=`", "write `name = \"text\"`"),
    (
        "company.toml",
        "phone = \"+971 4 000 0000\"",
        "phone = \"04 555 1234\"",
        "is no phone number",
        "+971 4 123 4567",
    ),
    ("company.toml", "info@example.com", "info at amwaj.ae", "is no e-mail address", "info@company.ae"),
    ("company.toml", "value = 4.8", "value = 6.8", "`value` is 6.8", "from 1 to 5"),
    ("company.toml", "value = 4.8", "value = 4,8", "a decimal comma", "write 4.8"),
    ("company.toml", "closes = \"18:00\"", "closes = \"06:00\"", "it closes at 06:00", "correct one"),
    ("company.toml", "opens = \"08:00\"", "opens = \"8am\"", "8am is no time", "write hours as 08:00"),
    ("company.toml", "count = 35", "count = thirty", "not in quotation marks", "\"thirty\""),
    (
        "company.toml",
        "network = \"instagram\"",
        "network = \"instagram\"\nurl = \"instagram.com/amwaj\"",
        "`instagram.com/amwaj` is no full address",
        "write it as https://instagram.com/amwaj",
    ),
    ("plans.toml", "price = 3499", "price = 3,499", "a price has no comma", "write 3499"),
    ("plans.toml", "price = 3499", "price = AED 3499", "no currency", "write 3499"),
    ("plans.toml", "price = 3499", "price = \"3499\"", "`price` is the text", "a whole number"),
    ("plans.toml", "id = \"premium\"", "id = \"basic\"", "two plans are called `basic`", "its own id"),
    ("plans.toml", "recommended = true", "recommended = Yes", "yes is written `true`", "write true"),
    ("plans.toml", "name = \"Elite\"", "name = \"\"", "`name` is empty", "write its text"),
    (
        "plans.toml",
        "{times.response-premium-hour} response",
        "48-hour response",
        "\"48-hour response\" is no contract's response time",
        "a fact's token",
    ),
    (
        "services/plumbing-services-in-dubai.toml",
        "request_service = \"Plumbing Services\"",
        "request_service = \"Plumbing\"",
        "is no choice of the request form",
        "\"Plumbing Services\"",
    ),
    ("facts.toml", "from = 150,", "from = \"150 AED\",", "`from` is the text", "a whole number"),
    ("facts.toml", "from = 150, to = 300", "from = 400, to = 300", "from 400 to 300", "from = 300, to = 400"),
    ("facts.toml", "to = 300 }", "to = 300", "never closed", "write `}`"),
    (
        "facts.toml",
        "painting = {",
        "paintings = {",
        "no price is called `painting`",
        "did you mean `paintings`?",
    ),
    ("testimonials.toml", "rating = 4", "rating = 6", "`rating` is 6", "from 1 to 5"),
    (
        "navigation.toml",
        "\"plumbing-services-in-dubai\"",
        "\"plumbing\"",
        "no service is called `plumbing`",
        "plumbing-services",
    ),
    ("words.toml", "Call {number}", "Call {nummer}", "nothing is called {nummer}", "did you mean {number}?"),
    (
        "pages/home.toml",
        "from {plans.basic.price}",
        "from {plan.basic.price}",
        "nothing is called",
        "{plans.basic.price}?",
    ),
    (
        "pages/home.toml",
        "Since {company.since}",
        "Since {since}",
        "nothing is called {since}",
        "{company.since}?",
    ),
    (
        "pages/home.toml",
        "Since {company.since}",
        "Since { company.since }",
        "nothing is called",
        "{company.since}?",
    ),
    ("pages/home.toml", "Since {company.since}", "Since {company.since", "without its partner", "one pair"),
    ("pages/home.toml", "to = \"/contracts\" }", "to = \"/contratcs\" }", "no page is at", "name a page"),
    ("pages/home.toml", "to = \"#contact\" }", "to = \"#contcat\" }", "no anchor `contcat`", "#contact"),
    ("pages/home.toml", "ground = \"mist\"", "ground = \"fog\"", "the text \"fog\"", "`mist`"),
    (AC, "icon = \"air-vent\"", "icon = \"fan\"", "`icon` is the text \"fan\"", "`air-vent`"),
    (AC, "illustrations/service-ac.svg", "illustrations/service-a.svg", "is missing", "service-ac.svg"),
    (
        AC,
        "title = \"",
        "title = \"The very best of all AC repair companies that there have ever been in all of Dubai and beyond ",
        "characters long",
        "search results cut it",
    ),
    (
        "posts/ac-drips-water-inside.md",
        "(/services/ac-repair-and-maintenance-service-dubai)",
        "(/services/ac-repair)",
        "no page is at `/services/ac-repair`",
        "name a page",
    ),
    (
        "posts/ac-drips-water-inside.md",
        "On a humid",
        "For only AED 99, on a humid",
        "\"AED 99\" is no price",
        "{prices.ac-cleaning}",
    ),
    (
        "posts/ac-drips-water-inside.md",
        "On a humid",
        "From {prices.ac-clening} on, on a humid",
        "nothing is called",
        "{prices.ac-cleaning}?",
    ),
    ("posts/ac-drips-water-inside.md", "title:", "titel:", "titel", "title"),
];

#[test]
fn each_of_the_usual_wrong_edits_is_caught_and_its_cause_is_said_first_and_alone() {
    let folder = copy_of_content();
    let before = check(folder.path());
    assert!(!before.has_errors(), "{before}");
    for (file, from, to, what, instead) in WRONG_EDITS {
        let original = std::fs::read(folder.path().join(file)).unwrap();
        let line = edit(folder.path(), file, from, to);
        // A line that somebody added is the one with the mistake.
        let line = line + to.matches('\n').count();
        let found = new_problems(&before, check(folder.path()));
        let told: String = found.iter().map(|problem| format!("\n  {problem}")).collect();
        let first = found.first().unwrap_or_else(|| panic!("{file}: {to} passes"));
        assert!(first.what.contains(what) && first.instead.contains(instead), "{file}: {to}:{told}");
        let elsewhere = *from == "painting = {";
        assert!(
            elsewhere || (first.file.ends_with(file) && first.line.abs_diff(line) <= 1),
            "{to}: {line}{told}"
        );
        assert_eq!(found.len(), 1, "{file}: {to}:{told}");
        std::fs::write(folder.path().join(file), original).unwrap();
    }
}

/// The same small generator everywhere, so that a seed gives the same edits.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

/// Makes a mistake of that kind in a line; `None` if the line has no place for it.
fn mistake(kind: usize, line: &str) -> Option<String> {
    let (name, value) = line.split_once(" = ")?;
    let plain_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let text = value.strip_prefix('"')?.strip_suffix('"').filter(|text| !text.contains('"'));
    let words = ["heading", "lead", "label", "title", "text"].contains(&name);
    match kind {
        0 => text.map(|text| format!("{name} = “{text}”")),
        1 => text.map(|text| format!("{name} = \"{text}")),
        2 => text.map(|text| format!("{name} = {text}\"")),
        3 => text.filter(|_| plain_name).map(|text| format!("{name}: \"{text}\"")),
        4 => text.filter(|_| words).map(|text| format!("{name} = \"{text} {{prices.nothing}}\"")),
        5 => text.filter(|_| words).map(|_| format!("{name} = \"\"")),
        6 => text.filter(|_| name == "file").map(|text| format!("{name} = \"{text}g\"")),
        7 => text.filter(|_| words).map(|text| format!("{} = \"{text}\"", name.replace(['e', 'i'], "ee"))),
        8 => text.map(|text| format!("{name} = \"{text}\"\n{name} = \"{text}\"")),
        9 => text.filter(|_| words).map(|text| format!("{name} = \"The \"best\" {text}\"")),
        _ => None,
    }
}

#[test]
fn sixty_mistakes_by_seed_are_each_named_alone_on_their_line() {
    let folder = copy_of_content();
    let mut files: Vec<String> = Vec::new();
    for below in ["", "pages", "services"] {
        let entries = std::fs::read_dir(folder.path().join(below)).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        files.extend(names.filter(|name| name.ends_with(".toml")).map(|name| format!("{below}/{name}")));
    }
    files.sort();
    let (mut dice, mut made) = (Dice(0x5eed), 0);
    while made < 60 {
        let path = folder.path().join(files[dice.roll(files.len())].trim_start_matches('/'));
        let original = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = original.lines().collect();
        let at = dice.roll(lines.len());
        let Some(wrong) = mistake(dice.roll(10), lines[at]) else { continue };
        made += 1;
        let mut edited: Vec<&str> = lines.clone();
        edited[at] = &wrong;
        std::fs::write(&path, edited.join("\n")).unwrap();
        let report = check(folder.path());
        let first = report.problems.first().unwrap_or_else(|| panic!("{wrong} passes"));
        assert_eq!(first.severity, Severity::Error, "{}: {wrong}\n{report}", path.display());
        let named = (path.to_string_lossy().ends_with(first.file.rsplit('/').next().unwrap()), first.line);
        let line = at + 1 + wrong.matches('\n').count();
        assert_eq!(named, (true, line), "{}: {wrong}\n{report}", path.display());
        assert_eq!(report.problems.len(), 1, "{}: {wrong}\n{report}", path.display());
        std::fs::write(&path, original).unwrap();
    }
}

#[test]
fn everything_that_is_a_sample_is_listed_and_nothing_else_is() {
    let folder = copy_of_content();
    let report = check(folder.path());
    let samples = || report.problems.iter().filter(|problem| problem.severity == Severity::Sample);
    let of = |file: &str| samples().filter(|problem| problem.file.ends_with(file)).count();
    // Four reviews, a row of brands, three phone numbers and an address, two texts that no lawyer has read.
    assert_eq!(of("testimonials.toml"), 4, "{report}");
    assert_eq!(of("home.toml"), 1, "{report}");
    assert_eq!(of("company.toml"), 4, "{report}");
    assert_eq!((of("privacy.toml"), of("terms.toml")), (1, 1), "{report}");
    assert_eq!(samples().count(), 11, "{report}");
    edit(folder.path(), "pages/home.toml", "sample = true\n", "");
    edit(folder.path(), "pages/terms.toml", "note = \"", "note = \"\" # ");
    let report = check(folder.path());
    assert_eq!(
        report.problems.iter().filter(|problem| problem.severity == Severity::Sample).count(),
        9,
        "{report}"
    );
}
