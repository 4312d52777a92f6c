//! Drafts of several changes of the content, and which piece and which draft a revision belongs to.

use sea_orm_migration::prelude::*;

pub struct CreateDrafts;

impl MigrationName for CreateDrafts {
    fn name(&self) -> &'static str {
        "m0018_drafts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for CreateDrafts {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let draft = Table::create()
            .table("content_draft")
            .col(ColumnDef::new("id").text().not_null().primary_key())
            // The secret in the address at which anybody can look at it.
            .col(ColumnDef::new("link").text().not_null().unique_key())
            .col(ColumnDef::new("name").text().not_null())
            .col(ColumnDef::new("begun").big_integer().not_null())
            .col(ColumnDef::new("by_name").text().not_null())
            // When it goes live by itself, and who said so.
            .col(ColumnDef::new("goes_live_at").big_integer().null())
            .col(ColumnDef::new("timed_by").text().null())
            .col(ColumnDef::new("timed_by_name").text().null())
            // Why it did not.
            .col(ColumnDef::new("problem").text().null())
            .col(ColumnDef::new("live_at").big_integer().null())
            .col(ColumnDef::new("put_aside_at").big_integer().null())
            .to_owned();
        manager.create_table(draft).await?;
        let change = Table::create()
            .table("content_draft_change")
            .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
            .col(ColumnDef::new("draft_id").text().not_null())
            .col(ColumnDef::new("at").big_integer().not_null())
            .col(ColumnDef::new("staff_id").text().null())
            .col(ColumnDef::new("by_name").text().null())
            .col(ColumnDef::new("path").text().not_null())
            .col(ColumnDef::new("name").text().not_null())
            .col(ColumnDef::new("was").text().not_null())
            .col(ColumnDef::new("becomes").text().not_null())
            .col(ColumnDef::new("piece").text().null())
            // The file before and after it.
            .col(ColumnDef::new("before").text().not_null())
            .col(ColumnDef::new("after").text().not_null())
            // The path of a picture in `content_picture` that came along.
            .col(ColumnDef::new("picture").text().null())
            .to_owned();
        manager.create_table(change).await?;
        let of_draft = Index::create()
            .name("content_draft_change_draft")
            .table("content_draft_change")
            .col("draft_id")
            .col("id")
            .to_owned();
        manager.create_index(of_draft).await?;
        for column in ["piece", "draft"] {
            let add = Table::alter()
                .table("content_revision")
                .add_column(ColumnDef::new(column).text().null())
                .to_owned();
            manager.alter_table(add).await?;
        }
        Ok(())
    }
}
