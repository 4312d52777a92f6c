//! Copies elsewhere: made when they are due, kept as long as they are needed, proved each week, and never believed
//! without proof.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use base::clock::{Clock, dubai_text};
use copies::{Copier, CopiesHealth, CopyName, State};
use tempfile::TempDir;

use crate::requests::copies::{line, references};
use crate::requests::harness::{NOW, Site};
use crate::requests::staff::command_with;
use amwaj::doctor::Verdict;
use amwaj::settings::CopiesPlace;

const MINUTE: Duration = Duration::from_secs(60);
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);
pub const EVERY: Duration = Duration::from_secs(15 * 60);

/// A site on SQLite whose copies go to a folder.
pub struct Copied {
    pub site: Site,
    pub clock: Clock,
    pub copier: Copier,
    pub to: TempDir,
    pub key: PathBuf,
    pub settings: amwaj::settings::Settings,
    _content: TempDir,
}

impl Copied {
    pub async fn open() -> Self {
        let site = Site::open().await;
        let (to, clock) = (tempfile::tempdir().expect("a folder"), Clock::manual(NOW));
        let key = site.engine.folder.path().join("owner.key");
        let owner = copies::make_key(&key).expect("a key");
        let content = tempfile::tempdir().expect("a folder");
        fs::create_dir(content.path().join("images")).expect("a folder");
        fs::write(content.path().join("facts.toml"), "a = 1").expect("written");
        fs::write(content.path().join("images/team.jpg"), [7; 3000]).expect("written");
        let mut settings = site.settings();
        settings.content_dir = Some(content.path().to_owned());
        settings.copies_to = Some(CopiesPlace::Folder(to.path().to_owned()));
        (settings.copies_key, settings.copy_every) = (Some(vec![owner]), EVERY);
        let (set, sources) = (settings.copies().expect("set"), settings.copied().expect("SQLite"));
        let copier = Copier::new(set, sources, clock.clone());
        Copied { site, clock, copier, to, key, settings, _content: content }
    }

    pub fn state(&self) -> State {
        State::read(&self.settings.data_dir)
    }

    fn health(&self) -> CopiesHealth {
        self.settings.copies_health().expect("set")
    }

    pub fn problem(&self) -> Option<String> {
        self.health().look(self.clock.now_ms()).1
    }

    /// The names in the folder.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.to.path()).expect("a folder").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Looks whether the copies that are known hold what they should.
    pub async fn drill(&self, known: &State, now: i64) -> Result<(), String> {
        let place = &self.settings.copies().expect("set").destination;
        let keys = copies::read_keys(&self.key).expect("a key");
        let sources = self.settings.copied().expect("SQLite");
        copies::drill(place, &known.copies, keys, &sources, now).await.map_err(|problem| problem.to_string())
    }

    /// The files that the owner's key opens in a copy.
    pub async fn open_copy(&self, name: &str, key: &Path) -> Result<TempDir, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = copies::read_keys(key).expect("a key");
        let destination = &self.settings.copies().expect("set").destination;
        let name = CopyName::parse(name).expect("a name");
        let opened = copies::open(destination, &name, &keys, folder.path()).await;
        opened.map(|_| folder).map_err(|problem| problem.to_string())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_made_when_something_changed_and_counts_once_one_was_restored() {
    let mut copied = Copied::open().await;
    assert_eq!(copied.problem().as_deref(), Some("no copy was made yet"));
    let thanked: HashSet<String> = copied.site.store_leads(3).await.into_iter().collect();
    copied.copier.look().await;
    assert_eq!(copied.problem(), None);
    let [name] = &copied.names()[..] else { panic!("{:?}", copied.names()) };
    let opened = copied.open_copy(name, &copied.key).await.expect("whole");
    assert_eq!(references(&opened.path().join("amwaj.db")).await, thanked);
    assert_eq!(fs::read(opened.path().join("content/images/team.jpg")).expect("there"), [7; 3000]);
    assert_eq!(fs::read_to_string(opened.path().join("content/facts.toml")).expect("there"), "a = 1");

    copied.clock.advance(EVERY);
    copied.copier.look().await;
    assert_eq!(copied.names().len(), 1, "nothing has changed");
    assert_eq!(copied.state().up_to_date_at, Some(copied.clock.now_ms()));
    copied.site.store_leads(1).await;
    copied.copier.look().await;
    assert_eq!(copied.names().len(), 1, "none is due");
    copied.clock.advance(EVERY);
    copied.copier.look().await;
    assert_eq!(copied.names().len(), 2);
    let left: Vec<_> = fs::read_dir(&copied.settings.data_dir)
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(".copies-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let doctor = line(&copied.settings, "copies", NOW).await;
    assert!(doctor.verdict == Verdict::Ok && doctor.text.contains("restored aside"), "{doctor}");
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_that_stop_are_said_and_begin_again_by_themselves() {
    let mut copied = Copied::open().await;
    copied.copier.look().await;
    let (to, aside) = (copied.to.path().to_owned(), copied.to.path().with_extension("away"));
    fs::rename(&to, &aside).expect("renamed");
    copied.site.store_leads(1).await;
    copied.clock.advance(EVERY);
    copied.copier.look().await;
    let problem = copied.problem().expect("a problem");
    assert!(problem.contains("is not there; make the folder, or mount the disk"), "{problem}");
    let doctor = line(&copied.settings, "copies", copied.clock.now_ms()).await;
    assert_eq!(doctor.verdict, Verdict::Fail);
    assert!(!to.exists(), "a folder on the database's disk would be no copy elsewhere");
    fs::rename(&aside, &to).expect("renamed");
    copied.clock.advance(MINUTE);
    copied.copier.look().await;
    assert_eq!((copied.problem(), copied.names().len()), (None, 2));
    copied.clock.advance(5 * EVERY);
    let late = copied.problem().expect("nobody has looked");
    assert!(late.starts_with("no copy since"), "{late}");
}

#[tokio::test(flavor = "multi_thread")]
async fn old_copies_go_and_a_week_later_the_newest_is_restored_again() {
    let mut copied = Copied::open().await;
    let drills = AtomicI64::new(0);
    for _ in 0..30 {
        copied.site.store_leads(1).await;
        copied.copier.look().await;
        let drill = copied.state().drill.expect("one").at;
        if drill == copied.clock.now_ms() {
            drills.fetch_add(1, Ordering::Relaxed);
        }
        copied.clock.advance(DAY);
    }
    assert_eq!(drills.into_inner(), 5, "one a week");
    // A day each for two weeks, then the last of each week.
    assert_eq!(copied.names().len(), 17, "{:?}", copied.names());
    let known: Vec<String> = copied.state().copies.into_iter().map(|known| known.name).collect();
    assert_eq!(known, copied.names());
    let until = copied.state().forgotten_at().expect("copies");
    assert_eq!(until, NOW + 29 * 86_400_000 + 12 * 7 * 86_400_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_copies_of_one_second_the_later_is_the_newest_and_what_a_kill_left_goes() {
    let mut copied = Copied::open().await;
    let mut last = None;
    for _ in 0..12 {
        copied.site.store_leads(1).await;
        fs::create_dir(copied.settings.data_dir.join(".copies-left")).expect("a folder");
        fs::write(copied.settings.data_dir.join(".copies-file"), "half").expect("written");
        copied.copier.make().await.expect("a copy");
        let newest = copied.state().newest().expect("one");
        assert!(last.replace(newest.clone()) < Some(newest), "{:?}", copied.names());
        copied.clock.advance(Duration::from_millis(1));
    }
    let left = fs::read_dir(&copied.settings.data_dir).expect("a folder").flatten();
    let left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(".copies-"));
    assert_eq!(left.count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_erases_a_person_hears_until_when_copies_still_have_them() {
    let mut copied = Copied::open().await;
    let reference = copied.site.store_leads(1).await.remove(0);
    copied.site.execute("UPDATE delivery SET state = 'sent'").await;
    let access = copied.settings.staff_access();
    let erase = async || command_with(&access, &["erase", "--reference", &reference, "--yes"]).await;
    copied.copier.look().await;
    let told = erase().await;
    assert!(told.contains("is erased"), "{told}");
    let until = dubai_text(NOW + 12 * 7 * 86_400_000);
    assert!(told.contains(&format!("still have it; the last of them is deleted by {until}")), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_wrong_for_a_minute_deletes_no_copy_and_what_it_made_is_not_the_newest() {
    for days in [40, 100, -40, -100] {
        let mut copied = Copied::open().await;
        for _ in 0..3 {
            copied.site.store_leads(1).await;
            copied.copier.look().await;
            copied.clock.advance(DAY);
        }
        let before = copied.names();
        let now = copied.clock.now_ms();
        copied.clock.set(now + days * 86_400_000);
        copied.site.store_leads(1).await;
        copied.copier.look().await;
        assert_eq!(copied.names().len(), 4, "{days} days");
        copied.clock.set(now + 60_000);
        copied.site.store_leads(1).await;
        copied.copier.look().await;
        let names = copied.names();
        assert!(names.len() == 5 && before.iter().all(|name| names.contains(name)), "{days} days: {names:?}");
        let made_last = CopyName::parse(&copied.state().copies[4].name).expect("a name");
        assert_eq!(made_last.made_at, now + 60_000, "{days} days");
        let there: Vec<CopyName> = names.iter().rev().filter_map(|name| CopyName::parse(name)).collect();
        let newest = copied.state().newest_of(&there, copied.clock.now_ms());
        assert_eq!(newest.as_ref(), Some(&made_last), "{days} days: on this server");
        let elsewhere = State::default().newest_of(&there, copied.clock.now_ms());
        assert_eq!(elsewhere, newest, "{days} days: on a new machine");
        copied.copier.make().await.expect("proved");
        let proved = copied.state().drill.expect("one").name;
        assert_eq!(proved, copied.state().newest().expect("one").to_string(), "{days} days");
    }
}
