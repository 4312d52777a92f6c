//! Writes a batch of leads and the deliveries they owe in one transaction.
//!
//! The unique columns of the table are the arbiter, also between nodes on one PostgreSQL: whoever inserts an
//! idempotency key first has stored the lead, everyone else finds it and answers with its reference.

use std::collections::{HashMap, HashSet};

use sea_orm::sea_query::{InsertStatement, OnConflict, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use crate::outcome::LeadOutcome;
use crate::queue::row;
use crate::queue::row::{Column, QueuedLead};
use crate::reference::{Reference, ReferenceGenerator};
use base::clock::duration_ms;
use storage::db::{Db, MAX_ROWS_PER_STATEMENT, WriteTransaction};
use storage::outbox::{Channel, row as delivery};

/// References tried for a lead, and attempts after its key has just run out.
const MAX_TRIES: usize = 8;

/// Stores the leads together, each with a delivery by each of the channels. When this returns, each visitor may be
/// answered.
///
/// # Errors
/// When none of them could be stored, or when that cannot be known (a connection lost while committing).
/// Storing the same leads again is safe: one that is already there is found by its id.
pub(crate) async fn store(
    db: &Db,
    leads: &mut [QueuedLead],
    channels: &[Channel],
    references: &ReferenceGenerator,
) -> Result<Vec<LeadOutcome>, DbErr> {
    let mut round = Round::new(leads);
    let write = db.begin_write().await?;
    for attempt in 0..MAX_TRIES {
        round.insert(&write, leads).await?;
        round.settle(&write, leads, references, attempt).await?;
        if round.open.is_empty() {
            break;
        }
    }
    if !round.open.is_empty() {
        return Err(DbErr::Custom("no free reference was found".to_owned()));
    }
    // One that was found by its own id owes its deliveries since the transaction that stored it.
    let new = round.inserted.iter().map(|at| &leads[*at]);
    if let Some(owed) = owed_by(new, channels) {
        write.connection().execute(&owed).await?;
    }
    write.commit().await?;
    Ok(round.finish(leads))
}

/// The state of one batch while it is being stored.
#[derive(Default)]
struct Round {
    outcomes: Vec<Option<LeadOutcome>>,
    /// Leads without an outcome yet, in the order of their keys, so that two nodes with the same keys wait for each other in
    /// the same order and never in a circle.
    open: Vec<usize>,
    /// Leads whose key an earlier lead of the batch has.
    followers: Vec<usize>,
    /// Holder of each key: reference and digest.
    holders: HashMap<String, (Reference, String)>,
    /// Leads that this transaction inserted.
    inserted: Vec<usize>,
}

impl Round {
    fn new(leads: &[QueuedLead]) -> Self {
        let mut seen = HashSet::new();
        let (mut open, mut followers) = (Vec::new(), Vec::new());
        for (at, lead) in leads.iter().enumerate() {
            match lead.stored_key() {
                Some(key) if !seen.insert(key.clone()) => followers.push(at),
                _ => open.push(at),
            }
        }
        open.sort_by_key(|at| leads[*at].stored_key());
        Round { outcomes: vec![None; leads.len()], open, followers, ..Round::default() }
    }

    /// Inserts the open leads; those that clash with a stored row stay open.
    async fn insert(&mut self, write: &WriteTransaction, leads: &[QueuedLead]) -> Result<(), DbErr> {
        let Some(mut insert) = row::insert(self.open.iter().map(|at| &leads[*at])) else { return Ok(()) };
        insert
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .returning(Query::returning().column(Column::Id));
        let inserted = write.connection().query_all(&insert).await?;
        let ids: HashSet<String> =
            inserted.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        let (done, open) = self.open.iter().partition(|at| ids.contains(&leads[**at].id));
        self.open = open;
        let done: Vec<usize> = done;
        for at in done {
            self.stored(at, &leads[at]);
            self.inserted.push(at);
        }
        Ok(())
    }

    fn stored(&mut self, at: usize, lead: &QueuedLead) {
        if let Some(key) = lead.stored_key() {
            self.holders.insert(key, (lead.reference.clone(), lead.digest.clone()));
        }
        self.outcomes[at] = Some(lead.stored(true));
    }

    /// Finds out what each open lead clashes with: its own row, its key, or only its reference.
    async fn settle(
        &mut self,
        write: &WriteTransaction,
        leads: &mut [QueuedLead],
        references: &ReferenceGenerator,
        attempt: usize,
    ) -> Result<(), DbErr> {
        if self.open.is_empty() {
            return Ok(());
        }
        let keys: Vec<String> = self.open.iter().filter_map(|at| leads[*at].stored_key()).collect();
        let ids = self.open.iter().map(|at| leads[*at].id.clone());
        let mut wanted = Condition::any().add(Column::Id.is_in(ids));
        if !keys.is_empty() {
            // Among no keys, SQLite would look through the whole table.
            wanted = wanted.add(Column::IdempotencyKey.is_in(keys));
        }
        let found = row::Entity::find().filter(wanted).all(write.connection()).await?;
        let mut expired = Vec::new();
        for at in std::mem::take(&mut self.open) {
            let lead = &mut leads[at];
            if let Some(own) = found.iter().find(|row| row.id == lead.id) {
                lead.reference = Reference::from_stored(own.reference.clone());
                self.stored(at, lead);
                continue;
            }
            let key = lead.stored_key();
            let holder = found.iter().find(|row| key.is_some() && row.idempotency_key == key);
            match holder {
                None => {
                    lead.reference = references.draw_again(attempt + 1);
                    self.open.push(at);
                }
                Some(row) if row.key_until.is_some_and(|until| until <= lead.received_at) => {
                    expired.push(row.id.clone());
                    self.open.push(at);
                }
                Some(row) => {
                    let reference = Reference::from_stored(row.reference.clone());
                    self.outcomes[at] = Some(lead.repeats(&reference, &row.digest));
                    self.holders.insert(key.unwrap_or_default(), (reference, row.digest.clone()));
                }
            }
        }
        free_keys(write, expired).await
    }

    /// The outcome of each, in the order of the batch.
    fn finish(mut self, leads: &[QueuedLead]) -> Vec<LeadOutcome> {
        for at in self.followers {
            let key = leads[at].stored_key().unwrap_or_default();
            let holder = self.holders.get(&key);
            self.outcomes[at] = holder.map(|(first, digest)| leads[at].repeats(first, digest));
        }
        self.outcomes.into_iter().map(|outcome| outcome.unwrap_or(LeadOutcome::KeyReused)).collect()
    }
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

/// The deliveries that new leads owe. A quarantined one owes only a line in a summary mail until it is released; one
/// for the summary owes that line instead of a mail; a canary only a mail.
fn owed_by<'a>(leads: impl Iterator<Item = &'a QueuedLead>, channels: &[Channel]) -> Option<InsertStatement> {
    let by_each = |lead: &'a QueuedLead| {
        let (id, new) = (lead.id.as_str(), &lead.lead);
        let delay = new.summary_delay();
        let owes = move |channel: &&Channel| match channel {
            _ if new.quarantine_reasons().is_some() => false,
            Channel::Mail => delay.is_none(),
            _ => !new.is_canary(),
        };
        let own = channels.iter().filter(owes).map(move |channel| (id, *channel, lead.received_at));
        own.chain(delay.map(|delay| (id, Channel::Summary, lead.received_at + duration_ms(delay))))
    };
    delivery::insert_pending(leads.flat_map(by_each))
}

/// Makes leads owe a delivery by each of these channels, due at `due_at` (Unix milliseconds); one that was made before is
/// made once more.
pub(crate) async fn insert_deliveries(
    write: &WriteTransaction,
    channels: &[Channel],
    leads: &[String],
    due_at: i64,
) -> Result<(), DbErr> {
    let by_each = |lead| channels.iter().map(move |channel| (lead, *channel, due_at));
    for some in leads.chunks(MAX_ROWS_PER_STATEMENT) {
        let owed = delivery::insert_pending(some.iter().map(String::as_str).flat_map(by_each));
        if let Some(mut insert) = owed {
            insert.on_conflict(delivery::made_again());
            write.connection().execute(&insert).await?;
        }
    }
    Ok(())
}
