//! A database of an earlier version keeps everything when its tables are brought up to date, which only a server does.

use std::future::poll_fn;
use std::task::Poll;

use base::random::Random;
use leads::LeadQueue;
use sea_orm::{ConnectionTrait, Database as Connect, DatabaseConnection, QueryResult, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait};
use storage::db::migrations::{Migrator, SqlStep};
use storage::db::{Database, Db, OpenError, copy};
use storage::outbox::OutboxNotify;

use crate::requests::harness::{NOW, lead};
use engines::{Engine, every_engine, sqlite};

/// The steps of this program, and one of the next version, which is made of several statements.
struct NextVersion;

impl MigratorTrait for NextVersion {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        let next = SqlStep {
            name: "m9999_next",
            sql: "CREATE TABLE mood (id {counted}, picture {bytes});
                  ALTER TABLE lead ADD COLUMN mood text;
                  UPDATE lead SET mood = 'patient';
                  CREATE INDEX lead_mood ON lead (mood);",
        };
        Migrator::migrations().into_iter().chain([Box::new(next) as Box<dyn MigrationTrait>]).collect()
    }
}

/// A connection that does as it is told.
async fn connected(database: &Database) -> DatabaseConnection {
    let url = match database {
        Database::Sqlite(path) => format!("sqlite://{}?mode=rwc", path.display()),
        Database::Postgres(url) => url.clone(),
    };
    Connect::connect(url).await.expect("a database")
}

/// Polls a future so many times and drops it: `None` if it had not ended by then.
async fn stopped_after<T>(polls: u32, future: impl Future<Output = T>) -> Option<T> {
    let (mut future, mut left) = (std::pin::pin!(future), polls);
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
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
        let delete = "DELETE FROM seaql_migrations WHERE version LIKE 'm0001%'";
        lacking.execute_unprepared(delete).await.expect("done");
        lacking.close().await.expect("closed");
        let told = Db::open(&engine.database).await.expect_err("no version made this").to_string();
        assert!(told.contains("m9999_next") && told.contains("lacks m0001_schema"), "{name}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_taken_before_tables_are_brought_up_to_date_and_the_newest_three_are_kept() {
    let engine = sqlite();
    Db::open(&engine.database).await.expect("tables").close().await.expect("closed");
    let old = connected(&engine.database).await;
    let insert = "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message)
                  VALUES ('id', 'AMW-OLD', 7, 'd', 'Visitor', '050', 'x', 'm')";
    old.execute_unprepared(insert).await.expect("a lead");
    old.close().await.expect("closed");
    for year in 2021..2025 {
        let name = format!("amwaj.before-{year}0101-000000-m0000_before.db");
        std::fs::write(engine.folder.path().join(name), "").expect("written");
    }
    let db = Db::open(&engine.database).await.expect("a database");
    db.migrate_by::<NextVersion>().await.expect("brought up to date");
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
    assert!(newest.ends_with("-m0001_schema.db"), "{newest}");
    let copied =
        copy::check(&engine.folder.path().join(newest), "SELECT COUNT(*), MAX(received_at) FROM lead");
    assert_eq!(copied.expect("whole"), (1, Some(7)));
    db.migrate_by::<NextVersion>().await.expect("again");
    db.close().await.expect("closed");
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
    // Each transaction asks for itself: behind a pooler the next one may have another session.
    let asked = || Statement::from_string(db.backend(), "SHOW synchronous_commit");
    let word = |row: Option<QueryResult>| row.expect("a row").try_get_by_index::<String>(0).expect("a word");
    for _ in 0..2 {
        let write = db.begin_write().await.expect("a transaction");
        assert_eq!(word(write.query_one_raw(asked()).await.expect("an answer")), "on");
        write.commit().await.expect("committed");
        assert_eq!(word(db.reader().query_one_raw(asked()).await.expect("an answer")), "off");
    }
    let name = format!("latin_{}", std::process::id());
    let create =
        format!("CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
    // Making and dropping a database flushes all of the server's files: on a busy disk longer than a statement may take.
    let patient = connected(&engine.database).await;
    patient.execute_unprepared(&create).await.expect("made");
    let mut latin = url::Url::parse(url).expect("an address");
    latin.set_path(&name);
    latin.set_query(None);
    let told = Db::open(&Database::Postgres(latin.into())).await.expect_err("refused").to_string();
    assert!(told.contains("encoding LATIN1") && told.contains("createdb --encoding=UTF8"), "{told}");
    patient.execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await.expect("gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_of_a_preview_is_refused_and_left_as_it_is() {
    for engine in every_engine().await {
        let name = engine.name;
        let preview = connected(&engine.database).await;
        let tables = "CREATE TABLE seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL);
                      INSERT INTO seaql_migrations VALUES ('m0001_leads_and_outbox', 1), ('m0020_passkey_devices', 2)";
        preview.execute_unprepared(tables).await.expect("the steps of a preview");
        for told in [
            Db::open(&engine.database).await.expect_err("refused").to_string(),
            Db::open_existing(&engine.database).await.expect_err("refused").to_string(),
        ] {
            assert!(
                told.contains("made by a preview") && told.contains("amwaj leads export"),
                "{name}: {told}"
            );
        }
        let tables = preview.execute_unprepared("SELECT 1 FROM lead").await;
        assert!(tables.is_err(), "{name}: nothing was added");
    }
}

/// A process that is killed leaves what a future leaves that is dropped between two of its statements: R46 and R47 begin
/// with a server that starts.
#[tokio::test(flavor = "multi_thread")]
async fn r47_a_first_start_and_an_upgrade_that_stop_anywhere_go_on_at_the_next_start() {
    for polls in 1.. {
        let mut ended = true;
        for engine in every_engine().await {
            ended &= stopped_and_started_again(&engine, polls).await;
        }
        if ended {
            assert!(polls > 5, "they were stopped in the middle: {polls}");
            break;
        }
    }
}

/// Whether both ended before they were stopped.
async fn stopped_and_started_again(Engine { name, database, .. }: &Engine, polls: u32) -> bool {
    let begun = stopped_after(polls, Db::open(database)).await;
    let db = Db::open(database).await.unwrap_or_else(|error| panic!("{name}, poll {polls}: {error}"));
    let lead = "INSERT INTO lead (id, reference, received_at, digest, name, phone, service, message)
                VALUES ('id', 'AMW-OLD', 7, 'd', 'Visitor', '050', 'x', 'm')";
    db.reader().execute_unprepared(lead).await.expect("a lead");
    let upgraded = stopped_after(polls, db.migrate_by::<NextVersion>()).await;
    db.close().await.expect("closed");
    let db = Db::open(database).await.unwrap_or_else(|error| panic!("{name}, poll {polls}: {error}"));
    db.migrate_by::<NextVersion>().await.unwrap_or_else(|error| panic!("{name}, poll {polls}: {error}"));
    let patient = "SELECT count(*) FROM lead WHERE mood = 'patient'";
    let row = db.reader().query_one_raw(Statement::from_string(db.backend(), patient)).await;
    let count: i64 = row.expect("tables").expect("a row").try_get_by_index(0).expect("a number");
    assert_eq!(count, 1, "{name}, poll {polls}");
    db.close().await.expect("closed");
    begun.is_some() && upgraded.is_some()
}
