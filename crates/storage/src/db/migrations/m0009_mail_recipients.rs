//! Who of a mail's recipients has it, claims of deliveries in a column of their own, and how often staff were reminded of
//! a lead whose promise ran out.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct MailRecipients;

impl MigrationName for MailRecipients {
    fn name(&self) -> &'static str {
        "m0009_mail_recipients"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for MailRecipients {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(recipient_table()).await?;
        let mut refused = Index::create();
        refused.name("mail_recipient_state").table("mail_recipient").col("state").col("at");
        manager.create_index(refused).await?;
        let claimed = ColumnDef::new("claimed_until").big_integer().null().to_owned();
        manager.alter_table(Table::alter().table("delivery").add_column(claimed).to_owned()).await?;
        let escalations = ColumnDef::new("escalations").integer().not_null().default(0).to_owned();
        manager.alter_table(Table::alter().table("lead").add_column(escalations).to_owned()).await?;
        let phones = Index::create().name("lead_phone").table("lead").col("phone_e164").to_owned();
        manager.create_index(phones).await
    }
}

fn recipient_table() -> TableCreateStatement {
    let mut table = Table::create();
    table
        .table("mail_recipient")
        .col(ColumnDef::new("lead_id").text().not_null())
        .col(ColumnDef::new("address").text().not_null())
        .col(ColumnDef::new("state").text().not_null())
        .col(ColumnDef::new("attempts").integer().not_null())
        .col(ColumnDef::new("answer").text().null())
        .col(ColumnDef::new("at").big_integer().not_null())
        .primary_key(Index::create().col("lead_id").col("address"))
        .foreign_key(ForeignKey::create().from("mail_recipient", "lead_id").to("lead", "id"));
    table
}
