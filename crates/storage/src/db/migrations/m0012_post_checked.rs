//! When somebody last checked what a post says; none for posts that say nothing about it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct PostChecked;

impl MigrationName for PostChecked {
    fn name(&self) -> &'static str {
        "m0012_post_checked"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for PostChecked {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let checked_at = ColumnDef::new("checked_at").big_integer().null().to_owned();
        manager.alter_table(Table::alter().table("post").add_column(checked_at).to_owned()).await
    }
}
