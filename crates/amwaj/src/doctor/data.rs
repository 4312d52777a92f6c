//! Whether stored data is safe: from others on this machine, from a lost disk, and from a power cut.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use sea_orm::{ConnectionTrait as _, Statement};

use crate::backup;
use crate::doctor::check::Check;
use crate::settings::Settings;
use base::clock::dubai_text;
use storage::db::{Database, Db, Standbys, try_data_folder};

/// A copy that is older than this needs a person to look: the daily one has failed more than once.
const OLD_COPY_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// A standby that lacks this many bytes of the log doesn't keep up.
const FAR_BEHIND: u64 = 100_000_000;
/// Permissions of anybody but the owner.
const OTHERS: u32 = 0o077;

/// # Errors
/// The line that says why the data folder can't be used, and what would be right.
pub(super) fn folder(settings: &Settings) -> Result<(), Check> {
    try_data_folder(&settings.data_dir).map_err(|why| Check::fail("data folder", why, ""))
}

/// Whether others on this machine can read requests. A closed folder protects all its files.
pub(super) fn permissions(settings: &Settings) -> Check {
    let about = "permissions";
    let beside = match settings.database() {
        Database::Sqlite(path) if !path.starts_with(&settings.data_dir) => Some(path),
        _ => None,
    };
    let open: Vec<String> = std::iter::once(settings.data_dir.as_path())
        .chain(beside.as_deref())
        .filter(|path| is_open(path))
        .map(|path| path.display().to_string())
        .collect();
    match open.join(" ") {
        none if none.is_empty() => Check::ok(about, "only this user can read what is stored"),
        open => {
            let remedy = format!("close it with `chmod -R go= {open}`");
            Check::warn(about, format!("others on this machine can look into {open}"), remedy)
        }
    }
}

fn is_open(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & OTHERS != 0)
}

/// State of a SQLite database's copies; those of PostgreSQL are known to its host only.
pub(super) fn copies(settings: &Settings, now: i64) -> Option<Check> {
    let about = "copies";
    let Database::Sqlite(_) = settings.database() else { return None };
    if let Some(health) = settings.copies_health() {
        let remedy = "see that the server runs, and `Copies` in docs/operations.md";
        let (state, problem) = health.look(now);
        let proved = state.proved_at().map_or_else(String::new, dubai_text);
        return Some(match problem {
            Some(problem) => Check::fail(about, problem, remedy),
            None => Check::ok(about, format!("the newest is of {proved}; one was restored aside this week")),
        });
    }
    let remedy = "set copies_to and copies_key (`Copies` in docs/operations.md), or run `amwaj backup FILE` every day, \
                  with the file on another disk";
    Some(match backup::last(&settings.data_dir) {
        None => Check::warn(about, "no copy was taken yet", remedy),
        Some(at) if now - at > OLD_COPY_MS => {
            Check::warn(about, format!("no copy since {}", dubai_text(at)), remedy)
        }
        Some(at) => Check::ok(about, format!("the last one was taken on {}", dubai_text(at))),
    })
}

/// Whether another server has each request before a visitor is thanked for it.
pub(super) async fn standbys(db: &Db) -> Option<Check> {
    let about = "standbys";
    let remedy = "set synchronous_standby_names on the database servers, and see that a standby follows: \
                  `Several database servers` in docs/operations.md";
    Some(match db.standbys().await.transpose()? {
        Ok(Standbys { may_be_seen: false, .. }) => {
            let remedy = "grant pg_monitor to this program's database user";
            Check::warn(about, "whether another server has each request cannot be seen", remedy)
        }
        Ok(Standbys { synchronous: 0, others: 0, .. }) => {
            Check::warn(about, "no server follows the one that takes writes", remedy)
        }
        Ok(Standbys { synchronous: 0, others, .. }) => {
            let text = format!(
                "{others} follow, and none has a request before its visitor is thanked: the last ones are lost with the \
                 server that takes writes"
            );
            Check::warn(about, text, remedy)
        }
        Ok(Standbys { lag_bytes: lag_bytes @ FAR_BEHIND.., .. }) => {
            let text = format!(
                "one lacks {} MB of what is stored: it could not take over soon",
                lag_bytes / 1_000_000
            );
            Check::warn(about, text, "look at that server: it doesn't keep up, or can't be reached")
        }
        Ok(Standbys { synchronous, others, .. }) => {
            let all = synchronous + others;
            Check::ok(
                about,
                format!("{synchronous} of {all} have each request before its visitor is thanked"),
            )
        }
        Err(error) => Check::fail(about, error.to_string(), "see the line on the database"),
    })
}

/// Whether PostgreSQL keeps its commits.
pub(super) async fn flushing(db: &Db) -> Option<Check> {
    let Database::Postgres(_) = db.database() else { return None };
    let about = "power cuts";
    let asked = Statement::from_string(db.backend(), "SHOW fsync");
    let row = db.reader().query_one_raw(asked).await;
    let fsync = row.and_then(|row| row.map(|row| row.try_get_by_index::<String>(0)).transpose());
    Some(match fsync {
        Ok(Some(value)) if value == "off" => Check::warn(
            about,
            "PostgreSQL has fsync=off: requests that visitors were thanked for can be lost",
            "set fsync to on in postgresql.conf and reload it",
        ),
        Ok(_) => Check::ok(about, "PostgreSQL flushes what it commits"),
        Err(error) => Check::fail(about, error.to_string(), "see the line on the database"),
    })
}
