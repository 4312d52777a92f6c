//! Takes over the spool of an earlier version once: `leads.jsonl` and `refused.jsonl`, one lead a line, each after a digest
//! of its JSON. A line that cannot be read goes into `unreadable.jsonl`, byte for byte, for a person to look at.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use sea_orm::DbErr;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::notice::StaffNotice;
use crate::queue::row::QueuedLead;
use crate::queue::store::store;
use crate::reference::{Reference, ReferenceGenerator};
use storage::db::Db;
use storage::outbox::Channel;

/// Leads that wait for the database, and leads that it refused: it is asked once more.
const FILES: [&str; 2] = ["leads.jsonl", "refused.jsonl"];
/// Where lines go that cannot be read.
pub(super) const UNREADABLE: &str = "unreadable.jsonl";
/// How many leads are stored at once.
const BATCH_LEADS: usize = 64;

/// A lead as a line has it.
#[derive(Deserialize)]
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

/// Stores the leads of the old files in the spool, and removes the files. After a crash it begins again: a lead is found
/// by its id.
///
/// # Errors
/// When a file cannot be read or removed, or the spool cannot be written.
pub(super) async fn import(folder: &Path, spool: &Db, references: &ReferenceGenerator) -> Result<(), DbErr> {
    for name in FILES {
        let path = folder.join(name);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            file => file.map_err(|error| failed(&path, &error))?,
        };
        let (mut leads, mut unreadable, mut count) = (Vec::new(), Vec::new(), 0);
        for line in BufReader::new(file).split(b'\n') {
            let line = line.map_err(|error| failed(&path, &error))?;
            match read(&line) {
                Some(lead) => leads.push(lead),
                None if line.is_empty() => {}
                None => unreadable.push(line),
            }
            if leads.len() == BATCH_LEADS {
                count += leads.len();
                save(spool, std::mem::take(&mut leads), references).await?;
            }
        }
        count += leads.len();
        save(spool, leads, references).await?;
        keep(folder, &unreadable).map_err(|error| failed(&folder.join(UNREADABLE), &error))?;
        let removed = fs::remove_file(&path).and_then(|()| File::open(folder)?.sync_all());
        removed.map_err(|error| failed(&path, &error))?;
        tracing::info!(leads = count, file = name, "the journal of an earlier version is taken over");
        if !unreadable.is_empty() {
            let file = folder.join(UNREADABLE);
            tracing::error!(lines = unreadable.len(), file = %file.display(), "lines of the journal cannot be read; a person has to look");
        }
    }
    Ok(())
}

async fn save(spool: &Db, mut leads: Vec<QueuedLead>, references: &ReferenceGenerator) -> Result<(), DbErr> {
    if leads.is_empty() {
        return Ok(());
    }
    let outcomes = store(spool, &mut leads, &[Channel::Mail], references).await?;
    let mut repeated = Vec::new();
    for (mut lead, outcome) in leads.into_iter().zip(outcomes) {
        if outcome.reference() != Some(&lead.reference) {
            // Its visitor was thanked, so it is kept whatever key it has.
            lead.key = None;
            repeated.push(lead);
        }
    }
    if !repeated.is_empty() {
        store(spool, &mut repeated, &[Channel::Mail], references).await?;
    }
    Ok(())
}

/// Appends lines that cannot be read, except those that an interrupted import left there.
fn keep(folder: &Path, lines: &[Vec<u8>]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let path = folder.join(UNREADABLE);
    let there = fs::read(&path).unwrap_or_default();
    let known: std::collections::HashSet<&[u8]> = there.split(|byte| *byte == b'\n').collect();
    let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(&path)?;
    for line in lines.iter().filter(|line| !known.contains(line.as_slice())) {
        file.write_all(line)?;
        file.write_all(b"\n")?;
    }
    file.sync_all()?;
    File::open(folder)?.sync_all()
}

fn read(line: &[u8]) -> Option<QueuedLead> {
    let (digest, json) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    if digest.len() != 16 || !hex::encode(Sha256::digest(json)).starts_with(digest) {
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

fn failed(path: &Path, error: &io::Error) -> DbErr {
    DbErr::Custom(format!("{} cannot be taken over: {error}", path.display()))
}
