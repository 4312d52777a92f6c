//! Keeps the confirmed time in the table of jobs, so that a restart goes on from it, and holds the machine's clock against
//! the database server's where that is another machine.

use std::time::Duration;

use base::clock::Clock;
use base::confirmed_time::ConfirmedTime;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{ColumnTrait as _, Statement};
use sea_orm::{ConnectionTrait as _, DbBackend, DbErr, EntityTrait as _, QueryFilter as _};

use crate::db::Db;
use crate::jobs::{Column, Entity};

const AT: &str = "confirmed time";
const WAITING_AT: &str = "confirmed time waits at";
const WAITED: &str = "confirmed time waited";
/// Interval at which it is written.
const WRITE_EVERY: Duration = Duration::from_secs(60);

/// Keeps the confirmed time of one process.
#[derive(Debug, Default)]
pub struct ConfirmedTimeStore {
    /// Time of the last write, on the monotonic clock; `None` until it is read.
    written_at: Option<Duration>,
}

impl ConfirmedTimeStore {
    /// Reads the clocks, and now and then writes what is confirmed. The first call goes on from what was stored.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn keep(&mut self, db: &Db, clock: &Clock) -> Result<(), DbErr> {
        if self.written_at.is_none() {
            clock.resume(read(db).await?);
        }
        let confirmed = clock.confirm(server_time(db).await?);
        let is_due = |at: Duration| clock.steady().saturating_sub(at) >= WRITE_EVERY;
        if self.written_at.is_none_or(is_due) {
            write(db, confirmed).await?;
            self.written_at = Some(clock.steady());
        }
        Ok(())
    }
}

/// The clock of the database server; `None` for SQLite, which has no clock of its own.
async fn server_time(db: &Db) -> Result<Option<i64>, DbErr> {
    if db.backend() != DbBackend::Postgres {
        return Ok(None);
    }
    let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms";
    let row = db.reader().query_one_raw(Statement::from_string(db.backend(), sql)).await?;
    row.map(|row| row.try_get("", "ms")).transpose()
}

async fn read(db: &Db) -> Result<ConfirmedTime, DbErr> {
    let rows = Entity::find().filter(Column::Name.is_in([AT, WAITING_AT, WAITED])).all(db.reader()).await?;
    let value = |name: &str| rows.iter().find(|row| row.name == name).map_or(0, |row| row.last_at);
    Ok(ConfirmedTime {
        at: value(AT),
        waiting_at: value(WAITING_AT),
        waited_ms: value(WAITED),
        read_at: None,
    })
}

async fn write(db: &Db, confirmed: ConfirmedTime) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    let mut rows = Query::insert();
    rows.into_table(Entity).columns([Column::Name, Column::LastAt]);
    let values = [(AT, confirmed.at), (WAITING_AT, confirmed.waiting_at), (WAITED, confirmed.waited_ms)];
    for (name, value) in values {
        rows.values_panic([name.into(), value.into()]);
    }
    rows.on_conflict(OnConflict::column(Column::Name).update_column(Column::LastAt).to_owned());
    write.connection().execute(&rows).await?;
    write.commit().await
}
