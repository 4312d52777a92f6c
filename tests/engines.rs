//! An empty database of its own for each test, on every engine there is.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait, Database as Connect};
use storage::db::Database;
use tempfile::TempDir;

/// An empty database. Its folder goes with it; a schema on PostgreSQL is left for a look after a failure.
pub struct Engine {
    pub name: &'static str,
    pub database: Database,
    pub folder: TempDir,
}

/// Each test tells on which engine it ran, and how that ended, in the file that `scripts/check/engines.mjs` prints.
impl Drop for Engine {
    #[expect(
        clippy::disallowed_methods,
        reason = "the test run names its files and servers in the environment"
    )]
    fn drop(&mut self) {
        let Ok(path) = std::env::var("AMWAJ_TEST_ENGINES") else { return };
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("?");
        let ended = if std::thread::panicking() { "FAILED" } else { "passed" };
        let file = OpenOptions::new().create(true).append(true).open(path);
        // One write, so that lines of tests that run side by side do not mix.
        let told =
            file.and_then(|mut file| file.write_all(format!("{test}\t{}\t{ended}\n", self.name).as_bytes()));
        told.expect("the file of AMWAJ_TEST_ENGINES can be written");
    }
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

/// SQLite in a file.
pub fn sqlite() -> Engine {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Database::Sqlite(folder.path().join("amwaj.db"));
    Engine { name: "SQLite", database, folder }
}

/// SQLite, and PostgreSQL where one is named.
#[expect(clippy::disallowed_methods, reason = "the test run names its files and servers in the environment")]
pub async fn every_engine() -> Vec<Engine> {
    let mut engines = vec![sqlite()];
    if let Ok(url) = std::env::var("AMWAJ_TEST_POSTGRES_URL") {
        engines.push(postgres(&url).await);
    }
    engines
}

async fn postgres(url: &str) -> Engine {
    let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
    let schema = format!("test_{}_{number}", std::process::id());
    let connection = Connect::connect(url).await.expect("the PostgreSQL of the tests answers");
    let reset = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    connection.execute_unprepared(&reset).await.expect("a schema of its own");
    connection.close().await.expect("closed");
    let mut url = url::Url::parse(url).expect("an address");
    url.query_pairs_mut().append_pair("options", &format!("-c search_path={schema}"));
    let folder = tempfile::tempdir().expect("a folder");
    Engine { name: "PostgreSQL", database: Database::Postgres(url.into()), folder }
}
