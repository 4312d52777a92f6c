//! A database of an earlier version keeps everything when its tables are brought up to date.

use base::random::Random;
use leads::{Context, IdempotencyKey, LeadQueue, NewLead, Typed};
use sea_orm::{ConnectionTrait, Database as Connect, EntityTrait, Statement};
use sea_orm_migration::MigratorTrait;
use storage::db::Database;
use storage::db::Db;
use storage::db::migrations::Migrator;
use storage::outbox::{Channel, OutboxNotify, row as delivery, summary};

use crate::requests::harness::{NOW, lead};
use engines::{Engine, every_engine};

/// Steps that were there before deliveries had channels.
const BEFORE: u32 = 2;
/// Steps that were there before keys were scoped by phone number.
const BEFORE_SCOPED_KEYS: u32 = 7;

#[tokio::test(flavor = "multi_thread")]
async fn leads_and_mails_of_an_earlier_version_are_all_found_again() {
    for engine in every_engine().await {
        let name = engine.name;
        let old = Connect::connect(url(&engine)).await.expect("a database");
        Migrator::up(&old, Some(BEFORE)).await.expect("the tables of then");
        for (number, state) in ["pending", "sent", "failed"].into_iter().enumerate() {
            let insert = format!(
                "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message)
                 VALUES ('id-{number}', 'AMW-OLD{number}', {number}, 'd', 'Visitor {number}', '050', 'x', 'm');
                 INSERT INTO outbox VALUES
                 ('id-{number}', '{state}', 1, 2, 3, 4, 'no such user', 5, 'queued as {number}')"
            );
            old.execute_unprepared(&insert).await.expect("a lead and its mail");
        }
        old.close().await.expect("closed");

        let db = Db::open(&engine.database).await.expect("brought up to date");
        let rows = delivery::Entity::find().all(db.reader()).await.expect("deliveries");
        assert_eq!(rows.len(), 3, "{name}");
        for row in &rows {
            assert_eq!((row.channel, row.created_at, row.attempts), (Channel::Mail, 1, 2), "{name}");
            assert_eq!((row.next_at, row.give_up_at, row.sent_at), (3, 4, Some(5)), "{name}");
            assert_eq!(row.last_error.as_deref(), Some("no such user"), "{name}");
            let number = row.lead_id.strip_prefix("id-").expect("an id");
            assert_eq!(row.answer, Some(format!("queued as {number}")), "{name}");
        }
        let summary = summary(db.reader()).await.expect("a summary");
        assert_eq!((summary.pending, summary.sent, summary.failed), (1, 1, 1), "{name}");
        let stages = "SELECT COUNT(*) FROM lead WHERE stage = 'new' AND due_at IS NULL AND erased_at IS NULL";
        let stages = Statement::from_string(db.backend(), stages);
        let row = db.reader().query_one_raw(stages).await.expect("a query").expect("a row");
        assert_eq!(row.try_get_by_index::<i64>(0).expect("a number"), 3, "{name}");
        let outbox = db.reader().execute_unprepared("SELECT * FROM outbox").await;
        assert!(outbox.is_err(), "{name}: the former table is gone");
        let again = Db::open(&engine.database).await.expect("a second start has nothing to do");
        again.close().await.expect("closed");
        let clock = base::clock::Clock::manual(NOW);
        let queue = LeadQueue::open(db.clone(), clock, Random::system(), OutboxNotify::default());
        let outcome = queue.store(lead(1), None).await;
        assert!(outcome.reference().is_some(), "takes leads as before");
        queue.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r46_a_retry_with_a_key_of_an_earlier_version_is_the_same_request() {
    for engine in every_engine().await {
        let name = engine.name;
        let old = Connect::connect(url(&engine)).await.expect("a database");
        Migrator::up(&old, Some(BEFORE_SCOPED_KEYS)).await.expect("the tables of then");
        for (number, phone, e164) in [(1, "050 123 4567", "'+971501234567'"), (2, "call me", "NULL")] {
            let typed = lead(number).typed().clone();
            let (digest, service, message) =
                (lead_from(number, phone).digest(), typed.service, typed.message);
            let insert = format!(
                "INSERT INTO lead (id, reference, received_at, idempotency_key, digest, name, phone, phone_e164, service,
                 message) VALUES ('id-{number}', 'AMW-OLD{number}', 1, 'key:k{number}', '{digest}',
                 '{}', '{phone}', {e164}, '{service}', '{message}')",
                typed.name
            );
            old.execute_unprepared(&insert).await.expect("a lead");
        }
        old.close().await.expect("closed");
        let db = Db::open(&engine.database).await.expect("brought up to date");
        let clock = base::clock::Clock::manual(NOW);
        let queue = LeadQueue::open(db.clone(), clock, Random::system(), OutboxNotify::default());
        for (number, phone) in [(1, "050 123 4567"), (2, "call me")] {
            let key = Some(IdempotencyKey::Given(format!("k{number}")));
            let outcome = queue.store(lead_from(number, phone), key).await;
            let reference = outcome.reference().map(ToString::to_string);
            assert_eq!(reference, Some(format!("AMW-OLD{number}")), "{name}");
        }
        queue.close().await;
    }
}

fn lead_from(number: usize, phone: &str) -> NewLead {
    let typed = Typed { phone: phone.to_owned(), ..lead(number).typed().clone() };
    NewLead::parse(typed, Context::default()).expect("a lead")
}

fn url(engine: &Engine) -> String {
    match &engine.database {
        Database::Sqlite(path) => format!("sqlite://{}?mode=rwc", path.display()),
        Database::Postgres(url) => url.clone(),
    }
}
