//! The files of the site's versions, under addresses that change with their bytes: pages that are open ask for theirs
//! after an upgrade too, and of any server.

use sea_orm_migration::prelude::*;

pub struct SiteFiles;

impl MigrationName for SiteFiles {
    fn name(&self) -> &'static str {
        "m0016_site_files"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for SiteFiles {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let file = Table::create()
            .table("site_file")
            .col(ColumnDef::new("path").text().not_null().primary_key())
            .col(ColumnDef::new("bytes").blob().not_null())
            .col(ColumnDef::new("used_at").big_integer().not_null())
            .to_owned();
        manager.create_table(file).await
    }
}
