//! Canaries, the site's own test requests: which leads they are, and the results of the latest ones.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Canary;

impl MigrationName for Canary {
    fn name(&self) -> &'static str {
        "m0005_canary"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Canary {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mark = ColumnDef::new("canary").boolean().not_null().default(false).to_owned();
        manager.alter_table(Table::alter().table("lead").add_column(mark).to_owned()).await?;
        // A partial index: few of many leads are canaries.
        let few = "CREATE INDEX lead_canary ON lead (id) WHERE canary";
        manager.get_connection().execute_unprepared(few).await?;
        let canary = Table::create()
            .table("canary")
            // The digest of the secret in its request.
            .col(ColumnDef::new("id").text().not_null().primary_key())
            .col(ColumnDef::new("node").text().not_null())
            .col(ColumnDef::new("sent_at").big_integer().not_null())
            .col(ColumnDef::new("claimed").boolean().not_null())
            .col(ColumnDef::new("lead_id").text().null())
            .col(ColumnDef::new("arrived_at").big_integer().null())
            .col(ColumnDef::new("stopped").text().null())
            .col(ColumnDef::new("problem").text().null())
            .to_owned();
        manager.create_table(canary).await?;
        let newest = Index::create().name("canary_sent").table("canary").col("sent_at").to_owned();
        manager.create_index(newest).await
    }
}
