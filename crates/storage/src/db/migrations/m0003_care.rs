//! Deliveries by several channels, each lead's timeline, the stage and the promised time of a lead, the erasure of
//! personal data, and the leases of scheduled jobs (table `duty`).

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Care;

/// The columns that the new table takes over from the old one.
const KEPT: [&str; 9] = [
    "lead_id",
    "state",
    "created_at",
    "attempts",
    "next_at",
    "give_up_at",
    "last_error",
    "sent_at",
    "answer",
];

impl MigrationName for Care {
    fn name(&self) -> &'static str {
        "m0003_care"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Care {
    /// In one transaction, also on SQLite: half of it would be neither the old tables nor the new ones.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(delivery_table()).await?;
        manager.exec_stmt(mails_of_the_outbox()?).await?;
        // SQLite cannot change a primary key, so the old table is dropped.
        manager.drop_table(Table::drop().table("outbox").to_owned()).await?;
        let mut due = Index::create();
        due.name("delivery_due").table("delivery").col("channel").col("state").col("next_at");
        manager.create_index(due).await?;
        manager.create_table(event_table()).await?;
        let events = Index::create().name("lead_event_lead").table("lead_event").col("lead_id").to_owned();
        manager.create_index(events).await?;
        for column in [
            ColumnDef::new("stage").text().not_null().default("new").to_owned(),
            ColumnDef::new("due_at").big_integer().null().to_owned(),
            ColumnDef::new("erased_at").big_integer().null().to_owned(),
        ] {
            manager.alter_table(Table::alter().table("lead").add_column(column).to_owned()).await?;
        }
        let duty = Table::create()
            .table("duty")
            .col(ColumnDef::new("name").text().not_null().primary_key())
            .col(ColumnDef::new("last_at").big_integer().not_null())
            .to_owned();
        manager.create_table(duty).await
    }
}

fn delivery_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("delivery")
        .col(ColumnDef::new("lead_id").text().not_null())
        .col(ColumnDef::new("channel").text().not_null())
        .col(ColumnDef::new("state").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        .col(ColumnDef::new("attempts").integer().not_null())
        .col(ColumnDef::new("next_at").big_integer().not_null())
        .col(ColumnDef::new("give_up_at").big_integer().not_null())
        .col(ColumnDef::new("last_error").text().null())
        .col(ColumnDef::new("sent_at").big_integer().null())
        .col(ColumnDef::new("answer").text().null())
        .primary_key(Index::create().col("lead_id").col("channel"))
        .foreign_key(ForeignKey::create().from("delivery", "lead_id").to("lead", "id"));
    table
}

/// Copies the old table: each of its rows is a delivery by mail.
fn mails_of_the_outbox() -> Result<InsertStatement, DbErr> {
    let mut rows = Query::select();
    rows.columns(KEPT).expr(Expr::val("mail")).from("outbox");
    let columns = KEPT.into_iter().chain(["channel"]);
    let mut insert = Query::insert();
    insert.into_table("delivery").columns(columns).select_from(rows).map_err(|error| {
        DbErr::Custom(format!("the mails of the old outbox table cannot be copied: {error}"))
    })?;
    Ok(insert)
}

fn event_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("lead_event")
        .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
        .col(ColumnDef::new("lead_id").text().not_null())
        .col(ColumnDef::new("at").big_integer().not_null())
        .col(ColumnDef::new("kind").text().not_null())
        .col(ColumnDef::new("text").text().not_null())
        .foreign_key(ForeignKey::create().from("lead_event", "lead_id").to("lead", "id"));
    table
}
