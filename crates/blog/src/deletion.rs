//! Data that is deleted along with a post: the addresses that redirect to it, and the pictures that no other post uses.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};

use crate::authoring::pictures::files_of;
use crate::post::Post;
use crate::row::{Column, Entity, file, moved};
use crate::store;
use crate::writing::delete_texts;
use storage::db::WriteTransaction;

/// Data that is deleted along with a post.
pub struct GoesWithPost {
    /// Former slugs.
    pub redirects: Vec<String>,
    /// Names of pictures' files.
    pub files: Vec<String>,
}

/// The data that deleting this post now would delete along with it.
///
/// # Errors
/// When the database cannot be read.
pub async fn goes_with(db: &impl ConnectionTrait, post: &Post) -> Result<GoesWithPost, DbErr> {
    let former = moved::Entity::find().filter(moved::Column::PostId.eq(post.id.as_str())).all(db).await?;
    let pictures = post.words.pictures.values().chain(&post.words.picture);
    let own: BTreeSet<&str> = pictures.flat_map(files_of).collect();
    let mut files = Vec::new();
    for name in own {
        if !is_used_elsewhere(db, name, &post.id).await? {
            files.push(name.to_string());
        }
    }
    Ok(GoesWithPost { redirects: former.into_iter().map(|row| row.slug).collect(), files })
}

/// Whether another post names this file. Its name has a fingerprint, so no other text contains it by chance.
async fn is_used_elsewhere(db: &impl ConnectionTrait, name: &str, id: &str) -> Result<bool, DbErr> {
    let named = [Column::Picture, Column::Pictures, Column::Content]
        .into_iter()
        .fold(Condition::any(), |any, column| any.add(column.contains(name)));
    let others = Entity::find().filter(Column::Id.ne(id)).filter(named);
    Ok(others.count(db).await? > 0)
}

/// Deletes a post with everything that goes with it. Readers see that once `write` is committed.
///
/// # Errors
/// When the database cannot be written.
pub async fn delete(write: &WriteTransaction, post: &Post) -> Result<(), DbErr> {
    let db = write.connection();
    let with = goes_with(db, post).await?;
    moved::Entity::delete_many().filter(moved::Column::PostId.eq(post.id.as_str())).exec(db).await?;
    file::Entity::delete_many().filter(file::Column::Name.is_in(with.files)).exec(db).await?;
    delete_texts(db, &post.id).await?;
    Entity::delete_by_id(post.id.as_str()).exec(db).await?;
    store::increment_revision(write).await
}
