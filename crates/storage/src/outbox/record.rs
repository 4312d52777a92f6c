//! Records the result of a delivery attempt: delivered, retried after an exponential backoff, or given up.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::db::WriteTransaction;
use crate::outbox::OutboxSettings;
use crate::outbox::channel::{Channel, DeliveryAttempt, DeliveryFailure};
use crate::outbox::recipients;
use crate::outbox::row::{Column, DeliveryState, Entity, GIVE_UP_AFTER, Model};
use crate::outbox::timeline;
use crate::outbox::timeline::TimelineEvent;
use base::clock::duration_ms;

/// More attempts than this are never needed to give up: half of what the usual backoff makes in five days.
const MAX_LEAST_ATTEMPTS: u32 = 60;

/// Records the results of attempts by one channel, in the deliveries' rows and in the leads' timelines.
pub(super) async fn record(
    write: &WriteTransaction,
    channel: Channel,
    attempts: &[(Model, DeliveryAttempt)],
    now: i64,
    backoff: &OutboxSettings,
) -> Result<(), DbErr> {
    if attempts.is_empty() {
        return Ok(());
    }
    let mut stored = stored_rows(write, channel, attempts).await?;
    let (mut rows, mut events, mut recipients) = (Vec::new(), Vec::new(), Vec::new());
    for (claimed, attempt) in attempts {
        // The lead of a canary that failed is deleted, also while its mail is under way.
        let Some(stored) = stored.remove(&claimed.lead_id) else { continue };
        recipients.extend(recipients::rows(&claimed.lead_id, &attempt.recipients, now));
        let (row, event, text) = match &attempt.result {
            Ok(response) => {
                tracing::info!(lead = claimed.lead_id, %channel, attempts = claimed.attempts, "delivered");
                (delivered(stored, response, now), TimelineEvent::Delivered(channel), response.clone())
            }
            Err(failure) => {
                let (row, event) = failed(claimed, stored, failure, now, backoff);
                (row, event, failure.text_for_staff())
            }
        };
        rows.push(Model { claimed_until: None, ..row }.into_active_model());
        events.push(timeline::event(
            &claimed.lead_id,
            now,
            event,
            format!("try {}: {text}", claimed.attempts),
        ));
    }
    // One statement for all of them, since visitors' leads wait until this transaction ends.
    let results = [Column::State, Column::NextAt, Column::LastError, Column::SentAt, Column::Answer];
    let overwrite = OnConflict::columns([Column::LeadId, Column::Channel])
        .update_columns(results)
        .update_column(Column::ClaimedUntil)
        .to_owned();
    if !rows.is_empty() {
        Entity::insert_many(rows).on_conflict(overwrite).exec_without_returning(write.connection()).await?;
    }
    recipients::record(write, recipients).await?;
    timeline::append(write, events).await
}

/// The rows as they are now, by lead: since they were claimed, staff may have asked for a retry. On PostgreSQL they stay so
/// until the end of the transaction.
async fn stored_rows(
    write: &WriteTransaction,
    channel: Channel,
    attempts: &[(Model, DeliveryAttempt)],
) -> Result<HashMap<String, Model>, DbErr> {
    let ids = attempts.iter().map(|(row, _)| row.lead_id.as_str());
    let mut rows = Entity::find().filter(Column::Channel.eq(channel)).filter(Column::LeadId.is_in(ids));
    if write.get_database_backend() == DbBackend::Postgres {
        rows = rows.order_by_asc(Column::LeadId).lock(LockType::Update);
    }
    let rows = rows.all(write.connection()).await?;
    Ok(rows.into_iter().map(|row| (row.lead_id.clone(), row)).collect())
}

fn delivered(stored: Model, response: &str, now: i64) -> Model {
    let (sent_at, answer) = (Some(now), Some(response.to_owned()));
    Model { state: DeliveryState::Sent, sent_at, answer, ..stored }
}

/// The row after an attempt that failed, and what the timeline says of it. `claimed` is the row as the attempt began.
fn failed(
    claimed: &Model,
    mut stored: Model,
    failure: &DeliveryFailure,
    now: i64,
    backoff: &OutboxSettings,
) -> (Model, TimelineEvent<'static>) {
    let (channel, attempts, error) = (claimed.channel, claimed.attempts, &failure.error);
    let is_retried = stored.give_up_at != claimed.give_up_at;
    // Another worker may have delivered it in the meantime, after this one's claim had ended.
    let is_sent = stored.state == DeliveryState::Sent;
    let ended = !is_retried && !is_sent && is_last_attempt(claimed, failure, now, backoff);
    tracing::warn!(lead = claimed.lead_id, %channel, attempts, error, ended, "not delivered");
    let event = if ended { TimelineEvent::GivenUp(channel) } else { TimelineEvent::NotDelivered(channel) };
    if is_sent {
        return (stored, event);
    }
    stored.last_error = Some(failure.text_for_staff());
    match (ended, &failure.accepted) {
        // A retry that staff asked for meanwhile stays: it is due at once.
        (false, _) if is_retried => {}
        (false, _) => {
            let next = now + duration_ms(retry_delay(attempts, failure, backoff));
            // The last attempt is at the very end of the five days, not somewhere before it.
            stored.next_at = if now < claimed.give_up_at { Ord::min(next, claimed.give_up_at) } else { next };
        }
        // If a recipient has it, the lead is not lost when the others never get it.
        (true, Some(accepted)) => stored = delivered(stored, accepted, now),
        (true, None) => stored.state = DeliveryState::Failed,
    }
    (stored, event)
}

/// Whether a failed attempt is the last one. The time alone is not enough: a clock that jumps days ahead would give up
/// at once what was hardly tried.
fn is_last_attempt(row: &Model, failure: &DeliveryFailure, now: i64, backoff: &OutboxSettings) -> bool {
    let started = row.give_up_at - duration_ms(GIVE_UP_AFTER);
    let is_over = |period: Duration| {
        now >= started + duration_ms(period) && row.attempts.unsigned_abs() >= least_attempts(period, backoff)
    };
    failure.is_permanent || is_over(failure.retry_for.unwrap_or(GIVE_UP_AFTER))
}

/// Half of the attempts that the backoff makes in a period.
fn least_attempts(period: Duration, backoff: &OutboxSettings) -> u32 {
    let (mut attempts, mut waited) = (0, Duration::ZERO);
    while waited < period && attempts < 2 * MAX_LEAST_ATTEMPTS {
        attempts += 1;
        waited += doubled(attempts, backoff).min(backoff.max_retry);
    }
    attempts / 2
}

/// The exponential backoff after this many attempts: it doubles from the first delay up to the longest. A receiver that
/// asks for a longer one gets it, up to the longest.
fn retry_delay(attempts: i32, failure: &DeliveryFailure, backoff: &OutboxSettings) -> Duration {
    let delay = doubled(attempts.max(1).unsigned_abs(), backoff);
    delay.max(failure.retry_after.unwrap_or_default()).min(backoff.max_retry)
}

fn doubled(attempts: u32, backoff: &OutboxSettings) -> Duration {
    backoff.first_retry.saturating_mul(1 << attempts.saturating_sub(1).min(30))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: OutboxSettings =
        OutboxSettings { first_retry: Duration::from_secs(60), max_retry: Duration::from_secs(3600) };

    #[test]
    fn the_backoff_doubles_from_a_minute_to_an_hour() {
        let failure = DeliveryFailure::temporary("down");
        let after = |attempts| retry_delay(attempts, &failure, &BACKOFF);
        let minutes: Vec<u64> = (1..=8).map(|attempts| after(attempts).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(after(i32::MAX), BACKOFF.max_retry);
    }

    #[test]
    fn giving_up_takes_half_of_the_attempts_that_the_period_has_room_for() {
        let hours = |hours: u64| least_attempts(Duration::from_secs(hours * 3600), &BACKOFF);
        assert_eq!((hours(1), hours(24), hours(5 * 24)), (3, 14, 60));
        let rare = OutboxSettings { max_retry: Duration::from_secs(24 * 3600), ..BACKOFF };
        assert_eq!(least_attempts(GIVE_UP_AFTER, &rare), 7);
    }

    #[test]
    fn retry_after_is_honoured_up_to_the_longest_delay() {
        let asked = |seconds| {
            let retry_after = Some(Duration::from_secs(seconds));
            let failure = DeliveryFailure { retry_after, ..DeliveryFailure::temporary("busy") };
            retry_delay(1, &failure, &BACKOFF).as_secs()
        };
        assert_eq!((asked(5), asked(600), asked(86_400)), (60, 600, 3600));
    }
}
