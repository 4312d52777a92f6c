//! The drill: the newest copy is restored aside, and compared with what it was when it was made.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::blocking::blocking;
use crate::destination::{Destination, Listed};
use crate::keys::SecretKeys;
use crate::name::CopyName;
use crate::pack::{Manifest, scratch};
use crate::problem::CopyProblem;
use crate::state::{DRILL_EVERY_MS, Known};
use crate::unpack::{is_itself, unpack};

/// Restores the newest of the copies that were made, looks at the bytes of an older one, another each time, and whether the
/// rest is there.
///
/// # Errors
/// What is wrong with them.
pub async fn drill(
    place: &Destination,
    known: &[Known],
    keys: SecretKeys,
    data_dir: &Path,
    now: i64,
) -> Result<(), CopyProblem> {
    let mut names: Vec<CopyName> = known.iter().filter_map(|known| CopyName::parse(&known.name)).collect();
    names.sort();
    let newest = names.pop().ok_or_else(|| CopyProblem::new("no copy was made yet"))?;
    compare(known, &place.list().await?)?;
    let folder = scratch(data_dir)?;
    open(place, &newest, &keys, folder.path()).await?;
    // Its digest is enough: it may be from before this server had this key.
    if let Some(older) = turn(names.len(), now).map(|at| names.swap_remove(at)) {
        let sealed = folder.path().join(older.to_string());
        place.get(&older, &sealed).await?;
        blocking(move || is_itself(&older, &sealed)).await?;
    }
    Ok(())
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
