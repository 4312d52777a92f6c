//! `amwaj backup` and `amwaj restore`: a checked copy of a site's SQLite database while the server runs, and back.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::clock::{Clock, dubai_text, utc_text};
use base::text::without_password;
use copies::REQUESTS;
use desk::staff::audit::{self, AuditAction, COMMAND_LINE, Entry};
use storage::db::{DataLock, Database, Db, OpenError, Redone, copy};
use storage::terminal::{self, CommandError};
use tokio::runtime::Handle;

use crate::settings::Settings;

/// The file in the data folder that remembers when the last copy was taken.
const LAST_BACKUP: &str = "last-backup";
pub(crate) const MIB: f64 = 1024.0 * 1024.0;

/// The requests of a database, as a sentence says them.
pub(crate) struct Requests(pub i64, pub Option<i64>);

/// Runs `amwaj backup`.
pub fn backup(settings: &Settings, file: &Path, clock: &Clock) -> ExitCode {
    let mut out = io::stdout().lock();
    let done = back_up(settings, file, clock, &mut out).map(|()| ExitCode::SUCCESS);
    terminal::finish(done, &mut out, &mut io::stderr())
}

/// Runs `amwaj restore`; asks on the terminal unless `yes`.
pub fn restore(settings: &Settings, file: &Path, yes: bool, clock: &Clock) -> ExitCode {
    let mut out = io::stdout().lock();
    let copy = NamedCopy { file, name: &file.display().to_string() };
    let done = put_back(settings, copy, clock, || asked_on_terminal(yes), &mut out);
    terminal::finish(done, &mut out, &mut io::stderr())
}

/// Whether somebody wants it.
///
/// # Errors
/// When nobody can be asked.
pub fn asked_on_terminal(yes: bool) -> Result<bool, CommandError> {
    match (yes, io::stdin().is_terminal()) {
        (true, _) => Ok(true),
        (false, true) => {
            eprint!("Go ahead? [y/N] ");
            Ok(answer_is_yes(&mut io::stdin().lock()))
        }
        (false, false) => {
            Err(CommandError::Other("nobody can be asked here; add --yes to go ahead".to_owned()))
        }
    }
}

/// Writes a checked copy of the database, and lists its contents.
///
/// # Errors
/// When the database is PostgreSQL, or the copy cannot be made under that name.
pub fn back_up(
    settings: &Settings,
    file: &Path,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let database = sqlite(settings, |url| {
        format!("pg_dump --format=custom --file={} '{}'", file.display(), without_password(url))
    })?;
    if !database.exists() {
        return Err(OpenError::Missing(database).into());
    }
    copy::copy(&database, file).map_err(sentence)?;
    let (count, newest) = copy::check(file, REQUESTS).map_err(sentence)?;
    let bytes = std::fs::metadata(file)?.len();
    let note = settings.data_dir.join(LAST_BACKUP);
    std::fs::write(&note, clock.now_ms().to_string())
        .map_err(|error| CommandError::Other(format!("{} cannot be written: {error}", note.display())))?;
    let size = bytes as f64 / MIB;
    writeln!(out, "{}: {size:.1} MiB, {}; checked", file.display(), Requests(count, newest))?;
    Ok(())
}

/// A copy that is to be put back.
#[derive(Clone, Copy, Debug)]
pub struct NamedCopy<'a> {
    pub file: &'a Path,
    /// Name of the copy, as people read it.
    pub name: &'a str,
}

/// Puts a copy in the place of the database, if `is_wanted` says so when it is asked, and keeps the replaced one.
///
/// # Errors
/// When the copy is not whole, the database is PostgreSQL, or a server runs on it.
pub fn put_back(
    settings: &Settings,
    NamedCopy { file, name }: NamedCopy<'_>,
    clock: &Clock,
    is_wanted: impl FnOnce() -> Result<bool, CommandError>,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let database = sqlite(settings, |url| {
        format!("pg_restore --clean --if-exists --dbname='{}' {}", without_password(url), file.display())
    })?;
    let (count, newest) = copy::check(file, REQUESTS).map_err(sentence)?;
    let _lock =
        DataLock::acquire(&settings.data_dir).map_err(|error| CommandError::Other(error.to_string()))?;
    writeln!(out, "{name} has {}", Requests(count, newest))?;
    if database.exists() {
        let now = match copy::check(&database, REQUESTS) {
            Ok((count, newest)) => Requests(count, newest).to_string(),
            Err(error) => error.to_string(),
        };
        writeln!(out, "it replaces {} ({now}), which is kept under another name", database.display())?;
    }
    out.flush()?;
    if !is_wanted()? {
        writeln!(out, "nothing was changed")?;
        return Ok(ExitCode::FAILURE);
    }
    let time = utc_text(clock.now_ms()).replace([':', '.'], "");
    let kept_as = PathBuf::from(format!("{}.replaced-{time}", database.display()));
    let redone = copy::replace(&database, file, &kept_as, clock.now_ms()).map_err(sentence)?;
    writeln!(out, "{} is that copy now", database.display())?;
    say(&redone, out)?;
    // Whoever asks on a terminal is on a thread of the runtime.
    let logged = tokio::task::block_in_place(|| Handle::current().block_on(log(settings, name, clock)));
    if let Err(why) = logged {
        writeln!(out, "the audit log has no row of this: {why}")?;
    }
    if kept_as.exists() {
        writeln!(
            out,
            "the replaced database is {}; delete it when nothing in it is missed: it keeps what is erased from now on",
            kept_as.display()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the changes made again on the copy that was put back.
fn say(redone: &Redone, out: &mut impl Write) -> io::Result<()> {
    let Redone { sessions, invitations, people, roles, passkeys, erased, unread } = redone;
    writeln!(
        out,
        "everybody signs in again: {sessions} devices are signed out, and {invitations} invitations or codes are void"
    )?;
    if !people.is_empty() {
        writeln!(out, "removed again, as in the replaced database: {}", people.join(", "))?;
    }
    if roles + passkeys > 0 {
        writeln!(out, "taken away again: {roles} roles, {passkeys} passkeys")?;
    }
    if !erased.is_empty() {
        writeln!(out, "erased again: {}", erased.join(", "))?;
    }
    if let Some(why) = unread {
        writeln!(
            out,
            "the replaced database can't be read ({why}): who was removed and what was erased after the copy was made is \
             back; see `amwaj staff list`, and erase again"
        )?;
    }
    Ok(())
}

/// Adds the row to the audit log.
async fn log(settings: &Settings, copy: &str, clock: &Clock) -> Result<(), String> {
    let db = Db::open_existing(&settings.database()).await.map_err(|error| error.to_string())?;
    let entry = Entry {
        by: COMMAND_LINE,
        action: AuditAction::DatabaseRestored,
        subject: copy,
        lead_id: None,
        key: None,
    };
    let append = async || {
        let write = db.begin_write().await?;
        audit::append(&write, entry, clock.now_ms()).await?;
        write.commit().await?;
        db.close().await
    };
    append().await.map_err(|error| error.to_string())
}

/// When the last copy was taken, in Unix milliseconds; `None` if there has been none.
pub fn last(data_dir: &Path) -> Option<i64> {
    std::fs::read_to_string(data_dir.join(LAST_BACKUP)).ok()?.trim().parse().ok()
}

/// The SQLite file; for PostgreSQL a sentence with the command that does the same.
fn sqlite(settings: &Settings, command: impl FnOnce(&str) -> String) -> Result<PathBuf, CommandError> {
    match settings.database() {
        Database::Sqlite(path) => Ok(path),
        Database::Postgres(url) => Err(CommandError::Other(format!(
            "this site's database is PostgreSQL, which has its own command for that: {}",
            command(&url)
        ))),
    }
}

fn sentence(error: copy::CopyError) -> CommandError {
    CommandError::Other(error.to_string())
}

fn answer_is_yes(input: &mut impl BufRead) -> bool {
    let mut line = String::new();
    input.read_line(&mut line).is_ok() && matches!(line.trim(), "y" | "Y" | "yes")
}

impl fmt::Display for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Requests(count, newest) = self;
        let word = if *count == 1 { "request" } else { "requests" };
        match newest {
            Some(newest) => write!(f, "{count} {word}, the newest of {}", dubai_text(*newest)),
            None => write!(f, "no requests"),
        }
    }
}
