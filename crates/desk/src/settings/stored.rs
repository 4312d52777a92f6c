//! The row of the settings: as they are, and as they were before the last change.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use crate::settings::DeskSettings;
use storage::db::WriteTransaction;

/// The id of the one row.
const ONLY: i32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "desk_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    /// As JSON.
    pub settings: String,
    pub former: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The settings as they are now.
///
/// # Errors
/// When the database cannot be read.
pub async fn read(db: &impl ConnectionTrait) -> Result<DeskSettings, DbErr> {
    let row = Entity::find_by_id(ONLY).one(db).await?;
    Ok(row.map(|row| of_json(&row.settings)).unwrap_or_default())
}

/// Replaces the settings; false if they were the same already.
///
/// # Errors
/// When the database cannot be used.
pub async fn change(write: &WriteTransaction, settings: &DeskSettings) -> Result<bool, DbErr> {
    let former = read(write.connection()).await?;
    if *settings == former {
        return Ok(false);
    }
    let json = |settings| serde_json::to_string(settings).expect("plain data");
    let row = ActiveModel { id: Set(ONLY), settings: Set(json(settings)), former: Set(json(&former)) };
    let known = OnConflict::column(Column::Id).update_columns([Column::Settings, Column::Former]).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(write.connection()).await?;
    Ok(true)
}

/// Takes the last change back; once more makes it again.
///
/// # Errors
/// When the database cannot be used.
pub async fn put_back(write: &WriteTransaction) -> Result<(), DbErr> {
    match Entity::find_by_id(ONLY).one(write.connection()).await? {
        Some(row) => change(write, &of_json(&row.former)).await.map(drop),
        None => Ok(()),
    }
}

/// Settings that cannot be read, because a later version wrote them, have the defaults.
fn of_json(json: &str) -> DeskSettings {
    serde_json::from_str(json).unwrap_or_default()
}
