//! `amwaj copies`: the copies elsewhere, and the way back.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::clock::{Clock, dubai_text, utc_text};
use clap::Subcommand;
use copies::{CONTENT, Copier, CopiesSettings, CopyName, DATABASE, Listed, SecretKeys, State};
use storage::db::{Database, OpenError};
use storage::terminal::{self, CommandError};

use crate::backup::{MIB, NamedCopy, Requests, asked_on_terminal, put_back};
use crate::settings::Settings;

/// Commands on copies.
#[derive(Subcommand)]
pub enum CopiesCommand {
    /// Make the key that opens copies; keep its file far from the server
    Key {
        /// A new file, such as amwaj-copies.key
        file: PathBuf,
    },
    /// Say which copies there are, and whether they can be relied on
    List,
    /// Make a copy now, also while the server runs, and bring it back aside
    Make,
    /// Open a copy into a new folder, and leave the site as it is
    Get {
        /// A new folder
        folder: PathBuf,
        #[command(flatten)]
        which: Which,
    },
    /// Put a copy in the place of the database and the content folder; asks first
    Restore {
        #[command(flatten)]
        which: Which,
        /// Don't ask
        #[arg(long)]
        yes: bool,
    },
}

/// A copy, and what opens it.
#[derive(clap::Args)]
pub struct Which {
    /// Its name, as `copies list` writes it [default: the newest]
    #[arg(long, value_name = "NAME")]
    copy: Option<String>,
    /// The file with the owner's secret key [default: this server's own key]
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

/// Runs a command.
pub async fn run(command: CopiesCommand, settings: &Settings, clock: &Clock) -> ExitCode {
    let mut out = io::stdout();
    let done = answer(command, settings, clock, &mut out).await;
    terminal::finish(done, &mut out, &mut io::stderr())
}

async fn answer(
    command: CopiesCommand,
    settings: &Settings,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    match command {
        CopiesCommand::Key { file } => make_key(&file, out),
        CopiesCommand::Make => make(settings, clock, out).await,
        CopiesCommand::List => list(settings, clock, out).await,
        CopiesCommand::Get { folder, which } => get(settings, &folder, &which, clock, out).await,
        CopiesCommand::Restore { which, yes } => restore(settings, &which, yes, clock, out).await,
    }
}

fn make_key(file: &Path, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let public = copies::make_key(file)?;
    writeln!(
        out,
        "{0} opens copies. Without it nobody does once this server is gone: keep it in two places that are not this \
         server, then delete it here. Its public half goes into the settings:\ncopies_key = \"{public}\"",
        file.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

async fn make(settings: &Settings, clock: &Clock, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let (set, sources) = (copies_of(settings)?, settings.copied());
    let sources = sources.ok_or_else(|| CommandError::Other("nothing can be copied here".to_owned()))?;
    if !sources.database.exists() {
        return Err(OpenError::Missing(sources.database).into());
    }
    Copier::new(set, sources, clock.clone()).make().await?;
    list(settings, clock, out).await
}

/// Lists the copies, and says whether something is wrong with them.
async fn list(settings: &Settings, clock: &Clock, out: &mut impl Write) -> Result<ExitCode, CommandError> {
    let set = copies_of(settings)?;
    let state = State::read(&settings.data_dir);
    let there = set.destination.list().await?;
    for Listed { name, bytes } in &there {
        let text = name.to_string();
        let known = state.copies.iter().find(|known| known.name == text);
        let requests = known.map_or_else(String::new, |known| {
            format!(", {}", counted(known.requests, "request", "requests"))
        });
        let (made, size) = (dubai_text(name.made_at), *bytes as f64 / MIB);
        writeln!(out, "{text}  {made}, {size:.1} MiB{requests}")?;
    }
    match state.problem(set.every, clock.now_ms()) {
        Some(problem) => {
            writeln!(out, "{problem}")?;
            Ok(ExitCode::FAILURE)
        }
        None => {
            let drilled = state.drill.map_or(0, |drill| drill.at);
            let number = counted(there.len() as i64, "copy", "copies");
            writeln!(out, "{number}; one was last restored aside on {}", dubai_text(drilled))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

async fn get(
    settings: &Settings,
    folder: &Path,
    which: &Which,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let set = copies_of(settings)?;
    let name = chosen(settings, &set, which, clock, out).await?;
    let keys = keys_of(settings, which)?;
    fs::create_dir(folder)
        .map_err(|error| CommandError::Other(format!("{} cannot be made: {error}", folder.display())))?;
    let opened = copies::open(&set.destination, &name, &keys, folder).await;
    // An incomplete copy must not be used, and the same command can be typed again.
    let manifest = opened.inspect_err(|_| drop(fs::remove_dir_all(folder)))?;
    let files = counted(manifest.files.len() as i64, "file", "files");
    writeln!(
        out,
        "{name}: {files} in {}, {}",
        folder.display(),
        Requests(manifest.requests, manifest.newest_request)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Puts a copy in the place of the site's data, which is kept under another name.
async fn restore(
    settings: &Settings,
    which: &Which,
    yes: bool,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let set = copies_of(settings)?;
    let name = chosen(settings, &set, which, clock, out).await?;
    let keys = keys_of(settings, which)?;
    fs::create_dir_all(&settings.data_dir)?;
    let folder = copies::scratch(&settings.data_dir)?;
    let manifest = copies::open(&set.destination, &name, &keys, folder.path()).await?;
    let database = folder.path().join(DATABASE);
    let asked = || asked_on_terminal(yes);
    let copy = NamedCopy { file: &database, name: &name.to_string() };
    let done = tokio::task::block_in_place(|| put_back(settings, copy, clock, asked, out))?;
    if done == ExitCode::SUCCESS && manifest.files.iter().any(|file| file.path.starts_with(CONTENT)) {
        put_content_back(settings, &folder.path().join(CONTENT), clock, out)?;
    }
    Ok(done)
}

/// Puts the copy's content folder in the place of the site's, which is kept.
fn put_content_back(
    settings: &Settings,
    from: &Path,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let Some(to) = &settings.content_dir else {
        let sentence = "the copy has a content folder, and this site has none (content_dir): `amwaj copies get` brings it";
        writeln!(out, "{sentence}")?;
        return Ok(());
    };
    let failed =
        |error: io::Error| CommandError::Other(format!("{} was not put back: {error}", to.display()));
    let time = utc_text(clock.now_ms()).replace([':', '.'], "");
    let beside = |word: &str| PathBuf::from(format!("{}.{word}-{time}", to.display()));
    let (new, kept) = (beside("new"), beside("replaced"));
    copy_folder(from, &new).map_err(failed)?;
    if to.exists() {
        fs::rename(to, &kept).map_err(failed)?;
    }
    fs::rename(&new, to).map_err(failed)?;
    writeln!(out, "{} is the copy's now; the replaced folder is {}", to.display(), kept.display())?;
    Ok(())
}

/// The two may be on different disks.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn copies_of(settings: &Settings) -> Result<CopiesSettings, CommandError> {
    let none = || match settings.database() {
        Database::Sqlite(_) => {
            "no copies are set (copies_to and copies_key): see `Copies` in docs/operations.md"
        }
        Database::Postgres(_) => {
            "this site's database is PostgreSQL, which pgBackRest or pg_dump copies: see docs/operations.md"
        }
    };
    settings.copies().ok_or_else(|| CommandError::Other(none().to_owned()))
}

/// The copy that was named, else the newest: the one that this server made last, or without its knowledge the latest by
/// name that is not of a time to come.
async fn chosen(
    settings: &Settings,
    set: &CopiesSettings,
    which: &Which,
    clock: &Clock,
    out: &mut impl Write,
) -> Result<CopyName, CommandError> {
    let there: Vec<CopyName> = set.destination.list().await?.into_iter().map(|listed| listed.name).collect();
    let wanted = which.copy.as_deref();
    let found = match wanted {
        Some(wanted) => there.into_iter().find(|name| name.to_string() == wanted),
        None => {
            let newest = State::read(&settings.data_dir).newest_of(&there, clock.now_ms());
            let later = there.iter().filter(|name| newest.as_ref().is_some_and(|newest| *name > newest));
            for name in later {
                writeln!(
                    out,
                    "{name} is later by its name, and was not made last: its clock was wrong; --copy takes it anyway"
                )?;
            }
            newest
        }
    };
    found.ok_or_else(|| {
        CommandError::Other(match wanted {
            Some(wanted) => format!("no copy is called {wanted}; `amwaj copies list` names them"),
            None => "there is no copy yet".to_owned(),
        })
    })
}

fn keys_of(settings: &Settings, which: &Which) -> Result<SecretKeys, CommandError> {
    let own = copies::server_key(&settings.data_dir);
    match &which.key {
        Some(file) => Ok(copies::read_keys(file)?),
        None if own.exists() => Ok(copies::read_keys(&own)?),
        None => Err(CommandError::Other(
            "this server has no key of its own yet: name the owner's with --key FILE".to_owned(),
        )),
    }
}

fn counted(number: i64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}
