//! The spool: its contents, repeated leads, and damaged files.

use std::os::unix::fs::{FileExt as _, PermissionsExt as _};

use super::*;
use crate::context::Context;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::notice::StaffNotice;
use crate::promise::Promises;
use crate::queue::spool_folder::{files_to_look_at, spool_counts};
use crate::reference::lead_id;
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
    let random = Random::scripted(2 * number as u64);
    let reference = ReferenceGenerator::new(random.clone()).draw();
    QueuedLead::new(lead_id(number, &random), reference, number, key, &Promises::default(), lead)
}

fn same(a: &QueuedLead, b: &QueuedLead) -> bool {
    (&a.id, &a.reference, a.received_at, &a.key, &a.digest, a.due_at, &a.lead)
        == (&b.id, &b.reference, b.received_at, &b.key, &b.digest, b.due_at, &b.lead)
}

async fn open(folder: &Path) -> Spool {
    let spool = Spool::new(folder, Clock::manual(7), ReferenceGenerator::new(Random::scripted(3)));
    spool.prepare().await.expect("a spool");
    spool
}

async fn append(spool: &Spool, leads: &[QueuedLead]) -> Vec<LeadOutcome> {
    spool.append(&mut leads.to_vec()).await.expect("appended")
}

async fn waiting(spool: &Spool) -> Vec<QueuedLead> {
    spool.next_batch(999).await.expect("read")
}

#[tokio::test]
async fn appended_leads_come_back_whole_and_in_order_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut leads = [
        queued(1, None),
        queued(2, Some(IdempotencyKey::Content)),
        queued(3, Some(IdempotencyKey::Given("k".into()))),
        queued(4, None),
        queued(5, None),
    ];
    leads[3].lead.quarantine("a link".to_owned());
    leads[4].lead.set_notice(StaffNotice::Summary);
    let journal = folder.path().join("journal");
    let spool = open(&journal).await;
    assert_eq!(spool.counts().await.unwrap(), SpoolCounts::default());
    append(&spool, &leads[..1]).await;
    append(&spool, &leads[1..]).await;
    spool.close().await;
    for (path, mode) in [(journal.clone(), 0o700), (journal.join(FILE), 0o600)] {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, mode);
    }
    let spool = open(&journal).await;
    let first = spool.next_batch(2).await.unwrap();
    assert!(first.len() == 2 && same(&first[0], &leads[0]) && same(&first[1], &leads[1]), "{first:?}");
    spool.remove(first.into_iter().map(|lead| lead.id).collect()).await.unwrap();
    let rest = waiting(&spool).await;
    assert!(
        rest.len() == leads.len() - 2 && rest.iter().zip(&leads[2..]).all(|(a, b)| same(a, b)),
        "{rest:?}"
    );
    spool.remove(rest.into_iter().map(|lead| lead.id).collect()).await.unwrap();
    assert_eq!(spool.counts().await.unwrap(), SpoolCounts::default());
    spool.close().await;
    let name = "مرحبا".as_bytes();
    for file in fs::read_dir(&journal).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(name.len()).any(|found| found == name), "nothing of a replayed lead stays");
    }
}

#[tokio::test]
async fn r46_the_same_lead_is_recognised_while_it_waits() {
    let folder = tempfile::tempdir().unwrap();
    let given = || Some(IdempotencyKey::Given("k".into()));
    let (keyed, by_words) = (queued(1, given()), queued(2, Some(IdempotencyKey::Content)));
    append(&open(folder.path()).await, &[keyed.clone(), by_words.clone()]).await;
    let spool = open(folder.path()).await;
    let tomorrow = queued(86_400_000, Some(IdempotencyKey::Content));
    let again = QueuedLead { received_at: 86_400_000, ..by_words.clone() };
    let asked = [&keyed, &queued(7, given()), &by_words, &tomorrow, &again, &queued(1, None)];
    let known = spool.find_repetitions(&asked).await.unwrap();
    let expected = [
        Some(keyed.stored(false)),
        Some(LeadOutcome::KeyReused),
        Some(by_words.stored(false)),
        None,
        // The same words tomorrow are a new request.
        None,
        None,
    ];
    assert_eq!(known, expected);
    assert_eq!(append(&spool, &[queued(7, given())]).await, [LeadOutcome::KeyReused]);
}

#[tokio::test]
async fn a_refused_lead_is_kept_with_the_reason_and_waits_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let spool = open(folder.path()).await;
    append(&spool, &[queued(1, None), queued(2, None)]).await;
    spool.refuse(&queued(1, None).id, "no such letter").await.unwrap();
    assert!(same(&waiting(&spool).await[0], &queued(2, None)));
    assert_eq!(spool.counts().await.unwrap(), SpoolCounts { waiting: 1, refused: 1 });
    spool.close().await;
    assert_eq!(spool_counts(folder.path()).await.unwrap(), SpoolCounts { waiting: 1, refused: 1 });
    assert_eq!(waiting(&open(folder.path()).await).await.len(), 2);
}

#[tokio::test]
async fn a_file_that_is_deleted_or_replaced_while_it_is_open_is_made_anew_with_what_was_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let spool = open(folder.path()).await;
    append(&spool, &[queued(1, None)]).await;
    fs::remove_file(folder.path().join(FILE)).unwrap();
    append(&spool, &[queued(2, None)]).await;
    fs::rename(folder.path().join(FILE), folder.path().join("taken")).unwrap();
    assert_eq!(waiting(&spool).await.len(), 2);
    spool.close().await;
    assert_eq!(waiting(&open(folder.path()).await).await.len(), 2);
}

#[tokio::test]
async fn a_spool_that_cannot_be_made_anew_thanks_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let spool = open(&journal).await;
    append(&spool, &[queued(1, None)]).await;
    fs::rename(&journal, folder.path().join("elsewhere")).unwrap();
    fs::write(&journal, "a file where the folder was").unwrap();
    assert!(spool.append(&mut [queued(2, None)]).await.is_err());
    fs::remove_file(&journal).unwrap();
    append(&spool, &[queued(2, None)]).await;
    assert_eq!(waiting(&spool).await.len(), 2, "the first one was still to be read");
}

#[tokio::test]
async fn while_the_file_cannot_be_written_nothing_is_appended_and_nothing_comes_twice() {
    let folder = tempfile::tempdir().unwrap();
    let spool = open(folder.path()).await;
    append(&spool, &[queued(1, None), queued(2, None)]).await;
    let first = spool.next_batch(1).await.unwrap().remove(0);
    let sql = async |text: &str| {
        spool.db().await.unwrap().reader().execute_unprepared(text).await.unwrap();
    };
    // As on a full disk.
    for what in ["INSERT", "DELETE"] {
        sql(&format!("CREATE TRIGGER no_{what} BEFORE {what} ON lead BEGIN SELECT RAISE(FAIL, 'full'); END"))
            .await;
    }
    assert!(spool.append(&mut [queued(3, None)]).await.is_err());
    assert!(spool.remove(vec![first.id.clone()]).await.is_err());
    assert!(same(&waiting(&spool).await[0], &queued(2, None)), "the first one is replayed already");
    sql("DROP TRIGGER no_INSERT; DROP TRIGGER no_DELETE").await;
    spool.remove(Vec::new()).await.unwrap();
    append(&spool, &[queued(3, None)]).await;
    assert_eq!(spool.counts().await.unwrap(), SpoolCounts { waiting: 2, refused: 0 });
}

#[tokio::test]
async fn damage_is_noticed_at_the_start_and_while_it_is_open_and_the_old_file_is_kept() {
    for while_open in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let spool = open(folder.path()).await;
        for first in (1..=300).step_by(60) {
            let some: Vec<_> = (first..first + 60).map(|number| queued(number, None)).collect();
            append(&spool, &some).await;
        }
        if !while_open {
            spool.close().await;
        }
        let file = fs::File::options().write(true).open(&path).unwrap();
        let length = file.metadata().unwrap().len();
        file.write_all_at(&vec![0xa5; 5 * 4096], length - 8 * 4096).unwrap();
        let spool = if while_open { spool } else { open(folder.path()).await };
        // While it is open, damage is noticed when a place is read that has it.
        waiting(&spool).await;
        append(&spool, &[queued(301, None)]).await;
        let read = waiting(&spool).await;
        assert!(read.len() == 1 && same(&read[0], &queued(301, None)), "{} leads", read.len());
        assert_eq!(files_to_look_at(folder.path()).unwrap(), [folder.path().join("damaged-7.db")]);
    }
}
