//! Publishing of pages: drawn when something changes, kept when a drawing fails, never drawn for a request.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use base::clock::Clock;
use content::Source;
use site::pages::{Bundle, Change, Miss, Pages, PublishOptions, Samples, SiteHeaders, publish};
use tempfile::TempDir;

use super::content::{copy_of_content, edit};

/// A bundle that counts its drawings, shows a price, the year and special days, and fails when the lead asks it to.
const BUNDLE: &str = concat!(
    include_str!("../../shared/routes.js"),
    r#"
        let drawings = 0;
        export const render = (input) => {
            const { site, page } = JSON.parse(input);
            drawings += 1;
            if (page.description.includes("EXPLODE")) throw new Error("as asked");
            const notices = site.company.hours.notices.join(" ");
            return `${page.page} ${page.wish ?? ""} ${page.description} year ${site.year} ${notices} drawing ${drawings}`;
        };
    "#
);

/// 1 January 2027, 00:00 in Dubai, in Unix milliseconds.
const NEW_YEAR_MS: i64 = 1_798_747_200_000;

fn options(content: &TempDir, bundle: &TempDir, clock: &Clock) -> PublishOptions {
    PublishOptions {
        source: Source::Folder(content.path().to_path_buf()),
        bundle: Bundle::Folder(bundle.path().to_path_buf()),
        origin: "https://amwaj.example".to_string(),
        listed: true,
        headers: SiteHeaders::default(),
        clock: clock.clone(),
        samples: Samples::Allowed,
    }
}

pub struct Stand {
    content: TempDir,
    bundle: TempDir,
    clock: Clock,
    pub pages: Arc<Pages>,
    pub changes: Sender<Change>,
}

impl Stand {
    pub fn new() -> Self {
        let content = copy_of_content();
        let bundle = TempDir::new().unwrap();
        std::fs::create_dir_all(bundle.path().join("server")).unwrap();
        std::fs::create_dir_all(bundle.path().join("client")).unwrap();
        std::fs::write(bundle.path().join("server/render.js"), BUNDLE).unwrap();
        let clock = Clock::manual(NEW_YEAR_MS - 1);
        let options = options(&content, &bundle, &clock);
        let (pages, changes) = publish(options).unwrap_or_else(|error| panic!("{error}"));
        Self { content, bundle, clock, pages, changes }
    }

    /// Options for publishing the same content and bundle again.
    fn options(&self) -> PublishOptions {
        options(&self.content, &self.bundle, &self.clock)
    }

    pub fn folder(&self) -> &Path {
        self.content.path()
    }

    fn shown(&self, path: &str, query: Option<&str>) -> String {
        let site = self.pages.site.load();
        String::from_utf8(site.entries[path].for_query(query).identity.body.to_vec()).unwrap()
    }

    fn home(&self) -> String {
        self.shown("/", None)
    }
}

/// Waits until `condition` holds; fails after three minutes: packing gives way to a dozen tests beside it.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(180), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_edit_is_published_and_a_wrong_edit_leaves_the_page_as_it_was() {
    let stand = Stand::new();
    assert!(stand.home().contains("AED 1,999"));
    edit(stand.folder(), "plans.toml", "price = 1999", "price = 2099");
    stand.changes.send(Change::Content).unwrap();
    eventually("the new price", || stand.home().contains("AED 2,099"));

    edit(stand.folder(), "plans.toml", "price = 2099", "price = \"cheap\"");
    stand.changes.send(Change::Content).unwrap();
    eventually("the report", || {
        stand.pages.health().content.iter().any(|problem| problem.what.contains("cheap"))
    });
    assert!(stand.home().contains("AED 2,099"));

    edit(stand.folder(), "plans.toml", "price = \"cheap\"", "price = 2199");
    stand.changes.send(Change::Content).unwrap();
    eventually("the mended price", || stand.home().contains("AED 2,199"));
    assert!(!stand.pages.health().content.iter().any(|problem| problem.what.contains("cheap")));
}

#[test]
fn r36_a_page_that_cannot_be_drawn_keeps_its_last_good_bytes() {
    let stand = Stand::new();
    edit(stand.folder(), "pages/home.toml", "description = \"", "description = \"EXPLODE ");
    stand.changes.send(Change::Content).unwrap();
    eventually("the failure", || !stand.pages.health().failures.is_empty());
    assert!(stand.home().contains("AED 1,999"));
    assert!(!stand.home().contains("EXPLODE"));
}

#[test]
fn r36_with_no_good_bytes_the_error_page_still_names_the_phone_number() {
    let stand = Stand::new();
    edit(stand.folder(), "words.toml", "[error]", "[error] # EXPLODE");
    let text = std::fs::read_to_string(stand.folder().join("words.toml")).unwrap();
    let section = text.split("[error]").nth(1).unwrap();
    let line = section.lines().find(|line| line.starts_with("text = ")).unwrap().to_string();
    edit(stand.folder(), "words.toml", &line, "text = \"EXPLODE\"");
    let options = stand.options();
    let (pages, _changes) = publish(options).unwrap_or_else(|error| panic!("{error}"));
    let site = pages.site.load();
    let page = String::from_utf8(site.error.identity.body.to_vec()).unwrap();
    assert!(page.contains("<h1>Unexpected Application Error!</h1>"), "{page}");
    assert!(page.contains("tel:+97140000000"), "{page}");
}

#[test]
fn a_server_for_the_public_refuses_samples_by_name_and_starts_without_them_or_with_the_override() {
    let stand = Stand::new();
    let options = |samples| PublishOptions { samples, ..stand.options() };
    let refused = publish(options(Samples::Refused)).map(|_| ()).expect_err("samples").to_string();
    for named in ["the words of Hannah R. are a sample", "is a placeholder", "marked as a draft", "Brands"] {
        assert!(refused.contains(named), "{refused}");
    }
    assert!(refused.contains("AMWAJ_ALLOW_SAMPLES=true"), "{refused}");
    assert!(!refused.contains("known:"), "what the owner knows keeps nobody from starting: {refused}");
    assert!(publish(options(Samples::Allowed)).is_ok());
    let is_listed = |samples| {
        let (pages, _changes) = publish(options(samples)).unwrap_or_else(|error| panic!("{error}"));
        pages.render_context.load().renderer.is_listed()
    };
    assert!(!is_listed(Samples::UntilLaunch), "a preview");
    edit(stand.folder(), "company.toml", "name = ", "launched = true\nname = ");
    let launched = publish(options(Samples::UntilLaunch)).map(|_| ()).expect_err("samples").to_string();
    assert!(launched.contains("the words of Hannah R. are a sample"), "{launched}");
    let files =
        ["company.toml", "testimonials.toml", "pages/home.toml", "pages/privacy.toml", "pages/terms.toml"];
    for path in files.map(|file| stand.folder().join(file)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text
            .replace("sample = true", "")
            .replace("\nnote = \"Draft", "\nnote = \"\" # \"")
            .replace("\nnote = \"This is a draft", "\nnote = \"\" #");
        let text = text.replace(" 000 000", " 123 456").replace("@example.com", "@amwaj.ae");
        std::fs::write(&path, text).unwrap();
    }
    publish(options(Samples::Refused)).map(|_| ()).unwrap_or_else(|error| panic!("{error}"));
    assert!(is_listed(Samples::UntilLaunch), "live");
    edit(stand.folder(), "company.toml", "launched = true\n", "");
    assert!(!is_listed(Samples::UntilLaunch), "a preview, until an owner says that it's live");
}

#[test]
fn r6_the_first_moment_of_a_new_year_in_dubai_shows_the_new_year() {
    let stand = Stand::new();
    assert!(stand.home().contains("year 2026"));
    stand.clock.advance(Duration::from_millis(1));
    eventually("the new year", || stand.home().contains("year 2027"));
}

#[test]
fn a_holiday_is_on_the_page_from_two_weeks_before_until_it_is_over() {
    let stand = Stand::new();
    let day = Duration::from_secs(24 * 3600);
    let holiday = "[[hours.special]]\nname = \"Feast\"\nfrom = \"2027-01-16\"\nclosed = true\n\n[rating]";
    edit(stand.folder(), "company.toml", "[rating]", holiday);
    edit(stand.folder(), "plans.toml", "price = 1999", "price = 2099");
    stand.changes.send(Change::Content).unwrap();
    eventually("the edit", || stand.home().contains("AED 2,099"));
    assert!(!stand.home().contains("Feast"), "it is still 31 December");

    stand.clock.advance(day);
    eventually("another year", || stand.home().contains("year 2027"));
    assert!(!stand.home().contains("Feast"), "15 days before: {}", stand.home());
    stand.clock.advance(day);
    eventually("the notice", || stand.home().contains("Feast, 16 January: closed. We still answer"));
    // 16 January, in its last millisecond; the clock began one before midnight.
    stand.clock.advance(day * 14);
    let drawing = stand.home();
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(stand.home(), drawing, "nothing is drawn again while nothing changes");
    stand.clock.advance(Duration::from_millis(1));
    eventually("its end", || !stand.home().contains("Feast"));
}

#[test]
fn a_change_that_is_none_or_has_a_mistake_keeps_nothing_from_being_packed() {
    let stand = Stand::new();
    edit(stand.folder(), "plans.toml", "price = 1999", "price = 2099");
    stand.changes.send(Change::Content).unwrap();
    eventually("the edit", || stand.home().contains("AED 2,099"));
    // While it is packed: the same once more, and a mistake.
    stand.changes.send(Change::Content).unwrap();
    edit(stand.folder(), "plans.toml", "price = 2099", "price = 2,199");
    stand.changes.send(Change::Content).unwrap();
    eventually("small packing", || stand.pages.health().fully_compressed);
    assert!(stand.home().contains("AED 2,099"));
}

#[test]
fn r14_a_wish_has_its_own_finished_page_and_other_queries_do_not() {
    let stand = Stand::new();
    // The first snapshot, for which visitors wait, has no such page yet.
    eventually("the page of a plan", || stand.shown("/", Some("plan=premium")).starts_with("home premium"));
    assert!(stand.shown("/", Some("utm_source=x&emergency=true")).starts_with("home emergency"));
    assert!(stand.shown("/", Some("plan=gold")).starts_with("home  "));
}

#[test]
fn r15_an_unknown_address_never_reaches_the_engine() {
    let stand = Stand::new();
    eventually("small packing", || stand.pages.health().fully_compressed);
    let before = stand.home();
    for n in 0..10_000 {
        assert_eq!(stand.pages.site.load().miss(&format!("/wp-login-{n}.php"), ""), Miss::NotFound);
    }
    edit(stand.folder(), "plans.toml", "price = 1999", "price = 2099");
    stand.changes.send(Change::Content).unwrap();
    let number = |page: &str| page.rsplit(' ').next().unwrap().parse::<u32>().unwrap();
    eventually("a new drawing", || number(&stand.home()) > number(&before));
    assert!(number(&stand.home()) - number(&before) < 100);
}
