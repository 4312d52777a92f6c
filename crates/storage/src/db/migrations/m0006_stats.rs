//! Visitor statistics: a sum for each day, event, page and campaign, and which of each server's flushes it includes.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct CreateStats;

impl MigrationName for CreateStats {
    fn name(&self) -> &'static str {
        "m0006_stats"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for CreateStats {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut sums = Table::create();
        sums.table("stat_day");
        // The day as people read it: 2026-11-22, in Dubai.
        for name in ["day", "event", "path", "campaign"] {
            sums.col(ColumnDef::new(name).text().not_null());
        }
        sums.col(ColumnDef::new("count").big_integer().not_null());
        let mut key = Index::create().col("day").col("event").col("path").col("campaign").to_owned();
        sums.primary_key(&mut key);
        manager.create_table(sums).await?;
        let writer = Table::create()
            .table("stat_writer")
            // One run of one server, by a random name.
            .col(ColumnDef::new("writer").text().not_null().primary_key())
            // The last of its flushes that the sums include.
            .col(ColumnDef::new("number").big_integer().not_null())
            .col(ColumnDef::new("at").big_integer().not_null())
            .to_owned();
        manager.create_table(writer).await
    }
}
