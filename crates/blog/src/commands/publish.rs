//! `amwaj posts publish`: publishes each file whole or not at all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::authoring::picture_finder::PictureFinder;
use crate::authoring::post_file::parse;
use crate::authoring::prepare::{PreparedPost, prepare};
use crate::authoring::publish::{PostError, PostPublisher, PublishOutcome};
use crate::commands::{CommandContext, CommandOutput};
use crate::facts;
use content::{Report, Source, Tokens};
use storage::terminal::CommandError;

pub async fn files(
    context: &CommandContext<'_>,
    content: &Source,
    files: &[PathBuf],
    output: &mut CommandOutput<'_>,
) -> Result<ExitCode, CommandError> {
    let (mut finder, tokens) = (PictureFinder::new(content), Tokens::of(content));
    let mut done: HashMap<String, PathBuf> = HashMap::new();
    let mut failed = 0;
    for file in files {
        let mut report = Report::default();
        let prepared = prepare_file(file, &mut finder, &tokens, &mut report);
        write!(output.err, "{report}")?;
        let Some(prepared) = prepared else {
            writeln!(output.err, "{}: not published", file.display())?;
            failed += 1;
            continue;
        };
        let slug = prepared.words.slug.clone();
        if let Some(other) = done.get(&slug) {
            let (file, other) = (file.display(), other.display());
            writeln!(output.err, "{file}: not published: it has the address of {other}, /blogs/{slug}")?;
            failed += 1;
            continue;
        }
        if let Err(refusal) = store(context, prepared, output).await {
            if let PostError::Database(error) = refusal {
                return Err(error.into());
            }
            writeln!(output.err, "{}: not published: {refusal}", file.display())?;
            failed += 1;
        }
        done.insert(slug, file.clone());
    }
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads and prepares a post's file, or reports why that is impossible.
pub fn prepare_file(
    file: &Path,
    finder: &mut PictureFinder<'_>,
    tokens: &Tokens,
    report: &mut Report,
) -> Option<PreparedPost> {
    let shown = file.display().to_string();
    let start = content::report::Place { file: shown.as_str().into(), line: 1 };
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
    let parsed = parse(&name, &shown, &bytes, report)?;
    finder.set_file(file, &parsed.pictures);
    facts::check_tokens(&parsed, tokens, report);
    facts::check_figures(&parsed, tokens, report);
    prepare(&parsed, &mut |name| finder.find(name), report).filter(|_| !report.has_errors())
}

async fn store(
    context: &CommandContext<'_>,
    prepared: PreparedPost,
    output: &mut CommandOutput<'_>,
) -> Result<(), PostError> {
    let write = context.db.begin_write().await?;
    let publisher = PostPublisher { clock: context.clock.clone(), ..PostPublisher::system() };
    let stored = publisher.publish(&write, prepared).await;
    let (post, outcome) = match stored {
        Ok(stored) => stored,
        Err(refusal) => {
            write.rollback().await?;
            return Err(refusal);
        }
    };
    write.commit().await?;
    let outcome = match outcome {
        PublishOutcome::New => "new      ",
        PublishOutcome::Changed => "changed  ",
        PublishOutcome::Unchanged => "unchanged",
    };
    // The post is stored, even where the terminal is gone.
    let _ = writeln!(output.out, "{outcome}  {}", context.describe(&post));
    Ok(())
}
