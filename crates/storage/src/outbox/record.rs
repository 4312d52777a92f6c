//! Records the result of a delivery attempt: delivered, retried after an exponential backoff, or given up.

use std::time::Duration;

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use crate::db::WriteTransaction;
use crate::outbox::OutboxSettings;
use crate::outbox::channel::{DeliveryAttempt, DeliveryFailure};
use crate::outbox::recipients;
use crate::outbox::row::{Column, DeliveryState, Entity, Model};
use crate::outbox::timeline;
use crate::outbox::timeline::TimelineEvent;
use base::clock::duration_ms;

/// Records the result of one attempt, in the delivery's row and in the lead's timeline.
pub(super) async fn record(
    write: &WriteTransaction,
    row: &Model,
    attempt: &DeliveryAttempt,
    now: i64,
    backoff: &OutboxSettings,
) -> Result<(), DbErr> {
    recipients::record(write, &row.lead_id, &attempt.recipients, now).await?;
    let (channel, attempts) = (row.channel, row.attempts);
    let mut update = Query::update();
    update.table(Entity).and_where(Column::LeadId.eq(row.lead_id.as_str()));
    update.and_where(Column::Channel.eq(channel));
    let (event, text) = match &attempt.result {
        Ok(response) => {
            tracing::info!(lead = row.lead_id, %channel, attempts, "delivered");
            update
                .value(Column::State, DeliveryState::Sent.as_str())
                .value(Column::SentAt, now)
                .value(Column::Answer, response.as_str());
            (TimelineEvent::Delivered(channel), response.clone())
        }
        Err(failure) => {
            let ended = failure.is_permanent || now >= row.give_up_at;
            let next = now + duration_ms(retry_delay(attempts, failure, backoff));
            // Where a recipient has it, nothing is lost when the others never get it.
            let (state, event) = match (ended, &failure.accepted) {
                (false, _) => (DeliveryState::Pending, TimelineEvent::NotDelivered(channel)),
                (true, None) => (DeliveryState::Failed, TimelineEvent::GivenUp(channel)),
                (true, Some(accepted)) => {
                    update.value(Column::SentAt, now).value(Column::Answer, accepted.as_str());
                    (DeliveryState::Sent, TimelineEvent::GivenUp(channel))
                }
            };
            let error = &failure.error;
            tracing::warn!(lead = row.lead_id, %channel, attempts, error, ended, "not delivered");
            // The last attempt is at the very end of the five days, not somewhere before it.
            let next = if now < row.give_up_at { Ord::min(next, row.give_up_at) } else { next };
            let text = failure.text_for_staff();
            update
                .value(Column::State, state.as_str())
                .value(Column::NextAt, next)
                .value(Column::LastError, text.as_str());
            // Another worker may have delivered it in the meantime, after this one's lease had ended.
            update.and_where(Column::State.ne(DeliveryState::Sent.as_str()));
            (event, text)
        }
    };
    write.connection().execute(&update).await?;
    let text = format!("try {attempts}: {text}");
    timeline::append(write, vec![timeline::event(&row.lead_id, now, event, text)]).await
}

/// The exponential backoff after this many attempts: it doubles from the first delay up to the longest. A receiver that
/// asks for a longer one gets it, up to the longest.
fn retry_delay(attempts: i32, failure: &DeliveryFailure, backoff: &OutboxSettings) -> Duration {
    let doublings = attempts.saturating_sub(1).clamp(0, 30).unsigned_abs();
    let delay = backoff.first_retry.saturating_mul(1 << doublings);
    delay.max(failure.retry_after.unwrap_or_default()).min(backoff.max_retry)
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
    fn retry_after_is_honoured_up_to_the_longest_delay() {
        let asked = |seconds| {
            let retry_after = Some(Duration::from_secs(seconds));
            let failure = DeliveryFailure { retry_after, ..DeliveryFailure::temporary("busy") };
            retry_delay(1, &failure, &BACKOFF).as_secs()
        };
        assert_eq!((asked(5), asked(600), asked(86_400)), (60, 600, 3600));
    }
}
