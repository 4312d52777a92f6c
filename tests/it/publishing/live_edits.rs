//! How pages are published: drawn when something changes, kept when a drawing fails, never drawn for a request.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use base::clock::Clock;
use site::content::Source;
use site::pages::{Bundle, Change, Miss, Pages, PublishOptions, SiteHeaders, publish};
use tempfile::TempDir;

use super::content::{copy_of_content, edit};

/// A bundle that counts its drawings, shows a price and the year, and fails when the lead asks it to.
const BUNDLE: &str = concat!(
    include_str!("../../shared/routes.js"),
    r#"
        let drawings = 0;
        export const render = (input) => {
            const { site, page } = JSON.parse(input);
            drawings += 1;
            if (page.description.includes("EXPLODE")) throw new Error("as asked");
            return `${page.page} ${page.wish ?? ""} ${page.description} year ${site.year} drawing ${drawings}`;
        };
    "#
);

/// 1 January 2027, 00:00 in Dubai, in Unix milliseconds.
const NEW_YEAR_MS: i64 = 1_798_747_200_000;

pub struct Stand {
    content: TempDir,
    _bundle: TempDir,
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
        let options = PublishOptions {
            source: Source::Folder(content.path().to_path_buf()),
            bundle: Bundle::Folder(bundle.path().to_path_buf()),
            origin: "https://amwaj.example".to_string(),
            headers: SiteHeaders::default(),
            clock: clock.clone(),
        };
        let (pages, changes) = publish(options).unwrap_or_else(|error| panic!("{error}"));
        Self { content, _bundle: bundle, clock, pages, changes }
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

/// Waits until `condition` holds; fails after half a minute.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(30), "{what} did not happen");
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
    let options = PublishOptions {
        source: Source::Folder(stand.folder().to_path_buf()),
        bundle: Bundle::Folder(stand._bundle.path().to_path_buf()),
        origin: "https://amwaj.example".to_string(),
        headers: SiteHeaders::default(),
        clock: stand.clock.clone(),
    };
    let (pages, _changes) = publish(options).unwrap_or_else(|error| panic!("{error}"));
    let site = pages.site.load();
    let page = String::from_utf8(site.error.identity.body.to_vec()).unwrap();
    assert!(page.contains("<h1>Unexpected Application Error!</h1>"), "{page}");
    assert!(page.contains("tel:+97140000000"), "{page}");
}

#[test]
fn r6_the_first_moment_of_a_new_year_in_dubai_shows_the_new_year() {
    let stand = Stand::new();
    assert!(stand.home().contains("year 2026"));
    stand.clock.advance(Duration::from_millis(1));
    eventually("the new year", || stand.home().contains("year 2027"));
}

#[test]
fn r14_a_wish_has_its_own_finished_page_and_other_queries_do_not() {
    let stand = Stand::new();
    assert!(stand.shown("/", Some("plan=premium")).starts_with("home premium"));
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
    stand.changes.send(Change::Content).unwrap();
    let number = |page: &str| page.rsplit(' ').next().unwrap().parse::<u32>().unwrap();
    eventually("a new drawing", || number(&stand.home()) > number(&before));
    assert!(number(&stand.home()) - number(&before) < 100);
}
