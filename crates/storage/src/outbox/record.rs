//! Records the result of a delivery attempt: delivered, retried after an exponential backoff, or given up.

use std::collections::HashMap;
use std::time::Duration;

use sea_orm::sea_query::{LockType, Query, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
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
    let stored = stored_rows(write, channel, attempts).await?;
    let (mut events, mut recipients) = (Vec::new(), Vec::new());
    for (row, attempt) in attempts {
        // The lead of a canary that failed is deleted, also while its mail is under way.
        let Some(stored) = stored.get(&row.lead_id) else { continue };
        recipients.extend(recipients::rows(&row.lead_id, &attempt.recipients, now));
        let (changes, event, text) = match &attempt.result {
            Ok(response) => {
                tracing::info!(lead = row.lead_id, %channel, attempts = row.attempts, "delivered");
                (delivered(response, now), TimelineEvent::Delivered(channel), response.clone())
            }
            Err(failure) => {
                let (changes, event) = failed(row, stored, failure, now, backoff);
                (changes, event, failure.text_for_staff())
            }
        };
        let mut update = Query::update();
        update.table(Entity).values(changes).value(Column::ClaimedUntil, Option::<i64>::None);
        update.and_where(Column::LeadId.eq(row.lead_id.as_str())).and_where(Column::Channel.eq(channel));
        write.connection().execute(&update).await?;
        events.push(timeline::event(&row.lead_id, now, event, format!("try {}: {text}", row.attempts)));
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

/// What changes in a delivery's row.
type Changes = Vec<(Column, SimpleExpr)>;

fn delivered(response: &str, now: i64) -> Changes {
    vec![
        (Column::State, DeliveryState::Sent.as_str().into()),
        (Column::SentAt, now.into()),
        (Column::Answer, response.into()),
    ]
}

fn failed(
    row: &Model,
    stored: &Model,
    failure: &DeliveryFailure,
    now: i64,
    backoff: &OutboxSettings,
) -> (Changes, TimelineEvent<'static>) {
    let (channel, attempts, error) = (row.channel, row.attempts, &failure.error);
    let is_retried = stored.give_up_at != row.give_up_at;
    // Another worker may have delivered it in the meantime, after this one's claim had ended.
    let is_sent = stored.state == DeliveryState::Sent;
    let ended = !is_retried && !is_sent && is_last_attempt(row, failure, now, backoff);
    tracing::warn!(lead = row.lead_id, %channel, attempts, error, ended, "not delivered");
    let event = if ended { TimelineEvent::GivenUp(channel) } else { TimelineEvent::NotDelivered(channel) };
    if is_sent {
        return (Changes::new(), event);
    }
    let mut changes: Changes = vec![(Column::LastError, failure.text_for_staff().into())];
    match (ended, &failure.accepted) {
        // What staff asked for meanwhile stays: it is due at once.
        (false, _) if is_retried => {}
        (false, _) => {
            let next = now + duration_ms(retry_delay(attempts, failure, backoff));
            // The last attempt is at the very end of the five days, not somewhere before it.
            let next = if now < row.give_up_at { Ord::min(next, row.give_up_at) } else { next };
            changes.push((Column::NextAt, next.into()));
        }
        // Where a recipient has it, nothing is lost when the others never get it.
        (true, Some(accepted)) => changes.extend(delivered(accepted, now)),
        (true, None) => changes.push((Column::State, DeliveryState::Failed.as_str().into())),
    }
    (changes, event)
}

/// Whether a failed attempt is the last one. The time alone decides nothing: a clock that jumps days ahead would give up
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
