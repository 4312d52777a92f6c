//! `amwaj content import`: takes the files of a folder into the database, so that every server has them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use base::clock::Clock;
use bytes::Bytes;
use content::Source;
use editing::kept_pictures;
use editing::revisions::{self, FileChange};
use editing::{Truth, overlay};
use storage::db::Db;
use storage::terminal::CommandError;

use crate::app::SiteContent;
use crate::content_check::check_content;
use crate::settings::Settings;

/// Articles have commands of their own.
const PICTURES: [&str; 5] = [".svg", ".jpg", ".jpeg", ".png", ".webp"];

/// Imports the differences in `folder`, all or nothing.
///
/// # Errors
/// When the words are in a folder already, a file has a mistake, or the database cannot be written.
pub async fn import(
    settings: &Settings,
    folder: &Path,
    out: &mut impl Write,
) -> Result<ExitCode, CommandError> {
    let other = |sentence: String| CommandError::Other(sentence);
    let SiteContent { source, truth } = SiteContent::of(settings);
    let (Truth::Database(_), Source::Changed(base, changed)) = (&truth, &source) else {
        let here = settings.content_dir.as_deref().unwrap_or(Path::new("content"));
        return Err(other(format!("the words are in the folder {}: copy the files there", here.display())));
    };
    let db = Db::open_existing(&settings.database()).await.map_err(|error| other(error.to_string()))?;
    let present = overlay::files(&db, base).await?;
    changed.store(present.into());
    let new = Source::Folder(folder.to_path_buf());
    let unread = |error| other(format!("the folder {} cannot be read: {error}", folder.display()));
    let is_content =
        |path: &str| path.ends_with(".toml") || PICTURES.iter().any(|ending| path.ends_with(ending));
    let is_different = |path: &String| is_content(path) && new.read(path) != source.read(path);
    let paths: Vec<String> = new.every_file().map_err(unread)?.into_iter().filter(is_different).collect();
    let (files, pictures): (Vec<&String>, Vec<&String>) =
        paths.iter().partition(|path| path.ends_with(".toml"));
    let brought: BTreeMap<String, Bytes> =
        paths.iter().filter_map(|path| Some((path.clone(), new.read(path)?))).collect();
    let with_them = source.changed(brought);
    let checked = tokio::task::block_in_place(|| check_content(settings, &with_them));
    let report = checked.map_err(|error| other(error.to_string()))?;
    if report.has_errors() {
        return Err(other(format!("nothing was taken:\n{report}")));
    }
    let write = db.begin_write().await?;
    for path in &pictures {
        let bytes = new.read(path).unwrap_or_default();
        kept_pictures::keep(&write, path, &bytes).await?;
    }
    for path in &files {
        let text = |source: &Source| overlay::text(source, path).unwrap_or_default();
        let (before, after, base) = (text(&source), text(&new), text(base));
        let change = FileChange { path: (*path).clone(), before, after, base, picture: None };
        let mut told = overlay::told_of(&change);
        told.by_name = Some("command line".to_owned());
        revisions::add(&write, &change, told, Clock::system().now_ms()).await?;
    }
    write.commit().await?;
    db.close().await?;
    writeln!(
        out,
        "{} files and {} pictures are taken; visitors have them within a second",
        files.len(),
        pictures.len()
    )?;
    Ok(ExitCode::SUCCESS)
}
