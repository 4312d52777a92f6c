//! Many edits by seed: right ones change the bytes of one value, wrong ones leave all as it was.

use std::collections::{BTreeMap, HashSet};
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;

use base::clock::Clock;
use content::Source;
use content::fields::FieldKind;
use editing::{Edit, Piece, Refused, SiteEditor, StoreError, revisions};
use engines::every_engine;
use storage::db::Db;

use crate::desk::site_words::{editor, folder};
use crate::requests::harness::{NOW, Site};
use crate::seeded::Seeded;

async fn put(editor: &SiteEditor, db: &Db, edit: Edit, was: String) -> Result<(), Refused> {
    let prepared = editor.prepare(edit, was).await?;
    let write = db.begin_write().await?;
    editor.store(&write, &[prepared]).await.expect("a disk");
    write.commit().await?;
    editor.publish().await?;
    Ok(())
}

/// Mistakes in any text.
const WRONG_TEXTS: [&str; 6] = [
    "",
    "   ",
    "Since {company.sinse}.",
    "From {prices.} a year",
    "A plumber {times.plumber",
    "{plans.gold.price} a year",
];
const WRONG_NUMBERS: [&str; 7] = ["", "cheap", "-5", "1e9", "007", "99999999999", "12 or so"];
const WRONG_PRICES: [&str; 6] = ["", "free", "-5", "ten-20", "150-abc", "99999999999"];

#[tokio::test]
async fn wrong_edits_by_seed_are_refused_and_no_file_changes() {
    let folder = folder();
    let site = Site::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let editor = editor(&site, Some(folder.path()));
    let before = everything(folder.path());
    // An alternative text of a decoration is empty, and a document may have no note and no heading of its contents.
    let may_be_empty =
        |piece: &Piece| [".alt", ".contents", ".note"].iter().any(|end| piece.id.ends_with(end));
    let pieces = pieces(&editor).await;
    let mut seeded = Seeded(20_261_125);
    for _ in 0..5 * edits() {
        let piece = &pieces[seeded.below(pieces.len())];
        let typed = match piece.kind {
            FieldKind::Text | FieldKind::Document => seeded.of(&WRONG_TEXTS),
            FieldKind::Price => seeded.of(&WRONG_PRICES),
            _ => seeded.of(&WRONG_NUMBERS),
        };
        if typed.trim().is_empty() && may_be_empty(piece) {
            continue;
        }
        let edit = Edit { at: "/".to_owned(), id: piece.id.clone(), typed: typed.to_owned() };
        match put(&editor, &site.db, edit, piece.value.clone()).await {
            Err(Refused::Problems(problems)) => {
                assert!(
                    problems[0].is_mistake && !problems[0].instead.is_empty(),
                    "{}: {problems:?}",
                    piece.id
                );
            }
            other => panic!("{} with {typed:?}: {other:?}", piece.id),
        }
    }
    assert!(everything(folder.path()) == before);
}

const RIGHT_TEXTS: [&str; 6] = [
    "We come the same day.",
    "A plumber {times.plumber-words}, from {prices.ac-cleaning.from}",
    "Say \"yes\" \\ or # no = 1",
    "أهلاً بكم في دبي",
    "AC\u{A0}cleaning – {company.name}",
    "[[sections]]\nkind = 'hero' \"\"\"",
];

const RIGHT_LINKS: [&str; 4] =
    ["/contact-us", "/annual-maintenance-contracts#basic", "call", "https://example.com/a"];

/// Number of edits that are tried; more by hand: `AMWAJ_TEST_EDITS=10000`.
#[expect(clippy::disallowed_methods, reason = "how long a test runs is no setting of the program")]
fn edits() -> usize {
    std::env::var("AMWAJ_TEST_EDITS").map_or(40, |count| count.parse().expect("a count"))
}

fn digest(files: &BTreeMap<String, Vec<u8>>) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    files.hash(&mut hasher);
    hasher.finish()
}

#[tokio::test]
async fn edits_by_seed_change_the_bytes_of_their_value_alone_and_are_taken_back_one_by_one() {
    let folder = folder();
    let site = Site::open_on(engines::sqlite(), Clock::manual(NOW)).await;
    let editor = editor(&site, Some(folder.path()));
    let first = everything(folder.path());
    let pieces = pieces(&editor).await;
    let mut seeded = Seeded(7);
    let mut before = first.clone();
    let mut states = vec![digest(&first)];
    for _ in 0..edits() {
        let piece = &pieces[seeded.below(pieces.len())];
        let now = editor.site("/").await.expect("no mistake").piece(&piece.id).expect("a piece");
        let number = (seeded.below(900) + 1).to_string();
        let typed = match piece.kind {
            FieldKind::Text => seeded.of(&RIGHT_TEXTS).to_owned(),
            FieldKind::Link => seeded.of(&RIGHT_LINKS).to_owned(),
            FieldKind::Price => format!("{number}-1,{:03}", seeded.below(1_000)),
            FieldKind::Number => number,
            _ => continue,
        };
        let edit = Edit { at: "/".to_owned(), id: piece.id.clone(), typed: typed.clone() };
        match put(&editor, &site.db, edit, now.value).await {
            // A name that another file asks for, two facts that would disagree: the check knows.
            Err(Refused::Problems(_) | Refused::Unchanged) => continue,
            other => other.unwrap_or_else(|refused| panic!("{} with {typed:?}: {refused:?}", piece.id)),
        }
        let after = everything(folder.path());
        let changed: Vec<&String> = after.keys().filter(|path| after[*path] != before[*path]).collect();
        assert_eq!(changed.len(), 1, "{}: {changed:?}", piece.id);
        let (was, is) = (&before[changed[0]], &after[changed[0]]);
        let (front, back) = common(was, is);
        // A time in other words changes along.
        let has_forms =
            ["facts.toml:times.", "facts.toml:counts."].iter().any(|table| piece.id.starts_with(table));
        let is_a_line = !was[front..was.len() - back].contains(&b'\n');
        assert!(is_a_line || has_forms, "{}: more than a line", piece.id);
        states.push(digest(&after));
        before = after;
    }
    println!("{} edits", states.len() - 1);
    assert!(states.len() > 15, "{} edits", states.len());
    let mut newest = revisions::newest(site.db.reader()).await.expect("a number");
    while let Some(expected) = states.pop().and(states.last()) {
        let prepared =
            editor.prepare_undo(&[newest]).await.unwrap_or_else(|refused| panic!("{newest}: {refused:?}"));
        let write = site.db.begin_write().await.expect("a database");
        editor.store(&write, &prepared).await.expect("a disk");
        write.commit().await.expect("a commit");
        assert!(digest(&everything(folder.path())) == *expected, "after {newest}");
        newest -= 1;
    }
    assert!(everything(folder.path()) == first);
}

#[tokio::test]
async fn a_change_made_of_words_that_are_no_longer_there_is_not_stored() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let [first, second] = [editor(&site, None), editor(&site, None)];
        let price = |typed: &str| Edit {
            at: "/".to_owned(),
            id: "facts.toml:prices.ac-cleaning".to_owned(),
            typed: typed.to_owned(),
        };
        put(&first, &site.db, price("160-320"), "150-300".to_owned()).await.expect("the first");
        let prepared =
            second.prepare(price("170-340"), "160-320".to_owned()).await.expect("it knows the first");
        put(&first, &site.db, price("180-360"), "160-320".to_owned())
            .await
            .expect("the other server was faster");
        let write = site.db.begin_write().await.expect("a database");
        let stored = second.store(&write, &[prepared]).await;
        assert!(matches!(stored, Err(StoreError::Stale)), "{name}: {stored:?}");
        drop(write);
        let known = revisions::files(site.db.reader()).await.expect("files");
        assert!(known[0].text.contains("from = 180, to = 360"), "{name}");
        second.note_other_changes().await.expect("a database");
        assert_eq!(
            revisions::newest(site.db.reader()).await.expect("a number"),
            2,
            "{name}: no change of nobody's"
        );
    }
}

/// Number of bytes that two texts have in common at the beginning, and at the end.
fn common(one: &[u8], other: &[u8]) -> (usize, usize) {
    let front = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let room = one.len().min(other.len()) - front;
    let back = one.iter().rev().zip(other.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    (front, back)
}

async fn pieces(editor: &SiteEditor) -> Vec<Piece> {
    let site = editor.site("/").await.expect("no mistake");
    let files: HashSet<&str> = site.pages.iter().map(|page| page.file.as_str()).collect();
    let files = files.into_iter().chain(["facts.toml", "plans.toml", "words.toml"]);
    let mut ids: Vec<String> = files.flat_map(|file| site.pieces_of(file)).collect();
    ids.sort();
    ids.iter().filter_map(|id| site.piece(id)).collect()
}

/// Every file below `folder`, by its path.
fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let source = Source::Folder(folder.to_path_buf());
    let paths = source.every_file().expect("files").into_iter().filter(|path| path.ends_with(".toml"));
    paths.map(|path| (path.clone(), source.read(&path).expect("a file").to_vec())).collect()
}
