//! Writes down what came of a try to send: sent, to be tried again, or given up in the open.

use std::time::Duration;

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use crate::db::WriteTransaction;
use crate::outbox::OutboxSettings;
use crate::outbox::channel::{DeliveryFailure, Sent};
use crate::outbox::row::{Column, Entity, Model, State};
use crate::outbox::timeline;
use crate::outbox::timeline::What;
use base::clock::duration_ms;

/// Writes down what came of one try.
pub(super) async fn record(
    write: &WriteTransaction,
    row: &Model,
    sent: &Sent,
    now: i64,
    waits: &OutboxSettings,
) -> Result<(), DbErr> {
    let (channel, attempts) = (row.channel, row.attempts);
    let mut update = Query::update();
    update.table(Entity).and_where(Column::LeadId.eq(row.lead_id.as_str()));
    update.and_where(Column::Channel.eq(channel));
    let (what, text) = match sent {
        Ok(answer) => {
            tracing::info!(lead = row.lead_id, %channel, attempts, "delivered");
            update
                .value(Column::State, State::Sent.as_str())
                .value(Column::SentAt, now)
                .value(Column::Answer, answer.as_str());
            (What::Delivered(channel), answer.clone())
        }
        Err(failure) => {
            let failed = failure.for_good || now >= row.give_up_at;
            let next = now + duration_ms(wait_after(attempts, failure, waits));
            let (state, what) = match failed {
                true => (State::Failed, What::GivenUp(channel)),
                false => (State::Pending, What::NotDelivered(channel)),
            };
            let error = &failure.error;
            tracing::warn!(lead = row.lead_id, %channel, attempts, error, failed, "not delivered");
            // The last try is at the very end of the five days, not somewhere before it.
            let next = if now < row.give_up_at { Ord::min(next, row.give_up_at) } else { next };
            let told = failure.told();
            update
                .value(Column::State, state.as_str())
                .value(Column::NextAt, next)
                .value(Column::LastError, told.as_str());
            // Another worker may have sent it meanwhile, after this one's lease had ended.
            update.and_where(Column::State.ne(State::Sent.as_str()));
            (what, told)
        }
    };
    write.connection().execute(&update).await?;
    let text = format!("try {attempts}: {text}");
    timeline::note(write, vec![timeline::event(&row.lead_id, now, what, text)]).await
}

/// How long to wait after that many tries: doubling from the first wait up to the longest, and for as long as
/// the receiver asks, within the longest.
fn wait_after(attempts: i32, failure: &DeliveryFailure, waits: &OutboxSettings) -> Duration {
    let doublings = attempts.saturating_sub(1).clamp(0, 30).unsigned_abs();
    let own = waits.first_retry.saturating_mul(1 << doublings);
    let wait = own.max(failure.retry_after.unwrap_or_default());
    wait.min(waits.max_retry)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAITS: OutboxSettings =
        OutboxSettings { first_retry: Duration::from_secs(60), max_retry: Duration::from_secs(3600) };

    #[test]
    fn waits_double_from_a_minute_to_an_hour() {
        let failure = DeliveryFailure::for_now("down");
        let after = |attempts| wait_after(attempts, &failure, &WAITS);
        let minutes: Vec<u64> = (1..=8).map(|attempts| after(attempts).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(after(i32::MAX), WAITS.max_retry);
    }

    #[test]
    fn a_receiver_that_asks_for_time_gets_it_within_the_longest_wait() {
        let asked = |seconds| {
            let retry_after = Some(Duration::from_secs(seconds));
            let failure = DeliveryFailure { retry_after, ..DeliveryFailure::for_now("busy") };
            wait_after(1, &failure, &WAITS).as_secs()
        };
        assert_eq!((asked(5), asked(600), asked(86_400)), (60, 600, 3600));
    }
}
