//! The table of passkeys.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_passkey")]
pub struct Model {
    /// In hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub credential_id: String,
    pub staff_id: String,
    /// The public key and its counter, as the library writes them.
    pub passkey: String,
    /// The device on which it was made, or last used.
    pub session_id: String,
    /// Unix milliseconds, as the next.
    pub created_at: i64,
    pub used_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
