//! For search engines: when the text of each page last changed, and which changes were submitted by IndexNow.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Search;

impl MigrationName for Search {
    fn name(&self) -> &'static str {
        "m0007_search"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Search {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let page_change = Table::create()
            .table("page_change")
            .col(ColumnDef::new("path").text().not_null().primary_key())
            .col(ColumnDef::new("digest").text().not_null())
            .col(ColumnDef::new("changed_at").big_integer().not_null())
            .to_owned();
        manager.create_table(page_change).await?;
        let indexnow = Table::create()
            .table("indexnow")
            .col(ColumnDef::new("path").text().not_null().primary_key())
            .col(ColumnDef::new("changed_at").big_integer().not_null())
            .to_owned();
        manager.create_table(indexnow).await
    }
}
