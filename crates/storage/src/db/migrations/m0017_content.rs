//! What staff change of the site's content at the desk: each file as it was last known, and every change of one.

use sea_orm_migration::prelude::*;

pub struct CreateContent;

impl MigrationName for CreateContent {
    fn name(&self) -> &'static str {
        "m0017_content"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for CreateContent {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let file = Table::create()
            .table("content_file")
            .col(ColumnDef::new("path").text().not_null().primary_key())
            .col(ColumnDef::new("text").text().not_null())
            // The text of the program or the folder that the changes began with.
            .col(ColumnDef::new("base").text().not_null())
            // Its latest row in `content_revision`.
            .col(ColumnDef::new("revision").big_integer().not_null())
            .to_owned();
        manager.create_table(file).await?;
        let revision = Table::create()
            .table("content_revision")
            .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
            .col(ColumnDef::new("at").big_integer().not_null())
            // Nothing where the file was changed on a server's disk.
            .col(ColumnDef::new("staff_id").text().null())
            .col(ColumnDef::new("by_name").text().null())
            .col(ColumnDef::new("path").text().not_null())
            // The piece's name, what it said and what it says, as people read it.
            .col(ColumnDef::new("name").text().not_null())
            .col(ColumnDef::new("was").text().not_null())
            .col(ColumnDef::new("becomes").text().not_null())
            // From the text before to the text after.
            .col(ColumnDef::new("patch").text().not_null())
            // The revision that took this one back.
            .col(ColumnDef::new("undone_by").big_integer().null())
            .to_owned();
        manager.create_table(revision).await?;
        let picture = Table::create()
            .table("content_picture")
            .col(ColumnDef::new("path").text().not_null().primary_key())
            .col(ColumnDef::new("bytes").blob().not_null())
            .to_owned();
        manager.create_table(picture).await?;
        let of_file = Index::create()
            .name("content_revision_path")
            .table("content_revision")
            .col("path")
            .col("id")
            .to_owned();
        manager.create_index(of_file).await
    }
}
