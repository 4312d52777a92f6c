//! Requests while the database is away: red without a journal, thanked for with one, and never lost.

use std::path::PathBuf;

use base::clock::Clock;
use base::random::Random;
use leads::{IdempotencyKey, LeadOutcome, LeadQueue, SpoolCounts};
use sea_orm::{ConnectionTrait as _, Statement};
use storage::db::Db;
use storage::outbox::{ChannelsInUse, OutboxNotify};

use crate::requests::harness::{NOW, lead, until};
use engines::{Engine, every_engine};

/// A node with a journal in the engine's folder.
pub struct Node {
    pub db: Db,
    pub queue: LeadQueue,
    pub engine: Engine,
}

impl Node {
    pub async fn open(engine: Engine) -> Self {
        let db = Db::open(&engine.database).await.expect("a database");
        let folder = engine.folder.path().join("journal");
        let (clock, random) = (Clock::manual(NOW), Random::system());
        let queue = LeadQueue::open_with(
            db.clone(),
            clock,
            random,
            OutboxNotify::default(),
            ChannelsInUse::new(false),
            Some(&folder),
        );
        Node { db, queue: queue.expect("a journal"), engine }
    }

    /// The table is gone as far as anybody can tell.
    pub async fn take_away(&self) {
        self.db.reader().execute_unprepared("ALTER TABLE lead RENAME TO lead_away").await.expect("away");
    }

    pub async fn bring_back(&self) {
        self.db.reader().execute_unprepared("ALTER TABLE lead_away RENAME TO lead").await.expect("back");
    }

    pub async fn references(&self) -> Vec<String> {
        let all = Statement::from_string(self.db.backend(), "SELECT reference FROM lead");
        let rows = self.db.reader().query_all_raw(all).await.expect("a query");
        let mut all: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).expect("a text")).collect();
        all.sort_unstable();
        all
    }

    pub fn folder(&self) -> PathBuf {
        self.engine.folder.path().join("journal")
    }

    pub async fn counts(&self) -> SpoolCounts {
        self.queue.spool_counts().await.expect("counted")
    }

    pub async fn waiting(&self) -> u64 {
        self.counts().await.waiting
    }

    pub async fn until_replayed(&self) {
        let replayed = async || self.waiting().await == 0 && !self.queue.is_database_away();
        until("nothing waits in the journal", replayed).await;
    }

    pub async fn number(&self, sql: &str) -> i64 {
        let asked = Statement::from_string(self.db.backend(), sql);
        let row = self.db.reader().query_one_raw(asked).await.expect("a query").expect("a row");
        row.try_get_by_index(0).expect("a number")
    }
}

/// The reference of a lead that had been stored before.
fn repeated(outcome: &LeadOutcome) -> Option<String> {
    match outcome {
        LeadOutcome::Stored { reference, first_time: false, .. } => Some(reference.to_string()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_is_thanked_for_while_the_database_is_away_and_stored_when_it_is_back() {
    for engine in every_engine().await {
        let node = Node::open(engine).await;
        let first = node.queue.store(lead(1), None).await.reference().expect("stored").to_string();
        assert_eq!(node.waiting().await, 0, "a database that is there needs no journal");
        node.take_away().await;
        let mut references = vec![first];
        for number in 2..=5 {
            let outcome =
                node.queue.store(lead(number), Some(IdempotencyKey::Given(format!("k{number}")))).await;
            references.push(outcome.reference().expect("written down").to_string());
        }
        assert_eq!(node.waiting().await, 4, "{}", node.engine.name);
        let again = node.queue.store(lead(2), Some(IdempotencyKey::Given("k2".into()))).await;
        assert_eq!(repeated(&again).as_ref(), Some(&references[1]));
        let other_words = node.queue.store(lead(9), Some(IdempotencyKey::Given("k2".into()))).await;
        assert_eq!(other_words, LeadOutcome::KeyReused);
        node.bring_back().await;
        node.until_replayed().await;
        let mut thanked_for = references.clone();
        thanked_for.sort_unstable();
        assert_eq!(node.references().await, thanked_for, "{}", node.engine.name);
        let again = node.queue.store(lead(2), Some(IdempotencyKey::Given("k2".into()))).await;
        assert_eq!(repeated(&again).as_ref(), Some(&references[1]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_the_journal_outlives_the_process_and_is_stored_once_however_often_it_is_given_back() {
    for engine in every_engine().await {
        let node = Node::open(engine).await;
        node.take_away().await;
        let before = node.queue.store(lead(1), None).await.reference().expect("written down").to_string();
        node.queue.close().await;
        let file = node.engine.folder.path().join("journal/spool.db");
        let kept = std::fs::read(&file).expect("the journal");
        node.bring_back().await;
        let node = Node::open(node.engine).await;
        node.until_replayed().await;
        assert_eq!(node.references().await, std::slice::from_ref(&before));
        // As if the process had died between storing and emptying the file.
        node.queue.close().await;
        std::fs::write(&file, kept).expect("put back");
        let node = Node::open(node.engine).await;
        node.until_replayed().await;
        assert_eq!(node.references().await, [before], "{}", node.engine.name);
        assert_eq!(node.number("SELECT COUNT(*) FROM delivery").await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_another_node_gave_to_other_words_meanwhile_costs_neither_lead() {
    for engine in every_engine().await {
        let node = Node::open(engine).await;
        let key = || Some(IdempotencyKey::Given("the-same".into()));
        node.take_away().await;
        assert!(node.queue.store(lead(1), key()).await.reference().is_some(), "written down");
        node.queue.close().await;
        node.bring_back().await;
        let other =
            LeadQueue::open(node.db.clone(), Clock::manual(NOW), Random::system(), OutboxNotify::default());
        assert!(other.store(lead(2), key()).await.reference().is_some(), "stored");
        let node = Node::open(node.engine).await;
        node.until_replayed().await;
        assert_eq!(node.references().await.len(), 2, "{}", node.engine.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_journal_a_visitor_is_told_the_truth() {
    for engine in every_engine().await {
        let db = Db::open(&engine.database).await.expect("a database");
        let queue =
            LeadQueue::open(db.clone(), Clock::manual(NOW), Random::system(), OutboxNotify::default());
        db.reader().execute_unprepared("ALTER TABLE lead RENAME TO lead_away").await.expect("away");
        assert_eq!(queue.store(lead(1), None).await, LeadOutcome::DatabaseUnavailable, "{}", engine.name);
    }
}
