//! What the journal keeps, what it cuts off, and what it recognises.

use super::*;
use crate::queue::reference::References;
use base::random::Random;

fn entry(number: i64, key: Option<Key>) -> Entry {
    let typed = Typed {
        name: format!("مرحبا {number}"),
        phone: "050 123 4567".into(),
        service: "Plumbing Services".into(),
        message: "Two\nlines, and \u{2028} one more".into(),
    };
    let context = Context { page: Some("/contact-us?utm_source=news".into()), ..Context::default() };
    let lead = NewLead::parse(typed, context).expect("a lead");
    let reference = References::new(Random::scripted(number as u64)).draw();
    Entry::new(format!("id-{number}"), reference, number, key, lead)
}

fn same(a: &Entry, b: &Entry) -> bool {
    (&a.id, &a.reference, a.received_at, &a.key, &a.digest, &a.lead)
        == (&b.id, &b.reference, b.received_at, &b.key, &b.digest, &b.lead)
}

#[test]
fn what_is_added_comes_back_whole_and_in_order_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let entries = [entry(1, None), entry(2, Some(Key::Content)), entry(3, Some(Key::Given("k".into())))];
    let mut journal = Spool::open(&folder.path().join("journal")).unwrap();
    assert_eq!(journal.waiting(), 0);
    journal.append(&entries[..1]).unwrap();
    journal.append(&entries[1..]).unwrap();
    drop(journal);
    let mut journal = Spool::open(&folder.path().join("journal")).unwrap();
    let (first, at) = journal.next(2).unwrap();
    assert!(first.len() == 2 && same(&first[0], &entries[0]) && same(&first[1], &entries[1]));
    journal.gave_back(at).unwrap();
    let (rest, at) = journal.next(64).unwrap();
    assert!(rest.len() == 1 && same(&rest[0], &entries[2]));
    journal.gave_back(at).unwrap();
    assert_eq!((journal.waiting(), counts(&folder.path().join("journal")).unwrap()), (0, (0, 0)));
}

#[test]
fn a_line_that_a_crash_cut_short_is_cut_off_and_the_next_one_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Spool::open(folder.path()).unwrap();
    journal.append(&[entry(1, None), entry(2, None)]).unwrap();
    let whole = fs::read(folder.path().join(WAITING)).unwrap();
    for cut in [1, 20, whole.len() / 2 - 1] {
        fs::write(folder.path().join(WAITING), &whole[..whole.len() - cut]).unwrap();
        let mut journal = Spool::open(folder.path()).unwrap();
        journal.append(&[entry(3, None)]).unwrap();
        let ids: Vec<String> = journal.next(9).unwrap().0.into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids, ["id-1", "id-3"], "{cut} bytes cut off");
    }
}

#[test]
fn a_line_that_the_disk_has_changed_is_set_aside_and_the_others_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Spool::open(folder.path()).unwrap();
    journal.append(&[entry(1, None), entry(2, None)]).unwrap();
    let mut bytes = fs::read(folder.path().join(WAITING)).unwrap();
    bytes[30] ^= 1;
    fs::write(folder.path().join(WAITING), &bytes).unwrap();
    let (entries, at) = journal.next(9).unwrap();
    assert_eq!(entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), ["id-2"]);
    journal.gave_back(at).unwrap();
    assert_eq!(counts(folder.path()).unwrap(), (0, 1));
}

#[test]
fn r46_the_same_lead_is_recognised_while_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Spool::open(folder.path()).unwrap();
    let given = || Some(Key::Given("k".into()));
    let (keyed, by_words) = (entry(1, given()), entry(2, Some(Key::Content)));
    journal.append(&[entry(1, given()), entry(2, Some(Key::Content))]).unwrap();
    for mut journal in [journal, Spool::open(folder.path()).unwrap()] {
        assert_eq!(journal.knows(&keyed), Known::Yes(keyed.reference.clone()));
        assert_eq!(journal.knows(&entry(7, given())), Known::Otherwise);
        assert_eq!(journal.knows(&by_words), Known::Yes(by_words.reference.clone()));
        let tomorrow = Entry { received_at: 86_400_000, ..entry(2, Some(Key::Content)) };
        assert_eq!(journal.knows(&tomorrow), Known::No, "the same words tomorrow are a new request");
        assert_eq!(journal.knows(&entry(1, None)), Known::No);
        let end = journal.next(9).unwrap().1;
        if journal.waiting() == end {
            continue;
        }
        journal.gave_back(end).unwrap();
    }
}

#[test]
fn a_disk_that_refuses_leaves_the_journal_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Spool::open(folder.path()).unwrap();
    journal.append(&[entry(1, None)]).unwrap();
    let before = fs::read(folder.path().join(WAITING)).unwrap();
    // Opened for reading only: every write fails, as on a disk that went read-only.
    let writable = std::mem::replace(&mut journal.file, File::open(folder.path().join(WAITING)).unwrap());
    assert!(journal.append(&[entry(2, None)]).is_err());
    journal.file = writable;
    assert_eq!(fs::read(folder.path().join(WAITING)).unwrap(), before);
    journal.append(&[entry(3, None)]).unwrap();
    assert_eq!(journal.next(9).unwrap().0.len(), 2);
}
