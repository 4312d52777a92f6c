//! Posts in the database: queries of staff and the import, and every write. Queries of what readers may see are in
//! `published.rs`, and re-exported here.

use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, Iterable, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::post::Post;
use crate::row::{ActiveModel, Column, Entity, file, moved, revision};
use storage::db::{Db, WriteTransaction};

pub use crate::published::{
    Cursor, Order, count, find_visible, find_visible_or_moved, list, list_after, moved_to, next_appearance,
    slugs_with_dates,
};

/// The id of the only row of `post_revision`.
const REVISION_ID: i32 = 1;

/// A picture's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// The last part of its address; it changes with the bytes.
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Any post, whatever its state, by its slug.
///
/// # Errors
/// When the database cannot be read.
pub async fn with_slug(db: &impl ConnectionTrait, slug: &str) -> Result<Option<Post>, DbErr> {
    Ok(Entity::find().filter(Column::Slug.eq(slug)).one(db).await?.map(Post::from))
}

/// Any post, whatever its state, by its id.
///
/// # Errors
/// When the database cannot be read.
pub async fn with_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<Post>, DbErr> {
    Ok(Entity::find_by_id(id).one(db).await?.map(Post::from))
}

/// The post, whatever its state, that had this slug before it got another one.
///
/// # Errors
/// When the database cannot be read.
pub async fn moved_from(db: &impl ConnectionTrait, slug: &str) -> Result<Option<Post>, DbErr> {
    match moved::Entity::find_by_id(slug).one(db).await? {
        Some(moved) => with_id(db, &moved.post_id).await,
        None => Ok(None),
    }
}

/// Any post, whatever its state, by slug or id: for staff.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, name: &str) -> Result<Option<Post>, DbErr> {
    match with_slug(db, name).await? {
        Some(post) => Ok(Some(post)),
        None => with_id(db, name).await,
    }
}

/// Every post whatever its state, newest first, without its texts: for staff.
///
/// # Errors
/// When the database cannot be read.
pub async fn overview(db: &impl ConnectionTrait) -> Result<Vec<Post>, DbErr> {
    let short = |column: &Column| !matches!(column, Column::Content | Column::Original | Column::Pictures);
    let mut query = Entity::find().select_only().columns(Column::iter().filter(short));
    for long in ["content", "original", "pictures"] {
        query = query.column_as(Expr::value(""), long);
    }
    let query = query.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id);
    Ok(query.all(db).await?.into_iter().map(Post::from).collect())
}

/// The `count` posts after the id `after` in the order of ids, whatever their state: for exports.
///
/// # Errors
/// When the database cannot be read.
pub async fn batch_after(
    db: &impl ConnectionTrait,
    after: Option<&str>,
    count: u64,
) -> Result<Vec<Post>, DbErr> {
    let mut query = Entity::find().order_by_asc(Column::Id).limit(count);
    if let Some(after) = after {
        query = query.filter(Column::Id.gt(after));
    }
    Ok(query.all(db).await?.into_iter().map(Post::from).collect())
}

/// The first moment from `now` on (Unix milliseconds) at which no post was created, so that those of one command, which may
/// take less than a millisecond each, keep their order (R40).
///
/// # Errors
/// When the database cannot be read.
pub async fn free_created_at(db: &impl ConnectionTrait, now: i64) -> Result<i64, DbErr> {
    let just_now = Entity::find().filter(Column::CreatedAt.between(now, now + 1000));
    let latest: Option<(Option<i64>,)> =
        just_now.select_only().column_as(Column::CreatedAt.max(), "latest").into_tuple().one(db).await?;
    Ok(latest.and_then(|(latest,)| latest).map_or(now, |latest| latest + 1))
}

/// Inserts a post, or updates the one with its id, and stores the files of its pictures. Its former slug redirects to
/// it from then on. Readers see it once `write` is committed.
///
/// # Errors
/// When another post has the slug, or the database cannot be written.
pub async fn save(write: &WriteTransaction, post: &Post, files: &[PictureFile]) -> Result<(), DbErr> {
    save_unseen(write, post, files).await?;
    increment_revision(write).await
}

/// As [`save`], for what no reader sees before or after: servers take no notice of it.
///
/// # Errors
/// As [`save`].
pub async fn save_unseen(write: &WriteTransaction, post: &Post, files: &[PictureFile]) -> Result<(), DbErr> {
    let db = write.connection();
    let before = Entity::find_by_id(post.id.as_str()).one(db).await?;
    let slug = post.words.slug.as_str();
    if let Some(before) = before.filter(|before| before.slug != slug) {
        let row = moved::ActiveModel { slug: Set(before.slug), post_id: Set(post.id.clone()) };
        let again = OnConflict::column(moved::Column::Slug).update_column(moved::Column::PostId).to_owned();
        moved::Entity::insert(row).on_conflict(again).exec_without_returning(db).await?;
    }
    moved::Entity::delete_by_id(slug).exec(db).await?;
    let all = Column::iter().filter(|column| !matches!(column, Column::Id));
    let over = OnConflict::column(Column::Id).update_columns(all).to_owned();
    Entity::insert(ActiveModel::from(post)).on_conflict(over).exec_without_returning(db).await?;
    save_files(write, files).await
}

/// Lets an address that the post had at another site lead to it from now on, unless it leads somewhere already. `false` if it
/// does.
///
/// # Errors
/// When the database cannot be read or written.
pub async fn lead_from(write: &WriteTransaction, former: &str, post_id: &str) -> Result<bool, DbErr> {
    let db = write.connection();
    if with_slug(db, former).await?.is_some() || moved::Entity::find_by_id(former).one(db).await?.is_some() {
        return Ok(false);
    }
    let row = moved::ActiveModel { slug: Set(former.to_owned()), post_id: Set(post_id.to_owned()) };
    moved::Entity::insert(row).exec_without_returning(db).await?;
    increment_revision(write).await?;
    Ok(true)
}

/// Stores files of pictures that are not there yet.
///
/// # Errors
/// When the database cannot be written.
pub async fn save_files(write: &WriteTransaction, files: &[PictureFile]) -> Result<(), DbErr> {
    for file in files {
        let row = file::ActiveModel {
            name: Set(file.name.clone()),
            content_type: Set(file.content_type.clone()),
            bytes: Set(file.bytes.clone()),
        };
        let known = OnConflict::column(file::Column::Name).do_nothing().to_owned();
        file::Entity::insert(row).on_conflict(known).exec_without_returning(write.connection()).await?;
    }
    Ok(())
}

/// A picture's file.
///
/// # Errors
/// When the database cannot be read.
pub async fn file(db: &impl ConnectionTrait, name: &str) -> Result<Option<PictureFile>, DbErr> {
    let found = file::Entity::find_by_id(name).one(db).await?;
    Ok(found.map(|row| PictureFile { name: row.name, content_type: row.content_type, bytes: row.bytes }))
}

/// The revision: a number that grows with every change of the posts.
///
/// # Errors
/// When the database cannot be read.
pub async fn revision(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    Ok(revision::Entity::find_by_id(REVISION_ID).one(db).await?.map_or(0, |row| row.number))
}

/// Whether the posts that the content brings were imported.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_seeded(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(revision::Entity::find_by_id(REVISION_ID).one(db).await?.is_some_and(|row| row.seeded))
}

/// Marks the posts that the content brings as imported; false where another process did so before.
///
/// # Errors
/// When the database cannot be written.
pub async fn claim_seeding(write: &WriteTransaction) -> Result<bool, DbErr> {
    let claimed = revision::Entity::update_many()
        .col_expr(revision::Column::Seeded, Expr::value(true))
        .filter(revision::Column::Seeded.eq(false))
        .exec(write.connection())
        .await?;
    Ok(claimed.rows_affected > 0)
}

/// Counts a change of the posts, so that every server takes notice of it.
pub(crate) async fn increment_revision(write: &WriteTransaction) -> Result<(), DbErr> {
    revision::Entity::update_many()
        .col_expr(revision::Column::Number, Expr::col(revision::Column::Number).add(1))
        .exec(write.connection())
        .await?;
    Ok(())
}

/// Saves one post in a transaction of its own.
///
/// # Errors
/// As [`save`].
pub async fn save_one(db: &Db, post: &Post, files: &[PictureFile]) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    save(&write, post, files).await?;
    write.commit().await
}
