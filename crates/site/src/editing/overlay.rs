//! Words that are kept in the database: files in front of those that the program carries, or a folder holds.

use std::collections::BTreeMap;

use bytes::Bytes;
use diffy::MergeOptions;
use sea_orm::DbErr;

use crate::content::Source;
use crate::editing::kept_pictures;
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
    let pictures = kept_pictures::all(db.reader()).await?.into_iter();
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

/// Both changes of `base`. Where both changed the same lines, ours stay; where both added lines, all of them.
pub fn merge_preferring_ours(base: &str, ours: &str, theirs: &str) -> String {
    match MergeOptions::new().merge(base, ours, theirs) {
        Ok(merged) => merged,
        Err(clashing) => settled(&clashing),
    }
}

/// A merge whose clashes stand between marks, with each of them settled.
fn settled(clashing: &str) -> String {
    let (mut text, mut side) = (String::new(), None);
    let mut clash: [Vec<&str>; 3] = Default::default();
    for line in clashing.split_inclusive('\n') {
        let mark = line.trim_end();
        match (side, mark.split(' ').next()) {
            (None, Some("<<<<<<<")) => side = Some(0),
            (Some(0), Some("|||||||")) => side = Some(1),
            (Some(1), Some("=======")) => side = Some(2),
            (Some(2), Some(">>>>>>>")) => {
                let [ours, base, theirs] = std::mem::take(&mut clash);
                text.extend(settled_lines(&ours, &base, &theirs));
                side = None;
            }
            (Some(side), _) => clash[side].push(line),
            (None, _) => text.push_str(line),
        }
    }
    text
}

fn settled_lines<'t>(ours: &[&'t str], base: &[&'t str], theirs: &[&'t str]) -> Vec<&'t str> {
    if base.is_empty() {
        return [theirs, ours].concat();
    }
    // Lines beside each other, of which each side changed some.
    if ours.len() == base.len() && theirs.len() == base.len() {
        let lines = ours.iter().zip(base).zip(theirs);
        return lines.map(|((ours, base), theirs)| if ours == base { *theirs } else { *ours }).collect();
    }
    ours.to_vec()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_changed_is_as_we_have_it_and_everything_else_as_either_has_it() {
        let base = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n";
        let ours = "a = 1\nb = 20\nc = 3\nd = 4\ne = 5\n";
        let theirs = "a = 1\nb = 200\nc = 3\nd = 4\ne = 500\n";
        assert_eq!(merge(base, ours, theirs), None);
        assert_eq!(merge_preferring_ours(base, ours, theirs), "a = 1\nb = 20\nc = 3\nd = 4\ne = 500\n");
        let apart = theirs.replace("b = 200", "b = 2");
        assert_eq!(merge_preferring_ours(base, ours, &apart), "a = 1\nb = 20\nc = 3\nd = 4\ne = 500\n");
        let beside = theirs.replace("b = 200\nc = 3", "b = 2\nc = 30");
        assert_eq!(merge(base, ours, &beside), None);
        assert_eq!(merge_preferring_ours(base, ours, &beside), "a = 1\nb = 20\nc = 30\nd = 4\ne = 500\n");
        let added = [base.to_string() + "\n[x]\n", base.to_string() + "\n[y]\n"];
        let both = merge_preferring_ours(base, &added[0], &added[1]);
        assert!(both.contains("[x]") && both.contains("[y]"), "{both}");
        let removed = "a = 1\nc = 3\nd = 4\ne = 5\n";
        assert_eq!(merge_preferring_ours(base, removed, theirs), "a = 1\nc = 3\nd = 4\ne = 500\n");
    }
}
