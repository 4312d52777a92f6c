//! Opens a copy, and believes only what its digests show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Component, Path};

use age::{DecryptError, Decryptor};
use storage::db::copy;

use crate::digest::{self, Digested};
use crate::keys::SecretKeys;
use crate::name::CopyName;
use crate::pack::{DATABASE, MANIFEST, Manifest, PackedFile, REQUESTS};
use crate::problem::CopyProblem;

/// Opens the copy `name`, whose bytes are in `sealed`, into `folder`. Takes a while, so never in asynchronous code.
///
/// # Errors
/// When it is not the copy that its name says, is damaged, not whole, or for other keys. The folder's files must not be
/// used then.
pub fn unpack(
    name: &CopyName,
    sealed: &Path,
    keys: &SecretKeys,
    folder: &Path,
) -> Result<Manifest, CopyProblem> {
    is_itself(name, sealed)?;
    let damaged =
        |error: io::Error| CopyProblem::new(format!("{name} is damaged ({error}); use another copy"));
    let manifest = read_files(decrypted(name, sealed, keys)?, folder).map_err(damaged)?;
    if manifest.made_at != name.made_at {
        return Err(CopyProblem::new(format!("{name} was made at another time than its name says")));
    }
    let asked = copy::check(&folder.join(DATABASE), REQUESTS);
    let (requests, newest) = asked.map_err(|error| CopyProblem::new(format!("{name}: {error}")))?;
    if (requests, newest) != (manifest.requests, manifest.newest_request) {
        return Err(CopyProblem::new(format!(
            "{name} has {requests} requests, but had {} when it was made",
            manifest.requests
        )));
    }
    Ok(manifest)
}

/// # Errors
/// When the bytes in `sealed` are not those that the copy's name says.
pub fn is_itself(name: &CopyName, sealed: &Path) -> Result<(), CopyProblem> {
    let sha256 = digest::of_file(sealed).map_err(CopyProblem::io(sealed))?;
    if !name.names(&sha256) {
        return Err(CopyProblem::new(format!(
            "{name} is damaged or another file under its name: its digest is {}…; use another copy",
            &sha256[..16]
        )));
    }
    Ok(())
}

fn decrypted(name: &CopyName, sealed: &Path, keys: &SecretKeys) -> Result<impl Read, CopyProblem> {
    let file = BufReader::new(File::open(sealed).map_err(CopyProblem::io(sealed))?);
    let keys = keys.iter().map(|key| key.as_ref() as &dyn age::Identity);
    let opened = Decryptor::new_buffered(file).and_then(|decryptor| decryptor.decrypt(keys));
    opened.map_err(|error| match error {
        DecryptError::NoMatchingKeys => {
            CopyProblem::new(format!("this key does not open {name}; it was made for another key"))
        }
        error => CopyProblem::new(format!("{name} is damaged ({error}); use another copy")),
    })
}

/// Writes the files of a tar into `folder`; exactly those that it says are in it.
fn read_files(compressed: impl Read, folder: &Path) -> io::Result<Manifest> {
    let mut tar = tar::Archive::new(zstd::stream::read::Decoder::new(compressed)?);
    let (mut found, mut manifest) = (BTreeMap::new(), None);
    for entry in tar.entries()? {
        let entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        if manifest.is_some() {
            return Err(wrong(format!("{path} comes after {MANIFEST}")));
        }
        if path == MANIFEST {
            manifest = Some(serde_json::from_reader::<_, Manifest>(entry)?);
            continue;
        }
        if !Path::new(&path).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(wrong(format!("{path} would be outside of the folder")));
        }
        let file = write_file(entry, &path, folder)?;
        if found.insert(path.clone(), file).is_some() {
            return Err(wrong(format!("{path} is in it twice")));
        }
    }
    let manifest = manifest.ok_or_else(|| wrong(format!("{MANIFEST} is missing")))?;
    compare(&manifest.files, &found)?;
    Ok(manifest)
}

fn write_file(bytes: impl Read, path: &str, folder: &Path) -> io::Result<PackedFile> {
    let to = folder.join(path);
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut bytes = Digested::new(bytes);
    let mut file = File::create(to)?;
    io::copy(&mut bytes, &mut file)?;
    file.flush()?;
    let (_, bytes, sha256) = bytes.finish();
    Ok(PackedFile { path: path.to_owned(), bytes, sha256 })
}

/// Names the first file that is missing, added, or not as it was.
fn compare(said: &[PackedFile], found: &BTreeMap<String, PackedFile>) -> io::Result<()> {
    for file in said {
        match found.get(&file.path) {
            None => return Err(wrong(format!("{} is missing", file.path))),
            Some(is) if is != file => return Err(wrong(format!("{} is not as it was", file.path))),
            Some(_) => {}
        }
    }
    let said: BTreeSet<&str> = said.iter().map(|file| file.path.as_str()).collect();
    match found.keys().find(|path| !said.contains(path.as_str())) {
        Some(path) => Err(wrong(format!("nobody put {path} into it"))),
        None => Ok(()),
    }
}

fn wrong(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}
