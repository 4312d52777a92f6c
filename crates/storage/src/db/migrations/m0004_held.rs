//! Quarantine (called `held` in the database): requests that look like spam are stored, and mailed only once they are
//! released; staff can dismiss them instead, and then they are never mailed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Held;

impl MigrationName for Held {
    fn name(&self) -> &'static str {
        "m0004_held"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Held {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        let reasons = ColumnDef::new("held").text().null().to_owned();
        let times =
            ["released_at", "dismissed_at"].map(|name| ColumnDef::new(name).big_integer().null().to_owned());
        for column in std::iter::once(reasons).chain(times) {
            manager.alter_table(Table::alter().table("lead").add_column(column).to_owned()).await?;
        }
        // A partial index: few of many leads are in quarantine.
        let waiting = "CREATE INDEX lead_waiting ON lead (received_at) \
                       WHERE held IS NOT NULL AND released_at IS NULL AND dismissed_at IS NULL";
        manager.get_connection().execute_unprepared(waiting).await.map(drop)
    }
}
