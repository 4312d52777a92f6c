//! Leads, the outbox with the mail that each lead owes, and one row that `amwaj doctor` writes to prove that it can.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct LeadsAndOutbox;

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
        // What makes a second post the same request: unique across all servers, and free again after `key_until`.
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
