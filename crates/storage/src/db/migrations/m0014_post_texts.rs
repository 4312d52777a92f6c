//! What authors write at the desk: the text of a post as it stands, and its earlier versions.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct PostTexts;

impl MigrationName for PostTexts {
    fn name(&self) -> &'static str {
        "m0014_post_texts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for PostTexts {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let copy = Table::create()
            .table("post_working_copy")
            .col(ColumnDef::new("post_id").text().not_null().primary_key())
            // The text as it stands.
            .col(ColumnDef::new("number").big_integer().not_null())
            // The text that readers see, or will at its time, and the digest of the post that was made of it.
            .col(ColumnDef::new("live_number").big_integer().not_null())
            .col(ColumnDef::new("live_digest").text().not_null())
            // Whether readers saw it before it was taken off.
            .col(ColumnDef::new("taken_off").boolean().not_null())
            // Pictures by the names that the text has for them, as JSON.
            .col(ColumnDef::new("pictures").text().not_null())
            // How many mistakes keep it from being published.
            .col(ColumnDef::new("mistakes").big_integer().not_null())
            .to_owned();
        manager.create_table(copy).await?;
        let text = Table::create()
            .table("post_text")
            .col(ColumnDef::new("post_id").text().not_null())
            .col(ColumnDef::new("number").big_integer().not_null())
            .col(ColumnDef::new("at").big_integer().not_null())
            // When the writing began that this save is a part of.
            .col(ColumnDef::new("began_at").big_integer().not_null())
            // Nothing for the command line.
            .col(ColumnDef::new("staff_id").text().null())
            .col(ColumnDef::new("by_name").text().null())
            // `written`, `restored`, or `aside`: somebody else had changed the same place.
            .col(ColumnDef::new("kind").text().not_null())
            // The version that its author had before them.
            .col(ColumnDef::new("based_on").big_integer().not_null())
            // A later save of the same writing has replaced it; it goes after a while.
            .col(ColumnDef::new("superseded").boolean().not_null())
            // The words as JSON.
            .col(ColumnDef::new("words").text().not_null())
            .primary_key(Index::create().col("post_id").col("number"))
            .to_owned();
        manager.create_table(text).await
    }
}
