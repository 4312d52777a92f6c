//! Writes a batch of leads and the deliveries they owe in one transaction.
//!
//! The unique columns of the table are the arbiter, also between nodes on one PostgreSQL: whoever inserts a
//! key first has stored the lead, everyone else finds it and answers with its reference.

use std::collections::{HashMap, HashSet};

use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use crate::queue::reference::{Reference, References};
use crate::queue::row;
use crate::queue::row::{Column, Entry};
use storage::db::{Db, InsertError, MAX_ROWS_PER_STATEMENT, Rows, WriteTransaction};
use storage::outbox::{Channel, row as delivery};

/// How often a reference that is taken, or a key that has just run out, is tried anew.
const TRIES: usize = 8;

/// What became of one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// It is on disk, with its deliveries owed.
    New(Reference),
    /// It was on disk before, under this reference.
    Again(Reference),
    /// Its key belongs to another lead.
    KeyReused,
}

/// Stores the entries together, each with a delivery by each of the channels. When this returns, the answer to
/// each may be given.
///
/// # Errors
/// When none of them could be stored, or when that cannot be known (a connection lost while committing).
/// Storing the same entries again is safe: an entry that is already there is found by its id.
pub(crate) async fn store(
    db: &Db,
    entries: &mut [Entry],
    channels: &[Channel],
    references: &References,
) -> Result<Vec<Stored>, DbErr> {
    let mut round = Round::new(entries);
    match store_at_once(db, entries, &round, channels).await {
        Ok(()) => {
            for at in std::mem::take(&mut round.open) {
                round.stored(at, &entries[at]);
            }
            return Ok(round.finish(entries));
        }
        Err(InsertError::Unreachable(error)) => return Err(error),
        // Most often a request that was sent twice. What each of them clashes with is found out one step at a time.
        Err(InsertError::Conflict) => {}
        Err(InsertError::Failed(error)) => {
            tracing::warn!(%error, "a batch of leads was not stored at once; it is tried step by step")
        }
    }
    let write = db.begin_write().await?;
    for attempt in 0..TRIES {
        round.insert(&write, entries).await?;
        round.settle(&write, entries, references, attempt).await?;
        if round.open.is_empty() {
            break;
        }
    }
    if !round.open.is_empty() {
        return Err(DbErr::Custom("no free reference was found".to_owned()));
    }
    // One that was there before, found by its own id, owes since the transaction that put it there.
    let new = round.inserted.iter().map(|at| &entries[*at]);
    insert_owed(&write, owed_by(new, channels)).await?;
    write.commit().await?;
    Ok(round.finish(entries))
}

/// Stores what is open, where nothing clashes.
async fn store_at_once(
    db: &Db,
    entries: &[Entry],
    round: &Round,
    channels: &[Channel],
) -> Result<(), InsertError> {
    let open = || round.open.iter().map(|at| &entries[*at]);
    let all = [row::rows(open()), owed_by(open(), channels)];
    let count = if all[1].is_empty() { 1 } else { 2 };
    db.insert(&all[..count]).await
}

/// The state of one batch while it is being stored.
#[derive(Default)]
struct Round {
    results: Vec<Option<Stored>>,
    /// Entries without an answer yet, in the order of their keys, so that two nodes with the same keys
    /// wait for each other in the same order and never in a circle.
    open: Vec<usize>,
    /// Entries whose key an earlier entry of the batch has.
    followers: Vec<usize>,
    /// Who has a key: reference and digest.
    holders: HashMap<String, (Reference, String)>,
    /// Entries that this transaction inserted.
    inserted: Vec<usize>,
}

impl Round {
    fn new(entries: &[Entry]) -> Self {
        let mut seen = HashSet::new();
        let (mut open, mut followers) = (Vec::new(), Vec::new());
        for (at, entry) in entries.iter().enumerate() {
            match entry.stored_key() {
                Some(key) if !seen.insert(key.clone()) => followers.push(at),
                _ => open.push(at),
            }
        }
        open.sort_by_key(|at| entries[*at].stored_key());
        Round { results: vec![None; entries.len()], open, followers, ..Round::default() }
    }

    /// Inserts what is open; what clashes with a stored row stays open.
    async fn insert(&mut self, write: &WriteTransaction, entries: &[Entry]) -> Result<(), DbErr> {
        let mut insert = row::rows(self.open.iter().map(|at| &entries[*at])).statement();
        insert
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .returning(Query::returning().column(Column::Id));
        let inserted = write.connection().query_all(&insert).await?;
        let ids: HashSet<String> =
            inserted.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        let (done, open) = self.open.iter().partition(|at| ids.contains(&entries[**at].id));
        self.open = open;
        let done: Vec<usize> = done;
        for at in done {
            self.stored(at, &entries[at]);
            self.inserted.push(at);
        }
        Ok(())
    }

    fn stored(&mut self, at: usize, entry: &Entry) {
        if let Some(key) = entry.stored_key() {
            self.holders.insert(key, (entry.reference.clone(), entry.digest.clone()));
        }
        self.results[at] = Some(Stored::New(entry.reference.clone()));
    }

    /// Finds out what each open entry clashed with: its own row, its key, or only its reference.
    async fn settle(
        &mut self,
        write: &WriteTransaction,
        entries: &mut [Entry],
        references: &References,
        attempt: usize,
    ) -> Result<(), DbErr> {
        if self.open.is_empty() {
            return Ok(());
        }
        let keys: Vec<String> = self.open.iter().filter_map(|at| entries[*at].stored_key()).collect();
        let ids = self.open.iter().map(|at| entries[*at].id.clone());
        let mut wanted = Condition::any().add(Column::Id.is_in(ids));
        if !keys.is_empty() {
            // Among no keys, SQLite would look through the whole table.
            wanted = wanted.add(Column::IdempotencyKey.is_in(keys));
        }
        let found = row::Entity::find().filter(wanted).all(write.connection()).await?;
        let mut run_out = Vec::new();
        for at in std::mem::take(&mut self.open) {
            let entry = &mut entries[at];
            if let Some(own) = found.iter().find(|row| row.id == entry.id) {
                entry.reference = Reference::stored(own.reference.clone());
                self.stored(at, entry);
                continue;
            }
            let key = entry.stored_key();
            let holder = found.iter().find(|row| key.is_some() && row.idempotency_key == key);
            match holder {
                None => {
                    entry.reference = references.draw_again(attempt + 1);
                    self.open.push(at);
                }
                Some(row) if row.key_until.is_some_and(|until| until <= entry.received_at) => {
                    run_out.push(row.id.clone());
                    self.open.push(at);
                }
                Some(row) => {
                    let reference = Reference::stored(row.reference.clone());
                    self.results[at] = Some(judge(&reference, &row.digest, &entry.digest));
                    let held = (reference, row.digest.clone());
                    self.holders.insert(key.unwrap_or_default(), held);
                }
            }
        }
        free_keys(write, run_out).await
    }

    /// Everyone's answer, in the order of the batch.
    fn finish(mut self, entries: &[Entry]) -> Vec<Stored> {
        for at in self.followers {
            let key = entries[at].stored_key().unwrap_or_default();
            let holder = self.holders.get(&key);
            self.results[at] = holder.map(|(first, digest)| judge(first, digest, &entries[at].digest));
        }
        self.results.into_iter().map(|result| result.unwrap_or(Stored::KeyReused)).collect()
    }
}

/// The same key with the same words is the same lead; with other words it is a mistake.
fn judge(reference: &Reference, stored: &str, sent: &str) -> Stored {
    if stored == sent { Stored::Again(reference.clone()) } else { Stored::KeyReused }
}

async fn free_keys(write: &WriteTransaction, ids: Vec<String>) -> Result<(), DbErr> {
    if ids.is_empty() {
        return Ok(());
    }
    row::Entity::update_many()
        .col_expr(Column::IdempotencyKey, sea_orm::sea_query::Expr::value(Option::<String>::None))
        .filter(Column::Id.is_in(ids))
        .exec(write.connection())
        .await?;
    Ok(())
}

/// What leads owe that are new: a held one nothing until it is released, and a canary a mail only.
fn owed_by<'a>(entries: impl Iterator<Item = &'a Entry>, channels: &[Channel]) -> Rows<'a> {
    let owes = |entry: &&Entry| entry.lead.held().is_none();
    let by_each = |entry: &'a Entry| {
        let canary = entry.lead.is_canary();
        let ways = channels.iter().filter(move |way| !canary || **way == Channel::Mail);
        ways.map(|way| (entry.id.as_str(), *way, entry.received_at))
    };
    delivery::pending_rows(entries.filter(owes).flat_map(by_each))
}

/// Writes down what leads owe from a moment on (Unix milliseconds), by each of these channels.
pub(crate) async fn owe(
    write: &WriteTransaction,
    channels: &[Channel],
    leads: &[String],
    from: i64,
) -> Result<(), DbErr> {
    let by_each = |lead| channels.iter().map(move |channel| (lead, *channel, from));
    for some in leads.chunks(MAX_ROWS_PER_STATEMENT) {
        insert_owed(write, delivery::pending_rows(some.iter().map(String::as_str).flat_map(by_each))).await?;
    }
    Ok(())
}

async fn insert_owed(write: &WriteTransaction, owed: Rows<'_>) -> Result<(), DbErr> {
    if owed.is_empty() {
        return Ok(());
    }
    write.connection().execute(&owed.statement()).await.map(drop)
}
