//! Screening: a lead from an address that sends many is marked instead of quarantined, and idempotency keys are scoped by
//! phone number.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::sea_query::{ExprTrait, Table};
use sha2::{Digest, Sha256};

/// How many stored keys get the new form, the newest: nobody repeats an older request.
const MAX_KEYS: u64 = 10_000;

pub struct Screening;

impl MigrationName for Screening {
    fn name(&self) -> &'static str {
        "m0008_screening"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Screening {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mark = ColumnDef::new("many_from_address").boolean().not_null().default(false).to_owned();
        manager.alter_table(Table::alter().table("lead").add_column(mark).to_owned()).await?;
        scope_keys(manager).await
    }
}

/// Rewrites `key:KEY` as `key:` and the digest of phone number and key.
async fn scope_keys(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut keyed = Query::select();
    keyed
        .columns(["id", "phone_e164", "phone", "idempotency_key"])
        .from("lead")
        .and_where(Expr::col("idempotency_key").like("key:%"))
        .order_by("id", Order::Desc)
        .limit(MAX_KEYS);
    for row in manager.get_connection().query_all(&keyed).await? {
        let (id, e164, typed, key): (String, Option<String>, String, String) = (
            row.try_get_by_index(0)?,
            row.try_get_by_index(1)?,
            row.try_get_by_index(2)?,
            row.try_get_by_index(3)?,
        );
        let key = key.strip_prefix("key:").unwrap_or(&key);
        let mut update = Query::update();
        update.table("lead").value("idempotency_key", scoped(&e164.unwrap_or(typed), key));
        update.and_where(ExprTrait::eq(Expr::col("id"), id));
        manager.get_connection().execute(&update).await?;
    }
    Ok(())
}

/// As `QueuedLead::stored_key` in the crate `leads` writes it.
fn scoped(phone: &str, key: &str) -> String {
    format!("key:{}", hex::encode(Sha256::digest(format!("{phone}\n{key}"))))
}
