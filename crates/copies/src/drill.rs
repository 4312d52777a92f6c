//! The drill: the newest copy is restored aside, and compared with what it was when it was made.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::blocking::blocking;
use crate::destination::{Destination, Listed};
use crate::keys::SecretKeys;
use crate::name::CopyName;
use crate::pack::{DATABASE, Manifest, Sources, scratch};
use crate::problem::CopyProblem;
use crate::state::{DRILL_EVERY_MS, Known};
use crate::unpack::{is_itself, unpack};
use storage::db::copy;

/// The newest row of the desk's log in the copy that the database no longer has as it was. Each row's digest is over all
/// before it, so one row speaks for the rest. Whoever has put a copy back since has lost rows by it, and a row says so.
const LOST_ROW: &str = "SELECT max(id) FROM staff_audit AS copied WHERE id = (SELECT max(id) FROM staff_audit) \
     AND NOT EXISTS (SELECT 1 FROM live.staff_audit AS kept WHERE kept.id = copied.id AND kept.digest = copied.digest) \
     AND NOT EXISTS (SELECT 1 FROM live.staff_audit AS kept WHERE kept.action = 'database restored' \
     AND kept.at > ";

/// Restores the newest of the copies that were made, looks at the bytes of an older one, another each time, and whether the
/// rest is there; and whether the desk's log still has what it had.
///
/// # Errors
/// The problem with them.
pub async fn drill(
    place: &Destination,
    known: &[Known],
    keys: SecretKeys,
    sources: &Sources,
    now: i64,
) -> Result<(), CopyProblem> {
    let mut names: Vec<CopyName> = known.iter().filter_map(|known| CopyName::parse(&known.name)).collect();
    let newest = names.pop().ok_or_else(|| CopyProblem::new("no copy was made yet"))?;
    compare(known, &place.list().await?)?;
    let folder = scratch(&sources.data_dir)?;
    let Manifest { made_at, .. } = open(place, &newest, &keys, folder.path()).await?;
    let (copied, live) = (folder.path().join(DATABASE), sources.database.clone());
    if let Some(row) = blocking(move || lost_row(&copied, &live, made_at)).await? {
        let text = format!(
            "the log of what was done at the desk has lost row {row}, which {newest} has: somebody has changed the database"
        );
        return Err(CopyProblem::new(text));
    }
    // Its digest is enough: it may be from before this server had this key.
    if let Some(older) = turn(names.len(), now).map(|at| names.swap_remove(at)) {
        let sealed = folder.path().join(older.to_string());
        place.get(&older, &sealed).await?;
        blocking(move || is_itself(&older, &sealed)).await?;
    }
    Ok(())
}

fn lost_row(copied: &Path, live: &Path, made_at: i64) -> Result<Option<i64>, CopyProblem> {
    copy::compare(copied, live, &format!("{LOST_ROW}{made_at})"))
        .map_err(|error| CopyProblem::new(error.to_string()))
}

/// Whose turn it is among so many: at the next drill it is the next one's.
fn turn(count: usize, now: i64) -> Option<usize> {
    let drills = usize::try_from(now.div_euclid(DRILL_EVERY_MS)).unwrap_or_default();
    drills.checked_rem(count)
}

/// Brings a copy here and opens it into `folder`.
///
/// # Errors
/// When it is not whole, or cannot be had or opened.
pub async fn open(
    place: &Destination,
    name: &CopyName,
    keys: &SecretKeys,
    folder: &Path,
) -> Result<Manifest, CopyProblem> {
    let sealed = folder.join(name.to_string());
    place.get(name, &sealed).await?;
    let (name, folder, keys) = (name.clone(), folder.to_owned(), Arc::clone(keys));
    blocking(move || {
        let manifest = unpack(&name, &sealed, &keys, &folder);
        let removed = std::fs::remove_file(&sealed).map_err(CopyProblem::io(&sealed));
        manifest.and_then(|manifest| removed.map(|()| manifest))
    })
    .await
}

/// Names the first copy that is not in its place, has another size, or is there twice.
fn compare(known: &[Known], there: &[Listed]) -> Result<(), CopyProblem> {
    let sizes: BTreeMap<String, u64> =
        there.iter().map(|listed| (listed.name.to_string(), listed.bytes)).collect();
    for Known { name, bytes, .. } in known {
        match sizes.get(name) {
            None => return Err(CopyProblem::new(format!("{name} is missing"))),
            Some(size) if size != bytes => {
                return Err(CopyProblem::new(format!("{name} has {size} bytes, but had {bytes}")));
            }
            Some(_) => {}
        }
    }
    let mut digests = BTreeMap::new();
    for Listed { name, .. } in there {
        if let Some(other) = digests.insert(&name.digest, name) {
            return Err(CopyProblem::new(format!("{name} is {other} under another name")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_doubled_or_of_another_size_is_named() {
        let [first, second] = [CopyName::new(0, "aaaaaaaaaaaaaaaa"), CopyName::new(1000, "bbbbbbbbbbbbbbbb")];
        let known: Vec<Known> = [(&first, 10), (&second, 20)]
            .map(|(name, bytes)| Known { name: name.to_string(), bytes, requests: 1 })
            .into();
        let listed = |name: &CopyName, bytes| Listed { name: name.clone(), bytes };
        let whole = [listed(&first, 10), listed(&second, 20)];
        assert_eq!(compare(&known, &whole), Ok(()));
        let says = |there: &[Listed]| compare(&known, there).expect_err("a problem").0;
        assert_eq!(says(&whole[1..]), format!("{first} is missing"));
        assert_eq!(
            says(&[listed(&first, 20), listed(&second, 10)]),
            format!("{first} has 20 bytes, but had 10")
        );
        let doubled = CopyName { made_at: 2000, ..second.clone() };
        let there = [&whole[..], &[listed(&doubled, 20)]].concat();
        assert_eq!(says(&there), format!("{doubled} is {second} under another name"));
    }
}
