//! Things that are done by one server for all that share the database: once a day, or when there is something to do.
//!
//! Two rows each in the table `duty`: the moment up to which it is done, and until when a server has its turn.
//! A turn that ends without an end to the work (the mail server is away, the server stopped) is anybody's.

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};

use crate::db::Db;
use base::clock::duration_ms;

/// How long a server has its turn, and so how long a failed try is waited for.
const TURN: Duration = Duration::from_secs(10 * 60);
const DAY_MS: i64 = 24 * 3600 * 1000;
/// Dubai is four hours ahead, in summer and winter.
const AHEAD_MS: i64 = 4 * 3600 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "duty")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Unix milliseconds.
    pub last_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A duty at a time of day.
#[derive(Clone, Copy, Debug)]
pub struct DailyJob {
    /// Its name in the database.
    pub name: &'static str,
    /// Minutes after midnight in Dubai.
    pub minute: u32,
}

/// A server's turn to do a duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The moment it was due, in Unix milliseconds.
    pub moment: i64,
    /// The moment it was due when it was done last; nothing where it never was.
    pub before: Option<i64>,
}

impl DailyJob {
    /// When it was due last.
    fn moment(self, now_ms: i64) -> i64 {
        let offset = i64::from(self.minute) * 60_000 - AHEAD_MS;
        (now_ms - offset).div_euclid(DAY_MS) * DAY_MS + offset
    }

    fn turn_name(self) -> String {
        format!("{} turn", self.name)
    }

    /// Takes the turn, where the duty is due and nobody else has it. Who has done it says so with
    /// [`DailyJob::done`].
    ///
    /// # Errors
    /// When the database cannot be used.
    pub async fn take(self, db: &Db, now_ms: i64) -> Result<Option<Lease>, DbErr> {
        let moment = self.moment(now_ms);
        let before = Entity::find_by_id(self.name).one(db.reader()).await?.map_or(0, |row| row.last_at);
        if before >= moment {
            return Ok(None);
        }
        let write = db.begin_write().await?;
        let mut rows = Query::insert();
        rows.into_table(Entity).columns([Column::Name, Column::LastAt]);
        rows.values_panic([self.name.into(), 0.into()]).values_panic([self.turn_name().into(), 0.into()]);
        rows.on_conflict(OnConflict::new().do_nothing().to_owned());
        write.connection().execute(&rows).await?;
        let open = Query::select()
            .column(Column::LastAt)
            .from(Entity)
            .and_where(Column::Name.eq(self.name))
            .and_where(Column::LastAt.lt(moment))
            .to_owned();
        let taken = Entity::update_many()
            .col_expr(Column::LastAt, Expr::value(now_ms + duration_ms(TURN)))
            .filter(Column::Name.eq(self.turn_name()))
            .filter(Column::LastAt.lte(now_ms))
            .filter(Expr::exists(open))
            .exec(write.connection())
            .await?
            .rows_affected;
        write.commit().await?;
        Ok((taken == 1).then_some(Lease { moment, before: Some(before).filter(|before| *before > 0) }))
    }

    /// Writes down that it is done.
    ///
    /// # Errors
    /// When the database cannot be written; it will be done once more.
    pub async fn done(self, db: &Db, turn: Lease) -> Result<(), DbErr> {
        let write = db.begin_write().await?;
        for (name, at) in [(self.name.to_owned(), turn.moment), (self.turn_name(), 0)] {
            Entity::update_many()
                .col_expr(Column::LastAt, Expr::value(at))
                .filter(Column::Name.eq(name))
                .exec(write.connection())
                .await?;
        }
        write.commit().await
    }
}

/// Takes a turn that is not bound to a time of day, until `until`; nobody else has it before that.
///
/// # Errors
/// When the database cannot be used.
pub async fn take_turn(db: &Db, name: &str, now_ms: i64, until: i64) -> Result<bool, DbErr> {
    let write = db.begin_write().await?;
    let mut row = Query::insert();
    row.into_table(Entity).columns([Column::Name, Column::LastAt]).values_panic([name.into(), 0.into()]);
    row.on_conflict(OnConflict::new().do_nothing().to_owned());
    write.connection().execute(&row).await?;
    let taken = Entity::update_many()
        .col_expr(Column::LastAt, Expr::value(until))
        .filter(Column::Name.eq(name))
        .filter(Column::LastAt.lte(now_ms))
        .exec(write.connection())
        .await?
        .rows_affected;
    write.commit().await?;
    Ok(taken == 1)
}

/// Whoever has the turn keeps it until another moment; 0 gives it back.
///
/// # Errors
/// When the database cannot be written.
pub async fn keep_turn(db: &Db, name: &str, until: i64) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    Entity::update_many()
        .col_expr(Column::LastAt, Expr::value(until))
        .filter(Column::Name.eq(name))
        .exec(write.connection())
        .await?;
    write.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::clock::dubai_time;

    #[test]
    fn a_duty_is_due_at_its_time_in_dubai() {
        let duty = DailyJob { name: "digest", minute: 8 * 60 };
        // 1 January 2027, 00:00 in Dubai.
        let midnight = 1_798_747_200_000;
        let due = |after: i64| dubai_time(duty.moment(midnight + after));
        assert_eq!(due(0), "2026-12-31 08:00:00");
        assert_eq!(due(8 * 3_600_000 - 1), "2026-12-31 08:00:00");
        assert_eq!(due(8 * 3_600_000), "2027-01-01 08:00:00");
    }
}
