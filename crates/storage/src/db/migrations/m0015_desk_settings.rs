//! What owners set at the desk, and the mail addresses to which a link for signing in may go.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct CreateDeskSettings;

impl MigrationName for CreateDeskSettings {
    fn name(&self) -> &'static str {
        "m0015_desk_settings"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for CreateDeskSettings {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let settings = Table::create()
            .table("desk_settings")
            // There is one row, 1.
            .col(ColumnDef::new("id").integer().not_null().primary_key())
            // As JSON, and as they were before the last change.
            .col(ColumnDef::new("settings").text().not_null())
            .col(ColumnDef::new("former").text().not_null())
            .to_owned();
        manager.create_table(settings).await?;
        let mail = Table::alter().table("staff").add_column(ColumnDef::new("mail").text().null()).to_owned();
        manager.alter_table(mail).await?;
        // A code that an owner made, or one that was mailed.
        let mailed = Table::alter()
            .table("staff_invitation")
            .add_column(ColumnDef::new("mailed").boolean().not_null().default(false))
            .to_owned();
        manager.alter_table(mailed).await
    }
}
