//! Copies elsewhere: made when they are due, kept as long as they are needed, proved each week, and never believed
//! without proof.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use base::clock::{Clock, dubai_text};
use copies::{Copier, CopiesHealth, CopiesSettings, CopyName, Destination, State};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::requests::copies::{line, references};
use crate::requests::harness::{NOW, Site};
use crate::requests::staff::command_with;
use crate::seeded::Seeded;
use amwaj::doctor::Verdict;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const EVERY: Duration = Duration::from_secs(15 * 60);

/// A site on SQLite whose copies go to a folder.
struct Copied {
    site: Site,
    clock: Clock,
    copier: Copier,
    to: TempDir,
    key: PathBuf,
    settings: amwaj::settings::Settings,
    _content: TempDir,
}

impl Copied {
    async fn open() -> Self {
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
        let destination = Destination::Folder(to.path().to_owned());
        settings.copies = Some(CopiesSettings { destination, owner: vec![owner], every: EVERY });
        let (set, sources) = (settings.copies.clone().expect("set"), settings.copied().expect("SQLite"));
        let copier = Copier::new(set, sources, clock.clone());
        Copied { site, clock, copier, to, key, settings, _content: content }
    }

    fn state(&self) -> State {
        State::read(&self.settings.data_dir)
    }

    fn health(&self) -> CopiesHealth {
        self.settings.copies_health().expect("set")
    }

    fn problem(&self) -> Option<String> {
        self.health().problem(self.clock.now_ms())
    }

    /// The names in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.to.path()).expect("a folder").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// What the owner's key finds in a copy.
    async fn open_copy(&self, name: &str, key: &Path) -> Result<TempDir, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let keys = copies::read_keys(key).expect("a key");
        let destination = &self.settings.copies.as_ref().expect("set").destination;
        let name = CopyName::parse(name).expect("a name");
        let opened = copies::open(destination, &name, keys, folder.path()).await;
        opened.map(|_| folder).map_err(|problem| problem.to_string())
    }
}

/// What a change leaves, under the name that its bytes would have.
fn renamed(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let old = CopyName::parse(name).expect("a name");
    let name = CopyName::new(old.made_at, &hex(bytes)).to_string();
    fs::write(folder.join(&name), bytes).expect("written");
    name
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
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
    assert_eq!(until, NOW / 1000 * 1000 + 29 * 86_400_000 + 12 * 7 * 86_400_000);
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
    let until = dubai_text(NOW / 1000 * 1000 + 12 * 7 * 86_400_000);
    assert!(told.contains(&format!("still have it; the last of them is deleted by {until}")), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drill_names_what_is_missing_doubled_or_swapped() {
    let mut copied = Copied::open().await;
    for _ in 0..2 {
        copied.site.store_leads(1).await;
        copied.copier.look().await;
        copied.clock.advance(EVERY);
    }
    let [first, second] = &copied.names()[..] else { panic!("two") };
    let at = |name: &str| copied.to.path().join(name);
    let bytes = [first, second].map(|name| fs::read(at(name)).expect("there"));
    let cases: [(&str, &dyn Fn()); 4] = [
        ("is missing", &|| fs::remove_file(at(first)).expect("removed")),
        ("under another name", &|| {
            let digest = &CopyName::parse(second).expect("a name").digest;
            let name = CopyName::new(NOW - 5000, digest).to_string();
            fs::write(at(&name), &bytes[1]).expect("written");
        }),
        ("is damaged or another file under its name", &|| {
            let mut changed = bytes[1].clone();
            changed[100] ^= 1;
            fs::write(at(second), changed).expect("written");
        }),
        ("bytes, but had", &|| {
            fs::write(at(first), &bytes[1]).expect("written");
            fs::write(at(second), &bytes[0]).expect("written");
        }),
    ];
    for (sentence, harm) in cases {
        for name in copied.names() {
            fs::remove_file(at(&name)).expect("removed");
        }
        fs::write(at(first), &bytes[0]).expect("written");
        fs::write(at(second), &bytes[1]).expect("written");
        harm();
        let before = copied.state();
        let drilled = copies::drill(
            &copied.settings.copies.as_ref().expect("set").destination,
            &before.copies,
            copies::read_keys(&copied.key).expect("a key"),
            &copied.settings.data_dir,
        );
        let problem = drilled.await.expect_err(sentence).to_string();
        assert!(problem.contains(sentence), "{problem}");
    }
    fs::remove_file(at(first)).unwrap_or_default();
    copied.clock.advance(7 * DAY);
    copied.copier.look().await;
    let problem = copied.problem().expect("a problem");
    assert!(problem.contains("restoring a copy aside failed") && problem.contains("missing"), "{problem}");
    assert_eq!(copied.state().proved_at(), None, "none counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_changed_bit_is_ever_restored_and_another_key_opens_nothing() {
    let mut copied = Copied::open().await;
    copied.site.store_leads(2).await;
    copied.copier.look().await;
    let name = copied.names().remove(0);
    let whole = fs::read(copied.to.path().join(&name)).expect("there");
    let mut seeded = Seeded(22);
    let anywhere: Vec<usize> = (0..60).map(|_| seeded.below(whole.len())).collect();
    for at in (0..40).chain(anywhere) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << seeded.below(8);
        // Under its own name the digest shows it; under the changed one encryption does.
        fs::write(copied.to.path().join(&name), &changed).expect("written");
        let problem = copied.open_copy(&name, &copied.key).await.expect_err("a changed bit");
        assert!(problem.starts_with(&name) && problem.contains("damaged"), "{at}: {problem}");
        let other = renamed(copied.to.path(), &name, &changed);
        let problem = copied.open_copy(&other, &copied.key).await.expect_err("a changed bit");
        assert!(problem.contains(&other), "{at}: {problem}");
        fs::remove_file(copied.to.path().join(other)).expect("removed");
    }
    for length in [0, 1, 100, whole.len() / 2, whole.len() - 1] {
        let short = renamed(copied.to.path(), &name, &whole[..length]);
        let problem = copied.open_copy(&short, &copied.key).await.expect_err("not whole");
        assert!(problem.contains(&short), "{length}: {problem}");
    }
    fs::write(copied.to.path().join(&name), &whole).expect("written");
    let stranger = copied.site.engine.folder.path().join("stranger.key");
    copies::make_key(&stranger).expect("a key");
    let problem = copied.open_copy(&name, &stranger).await.expect_err("a stranger");
    assert_eq!(problem, format!("this key does not open {name}; it was made for another key"));
    assert!(copied.open_copy(&name, &copied.key).await.is_ok());
}
