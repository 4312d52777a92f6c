//! The store, on every engine: many at once share a transaction, and no lead suffers for another.

use std::collections::HashSet;
use std::sync::Arc;

use base::clock::Clock;
use base::random::Random;
use leads::{Context, IdempotencyKey, LeadOutcome, LeadQueue, NewLead, Typed};
use sea_orm::DbBackend;
use storage::db::Db;
use storage::outbox::OutboxNotify;

use crate::requests::harness::{NOW, Site, lead};
use engines::every_engine;

fn is_first(outcome: &LeadOutcome) -> bool {
    matches!(outcome, LeadOutcome::Stored { first_time: true, .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn r47_many_at_once_are_all_stored_each_with_its_own_reference_and_mail() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Arc::new(Site::open_on(engine, Clock::manual(NOW)).await);
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..500 {
            let site = Arc::clone(&site);
            posts.spawn(async move { site.queue.store(lead(number), None).await });
        }
        let outcomes = posts.join_all().await;
        let references: HashSet<String> =
            outcomes.iter().map(|outcome| outcome.reference().expect("stored").to_string()).collect();
        assert_eq!(references.len(), 500, "{name}");
        assert_eq!((site.leads().await, site.outbox().await.pending), (500, 500), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r46_keys_hold_in_the_midst_of_many_others_and_between_two_nodes() {
    for engine in every_engine().await {
        let name = engine.name;
        let other = Db::open(&engine.database).await.expect("a second node");
        let site = Arc::new(Site::open_on(engine, Clock::manual(NOW)).await);
        let other = LeadQueue::open(other, Clock::manual(NOW), Random::system(), OutboxNotify::default());
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..400 {
            let queue = if number % 2 == 0 { site.queue.clone() } else { other.clone() };
            let key = IdempotencyKey::Given(format!("key-{}", number % 50));
            posts.spawn(async move { (number % 50, queue.store(lead(number % 50), Some(key)).await) });
        }
        let outcomes = posts.join_all().await;
        let pairs: HashSet<(usize, String)> = outcomes
            .iter()
            .map(|(key, outcome)| (*key, outcome.reference().expect("stored").to_string()))
            .collect();
        assert_eq!(pairs.len(), 50, "{name}: one reference for each key");
        let first_times = outcomes.iter().filter(|(_, outcome)| is_first(outcome)).count();
        assert_eq!(first_times, 50, "{name}: each first once");
        assert_eq!((site.leads().await, site.outbox().await.pending), (50, 50), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r46_the_same_key_with_other_words_is_an_error_also_within_one_batch() {
    for engine in every_engine().await {
        let site = Arc::new(Site::open_on(engine, Clock::manual(NOW)).await);
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..20 {
            let queue = site.queue.clone();
            posts.spawn(async move {
                queue.store(lead(number), Some(IdempotencyKey::Given("the one key".into()))).await
            });
        }
        let results = posts.join_all().await;
        assert_eq!(results.iter().filter(|result| result.reference().is_some()).count(), 1);
        let reused = results.iter().filter(|result| **result == LeadOutcome::KeyReused).count();
        assert_eq!((reused, site.leads().await), (19, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r47_a_lead_the_database_refuses_takes_no_other_with_it() {
    for engine in every_engine().await {
        let name = engine.name;
        let site = Arc::new(Site::open_on(engine, Clock::manual(NOW)).await);
        site.execute(match site.db.backend() {
            DbBackend::Sqlite => {
                "CREATE TRIGGER poison BEFORE INSERT ON lead WHEN NEW.name = 'Visitor 7'
                 BEGIN SELECT RAISE(ABORT, 'poison'); END"
            }
            _ => "ALTER TABLE lead ADD CONSTRAINT poison CHECK (name <> 'Visitor 7')",
        })
        .await;
        let mut posts = tokio::task::JoinSet::new();
        for number in 0..64 {
            let queue = site.queue.clone();
            posts.spawn(async move { (number, queue.store(lead(number), None).await) });
        }
        for (number, result) in posts.join_all().await {
            assert_eq!(result.reference().is_some(), number != 7, "{name}: {number}");
        }
        assert_eq!((site.leads().await, site.outbox().await.pending), (63, 63), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reference_that_is_taken_is_drawn_again() {
    for engine in every_engine().await {
        let db = Db::open(&engine.database).await.expect("a database");
        // The same seed draws the same reference; the same seed at another moment makes another id.
        let queue =
            LeadQueue::open(db.clone(), Clock::manual(NOW), Random::scripted(11), OutboxNotify::default());
        let first = queue.store(lead(0), None).await;
        let clock = Clock::manual(NOW + 1000);
        let queue = LeadQueue::open(db.clone(), clock, Random::scripted(11), OutboxNotify::default());
        let second = queue.store(lead(1), None).await;
        assert!(is_first(&second));
        let (first, second) = (first.reference().expect("stored"), second.reference().expect("stored"));
        assert_eq!(second.as_str().len(), first.as_str().len() + 1, "{first}, {second}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_desk_answers_everyone_who_waits_and_takes_nobody_after() {
    let site = Arc::new(Site::open().await);
    let mut posts = tokio::task::JoinSet::new();
    for number in 0..300 {
        let queue = site.queue.clone();
        posts.spawn(async move { queue.store(lead(number), None).await });
    }
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    site.queue.close().await;
    let results = posts.join_all().await;
    let stored = results.iter().filter(|result| result.reference().is_some()).count();
    assert!(results.iter().all(|result| matches!(result, LeadOutcome::Stored { .. } | LeadOutcome::Busy)));
    assert_eq!(site.leads().await, i64::try_from(stored).expect("a number"));
    assert_eq!(site.queue.store(lead(0), None).await, LeadOutcome::Busy);
    assert!(!site.queue.is_ready());
}

#[tokio::test]
async fn r47_every_character_a_visitor_can_type_survives_both_engines() {
    for engine in every_engine().await {
        let site = Site::open_on(engine, Clock::manual(NOW)).await;
        let name = "'; DROP TABLE lead;-- \u{1F6B0}\u{202E}\u{1}\u{7F}\u{FFFF} ش\t ";
        let typed =
            Typed { name: name.into(), phone: "0".into(), service: "x".into(), message: String::new() };
        let lead = NewLead::parse(typed, Context::default()).expect("a lead");
        assert!(site.queue.store(lead, None).await.reference().is_some(), "stored");
        assert_eq!(site.text("SELECT name FROM lead").await.as_deref(), Some(name));
    }
}
