//! Makes a copy: a tar of the database and the content folder, compressed by zstd, encrypted by age. Without this program
//! `age --decrypt | zstd -d | tar x` opens it.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use age::Encryptor;
use serde::{Deserialize, Serialize};
use storage::db::copy;
use tempfile::{NamedTempFile, TempDir};

use crate::digest::Digested;
use crate::keys::PublicKey;
use crate::name::CopyName;
use crate::problem::CopyProblem;

/// Name of the database in a copy.
pub const DATABASE: &str = "amwaj.db";
/// Below it are the files of the content folder.
pub const CONTENT: &str = "content/";
/// A copy's last file: its [`Manifest`].
pub const MANIFEST: &str = "copy.json";
/// Prefix of temporary names; leftovers of killed work are deleted by whoever works on copies next.
pub const SCRATCH: &str = ".copies-";
/// Number of requests in a database, and the time of the newest.
pub const REQUESTS: &str = "SELECT COUNT(*), MAX(received_at) FROM lead";
/// zstd's own default: faster levels save no time beside the disk.
const ZSTD_LEVEL: i32 = 3;

/// The data to copy.
#[derive(Clone, Debug)]
pub struct Sources {
    pub database: PathBuf,
    pub content: Option<PathBuf>,
    /// Where there is room for a copy that is being made.
    pub data_dir: PathBuf,
}

/// A copy's description of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// In Unix milliseconds.
    pub made_at: i64,
    /// Of the program that made it.
    pub version: String,
    pub requests: i64,
    /// When the newest request came, in Unix milliseconds.
    pub newest_request: Option<i64>,
    pub files: Vec<PackedFile>,
}

/// A file of a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedFile {
    pub path: String,
    pub bytes: u64,
    /// In hexadecimal.
    pub sha256: String,
}

/// A copy that is whole and waits for its place.
pub struct Packed {
    pub name: CopyName,
    pub file: PathBuf,
    pub bytes: u64,
    pub requests: i64,
    _scratch: TempDir,
}

/// A folder of the data folder, gone when it is dropped.
///
/// # Errors
/// When it cannot be made.
pub fn scratch(data_dir: &Path) -> Result<TempDir, CopyProblem> {
    tempfile::Builder::new().prefix(SCRATCH).tempdir_in(data_dir).map_err(CopyProblem::io(data_dir))
}

/// Makes a copy that `keys` can open; each of them alone. Takes a while, so never in asynchronous code.
///
/// # Errors
/// When the database is damaged, or the disk full.
pub fn pack(sources: &Sources, keys: &[PublicKey], now: i64) -> Result<Packed, CopyProblem> {
    let scratch = scratch(&sources.data_dir)?;
    let database = scratch.path().join(DATABASE);
    let problem = |error: copy::CopyError| CopyProblem::new(error.to_string());
    copy::copy(&sources.database, &database).map_err(problem)?;
    let (requests, newest_request) = copy::check(&database, REQUESTS).map_err(problem)?;
    let sealed = NamedTempFile::new_in(scratch.path()).map_err(CopyProblem::io(scratch.path()))?;
    let mut manifest = Manifest {
        made_at: now,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        requests,
        newest_request,
        files: Vec::new(),
    };
    let (file, bytes, sha256) =
        write(BufWriter::new(sealed), keys, &database, sources.content.as_deref(), &mut manifest)?;
    let file = file.into_inner().map_err(|error| CopyProblem::new(error.to_string()))?;
    file.as_file().sync_all().map_err(CopyProblem::io(file.path()))?;
    let (_, file) = file.keep().map_err(|error| CopyProblem::new(error.to_string()))?;
    Ok(Packed { name: CopyName::new(now, &sha256), file, bytes, requests, _scratch: scratch })
}

/// Writes the files and what the copy says of itself.
fn write<W: Write>(
    to: W,
    keys: &[PublicKey],
    database: &Path,
    content: Option<&Path>,
    manifest: &mut Manifest,
) -> Result<(W, u64, String), CopyProblem> {
    let failed = |error: std::io::Error| CopyProblem::new(format!("the copy cannot be written: {error}"));
    let recipients = keys.iter().map(|key| key as &dyn age::Recipient);
    let encryptor =
        Encryptor::with_recipients(recipients).map_err(|error| CopyProblem::new(error.to_string()))?;
    let encrypted = encryptor.wrap_output(Digested::new(to)).map_err(failed)?;
    let compressed = zstd::stream::write::Encoder::new(encrypted, ZSTD_LEVEL).map_err(failed)?;
    let mut tar = tar::Builder::new(compressed);
    let open = File::open(database).map_err(CopyProblem::io(database))?;
    let size = open.metadata().map_err(CopyProblem::io(database))?.len();
    manifest.files.push(append(&mut tar, DATABASE, size, open).map_err(failed)?);
    for (path, file) in content.map(files_below).transpose()?.unwrap_or_default() {
        let bytes = fs::read(&file).map_err(CopyProblem::io(&file))?;
        let packed = append(&mut tar, &format!("{CONTENT}{path}"), bytes.len() as u64, &bytes[..]);
        manifest.files.push(packed.map_err(failed)?);
    }
    let said = serde_json::to_vec(manifest).map_err(|error| CopyProblem::new(error.to_string()))?;
    append(&mut tar, MANIFEST, said.len() as u64, &said[..]).map_err(failed)?;
    let compressed = tar.into_inner().map_err(failed)?;
    let encrypted = compressed.finish().map_err(failed)?;
    Ok(encrypted.finish().map_err(failed)?.finish())
}

fn append(
    tar: &mut tar::Builder<impl Write>,
    path: &str,
    size: u64,
    bytes: impl Read,
) -> std::io::Result<PackedFile> {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_mode(0o600);
    let mut bytes = Digested::new(bytes);
    tar.append_data(&mut header, path, &mut bytes)?;
    let (_, bytes, sha256) = bytes.finish();
    Ok(PackedFile { path: path.to_owned(), bytes, sha256 })
}

/// Every file below a folder, in the order of their paths, without hidden ones.
fn files_below(folder: &Path) -> Result<Vec<(String, PathBuf)>, CopyProblem> {
    let (mut found, mut folders) = (Vec::new(), vec![(String::new(), folder.to_owned())]);
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(CopyProblem::io(&folder))? {
            let entry = entry.map_err(CopyProblem::io(&folder))?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let path = entry.path();
            if name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                folders.push((format!("{prefix}{name}/"), path));
            } else if path.is_file() {
                found.push((format!("{prefix}{name}"), path));
            }
        }
    }
    found.sort();
    Ok(found)
}
