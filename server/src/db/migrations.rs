//! The tables, step by step. A step that was published is never changed; a change is a new step.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

/// All steps in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(LeadsAndOutbox), Box::new(Posts)]
    }
}

/// The first step: a lead, the mail it owes, and one row that `amwaj doctor` writes to prove it can.
struct LeadsAndOutbox;

impl MigrationName for LeadsAndOutbox {
    fn name(&self) -> &'static str {
        "m0001_leads_and_outbox"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for LeadsAndOutbox {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(lead_table()).await?;
        manager.create_table(outbox_table()).await?;
        let due = Index::create().name("outbox_due").table("outbox").col("state").col("next_at").to_owned();
        manager.create_index(due).await?;
        let probe = Table::create()
            .table("doctor_probe")
            .col(ColumnDef::new("id").integer().not_null().primary_key())
            .col(ColumnDef::new("written_at").big_integer().not_null())
            .to_owned();
        manager.create_table(probe).await
    }
}

/// Times are Unix milliseconds in all tables: both engines agree on what an integer is.
fn lead_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("lead")
        .col(ColumnDef::new("id").text().not_null().primary_key())
        .col(ColumnDef::new("reference").text().not_null().unique_key())
        .col(ColumnDef::new("received_at").big_integer().not_null())
        // The two parts of "the same request again": unique between all nodes, freed after its time.
        .col(ColumnDef::new("idempotency_key").text().null().unique_key())
        .col(ColumnDef::new("key_until").big_integer().null())
        .col(ColumnDef::new("digest").text().not_null());
    for required in ["name", "phone", "service", "message"] {
        table.col(ColumnDef::new(required).text().not_null());
    }
    for optional in [
        "phone_e164",
        "page",
        "referrer",
        "language",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "gclid",
    ] {
        table.col(ColumnDef::new(optional).text().null());
    }
    table
}

fn outbox_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("outbox")
        .col(ColumnDef::new("lead_id").text().not_null().primary_key())
        .col(ColumnDef::new("state").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        .col(ColumnDef::new("attempts").integer().not_null())
        .col(ColumnDef::new("next_at").big_integer().not_null())
        .col(ColumnDef::new("give_up_at").big_integer().not_null())
        .col(ColumnDef::new("last_error").text().null())
        .col(ColumnDef::new("sent_at").big_integer().null())
        .col(ColumnDef::new("answer").text().null())
        .foreign_key(ForeignKey::create().from("outbox", "lead_id").to("lead", "id"));
    table
}

/// The second step: posts, the addresses they have had, their pictures, and the count of their changes.
struct Posts;

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
