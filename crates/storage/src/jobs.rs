//! Scheduled jobs with a lease: work that one server does for all that share the database, either once a day or once a
//! week ([`ScheduledJob`]) or whenever there is something to do ([`acquire_lease`]).
//!
//! Both live in the table `duty`: one row holds the time at which a job's lease ends, and for a scheduled job a second row
//! holds the time up to which it is complete. Once a lease has ended, any server can acquire it, so a job that failed
//! (the mail server is away, the server was stopped) is tried again.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};
use sea_orm::{Condition, QueryOrder as _, UpdateMany};

use crate::db::{Db, WriteTransaction};
use base::clock::{duration_ms, latest_dubai_monday, latest_dubai_time_of_day};

/// Length of a scheduled job's lease, and so the time until a failed one is tried again.
const JOB_LEASE: Duration = Duration::from_secs(10 * 60);
/// The longest that a lease lasts.
const MAX_LEASE: Duration = Duration::from_secs(24 * 3600);
/// Largest difference between the clocks of two servers.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_secs(3600);
/// `last_at` of a job that was never completed, and of a lease that was released or never acquired.
const NEVER_MS: i64 = 0;
/// Time by which the lease of whoever sends something is longer than sending may take, so that no other server sends it
/// too.
pub const LEASE_MARGIN: Duration = Duration::from_secs(60);
/// Before a job is tried again that failed, for whatever reason.
const RETRY_PAUSE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "duty")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// When the job was due that was completed last, or when the lease ends. Unix milliseconds.
    pub last_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The days on which a job is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Days {
    Every,
    Mondays,
}

/// A job that is due once a day or once a week.
#[derive(Clone, Copy, Debug)]
pub struct ScheduledJob {
    /// Its name in the database.
    pub name: &'static str,
    pub days: Days,
    /// When it is due: minutes after midnight in Dubai.
    pub minute_of_day: u32,
}

/// A server's permission to do a scheduled job; nobody else does it until the lease ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// When the job was due, in Unix milliseconds.
    pub due_at: i64,
    /// When the job was due that was completed before; `None` if it never was.
    pub previous_due_at: Option<i64>,
}

impl ScheduledJob {
    /// The name of the row that holds the end of its lease.
    fn lease_name(self) -> String {
        format!("{} turn", self.name)
    }

    /// Acquires the lease, if the job is due and no other server holds it. After doing the job, call
    /// [`ScheduledJob::complete`].
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn acquire(self, db: &Db, now_ms: i64) -> Result<Option<Lease>, DbErr> {
        let due_at = match self.days {
            Days::Every => latest_dubai_time_of_day(self.minute_of_day, now_ms),
            Days::Mondays => latest_dubai_monday(self.minute_of_day, now_ms),
        };
        let completed = Entity::find_by_id(self.name).one(db.reader()).await?;
        let previous = completed.map_or(NEVER_MS, |row| row.last_at);
        // One that is complete for a time to come was done while a clock was ahead.
        let latest = now_ms + duration_ms(MAX_CLOCK_DIFFERENCE);
        if (due_at..=latest).contains(&previous) {
            return Ok(None);
        }
        let lease_name = self.lease_name();
        let write = db.begin_write().await?;
        ensure_rows(&write, &[self.name, &lease_name]).await?;
        // Another server may have completed it since it was read.
        let still_due = Query::select()
            .column(Column::LastAt)
            .from(Entity)
            .and_where(Column::Name.eq(self.name))
            .cond_where(Condition::any().add(Column::LastAt.lt(due_at)).add(Column::LastAt.gt(latest)))
            .to_owned();
        let acquired = acquire_free(&lease_name, now_ms, now_ms + duration_ms(JOB_LEASE))
            .filter(Expr::exists(still_due))
            .exec(write.connection())
            .await?
            .rows_affected;
        write.commit().await?;
        let previous_due_at = Some(previous).filter(|at| *at != NEVER_MS && *at < due_at);
        Ok((acquired == 1).then_some(Lease { due_at, previous_due_at }))
    }

    /// Records that the job is complete and releases the lease.
    ///
    /// # Errors
    /// When the database cannot be written; the job will be done once more.
    pub async fn complete(self, db: &Db, lease: Lease) -> Result<(), DbErr> {
        let write = db.begin_write().await?;
        set_last_at(&write, self.name, lease.due_at).await?;
        set_last_at(&write, &self.lease_name(), NEVER_MS).await?;
        write.commit().await
    }
}

/// The leases whose names begin with `prefix` and that have not ended, with their ends (Unix milliseconds).
///
/// # Errors
/// When the database cannot be read.
pub async fn leases(
    db: &impl ConnectionTrait,
    prefix: &str,
    now_ms: i64,
) -> Result<Vec<(String, i64)>, DbErr> {
    let found = Entity::find().filter(Column::Name.starts_with(prefix)).filter(Column::LastAt.gt(now_ms));
    let rows = found.order_by_asc(Column::Name).all(db).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.last_at)).collect())
}

/// Acquires a lease that is not bound to a time of day, unless another server holds it. It ends at `until_ms` if it is
/// neither extended nor released before.
///
/// # Errors
/// When the database cannot be used.
pub async fn acquire_lease(db: &Db, name: &str, now_ms: i64, until_ms: i64) -> Result<bool, DbErr> {
    let write = db.begin_write().await?;
    ensure_rows(&write, &[name]).await?;
    let acquired = acquire_free(name, now_ms, until_ms).exec(write.connection()).await?.rows_affected;
    write.commit().await?;
    Ok(acquired == 1)
}

/// Moves the end of a lease that this server holds, for example until a backoff is over.
///
/// # Errors
/// When the database cannot be written.
pub async fn extend_lease(db: &Db, name: &str, until_ms: i64) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    set_last_at(&write, name, until_ms).await?;
    write.commit().await
}

/// Has any server try again what failed, in a minute.
///
/// # Errors
/// When the database cannot be written; the lease then ends at its time.
pub async fn retry_later(db: &Db, name: &str, now_ms: i64) -> Result<(), DbErr> {
    extend_lease(db, name, now_ms + duration_ms(RETRY_PAUSE)).await
}

/// Ends a lease that this server holds, so that any server can acquire it at once.
///
/// # Errors
/// When the database cannot be written; the lease then ends at its time.
pub async fn release_lease(db: &Db, name: &str) -> Result<(), DbErr> {
    extend_lease(db, name, NEVER_MS).await
}

/// When any server first asked for this name, in Unix milliseconds; at the latest now.
///
/// # Errors
/// When the database cannot be used.
pub async fn first_time(db: &Db, name: &str, now_ms: i64) -> Result<i64, DbErr> {
    if let Some(row) = Entity::find_by_id(name).one(db.reader()).await?.filter(|row| row.last_at != NEVER_MS)
    {
        return Ok(row.last_at.min(now_ms));
    }
    let write = db.begin_write().await?;
    ensure_rows(&write, &[name]).await?;
    let unset = Entity::update_many().col_expr(Column::LastAt, Expr::value(now_ms));
    unset.filter(Column::Name.eq(name)).filter(Column::LastAt.eq(NEVER_MS)).exec(write.connection()).await?;
    write.commit().await?;
    Ok(now_ms)
}

/// When a lease ends, in Unix milliseconds; `None` if nobody ever acquired it.
///
/// # Errors
/// When the database cannot be read.
pub async fn lease_ends_at(db: &impl ConnectionTrait, name: &str) -> Result<Option<i64>, DbErr> {
    Ok(Entity::find_by_id(name).one(db).await?.map(|row| row.last_at).filter(|at| *at != NEVER_MS))
}

/// Adds the rows that are missing, for updates to find.
async fn ensure_rows(write: &WriteTransaction, names: &[&str]) -> Result<(), DbErr> {
    let mut rows = Query::insert();
    rows.into_table(Entity).columns([Column::Name, Column::LastAt]);
    for name in names {
        rows.values_panic([(*name).into(), NEVER_MS.into()]);
    }
    rows.on_conflict(OnConflict::new().do_nothing().to_owned());
    write.connection().execute(&rows).await.map(drop)
}

/// The update that acquires a lease; it changes no row while another server holds the lease. A lease that is longer than
/// any was acquired while a clock was ahead, and is over.
fn acquire_free(name: &str, now_ms: i64, until_ms: i64) -> UpdateMany<Entity> {
    let longest = now_ms.saturating_add(duration_ms(MAX_LEASE));
    Entity::update_many()
        .col_expr(Column::LastAt, Expr::value(until_ms))
        .filter(Column::Name.eq(name))
        .filter(
            Condition::any().add(Column::LastAt.lte(now_ms)).add(Column::LastAt.gt(longest.max(until_ms))),
        )
}

async fn set_last_at(write: &WriteTransaction, name: &str, at_ms: i64) -> Result<(), DbErr> {
    let update = Entity::update_many().col_expr(Column::LastAt, Expr::value(at_ms));
    update.filter(Column::Name.eq(name)).exec(write.connection()).await.map(drop)
}
