//! First and last touch: the page that a visit began on, how it last came back, and the click ids that came later.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

const COLUMNS: [&str; 6] = ["gbraid", "wbraid", "fbclid", "landing", "last_landing", "last_referrer"];

pub struct Touches;

impl MigrationName for Touches {
    fn name(&self) -> &'static str {
        "m0010_touches"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Touches {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in COLUMNS {
            let text = ColumnDef::new(column).text().to_owned();
            manager.alter_table(Table::alter().table("lead").add_column(text).to_owned()).await?;
        }
        Ok(())
    }
}
