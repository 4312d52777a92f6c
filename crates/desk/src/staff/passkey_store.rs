//! The tables of passkeys, and of the devices on which they were used.

use std::cmp::Reverse;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query, SimpleExpr};
use sha2::{Digest as _, Sha256};

use storage::db::WriteTransaction;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_passkey")]
pub struct Model {
    /// In hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub credential_id: String,
    pub staff_id: String,
    /// The public key and its counter, as the library writes them.
    pub passkey: String,
    /// Unix milliseconds, as the next.
    pub created_at: i64,
    pub used_at: Option<i64>,
    /// Its name for people: the device on which it was made, until somebody names it.
    pub label: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A passkey of a phone may be on all its owner's devices: which of them it signed in.
pub mod device {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_passkey_device")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub credential_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub session_id: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// All passkeys, those used last first.
///
/// # Errors
/// When the database cannot be read.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Model>, DbErr> {
    let mut rows = Entity::find().all(db).await?;
    rows.sort_by_key(|row| Reverse(row.used_at.unwrap_or(row.created_at)));
    Ok(rows)
}

/// The passkey with this number (see [`number`]).
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, wanted: &str) -> Result<Option<Model>, DbErr> {
    Ok(all(db).await?.into_iter().find(|row| number(row) == wanted))
}

/// A passkey's name in addresses: its credential's own is of up to two thousand digits.
pub fn number(row: &Model) -> String {
    hex::encode(&Sha256::digest(&row.credential_id)[..8])
}

/// Whether a person has a passkey.
///
/// # Errors
/// When the database cannot be read.
pub async fn has_any(db: &impl ConnectionTrait, staff_id: &str) -> Result<bool, DbErr> {
    Ok(Entity::find().filter(Column::StaffId.eq(staff_id)).count(db).await? > 0)
}

/// Whether a passkey was made or used on this device.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_on(db: &impl ConnectionTrait, session_id: &str) -> Result<bool, DbErr> {
    Ok(device::Entity::find().filter(device::Column::SessionId.eq(session_id)).count(db).await? > 0)
}

/// Notes on which device a passkey was made or used.
///
/// # Errors
/// When the database cannot be written.
pub async fn used_on(write: &WriteTransaction, credential_id: &str, session_id: &str) -> Result<(), DbErr> {
    let row = device::ActiveModel {
        credential_id: Set(credential_id.to_owned()),
        session_id: Set(session_id.to_owned()),
    };
    let mut again = OnConflict::columns([device::Column::CredentialId, device::Column::SessionId]);
    let insert = device::Entity::insert(row).on_conflict(again.do_nothing().to_owned());
    insert.exec_without_returning(write.connection()).await.map(drop)
}

/// Renames a passkey.
///
/// # Errors
/// When the database cannot be written.
pub async fn rename(write: &WriteTransaction, row: &Model, label: &str) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Label, label);
    update.and_where(Column::CredentialId.eq(row.credential_id.as_str()));
    write.connection().execute(&update).await.map(drop)
}

/// Forgets a passkey: it signs nobody in any more.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget(write: &WriteTransaction, row: &Model) -> Result<(), DbErr> {
    forget_where(write, Column::CredentialId.eq(row.credential_id.as_str())).await
}

/// Forgets the passkeys that were ever used on a device, also those that were used elsewhere since: whoever holds a lost
/// phone has them all.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget_used_on(write: &WriteTransaction, session_id: &str) -> Result<(), DbErr> {
    let used = device::Entity::find().filter(device::Column::SessionId.eq(session_id));
    let used = used.all(write.connection()).await?.into_iter().map(|row| row.credential_id);
    forget_where(write, Column::CredentialId.is_in(used)).await
}

/// Forgets a person's passkeys.
///
/// # Errors
/// When the database cannot be written.
pub async fn forget_all_of(write: &WriteTransaction, staff_id: &str) -> Result<(), DbErr> {
    forget_where(write, Column::StaffId.eq(staff_id)).await
}

async fn forget_where(write: &WriteTransaction, which: SimpleExpr) -> Result<(), DbErr> {
    Entity::delete_many().filter(which).exec(write.connection()).await?;
    let mut kept = Query::select();
    kept.column(Column::CredentialId).from(Entity);
    let gone = device::Column::CredentialId.not_in_subquery(kept);
    device::Entity::delete_many().filter(gone).exec(write.connection()).await.map(drop)
}
