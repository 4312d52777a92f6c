//! Words that are kept in the database: files in front of those that the program carries, or a folder holds.

use std::collections::BTreeMap;

use bytes::Bytes;
use sea_orm::DbErr;

use crate::kept_pictures;
use crate::revisions::{self, FileChange, Told, file};
use content::Source;
use content::merge::Clash;
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

/// Both changes of `base`; `None` if they clash.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Option<String> {
    diffy::merge(base, ours, theirs).ok()
}

/// Both changes of `base`. Where both changed the same lines, ours stay; where both added lines, all of them.
pub fn merge_preferring_ours(base: &str, ours: &str, theirs: &str) -> String {
    content::merge::merge(base, ours, theirs, settled)
}

fn settled(clash: Clash) -> String {
    if clash.before.is_empty() {
        return clash.theirs + &clash.ours;
    }
    let [before, ours, theirs] = [&clash.before, &clash.ours, &clash.theirs]
        .map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    // Lines beside each other, of which each side changed some.
    if ours.len() == before.len() && theirs.len() == before.len() {
        let lines = ours.iter().zip(before).zip(theirs);
        return lines.map(|((ours, before), theirs)| if *ours == before { theirs } else { *ours }).collect();
    }
    clash.ours
}

/// The description of a change that nobody made at the desk: the first lines that differ.
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

    #[test]
    fn lines_that_look_like_markers_of_a_clash_are_words_like_any_others() {
        let text = |words: &str, end: &str| format!("Terms\n{words}\nThe end\n{end}\n");
        let marked = |by: &str| format!("<<<<<<< {by}\nFees {by}\n=======\n|||||||\n>>>>>>> {by}");
        let base = text("Fees", "Goodbye.");
        let (ours, theirs) = (text(&marked("ours"), "Goodbye."), text(&marked("theirs"), "See you."));
        assert_eq!(merge(&base, &ours, &theirs), None);
        let merged = merge_preferring_ours(&base, &ours, &theirs);
        assert_eq!(merged, text(&marked("ours"), "See you."));
    }
}
