//! The journal: a file of this node's own that takes leads while the database is away, and gives them back when
//! it has returned. What is in it is on the disk, so that a visitor may be thanked for it.
//!
//! One line a lead: a digest of the rest, and the lead as JSON. Lines are only added at the end and flushed; a
//! line that a crash cut short was never acknowledged, and is cut off.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::lead::{NewLead, Typed};
use crate::queue::lead_queue::Key;
use crate::queue::reference::Reference;
use crate::queue::row::Entry;

/// The file that leads wait in.
const WAITING: &str = "leads.jsonl";
/// The file for leads that the database, when it was there, refused all the same: a person has to look.
const REFUSED: &str = "refused.jsonl";
/// The file never grows beyond this many bytes: some thousand of the longest leads, a million of the usual.
const LONGEST: u64 = 512 << 20;
/// How many letters of its digest stand before a line.
const MARK: usize = 16;

/// An open journal.
pub(crate) struct Spool {
    folder: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    /// Up to where the database has the leads again.
    given_back: u64,
    /// The leads in the file that have a key, by that key.
    keys: HashMap<String, CachedResponse>,
}

/// What a repetition is compared with.
struct CachedResponse {
    reference: Reference,
    digest: String,
    /// When the key runs out, in Unix milliseconds.
    until: Option<i64>,
}

/// A lead as it stands in a line.
#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    reference: String,
    received_at: i64,
    key: Option<Key>,
    typed: Typed,
    context: Context,
    /// Why it is held, where it is.
    held: Option<String>,
    canary: bool,
}

/// Whether the journal has a lead already.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known {
    No,
    /// Under this reference.
    Yes(Reference),
    /// Its key belongs to a lead with other words.
    Otherwise,
}

impl Spool {
    /// Opens the journal in that folder, or makes it.
    ///
    /// # Errors
    /// When the folder cannot be made or the file cannot be read and written.
    pub fn open(folder: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let path = folder.join(WAITING);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        File::open(folder)?.sync_all()?;
        let mut journal =
            Spool { folder: folder.to_owned(), file, end: 0, given_back: 0, keys: HashMap::new() };
        journal.read_through()?;
        Ok(journal)
    }

    /// How many bytes of leads wait for the database.
    pub fn waiting(&self) -> u64 {
        self.end - self.given_back
    }

    /// Whether the same lead is in it already.
    pub fn knows(&self, entry: &Entry) -> Known {
        let kept = entry.stored_key().and_then(|key| self.keys.get(&key));
        match kept.filter(|kept| kept.until.is_none_or(|until| until > entry.received_at)) {
            None => Known::No,
            Some(kept) if kept.digest == entry.digest => Known::Yes(kept.reference.clone()),
            Some(_) => Known::Otherwise,
        }
    }

    /// Adds leads and flushes them to the disk, all or none.
    ///
    /// # Errors
    /// When they are not on the disk: it is full, gone or read-only, or the journal is as long as it may be.
    pub fn append(&mut self, entries: &[Entry]) -> io::Result<()> {
        let text: String = entries.iter().map(line).collect();
        if self.end + text.len() as u64 > LONGEST {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "the journal is full"));
        }
        let written = self.file.write_all_at(text.as_bytes(), self.end).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What came half-way must not stand before the next line. Where even that fails, the digest tells.
            let _ = self.file.set_len(self.end).and_then(|()| self.file.sync_data());
            return Err(error);
        }
        self.end += text.len() as u64;
        for entry in entries {
            self.remember(entry);
        }
        Ok(())
    }

    /// The next leads to give back, and where they end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next(&mut self, most: usize) -> io::Result<(Vec<Entry>, u64)> {
        let (mut entries, mut at) = (Vec::new(), self.given_back);
        for line in self.lines_from(self.given_back)?.take(most) {
            let line = line?;
            at += line.len() as u64;
            match read(&line) {
                Some(entry) => entries.push(entry),
                // Once whole, now not: the disk has changed it. It is kept for a person to look at.
                None => self.set_aside(&line)?,
            }
        }
        Ok((entries, at))
    }

    /// The database has everything up to there. The last ones empty the file.
    ///
    /// # Errors
    /// When the file cannot be emptied; the leads would be given back once more, which stores none twice.
    pub fn gave_back(&mut self, until: u64) -> io::Result<()> {
        self.given_back = until;
        if self.waiting() > 0 {
            return Ok(());
        }
        self.file.set_len(0)?;
        self.file.sync_data()?;
        (self.end, self.given_back) = (0, 0);
        self.keys.clear();
        Ok(())
    }

    /// Keeps a lead that the database refuses where a person finds it.
    ///
    /// # Errors
    /// When it cannot be written; the lead stays in the journal then.
    pub fn refuse(&self, entry: &Entry) -> io::Result<()> {
        self.set_aside(&line(entry))
    }

    fn set_aside(&self, line: &str) -> io::Result<()> {
        let path = self.folder.join(REFUSED);
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
        file.write_all(line.as_bytes())?;
        file.sync_all()
    }

    fn remember(&mut self, entry: &Entry) {
        if let Some(key) = entry.stored_key() {
            let until = entry.key.as_ref().and_then(|key| key.until(entry.received_at));
            let kept =
                CachedResponse { reference: entry.reference.clone(), digest: entry.digest.clone(), until };
            self.keys.insert(key, kept);
        }
    }

    /// Finds the end of the last whole line, and the keys.
    fn read_through(&mut self) -> io::Result<()> {
        let mut end = 0;
        for line in self.lines_from(0)? {
            let line = line?;
            if !line.ends_with('\n') {
                break;
            }
            end += line.len() as u64;
            if let Some(entry) = read(&line) {
                self.remember(&entry);
            }
        }
        self.end = end;
        self.file.set_len(end)
    }

    /// The lines from there on, each with its end.
    fn lines_from(&self, at: u64) -> io::Result<impl Iterator<Item = io::Result<String>> + use<>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(at))?;
        let mut reader = BufReader::new(file.take(LONGEST));
        Ok(std::iter::from_fn(move || {
            let mut bytes = Vec::new();
            match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => None,
                Ok(_) => Some(Ok(String::from_utf8_lossy(&bytes).into_owned())),
                Err(error) => Some(Err(error)),
            }
        }))
    }
}

/// How the journal of a data folder stands, for `amwaj doctor`: leads that wait, and leads set aside.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn counts(folder: &Path) -> io::Result<(usize, usize)> {
    let lines = |name: &str| match fs::read(folder.join(name)) {
        Ok(bytes) => Ok(bytes.iter().filter(|byte| **byte == b'\n').count()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    };
    Ok((lines(WAITING)?, lines(REFUSED)?))
}

fn line(entry: &Entry) -> String {
    let line = Line {
        id: entry.id.clone(),
        reference: entry.reference.to_string(),
        received_at: entry.received_at,
        key: entry.key.clone(),
        typed: entry.lead.typed().clone(),
        context: entry.lead.context().clone(),
        held: entry.lead.held().map(str::to_owned),
        canary: entry.lead.is_canary(),
    };
    let json = serde_json::to_string(&line).expect("a lead is plain data");
    format!("{} {json}\n", mark(&json))
}

fn read(line: &str) -> Option<Entry> {
    let (mark_before, json) = line.strip_suffix('\n')?.split_once(' ')?;
    if mark(json) != mark_before {
        return None;
    }
    let line: Line = serde_json::from_str(json).ok()?;
    let mut lead = NewLead::parse(line.typed, line.context).ok()?;
    if let Some(reasons) = line.held {
        lead.hold(reasons);
    }
    if line.canary {
        lead = lead.as_canary();
    }
    Some(Entry::new(line.id, Reference::stored(line.reference), line.received_at, line.key, lead))
}

fn mark(json: &str) -> String {
    let digest = hex::encode(Sha256::digest(json));
    digest[..MARK].to_owned()
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
