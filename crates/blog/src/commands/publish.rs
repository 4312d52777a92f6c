//! `amwaj posts publish`: each file whole or not at all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::authoring::library::Library;
use crate::authoring::prepare::{Prepared, prepare};
use crate::authoring::publish::{Outcome, PostPublisher, Refusal};
use crate::authoring::source::read;
use crate::commands::{CommandContext, Screen};
use site::content::{Report, Source};
use storage::terminal::CommandError;

pub async fn files(
    place: &CommandContext<'_>,
    content: &Source,
    files: &[PathBuf],
    screen: &mut Screen<'_>,
) -> Result<ExitCode, CommandError> {
    let mut library = Library::new(content);
    let mut done: HashMap<String, PathBuf> = HashMap::new();
    let mut failed = 0;
    for file in files {
        let mut report = Report::default();
        let prepared = from_file(file, &mut library, &mut report);
        write!(screen.err, "{report}")?;
        let Some(prepared) = prepared else {
            writeln!(screen.err, "{}: not published", file.display())?;
            failed += 1;
            continue;
        };
        let slug = prepared.words.slug.clone();
        if let Some(other) = done.get(&slug) {
            let (file, other) = (file.display(), other.display());
            writeln!(screen.err, "{file}: not published: it has the address of {other}, /blogs/{slug}")?;
            failed += 1;
            continue;
        }
        if let Err(refusal) = store(place, prepared, screen).await {
            if let Refusal::Database(error) = refusal {
                return Err(error.into());
            }
            writeln!(screen.err, "{}: not published: {refusal}", file.display())?;
            failed += 1;
        }
        done.insert(slug, file.clone());
    }
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads a file and makes of it what can be stored, or says in the report why that cannot be.
pub fn from_file(file: &Path, library: &mut Library<'_>, report: &mut Report) -> Option<Prepared> {
    let shown = file.display().to_string();
    let start = site::content::report::Place { file: shown.as_str().into(), line: 1 };
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            report.error(
                &start,
                format!("the file cannot be read: {error}"),
                "check its name and its folder",
            );
            return None;
        }
    };
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let draft = read(&name, &shown, &bytes, report)?;
    library.beside(file, &draft.pictures);
    prepare(&draft, &mut |name| library.find(name), report)
}

async fn store(
    place: &CommandContext<'_>,
    prepared: Prepared,
    screen: &mut Screen<'_>,
) -> Result<(), Refusal> {
    let write = place.db.begin_write().await?;
    let stored = PostPublisher::system().publish(&write, prepared).await;
    let (post, outcome) = match stored {
        Ok(stored) => stored,
        Err(refusal) => {
            write.rollback().await?;
            return Err(refusal);
        }
    };
    write.commit().await?;
    let said = match outcome {
        Outcome::New => "new      ",
        Outcome::Changed => "changed  ",
        Outcome::Unchanged => "unchanged",
    };
    // A terminal that went away takes nothing back.
    let _ = writeln!(screen.out, "{said}  {}", place.told(&post));
    Ok(())
}
