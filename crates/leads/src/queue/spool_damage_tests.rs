//! Spools that a disk or a crash damaged at random, in today's format and in that of earlier versions: what can be read is
//! stored once, what cannot is kept and named.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use sea_orm::EntityTrait as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::context::Context;
use crate::lead::{IdempotencyKey, NewLead, Typed};
use crate::queue::replay::{Look, Replay};
use crate::queue::row;
use crate::queue::row::QueuedLead;
use crate::queue::spool::Spool;
use crate::queue::spool_folder::files_to_look_at;
use crate::reference::{ReferenceGenerator, lead_id};
use base::clock::Clock;
use base::random::Random;
use storage::db::spool_file;
use storage::outbox::ChannelsInUse;

const LEADS: u64 = 40;
const PAGE_BYTES: usize = 4096;
/// The most leads of this test that a page holds.
const MAX_LEADS_PER_PAGE: usize = 12;

struct Drill {
    leads: Vec<QueuedLead>,
    /// The leads in today's format.
    spool: Vec<u8>,
    /// The same in that of earlier versions.
    lines: Vec<u8>,
    /// An empty database.
    empty: Vec<u8>,
}

fn lead(number: u64) -> QueuedLead {
    let random = Random::scripted(number * 2 + 1000);
    let typed = Typed {
        name: format!("زائر {number}"),
        phone: format!("050 123 {:04}", number),
        service: "Plumbing Services".into(),
        // Every eighth is longer than a page.
        message: "The tap drips. ".repeat(if number % 8 == 7 { 400 } else { 1 + number as usize % 4 }),
    };
    let context = Context { page: Some("/contact-us".into()), ..Context::default() };
    let key = number.is_multiple_of(2).then(|| IdempotencyKey::Given(format!("key-{number}")));
    let reference = ReferenceGenerator::new(random.clone()).draw();
    let lead = NewLead::parse(typed, context).expect("a lead");
    QueuedLead::new(lead_id(number as i64, &random), reference, number as i64, key, lead)
}

fn line(number: u64) -> String {
    let lead = lead(number);
    let key = number.is_multiple_of(2).then(|| IdempotencyKey::Given(format!("key-{number}")));
    let json = json!({
        "id": lead.id, "reference": lead.reference.as_str(), "received_at": lead.received_at, "key": key,
        "typed": lead.lead.typed(), "context": lead.lead.context(), "held": null, "canary": false, "notice": "Mail",
    })
    .to_string();
    format!("{} {json}\n", &hex::encode(Sha256::digest(&json))[..16])
}

async fn open(folder: &Path) -> Spool {
    let references = ReferenceGenerator::new(Random::scripted(3));
    let spool = Spool::new(folder, Clock::manual(7), references);
    spool.prepare().await.expect("a spool opens, however damaged it was");
    spool
}

impl Drill {
    async fn prepare() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let leads: Vec<QueuedLead> = (0..LEADS).map(lead).collect();
        open(&folder.path().join("empty")).await.close().await;
        let spool = open(folder.path()).await;
        for some in leads.chunks(7) {
            spool.append(&mut some.to_vec()).await.expect("appended");
        }
        spool.close().await;
        let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
        let lines = (0..LEADS).map(line).collect::<String>().into_bytes();
        Drill { leads, spool: read("spool.db"), lines, empty: read("empty/spool.db") }
    }

    /// Damages one spool by that seed, replays it, and looks for every lead.
    async fn run(&self, seed: u64) {
        let folder = tempfile::tempdir().expect("a folder");
        let old = seed % 2 == 1;
        let intact = if old { &self.lines } else { &self.spool };
        let damaged = damage(intact.clone(), &Random::scripted(seed * 2 + 1));
        let name = if old { "leads.jsonl" } else { "spool.db" };
        fs::write(folder.path().join(name), &damaged).expect("written");
        let database = folder.path().join("database.db");
        fs::write(&database, &self.empty).expect("written");
        let db = spool_file::open(&database).await.expect("a database");
        let spool = open(folder.path()).await;
        let references = ReferenceGenerator::new(Random::scripted(5));
        let channels = ChannelsInUse::new(false);
        let replay = Replay {
            db: db.clone(),
            spool: Some(spool.clone()),
            clock: Clock::manual(7),
            channels,
            references,
        };
        loop {
            match replay.clone().look().await {
                Look::Back { is_spool_empty: true, .. } => break,
                Look::Back { .. } => {}
                Look::Away(error) | Look::SpoolFailed(error) => panic!("seed {seed}: {error}"),
            }
        }
        let rows = row::Entity::find().all(db.reader()).await.expect("read");
        let counts = spool.counts().await.expect("counted");
        assert_eq!(counts.waiting, 0, "seed {seed}");
        let by_name: HashMap<&str, &row::Model> = rows.iter().map(|row| (row.name.as_str(), row)).collect();
        assert_eq!(by_name.len(), rows.len(), "seed {seed}: none is stored twice");
        let stored = self.leads.iter().filter(|lead| {
            let found = by_name.get(lead.lead.typed().name.as_str());
            found.is_some_and(|row| row.digest == lead.digest && row.message == lead.lead.typed().message)
        });
        let stored = stored.count();
        assert_eq!(stored, rows.len(), "seed {seed}: none is stored changed");
        let named = !files_to_look_at(folder.path()).expect("read").is_empty() || counts.refused > 0;
        assert!(stored == self.leads.len() || named, "seed {seed}: {stored} stored, and nothing says so");
        let readable = if old { readable_lines(&damaged, intact) } else { readable_rows(&damaged, intact) };
        assert!(stored >= readable, "seed {seed}: {stored} of {readable} that can be read");
        db.close().await.expect("closed");
        spool.close().await;
    }
}

/// Cuts it, overwrites a part of it, or changes single bits.
fn damage(mut bytes: Vec<u8>, random: &Random) -> Vec<u8> {
    let draw =
        |below: usize| usize::try_from(u64::from_be_bytes(random.bytes())).expect("64 bits") % below.max(1);
    let start = draw(bytes.len());
    let end = Ord::min(bytes.len(), start + 1 + draw(3 * PAGE_BYTES));
    match draw(5) {
        0 => bytes.truncate(start),
        1 => bytes[start..end].fill(0),
        2 => bytes[start..end].iter_mut().for_each(|byte| *byte = draw(256) as u8),
        3 => (0..=draw(20)).for_each(|_| {
            let at = draw(bytes.len());
            bytes[at] ^= 1 << draw(8);
        }),
        _ => {
            bytes[start..end].fill(0xff);
            bytes.truncate(start + draw(bytes.len() - start));
        }
    }
    bytes
}

fn readable_lines(damaged: &[u8], intact: &[u8]) -> usize {
    let intact: HashSet<&[u8]> = intact.split(|byte| *byte == b'\n').collect();
    damaged.split(|byte| *byte == b'\n').filter(|line| !line.is_empty() && intact.contains(line)).count()
}

/// At least so many: all but those in pages that differ, and of those with more pages all.
fn readable_rows(damaged: &[u8], intact: &[u8]) -> usize {
    let pages = intact.chunks(PAGE_BYTES).zip((0..).step_by(PAGE_BYTES));
    let differs = |(page, start): &(&[u8], usize)| damaged.get(*start..*start + page.len()) != Some(page);
    let with_leads =
        |(page, _): &(&[u8], usize)| page[0] == 13 && page.windows(4).any(|four| four == b"AMW-");
    let (mut rows, mut others) = (0, 0);
    for page in pages.filter(differs) {
        if with_leads(&page) {
            rows += 1
        } else if page.0[0] == 0 {
            others += 1
        }
    }
    (LEADS as usize).saturating_sub(rows * MAX_LEADS_PER_PAGE + others)
}

#[tokio::test]
async fn the_spool_of_an_earlier_version_is_taken_over_once_with_its_keys_and_what_was_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).expect("written");
    write("leads.jsonl", (0..5).map(line).collect());
    write("refused.jsonl", format!("{}torn\n", line(5)));
    let spool = open(folder.path()).await;
    assert!(!folder.path().join("leads.jsonl").exists() && !folder.path().join("refused.jsonl").exists());
    let names: Vec<String> =
        spool.next_batch(9).await.expect("read").iter().map(|lead| lead.lead.typed().name.clone()).collect();
    assert_eq!(names, (0..6).map(|number| lead(number).lead.typed().name.clone()).collect::<Vec<_>>());
    assert_eq!(spool.find_repetitions(&[&lead(2)]).await.expect("read"), [Some(lead(2).stored(false))]);
    assert_eq!(fs::read(folder.path().join("unreadable.jsonl")).expect("kept"), b"torn\n");
    spool.close().await;
    // As if the process had died before the file was removed.
    write("leads.jsonl", format!("{}torn\n", line(1)));
    let spool = open(folder.path()).await;
    assert_eq!(spool.counts().await.expect("counted").waiting, 6);
    assert_eq!(fs::read(folder.path().join("unreadable.jsonl")).expect("kept"), b"torn\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_hundred_damaged_spools_what_can_be_read_is_stored_once_and_the_rest_is_kept_and_named() {
    let drill = Drill::prepare().await;
    for seed in 0..200 {
        drill.run(seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a drill of minutes: `make drills`"]
async fn a_thousand_damaged_spools() {
    let drill = Drill::prepare().await;
    for seed in 1_000..2_000 {
        drill.run(seed).await;
    }
}
