//! The spool: a file of this node's own (setting `journal`, folder `journal/`) that leads go into while the database is away,
//! and that is replayed when it is back. What is in it is on the disk, so a visitor may be thanked for it.
//!
//! One line a lead: a digest of the rest, and the lead as JSON. Lines are only appended and flushed; a line that a crash cut
//! short was never acknowledged, and is cut off.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::notice::StaffNotice;
use crate::outcome::LeadOutcome;
use crate::queue::row::QueuedLead;
use crate::reference::Reference;

/// The file with the leads that wait for the database.
const WAITING: &str = "leads.jsonl";
/// The dead-letter file: leads that the database refused although it was there. A person has to look.
const REFUSED: &str = "refused.jsonl";
/// The file never grows beyond this many bytes: some thousand of the longest leads, a million of the usual.
const MAX_FILE_BYTES: u64 = 512 << 20;
/// How many characters of its digest a line begins with.
const DIGEST_CHARS: usize = 16;

/// An open spool.
pub(crate) struct Spool {
    folder: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    /// Up to where the database has the leads.
    replayed: u64,
    /// The leads in the file that have an idempotency key, by that key.
    keys: HashMap<String, SpooledKey>,
}

/// What a repetition is compared with.
struct SpooledKey {
    reference: Reference,
    digest: String,
    /// When the key runs out, in Unix milliseconds.
    expires_at: Option<i64>,
}

/// A lead as a line has it.
#[derive(Serialize, Deserialize)]
struct SpoolLine {
    id: String,
    reference: String,
    received_at: i64,
    key: Option<IdempotencyKey>,
    typed: Typed,
    context: Context,
    /// Why it is in quarantine, if it is.
    #[serde(rename = "held")]
    quarantine_reasons: Option<String>,
    canary: bool,
    #[serde(default)]
    notice: StaffNotice,
}

impl Spool {
    /// Opens the spool in that folder, or makes it.
    ///
    /// # Errors
    /// When the folder cannot be made or the file cannot be read and written.
    pub fn open(folder: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let path = folder.join(WAITING);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        File::open(folder)?.sync_all()?;
        let mut spool = Spool { folder: folder.to_owned(), file, end: 0, replayed: 0, keys: HashMap::new() };
        spool.scan()?;
        Ok(spool)
    }

    /// How many bytes of leads wait for the database.
    pub fn waiting_bytes(&self) -> u64 {
        self.end - self.replayed
    }

    /// The outcome of a lead whose key is in the spool already; nothing if it is a new one.
    pub fn find_repetition(&self, lead: &QueuedLead) -> Option<LeadOutcome> {
        let known = self.keys.get(&lead.stored_key()?)?;
        let expired = known.expires_at.is_some_and(|expiry| expiry <= lead.received_at);
        (!expired).then(|| lead.repeats(&known.reference, &known.digest))
    }

    /// Appends leads and flushes them to the disk, all or none.
    ///
    /// # Errors
    /// When they are not on the disk: it is full, gone or read-only, or the spool is as long as it may be.
    pub fn append(&mut self, leads: &[QueuedLead]) -> io::Result<()> {
        let text: String = leads.iter().map(line).collect();
        if self.end + text.len() as u64 > MAX_FILE_BYTES {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "the journal is full"));
        }
        let written = self.file.write_all_at(text.as_bytes(), self.end).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // A line that was cut short must not precede the next one. If even that fails, the digest shows it.
            let _ = self.file.set_len(self.end).and_then(|()| self.file.sync_data());
            return Err(error);
        }
        self.end += text.len() as u64;
        for lead in leads {
            self.remember_key(lead);
        }
        Ok(())
    }

    /// The next leads to replay, and where they end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_batch(&self, max_leads: usize) -> io::Result<(Vec<QueuedLead>, u64)> {
        let (mut leads, mut at) = (Vec::new(), self.replayed);
        for line in self.lines_from(self.replayed)?.take(max_leads) {
            let line = line?;
            at += line.len() as u64;
            match read(&line) {
                Some(lead) => leads.push(lead),
                // It was whole once, so the disk has changed it. It is kept for a person to look at.
                None => self.append_refused(&line)?,
            }
        }
        Ok((leads, at))
    }

    /// Notes that the database has everything up to there; when that is all, the file is emptied.
    ///
    /// # Errors
    /// When the file cannot be emptied; the leads are replayed once more then, which stores none twice.
    pub fn mark_replayed(&mut self, end: u64) -> io::Result<()> {
        self.replayed = end;
        if self.waiting_bytes() > 0 {
            return Ok(());
        }
        self.file.set_len(0)?;
        self.file.sync_data()?;
        (self.end, self.replayed) = (0, 0);
        self.keys.clear();
        Ok(())
    }

    /// Puts a lead that the database refuses into the dead-letter file.
    ///
    /// # Errors
    /// When it cannot be written; the lead stays in the spool then.
    pub fn set_aside(&self, lead: &QueuedLead) -> io::Result<()> {
        self.append_refused(&line(lead))
    }

    fn append_refused(&self, line: &str) -> io::Result<()> {
        let path = self.folder.join(REFUSED);
        let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
        file.write_all(line.as_bytes())?;
        file.sync_all()
    }

    fn remember_key(&mut self, lead: &QueuedLead) {
        if let Some(key) = lead.stored_key() {
            let (reference, digest) = (lead.reference.clone(), lead.digest.clone());
            self.keys.insert(key, SpooledKey { reference, digest, expires_at: lead.key_expires_at() });
        }
    }

    /// Reads the whole file for the end of the last whole line and for the keys.
    fn scan(&mut self) -> io::Result<()> {
        let mut end = 0;
        for line in self.lines_from(0)? {
            let line = line?;
            if !line.ends_with('\n') {
                break;
            }
            end += line.len() as u64;
            if let Some(lead) = read(&line) {
                self.remember_key(&lead);
            }
        }
        self.end = end;
        self.file.set_len(end)
    }

    /// The lines from there on, each with its line end.
    fn lines_from(&self, at: u64) -> io::Result<impl Iterator<Item = io::Result<String>> + use<>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(at))?;
        let mut reader = BufReader::new(file.take(MAX_FILE_BYTES));
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

/// How many leads wait in the spool of that folder, and how many were set aside: for `amwaj doctor`.
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

fn line(lead: &QueuedLead) -> String {
    let line = SpoolLine {
        id: lead.id.clone(),
        reference: lead.reference.to_string(),
        received_at: lead.received_at,
        key: lead.key.clone(),
        typed: lead.lead.typed().clone(),
        context: lead.lead.context().clone(),
        quarantine_reasons: lead.lead.quarantine_reasons().map(str::to_owned),
        canary: lead.lead.is_canary(),
        notice: lead.lead.notice(),
    };
    let json = serde_json::to_string(&line).expect("a lead is plain data");
    format!("{} {json}\n", digest_of(&json))
}

fn read(line: &str) -> Option<QueuedLead> {
    let (digest, json) = line.strip_suffix('\n')?.split_once(' ')?;
    if digest_of(json) != digest {
        return None;
    }
    let line: SpoolLine = serde_json::from_str(json).ok()?;
    let mut lead = NewLead::parse(line.typed, line.context).ok()?;
    if let Some(reasons) = line.quarantine_reasons {
        lead.quarantine(reasons);
    }
    lead.set_notice(line.notice);
    if line.canary {
        lead = lead.into_canary();
    }
    Some(QueuedLead::new(line.id, Reference::from_stored(line.reference), line.received_at, line.key, lead))
}

fn digest_of(json: &str) -> String {
    let digest = hex::encode(Sha256::digest(json));
    digest[..DIGEST_CHARS].to_owned()
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
