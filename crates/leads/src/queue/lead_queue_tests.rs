//! A writer that breaks down: nobody waits for it in vain, and the next one goes on.

use std::time::Instant;

use super::*;
use crate::context::Context;
use crate::lead::Typed;
use crate::queue::group_commit::BREAK_DOWN_OVER;
use storage::db::Database;

fn lead(name: &str) -> NewLead {
    let typed = Typed {
        name: name.to_owned(),
        phone: "050 123 4567".into(),
        service: "Plumbing Services".into(),
        message: "The tap drips".into(),
    };
    NewLead::parse(typed, Context::default()).expect("a lead")
}

#[tokio::test(flavor = "multi_thread")]
async fn r47_after_the_writer_broke_down_its_visitors_know_and_the_next_ones_are_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Db::open(&Database::Sqlite(folder.path().join("leads.db"))).await.expect("a database");
    let queue = LeadQueue::open(db.clone(), Clock::system(), Random::system(), OutboxNotify::default());
    let stored = |outcome: &LeadOutcome| matches!(outcome, LeadOutcome::Stored { .. });
    assert!(stored(&queue.store(lead("Aisha"), None).await));
    for _ in 0..3 {
        let began = Instant::now();
        let outcome = queue.store(lead(BREAK_DOWN_OVER), None).await;
        assert!(matches!(outcome, LeadOutcome::DatabaseUnavailable), "{outcome:?}");
        assert!(began.elapsed() < ANSWER_TIMEOUT, "nobody waits for the time limit");
        let next = queue.store(lead("Omar"), None).await;
        assert!(stored(&next), "{next:?}");
        assert!(queue.is_ready());
    }
    let writer = supervisor::tasks().into_iter().find(|task| task.name == "leads").expect("it is known");
    assert!(writer.breakdowns >= 3 && writer.is_down, "{writer:?}");
    queue.close().await;
}
