//! Posts, the addresses they have had, their pictures, and the number of changes to them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Posts;

impl MigrationName for Posts {
    fn name(&self) -> &'static str {
        "m0002_posts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Posts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(post_table()).await?;
        for (name, column) in [("post_published", "published_at"), ("post_created", "created_at")] {
            let index =
                Index::create().name(name).table("post").col("draft").col(column).col("id").to_owned();
            manager.create_index(index).await?;
        }
        let moved = Table::create()
            .table("post_moved")
            .col(ColumnDef::new("slug").text().not_null().primary_key())
            .col(ColumnDef::new("post_id").text().not_null())
            .foreign_key(ForeignKey::create().from("post_moved", "post_id").to("post", "id"))
            .to_owned();
        manager.create_table(moved).await?;
        let file = Table::create()
            .table("post_file")
            .col(ColumnDef::new("name").text().not_null().primary_key())
            .col(ColumnDef::new("content_type").text().not_null())
            .col(ColumnDef::new("bytes").blob().not_null())
            .to_owned();
        manager.create_table(file).await?;
        let revision = Table::create()
            .table("post_revision")
            .col(ColumnDef::new("id").integer().not_null().primary_key())
            .col(ColumnDef::new("number").big_integer().not_null())
            .col(ColumnDef::new("seeded").boolean().not_null())
            .to_owned();
        manager.create_table(revision).await?;
        let first = Query::insert()
            .into_table("post_revision")
            .columns(["id", "number", "seeded"])
            .values_panic([1.into(), 0.into(), false.into()])
            .to_owned();
        manager.exec_stmt(first).await
    }
}

fn post_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("post")
        .col(ColumnDef::new("id").text().not_null().primary_key())
        .col(ColumnDef::new("slug").text().not_null().unique_key())
        .col(ColumnDef::new("draft").boolean().not_null());
    for required in ["title", "content", "original", "format", "pictures"] {
        table.col(ColumnDef::new(required).text().not_null());
    }
    for optional in ["meta_title", "meta_description", "excerpt", "picture", "author"] {
        table.col(ColumnDef::new(optional).text().null());
    }
    for time in ["published_at", "created_at", "updated_at"] {
        table.col(ColumnDef::new(time).big_integer().not_null());
    }
    table
}
