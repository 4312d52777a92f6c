//! The sums in the database. Several servers add to the same ones.

use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait as _, OnConflict, Query};

use crate::buffer::CounterKey;
use base::clock::{day_text, duration_ms};
use storage::db::{Db, WriteTransaction};

/// Number of sums that one statement adds; the rest are added one by one. These two forms stay prepared, and leave room
/// for other prepared statements.
const SUMS_PER_STATEMENT: usize = 32;
/// Time for which a server's run is remembered after its last batch.
const WRITER_RETENTION: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3600);

/// One sum.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "stat_day")]
pub struct Model {
    /// Such as `2026-11-22`, in Dubai.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    /// By [`crate::Event::as_str`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub event: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    /// Empty without a campaign.
    #[sea_orm(primary_key, auto_increment = false)]
    pub campaign: String,
    pub count: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

mod writer {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stat_writer")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub writer: String,
        pub number: i64,
        /// Unix milliseconds.
        pub at: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Adds the batch of that number of a writer to the sums, all of it or nothing. Numbers go up from 1; a batch that was
/// added is not added again, so that one whose commit was not confirmed can be retried.
///
/// # Errors
/// When the database cannot be written, or did not confirm that it was.
pub async fn add(
    db: &Db,
    writer: &str,
    number: i64,
    counted: &[(CounterKey, u64)],
    now_ms: i64,
) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    if !is_new(&write, writer, number, now_ms).await? {
        return write.rollback().await;
    }
    // In the same order on every server, so that no two wait for each other.
    let mut sorted: Vec<&(CounterKey, u64)> = counted.iter().collect();
    sorted.sort_unstable();
    let whole = sorted.chunks_exact(SUMS_PER_STATEMENT);
    let rest = whole.remainder().chunks(1);
    for some in whole.chain(rest) {
        add_sums(&write, some).await?;
    }
    write.commit().await
}

async fn is_new(write: &WriteTransaction, name: &str, number: i64, now_ms: i64) -> Result<bool, DbErr> {
    use writer::{Column, Entity};
    if number == 1 {
        let old = Column::At.lt(now_ms - duration_ms(WRITER_RETENTION));
        Entity::delete_many().filter(old).exec(write.connection()).await?;
    }
    let mut again = OnConflict::column(Column::Writer);
    again.update_columns([Column::Number, Column::At]);
    again.action_and_where(Expr::col((Entity, Column::Number)).lt(number));
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::Writer, Column::Number, Column::At])
        .values_panic([name.into(), number.into(), now_ms.into()])
        .on_conflict(again)
        .to_owned();
    Ok(write.connection().execute(&insert).await?.rows_affected() == 1)
}

async fn add_sums(write: &WriteTransaction, counted: &[&(CounterKey, u64)]) -> Result<(), DbErr> {
    let rows = counted.iter().map(|(key, count)| ActiveModel {
        day: Set(day_text(key.day)),
        event: Set(key.event.as_str().to_owned()),
        path: Set(key.path.to_string()),
        campaign: Set(key.campaign.to_string()),
        count: Set(i64::try_from(*count).unwrap_or(i64::MAX)),
    });
    let sum = Expr::col((Entity, Column::Count)).add(Expr::col(("excluded", Column::Count)));
    let mut known = OnConflict::columns([Column::Day, Column::Event, Column::Path, Column::Campaign]);
    known.value(Column::Count, sum);
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(write.connection()).await?;
    Ok(())
}

/// The sums of the days from `first` to `last`, both of them included, by day, event, page and campaign.
///
/// # Errors
/// When the database cannot be read.
pub async fn between(db: &impl ConnectionTrait, first: i32, last: i32) -> Result<Vec<Model>, DbErr> {
    let sums = Entity::find().filter(Column::Day.between(day_text(first), day_text(last)));
    let sums = sums.order_by_asc(Column::Day).order_by_asc(Column::Event);
    sums.order_by_asc(Column::Path).order_by_asc(Column::Campaign).all(db).await
}
