//! The rows of a spool. A lead in it owes one delivery: `mail` or `summary` says how staff hear of it, and the delivery's
//! state whether the lead waits for the database (`pending`) or was refused by it (`failed`, with the reason).

use std::collections::HashSet;

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait as _, Condition, ConnectionTrait, DbErr, EntityTrait as _, PaginatorTrait as _,
    QueryFilter as _, QueryOrder as _, QuerySelect as _,
};

use crate::outcome::LeadOutcome;
use crate::queue::row;
use crate::queue::row::{Column, QueuedLead};
use crate::reference::Reference;
use crate::staff::query::with_delivery;
use storage::db::{Db, MAX_ROWS_PER_STATEMENT, WriteTransaction};
use storage::outbox::row as delivery;
use storage::outbox::{Channel, DeliveryState, timeline};

/// Why the database refused a lead, as the spool keeps it.
const MAX_REASON_CHARS: usize = 300;

/// The table of leads.
pub(super) const TABLE: &str = "lead";

/// The leads that wait for the database.
fn is_waiting() -> Condition {
    let settled = with_delivery(&[DeliveryState::Failed, DeliveryState::Erased]);
    Condition::all().add(Column::ErasedAt.is_null()).add(Column::Id.not_in_subquery(settled))
}

fn is_refused() -> Condition {
    let failed = with_delivery(&[DeliveryState::Failed]);
    Condition::all().add(Column::ErasedAt.is_null()).add(Column::Id.in_subquery(failed))
}

/// Number of leads that wait for the database, except these, and of those that it refused.
pub(super) async fn count(db: &impl ConnectionTrait, except: &[String]) -> Result<(u64, u64), DbErr> {
    let waiting = row::Entity::find().filter(is_waiting()).filter(Column::Id.is_not_in(except));
    let refused = row::Entity::find().filter(is_refused());
    Ok((waiting.count(db).await?, refused.count(db).await?))
}

/// The oldest leads that wait, except these.
pub(super) async fn waiting(
    db: &impl ConnectionTrait,
    max_leads: u64,
    except: &[String],
) -> Result<Vec<QueuedLead>, DbErr> {
    let rows = row::Entity::find().filter(is_waiting()).filter(Column::Id.is_not_in(except));
    read(db, rows.order_by_asc(Column::Id).limit(max_leads).all(db).await?).await
}

/// The leads that the database refused.
pub(super) async fn refused(db: &impl ConnectionTrait) -> Result<Vec<QueuedLead>, DbErr> {
    read(db, row::Entity::find().filter(is_refused()).all(db).await?).await
}

async fn read(db: &impl ConnectionTrait, rows: Vec<row::Model>) -> Result<Vec<QueuedLead>, DbErr> {
    let ids = rows.iter().map(|row| row.id.as_str());
    let in_summary = delivery::Entity::find()
        .select_only()
        .column(delivery::Column::LeadId)
        .filter(delivery::Column::Channel.eq(Channel::Summary))
        .filter(delivery::Column::LeadId.is_in(ids));
    let in_summary: HashSet<String> = in_summary.into_tuple::<String>().all(db).await?.into_iter().collect();
    let lead = |row: row::Model| {
        let in_summary = in_summary.contains(&row.id);
        QueuedLead::from_row(row, in_summary)
    };
    Ok(rows.into_iter().map(lead).collect())
}

/// The outcome of each lead whose key is in the spool; `None` for a new one.
pub(super) async fn find_repetitions(
    db: &impl ConnectionTrait,
    leads: &[&QueuedLead],
) -> Result<Vec<Option<LeadOutcome>>, DbErr> {
    let keys: Vec<String> = leads.iter().filter_map(|lead| lead.stored_key()).collect();
    if keys.is_empty() {
        return Ok(vec![None; leads.len()]);
    }
    let rows = row::Entity::find().filter(Column::IdempotencyKey.is_in(keys)).all(db).await?;
    let outcome = |lead: &&QueuedLead| {
        let key = lead.stored_key()?;
        let known = rows.iter().find(|row| row.idempotency_key.as_ref() == Some(&key))?;
        let expired = known.key_until.is_some_and(|expiry| expiry <= lead.received_at);
        (!expired).then(|| lead.repeats(&Reference::from_stored(known.reference.clone()), &known.digest))
    };
    Ok(leads.iter().map(outcome).collect())
}

/// Deletes leads that the database has.
pub(super) async fn delete(db: &Db, ids: &[String]) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    for some in ids.chunks(MAX_ROWS_PER_STATEMENT) {
        timeline::delete(&write, some).await?;
        let owed = delivery::Entity::delete_many().filter(delivery::Column::LeadId.is_in(some));
        owed.exec(write.connection()).await?;
        row::Entity::delete_many().filter(Column::Id.is_in(some)).exec(write.connection()).await?;
    }
    write.commit().await
}

/// Notes why the database refused a lead.
pub(super) async fn refuse(db: &Db, id: &str, reason: &str) -> Result<(), DbErr> {
    let reason: String = reason.chars().take(MAX_REASON_CHARS).collect();
    let write = db.begin_write().await?;
    set_state(&write, Some(id), DeliveryState::Failed, Some(&reason)).await?;
    write.commit().await
}

/// Lets the leads that the database refused wait for it once more: somebody may have mended it.
pub(super) async fn retry_refused(db: &Db) -> Result<u64, DbErr> {
    let write = db.begin_write().await?;
    let changed = set_state(&write, None, DeliveryState::Pending, None).await?;
    write.commit().await?;
    Ok(changed)
}

async fn set_state(
    write: &WriteTransaction,
    id: Option<&str>,
    state: DeliveryState,
    reason: Option<&str>,
) -> Result<u64, DbErr> {
    let rows = match id {
        Some(id) => delivery::Column::LeadId.eq(id),
        None => delivery::Column::State.eq(DeliveryState::Failed),
    };
    let update = delivery::Entity::update_many()
        .col_expr(delivery::Column::State, Expr::value(state))
        .col_expr(delivery::Column::LastError, Expr::value(reason))
        .filter(rows);
    Ok(update.exec(write.connection()).await?.rows_affected)
}
