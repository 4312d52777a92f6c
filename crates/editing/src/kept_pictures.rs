//! Pictures that somebody brought, where the words are in the database; and those of drafts.

use sea_orm::ActiveValue::Set;
use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use storage::db::WriteTransaction;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "content_picture")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub path: String,
    pub bytes: Vec<u8>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Keeps a picture, in the place of one with the same path.
///
/// # Errors
/// When the database cannot be written.
pub async fn keep(write: &WriteTransaction, path: &str, bytes: &[u8]) -> Result<(), DbErr> {
    let row = ActiveModel { path: Set(path.to_string()), bytes: Set(bytes.to_vec()) };
    let known = OnConflict::column(Column::Path).update_column(Column::Bytes).to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(write.connection()).await.map(drop)
}

/// Every picture that was brought.
///
/// # Errors
/// When the database cannot be read.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<Model>, DbErr> {
    Entity::find().all(db).await
}

/// The pictures with these paths.
///
/// # Errors
/// When the database cannot be read.
pub async fn at(db: &impl ConnectionTrait, paths: Vec<String>) -> Result<Vec<Model>, DbErr> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    Entity::find().filter(Column::Path.is_in(paths)).all(db).await
}
