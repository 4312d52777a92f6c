//! A database of an earlier version keeps everything when its tables are brought up to date, which only a server does.

use base::random::Random;
use leads::{Context, IdempotencyKey, LeadQueue, NewLead, Typed};
use sea_orm::{ConnectionTrait, Database as Connect, DatabaseConnection, EntityTrait, Statement};
use sea_orm_migration::MigratorTrait;
use storage::db::migrations::Migrator;
use storage::db::{Database, Db, OpenError, copy};
use storage::outbox::{Channel, OutboxNotify, row as delivery, summary};

use crate::requests::harness::{NOW, lead};
use engines::{Engine, every_engine, sqlite};

/// Steps that were there before deliveries had channels.
const BEFORE: u32 = 2;
/// Steps that were there before keys were scoped by phone number.
const BEFORE_SCOPED_KEYS: u32 = 7;

/// A connection that does as it is told.
async fn connected(database: &Database) -> DatabaseConnection {
    let url = match database {
        Database::Sqlite(path) => format!("sqlite://{}?mode=rwc", path.display()),
        Database::Postgres(url) => url.clone(),
    };
    Connect::connect(url).await.expect("a database")
}

/// With the tables of an earlier version, which had so many steps.
async fn as_of_then(engine: &Engine, steps: u32) {
    let old = connected(&engine.database).await;
    Migrator::up(&old, Some(steps)).await.expect("the tables of then");
    old.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_make_no_database_and_change_no_tables() {
    let nowhere = sqlite();
    let path = nowhere.folder.path().join("deeper").join("amwaj.db");
    let told = Db::open_existing(&Database::Sqlite(path.clone())).await.expect_err("none").to_string();
    assert!(told.contains("there is no database") && told.contains("AMWAJ_DATA_DIR"), "{told}");
    assert!(!path.exists() && !path.with_file_name("").exists(), "nothing was made");
    for engine in every_engine().await {
        let name = engine.name;
        connected(&engine.database).await.close().await.expect("closed");
        let empty = Db::open_existing(&engine.database).await;
        assert!(matches!(empty, Err(OpenError::Empty)), "{name}: {empty:?}");
        as_of_then(&engine, BEFORE).await;
        let told = Db::open_existing(&engine.database).await.expect_err("older").to_string();
        assert!(told.contains("m0002_posts") && told.contains("start this version"), "{name}: {told}");
        let db = connected(&engine.database).await;
        let steps = Migrator::get_applied_migrations(&db).await.expect("steps");
        assert_eq!(steps.len(), BEFORE as usize, "{name}");
        db.close().await.expect("closed");
        Db::open(&engine.database).await.expect("a server").close().await.expect("closed");
        Db::open_existing(&engine.database).await.expect("usable").close().await.expect("closed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_version_before_goes_on_with_tables_that_a_newer_one_has_added_to() {
    for engine in every_engine().await {
        let name = engine.name;
        Db::open(&engine.database).await.expect("a database").close().await.expect("closed");
        let newer = connected(&engine.database).await;
        let step = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_next', 1);
                    ALTER TABLE lead ADD COLUMN mood TEXT";
        newer.execute_unprepared(step).await.expect("a step of a newer version");
        newer.close().await.expect("closed");
        let command = Db::open_existing(&engine.database).await;
        command.unwrap_or_else(|error| panic!("{name}: {error}")).close().await.expect("closed");
        let db = Db::open(&engine.database).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let clock = base::clock::Clock::manual(NOW);
        let queue = LeadQueue::open(db, clock, Random::system(), OutboxNotify::default());
        assert!(queue.store(lead(1), None).await.reference().is_some(), "{name}");
        queue.close().await;
        let lacking = connected(&engine.database).await;
        let delete = "DELETE FROM seaql_migrations WHERE version LIKE 'm0008%'";
        lacking.execute_unprepared(delete).await.expect("done");
        lacking.close().await.expect("closed");
        let told = Db::open(&engine.database).await.expect_err("no version made this").to_string();
        assert!(told.contains("m9999_next") && told.contains("lacks m0008_screening"), "{name}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_taken_before_tables_are_brought_up_to_date_and_the_newest_three_are_kept() {
    let engine = sqlite();
    as_of_then(&engine, BEFORE).await;
    let old = connected(&engine.database).await;
    let insert = "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message)
                  VALUES ('id', 'AMW-OLD', 7, 'd', 'Visitor', '050', 'x', 'm')";
    old.execute_unprepared(insert).await.expect("a lead");
    old.close().await.expect("closed");
    for year in 2021..2025 {
        let name = format!("amwaj.before-{year}0101-000000-m0001_leads_and_outbox.db");
        std::fs::write(engine.folder.path().join(name), "").expect("written");
    }
    Db::open(&engine.database).await.expect("brought up to date").close().await.expect("closed");
    let names = || {
        let entries = std::fs::read_dir(engine.folder.path()).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.retain(|name| name.starts_with("amwaj.before-"));
        names.sort();
        names
    };
    assert_eq!(names().len(), 3, "{:?}", names());
    let newest = names().pop().expect("a copy");
    assert!(newest.ends_with("-m0002_posts.db"), "{newest}");
    let copied =
        copy::check(&engine.folder.path().join(newest), "SELECT COUNT(*), MAX(received_at) FROM lead");
    assert_eq!(copied.expect("whole"), (1, Some(7)));
    Db::open(&engine.database).await.expect("again").close().await.expect("closed");
    assert_eq!(names().len(), 3, "what is up to date is not copied");
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_must_hold_every_letter_and_flush_each_commit() {
    let Some(engine) = every_engine().await.into_iter().find(|engine| engine.name == "PostgreSQL") else {
        return;
    };
    let Database::Postgres(url) = &engine.database else { return };
    let lazy = Database::Postgres(format!("{url}%20-c%20synchronous_commit%3Doff"));
    let db = Db::open(&lazy).await.expect("a database");
    let asked = Statement::from_string(db.backend(), "SHOW synchronous_commit");
    let row = db.reader().query_one_raw(asked).await.expect("an answer").expect("a row");
    assert_eq!(row.try_get_by_index::<String>(0).expect("a word"), "on");
    let name = format!("latin_{}", std::process::id());
    let create =
        format!("CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
    db.reader().execute_unprepared(&create).await.expect("made");
    let mut latin = url::Url::parse(url).expect("an address");
    latin.set_path(&name);
    latin.set_query(None);
    let told = Db::open(&Database::Postgres(latin.into())).await.expect_err("refused").to_string();
    assert!(told.contains("encoding LATIN1") && told.contains("createdb --encoding=UTF8"), "{told}");
    db.reader().execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await.expect("gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn leads_and_mails_of_an_earlier_version_are_all_found_again() {
    for engine in every_engine().await {
        let name = engine.name;
        as_of_then(&engine, BEFORE).await;
        let old = connected(&engine.database).await;
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
        as_of_then(&engine, BEFORE_SCOPED_KEYS).await;
        let old = connected(&engine.database).await;
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
