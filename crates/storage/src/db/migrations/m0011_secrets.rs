//! Secrets that the servers of one database share and nobody types in, such as the key of the links in mails to staff.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Secrets;

impl MigrationName for Secrets {
    fn name(&self) -> &'static str {
        "m0011_secrets"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Secrets {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let secret = Table::create()
            .table("secret")
            .col(ColumnDef::new("name").text().not_null().primary_key())
            .col(ColumnDef::new("value").text().not_null())
            .to_owned();
        manager.create_table(secret).await
    }
}
