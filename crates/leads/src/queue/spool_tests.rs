//! What the spool keeps, what it cuts off, and what it recognises.

use super::*;
use crate::reference::ReferenceGenerator;
use base::random::Random;

fn queued(number: i64, key: Option<IdempotencyKey>) -> QueuedLead {
    let typed = Typed {
        name: format!("مرحبا {number}"),
        phone: "050 123 4567".into(),
        service: "Plumbing Services".into(),
        message: "Two\nlines, and \u{2028} one more".into(),
    };
    let context = Context { page: Some("/contact-us?utm_source=news".into()), ..Context::default() };
    let lead = NewLead::parse(typed, context).expect("a lead");
    let reference = ReferenceGenerator::new(Random::scripted(number as u64)).draw();
    QueuedLead::new(format!("id-{number}"), reference, number, key, lead)
}

fn same(a: &QueuedLead, b: &QueuedLead) -> bool {
    (&a.id, &a.reference, a.received_at, &a.key, &a.digest, &a.lead)
        == (&b.id, &b.reference, b.received_at, &b.key, &b.digest, &b.lead)
}

#[test]
fn appended_leads_are_replayed_whole_and_in_order_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let leads = [
        queued(1, None),
        queued(2, Some(IdempotencyKey::Content)),
        queued(3, Some(IdempotencyKey::Given("k".into()))),
    ];
    let mut spool = Spool::open(&folder.path().join("journal")).unwrap();
    assert_eq!(spool.waiting_bytes(), 0);
    spool.append(&leads[..1]).unwrap();
    spool.append(&leads[1..]).unwrap();
    drop(spool);
    let mut spool = Spool::open(&folder.path().join("journal")).unwrap();
    let (first, at) = spool.next_batch(2).unwrap();
    assert!(first.len() == 2 && same(&first[0], &leads[0]) && same(&first[1], &leads[1]));
    spool.mark_replayed(at).unwrap();
    let (rest, at) = spool.next_batch(64).unwrap();
    assert!(rest.len() == 1 && same(&rest[0], &leads[2]));
    spool.mark_replayed(at).unwrap();
    assert_eq!((spool.waiting_bytes(), counts(&folder.path().join("journal")).unwrap()), (0, (0, 0)));
}

#[test]
fn a_line_that_a_crash_cut_short_is_cut_off_and_the_next_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut spool = Spool::open(folder.path()).unwrap();
    spool.append(&[queued(1, None), queued(2, None)]).unwrap();
    let whole = fs::read(folder.path().join(WAITING)).unwrap();
    for cut in [1, 20, whole.len() / 2 - 1] {
        fs::write(folder.path().join(WAITING), &whole[..whole.len() - cut]).unwrap();
        let mut spool = Spool::open(folder.path()).unwrap();
        spool.append(&[queued(3, None)]).unwrap();
        let ids: Vec<String> = spool.next_batch(9).unwrap().0.into_iter().map(|lead| lead.id).collect();
        assert_eq!(ids, ["id-1", "id-3"], "{cut} bytes cut off");
    }
}

#[test]
fn a_line_that_the_disk_has_changed_is_set_aside_and_the_others_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut spool = Spool::open(folder.path()).unwrap();
    spool.append(&[queued(1, None), queued(2, None)]).unwrap();
    let mut bytes = fs::read(folder.path().join(WAITING)).unwrap();
    bytes[30] ^= 1;
    fs::write(folder.path().join(WAITING), &bytes).unwrap();
    let (leads, at) = spool.next_batch(9).unwrap();
    assert_eq!(leads.iter().map(|lead| lead.id.as_str()).collect::<Vec<_>>(), ["id-2"]);
    spool.mark_replayed(at).unwrap();
    assert_eq!(counts(folder.path()).unwrap(), (0, 1));
}

#[test]
fn r46_the_same_lead_is_recognised_while_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut spool = Spool::open(folder.path()).unwrap();
    let given = || Some(IdempotencyKey::Given("k".into()));
    let (keyed, by_words) = (queued(1, given()), queued(2, Some(IdempotencyKey::Content)));
    spool.append(&[queued(1, given()), queued(2, Some(IdempotencyKey::Content))]).unwrap();
    for mut spool in [spool, Spool::open(folder.path()).unwrap()] {
        assert_eq!(spool.find_repetition(&keyed), Some(keyed.stored(false)));
        assert_eq!(spool.find_repetition(&queued(7, given())), Some(LeadOutcome::KeyReused));
        assert_eq!(spool.find_repetition(&by_words), Some(by_words.stored(false)));
        let tomorrow = QueuedLead { received_at: 86_400_000, ..queued(2, Some(IdempotencyKey::Content)) };
        assert_eq!(spool.find_repetition(&tomorrow), None, "the same words tomorrow are a new request");
        assert_eq!(spool.find_repetition(&queued(1, None)), None);
        let end = spool.next_batch(9).unwrap().1;
        if spool.waiting_bytes() == end {
            continue;
        }
        spool.mark_replayed(end).unwrap();
    }
}

#[test]
fn a_failed_write_leaves_the_spool_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut spool = Spool::open(folder.path()).unwrap();
    spool.append(&[queued(1, None)]).unwrap();
    let before = fs::read(folder.path().join(WAITING)).unwrap();
    // Opened for reading only: every write fails, as on a disk that went read-only.
    let writable = std::mem::replace(&mut spool.file, File::open(folder.path().join(WAITING)).unwrap());
    assert!(spool.append(&[queued(2, None)]).is_err());
    spool.file = writable;
    assert_eq!(fs::read(folder.path().join(WAITING)).unwrap(), before);
    spool.append(&[queued(3, None)]).unwrap();
    assert_eq!(spool.next_batch(9).unwrap().0.len(), 2);
}
