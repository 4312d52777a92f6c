//! Writes down what came of a try to send: sent, to be tried again, or given up in the open.

use std::time::Duration;

use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr};

use super::row::{Column, Entity, Model, State};
use crate::clock::duration_ms;
use crate::config::OutboxSettings;
use crate::db::WriteTransaction;

/// What came of one try: the mail server's answer, or why there is none.
pub(super) type Sent = Result<String, Failure>;

/// A try that came to nothing.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub error: String,
    /// No later try can go better.
    pub for_good: bool,
}

/// Writes down what came of one try.
pub(super) async fn record(
    write: &WriteTransaction,
    row: &Model,
    sent: &Sent,
    now: i64,
    waits: &OutboxSettings,
) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).and_where(Column::LeadId.eq(row.lead_id.as_str()));
    match sent {
        Ok(answer) => {
            tracing::info!(lead = row.lead_id, attempts = row.attempts, "mail sent");
            update
                .value(Column::State, State::Sent.as_str())
                .value(Column::SentAt, now)
                .value(Column::Answer, answer.as_str());
        }
        Err(Failure { error, for_good }) => {
            let failed = *for_good || now >= row.give_up_at;
            let next = now + duration_ms(wait_after(row.attempts, waits));
            let state = if failed { State::Failed } else { State::Pending };
            tracing::warn!(lead = row.lead_id, attempts = row.attempts, error, failed, "mail not sent");
            // The last try is at the very end of the five days, not somewhere before it.
            let next = if now < row.give_up_at { Ord::min(next, row.give_up_at) } else { next };
            update
                .value(Column::State, state.as_str())
                .value(Column::NextAt, next)
                .value(Column::LastError, error.as_str());
            // Another worker may have sent it meanwhile, after this one's lease had ended.
            update.and_where(Column::State.ne(State::Sent.as_str()));
        }
    }
    write.connection().execute(&update).await.map(drop)
}

/// How long to wait after that many tries: doubling from the first wait up to the longest.
fn wait_after(attempts: i32, waits: &OutboxSettings) -> Duration {
    let doublings = attempts.saturating_sub(1).clamp(0, 30).unsigned_abs();
    let wait = waits.first_retry.saturating_mul(1 << doublings);
    if wait < waits.max_retry { wait } else { waits.max_retry }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_from_a_minute_to_an_hour() {
        let waits =
            OutboxSettings { first_retry: Duration::from_secs(60), max_retry: Duration::from_secs(3600) };
        let minutes: Vec<u64> = (1..=8).map(|attempts| wait_after(attempts, &waits).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(wait_after(i32::MAX, &waits), waits.max_retry);
    }
}
