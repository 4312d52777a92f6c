//! Words that are kept in the database: files in front of those that the program carries, or a folder holds.

use std::collections::BTreeMap;

use bytes::Bytes;
use diffy::MergeOptions;
use sea_orm::DbErr;

use crate::content::Source;
use crate::editing::revisions::{self, FileChange, Told, file};
use storage::db::Db;

/// The text of a file.
pub fn text(source: &Source, path: &str) -> Option<String> {
    String::from_utf8(source.read(path)?.to_vec()).ok()
}

/// The changed files, with pictures.
///
/// # Errors
/// When the database cannot be read.
pub async fn files(db: &Db, base: &Source) -> Result<BTreeMap<String, Bytes>, DbErr> {
    let rows = revisions::files(db.reader()).await?;
    let texts = rows.into_iter().map(|row| (row.path.clone(), Bytes::from(text_of(&row, base))));
    let pictures = revisions::pictures(db.reader()).await?.into_iter();
    Ok(texts.chain(pictures.map(|picture| (picture.path, picture.bytes.into()))).collect())
}

/// The text of a changed file. Where the program or the folder has another text than the changes began with, both are
/// merged, and where both changed the same lines, the words of the desk stay.
pub fn text_of(row: &file::Model, base: &Source) -> String {
    let merged = text(base, &row.path).filter(|now| *now != row.base);
    merged.and_then(|now| merge(&row.base, &row.text, &now)).unwrap_or_else(|| row.text.clone())
}

/// Both changes of `base`; none where they clash.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Option<String> {
    MergeOptions::new().merge(base, ours, theirs).ok()
}

/// What is said of a change that nobody made at the desk: the first lines that differ.
pub fn told_of(change: &FileChange) -> Told {
    let first = |of: &str, other: &str| {
        let others: std::collections::HashSet<&str> = other.lines().collect();
        let line = of.lines().map(str::trim).find(|line| !line.is_empty() && !others.contains(*line));
        line.unwrap_or_default().chars().take(200).collect()
    };
    Told {
        name: change.path.clone(),
        was: first(&change.before, &change.after),
        becomes: first(&change.after, &change.before),
        ..Told::default()
    }
}
