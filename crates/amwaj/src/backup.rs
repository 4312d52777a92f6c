//! `amwaj backup` and `amwaj restore`: a checked copy of a site's SQLite database while the server runs, and back.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::clock::{Clock, dubai_text, utc_text};
use base::text::without_password;
use copies::REQUESTS;
use storage::db::{DataLock, Database, OpenError, copy};
use storage::terminal::{self, CommandError};

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

/// Writes a checked copy of the database, and says what is in it.
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
        return Err(OpenError::Missing(database.to_owned()).into());
    }
    copy::copy(database, file).map_err(sentence)?;
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
    /// What people call it.
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
        let now = match copy::check(database, REQUESTS) {
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
    copy::replace(database, file, &kept_as).map_err(sentence)?;
    writeln!(out, "{} is that copy now", database.display())?;
    if kept_as.exists() {
        writeln!(
            out,
            "the replaced database is {}; delete it when nothing in it is missed",
            kept_as.display()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// When the last copy was taken, in Unix milliseconds; nothing where none was.
pub fn last(data_dir: &Path) -> Option<i64> {
    std::fs::read_to_string(data_dir.join(LAST_BACKUP)).ok()?.trim().parse().ok()
}

/// The SQLite file; for PostgreSQL a sentence with the command that does the same.
fn sqlite(settings: &Settings, command: impl FnOnce(&str) -> String) -> Result<&Path, CommandError> {
    match &settings.database {
        Database::Sqlite(path) => Ok(path),
        Database::Postgres(url) => Err(CommandError::Other(format!(
            "this site's database is PostgreSQL, which has its own command for that: {}",
            command(url)
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
