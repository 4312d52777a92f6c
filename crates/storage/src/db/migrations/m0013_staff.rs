//! The people of the company: what each may do, how they sign in, and a log of what they did.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::Table;

pub struct Staff;

impl MigrationName for Staff {
    fn name(&self) -> &'static str {
        "m0013_staff"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Staff {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let person = Table::create()
            .table("staff")
            .col(ColumnDef::new("id").text().not_null().primary_key())
            .col(ColumnDef::new("name").text().not_null())
            .col(ColumnDef::new("created_at").big_integer().not_null())
            .col(ColumnDef::new("ended_at").big_integer().null())
            .to_owned();
        manager.create_table(person).await?;
        let role = Table::create()
            .table("staff_role")
            .col(ColumnDef::new("staff_id").text().not_null())
            .col(ColumnDef::new("role").text().not_null())
            .primary_key(Index::create().col("staff_id").col("role"))
            .to_owned();
        manager.create_table(role).await?;
        manager.create_table(invitation_table()).await?;
        manager.create_table(session_table()).await?;
        let of_person =
            Index::create().name("staff_session_of").table("staff_session").col("staff_id").to_owned();
        manager.create_index(of_person).await?;
        manager.create_table(passkey_table()).await?;
        let ceremony = Table::create()
            .table("staff_ceremony")
            // The digest of the secret in the browser's cookie.
            .col(ColumnDef::new("digest").text().not_null().primary_key())
            .col(ColumnDef::new("state").text().not_null())
            .col(ColumnDef::new("expires_at").big_integer().not_null())
            .to_owned();
        manager.create_table(ceremony).await?;
        manager.create_table(phone_table()).await?;
        let told = Table::create()
            .table("staff_phone_told")
            .col(ColumnDef::new("lead_id").text().not_null())
            .col(ColumnDef::new("phone_id").text().not_null())
            .primary_key(Index::create().col("lead_id").col("phone_id"))
            .to_owned();
        manager.create_table(told).await?;
        manager.create_table(audit_table()).await?;
        let of_lead = Index::create().name("staff_audit_lead").table("staff_audit").col("lead_id").to_owned();
        manager.create_index(of_lead).await?;
        // What staff answered today, among the deliveries of years.
        let answers = "CREATE INDEX lead_event_answer ON lead_event (at) \
                       WHERE kind IN ('contacted', 'booked', 'lost')";
        manager.get_connection().execute_unprepared(answers).await.map(drop)
    }
}

fn invitation_table() -> TableCreateStatement {
    Table::create()
        .table("staff_invitation")
        // The digest of the code.
        .col(ColumnDef::new("digest").text().not_null().primary_key())
        .col(ColumnDef::new("staff_id").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        .col(ColumnDef::new("expires_at").big_integer().not_null())
        .col(ColumnDef::new("used_at").big_integer().null())
        .to_owned()
}

fn session_table() -> TableCreateStatement {
    Table::create()
        .table("staff_session")
        // Names it to people; the cookie has another secret.
        .col(ColumnDef::new("id").text().not_null().primary_key())
        // The digest of the secret in the cookie.
        .col(ColumnDef::new("digest").text().not_null().unique_key())
        .col(ColumnDef::new("staff_id").text().not_null())
        // Such as "Chrome on Android".
        .col(ColumnDef::new("device").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        .col(ColumnDef::new("used_at").big_integer().not_null())
        // When a passkey last proved who it is.
        .col(ColumnDef::new("verified_at").big_integer().null())
        .col(ColumnDef::new("ended_at").big_integer().null())
        .to_owned()
}

fn passkey_table() -> TableCreateStatement {
    Table::create()
        .table("staff_passkey")
        // In hexadecimal digits.
        .col(ColumnDef::new("credential_id").text().not_null().primary_key())
        .col(ColumnDef::new("staff_id").text().not_null())
        // The public key and its counter, as the library writes them.
        .col(ColumnDef::new("passkey").text().not_null())
        // The device on which it was made, or last used.
        .col(ColumnDef::new("session_id").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        .col(ColumnDef::new("used_at").big_integer().null())
        .to_owned()
}

/// Browsers that asked for messages (Web Push).
fn phone_table() -> TableCreateStatement {
    Table::create()
        .table("staff_phone")
        // The digest of its endpoint.
        .col(ColumnDef::new("id").text().not_null().primary_key())
        .col(ColumnDef::new("staff_id").text().not_null())
        .col(ColumnDef::new("session_id").text().not_null())
        .col(ColumnDef::new("endpoint").text().not_null())
        .col(ColumnDef::new("p256dh").text().not_null())
        .col(ColumnDef::new("auth").text().not_null())
        .col(ColumnDef::new("created_at").big_integer().not_null())
        // When its push service said that it is gone.
        .col(ColumnDef::new("gone_at").big_integer().null())
        // What the push service answered last, and when.
        .col(ColumnDef::new("answer").text().null())
        .col(ColumnDef::new("answered_at").big_integer().null())
        // When it was last asked whether it rings, and when it said so itself.
        .col(ColumnDef::new("tested_at").big_integer().null())
        .col(ColumnDef::new("rang_at").big_integer().null())
        .to_owned()
}

/// Rows are added and never changed: each holds the digest of the one before.
fn audit_table() -> TableCreateStatement {
    Table::create()
        .table("staff_audit")
        .col(ColumnDef::new("id").big_integer().not_null().primary_key())
        .col(ColumnDef::new("at").big_integer().not_null())
        // Nothing for the command line.
        .col(ColumnDef::new("staff_id").text().null())
        .col(ColumnDef::new("by_name").text().not_null())
        .col(ColumnDef::new("action").text().not_null())
        // What was acted on: a reference, a person's name, a device.
        .col(ColumnDef::new("subject").text().not_null())
        .col(ColumnDef::new("lead_id").text().null())
        // Of one tap: the same tap twice is one row.
        .col(ColumnDef::new("key").text().null().unique_key())
        .col(ColumnDef::new("digest").text().not_null().unique_key())
        .to_owned()
}
