//! Posts in the database. What readers may see is decided here, in [`visible`], and nowhere else.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, Iterable, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};

use super::post::Post;
use super::row::{ActiveModel, Column, Entity, file, moved, revision};
use crate::db::{Db, WriteTransaction};

/// The only row of `post_revision`.
const REVISION: i32 = 1;

/// How many characters of HTML a summary is made of where there is no excerpt: enough for 100 of text.
const BEGINNING: i32 = 8 << 10;

/// A picture's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The last part of its address; it changes with the bytes.
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Posts that a reader may see at `now_ms`.
fn visible(now_ms: i64) -> Condition {
    Condition::all().add(Column::Draft.eq(false)).add(Column::PublishedAt.lte(now_ms))
}

/// Readers' posts, newest first, `count` of them after the first `skip`. `original` stays empty and is not
/// read from the disk. Without `content`, so does that, but for the beginning that a card shows of a post
/// without an excerpt (R37).
///
/// # Errors
/// When the database cannot be read.
pub async fn list(
    db: &impl ConnectionTrait,
    now_ms: i64,
    skip: u64,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    let query = readers(now_ms, content).order_by_desc(Column::PublishedAt).order_by_desc(Column::Id);
    Ok(query.offset(skip).limit(count).all(db).await?.into_iter().map(Post::from).collect())
}

/// As [`list`], but the `count` that follow the post with this date and id; from the first without one. So a
/// long list is walked without counting from its beginning again and again.
///
/// # Errors
/// When the database cannot be read.
pub async fn list_after(
    db: &impl ConnectionTrait,
    now_ms: i64,
    after: Option<(i64, &str)>,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    let mut query = readers(now_ms, content).order_by_desc(Column::PublishedAt).order_by_desc(Column::Id);
    if let Some((published_at, id)) = after {
        let same_moment = Condition::all().add(Column::PublishedAt.eq(published_at)).add(Column::Id.lt(id));
        query = query.filter(Condition::any().add(Column::PublishedAt.lt(published_at)).add(same_moment));
    }
    Ok(query.limit(count).all(db).await?.into_iter().map(Post::from).collect())
}

/// The slugs of readers' posts and when each appeared or was last changed, newest first, `most` of them.
///
/// # Errors
/// When the database cannot be read.
pub async fn addresses(
    db: &impl ConnectionTrait,
    now_ms: i64,
    most: u64,
) -> Result<Vec<(String, i64)>, DbErr> {
    let columns = [Column::Slug, Column::UpdatedAt, Column::PublishedAt];
    let query = Entity::find().select_only().columns(columns).filter(visible(now_ms));
    let query = query.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id).limit(most);
    let rows: Vec<(String, i64, i64)> = query.into_tuple().all(db).await?;
    Ok(rows.into_iter().map(|(slug, updated, published)| (slug, Ord::max(updated, published))).collect())
}

/// The newest by `created_at` (R40), without texts.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest(db: &impl ConnectionTrait, now_ms: i64, count: u64) -> Result<Vec<Post>, DbErr> {
    let query = readers(now_ms, false).order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    Ok(query.limit(count).all(db).await?.into_iter().map(Post::from).collect())
}

/// How many posts readers may see.
///
/// # Errors
/// When the database cannot be read.
pub async fn count(db: &impl ConnectionTrait, now_ms: i64) -> Result<u64, DbErr> {
    Entity::find().filter(visible(now_ms)).count(db).await
}

/// When the next scheduled post appears.
///
/// # Errors
/// When the database cannot be read.
pub async fn next_appearance(db: &impl ConnectionTrait, now_ms: i64) -> Result<Option<i64>, DbErr> {
    let soonest = Entity::find()
        .select_only()
        .column_as(Column::PublishedAt.min(), "soonest")
        .filter(Column::Draft.eq(false))
        .filter(Column::PublishedAt.gt(now_ms))
        .into_tuple::<Option<i64>>();
    soonest.one(db).await.map(Option::flatten)
}

/// The post that a reader may see at this slug or, where no post has the slug, under this id.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_visible(db: &impl ConnectionTrait, name: &str, now_ms: i64) -> Result<Option<Post>, DbErr> {
    let named = Condition::any().add(Column::Slug.eq(name)).add(Column::Id.eq(name));
    let found = readers(now_ms, true).filter(named).all(db).await?;
    let best = found.iter().position(|row| row.slug == name).unwrap_or(0);
    Ok(found.into_iter().nth(best).map(Post::from))
}

/// The slug that a moved post's readers should be sent to.
///
/// # Errors
/// When the database cannot be read.
pub async fn moved_to(db: &impl ConnectionTrait, slug: &str, now_ms: i64) -> Result<Option<String>, DbErr> {
    let Some(moved) = moved::Entity::find_by_id(slug).one(db).await? else { return Ok(None) };
    let target = Entity::find_by_id(moved.post_id).filter(visible(now_ms)).one(db).await?;
    Ok(target.map(|row| row.slug))
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

/// Every post whatever its state, newest first, without texts: for staff.
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

/// Every post whatever its state, by id, `count` after `after`: for staff.
///
/// # Errors
/// When the database cannot be read.
pub async fn walk(db: &impl ConnectionTrait, after: Option<&str>, count: u64) -> Result<Vec<Post>, DbErr> {
    let mut query = Entity::find().order_by_asc(Column::Id).limit(count);
    if let Some(after) = after {
        query = query.filter(Column::Id.gt(after));
    }
    Ok(query.all(db).await?.into_iter().map(Post::from).collect())
}

/// Stores a post as new or over the one with its id, and the files of its pictures. Its former slug
/// leads to it from then on. Part of `write`: nothing is seen before that is committed.
///
/// # Errors
/// When another post has the slug, or the database cannot be written.
pub async fn save(write: &WriteTransaction, post: &Post, files: &[File]) -> Result<(), DbErr> {
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
    for file in files {
        let row = file::ActiveModel {
            name: Set(file.name.clone()),
            content_type: Set(file.content_type.clone()),
            bytes: Set(file.bytes.clone()),
        };
        let known = OnConflict::column(file::Column::Name).do_nothing().to_owned();
        file::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    }
    count_change(write).await
}

/// A picture's file.
///
/// # Errors
/// When the database cannot be read.
pub async fn file(db: &impl ConnectionTrait, name: &str) -> Result<Option<File>, DbErr> {
    let found = file::Entity::find_by_id(name).one(db).await?;
    Ok(found.map(|row| File { name: row.name, content_type: row.content_type, bytes: row.bytes }))
}

/// A number that every change of the posts makes larger.
///
/// # Errors
/// When the database cannot be read.
pub async fn revision(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    Ok(revision::Entity::find_by_id(REVISION).one(db).await?.map_or(0, |row| row.number))
}

/// Whether the first posts were put in.
///
/// # Errors
/// When the database cannot be read.
pub async fn is_seeded(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(revision::Entity::find_by_id(REVISION).one(db).await?.is_some_and(|row| row.seeded))
}

/// Whether the first posts are still to be put in; from this moment on they count as put in.
///
/// # Errors
/// When the database cannot be written.
pub async fn take_seeding(write: &WriteTransaction) -> Result<bool, DbErr> {
    let taken = revision::Entity::update_many()
        .col_expr(revision::Column::Seeded, Expr::value(true))
        .filter(revision::Column::Seeded.eq(false))
        .exec(write.connection())
        .await?;
    Ok(taken.rows_affected > 0)
}

async fn count_change(write: &WriteTransaction) -> Result<(), DbErr> {
    revision::Entity::update_many()
        .col_expr(revision::Column::Number, Expr::col(revision::Column::Number).add(1))
        .exec(write.connection())
        .await?;
    Ok(())
}

/// Opens a transaction, saves one post, commits.
///
/// # Errors
/// As [`save`].
pub async fn save_one(db: &Db, post: &Post, files: &[File]) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    save(&write, post, files).await?;
    write.commit().await
}

/// Readers' posts, without what readers never get, and without `content` but for the beginning of a post that
/// has no excerpt.
fn readers(now_ms: i64, content: bool) -> sea_orm::Select<Entity> {
    let short = |column: &Column| !matches!(column, Column::Content | Column::Original | Column::Pictures);
    let query = Entity::find().filter(visible(now_ms)).select_only().columns(Column::iter().filter(short));
    let query = query.column_as(Expr::value(""), "original").column_as(Expr::value(""), "pictures");
    if content {
        return query.column(Column::Content);
    }
    let excerpt = Func::coalesce([Expr::col(Column::Excerpt), Expr::value("")]);
    let none = Expr::expr(Func::cust("trim").arg(excerpt)).eq("");
    let beginning =
        Func::cust("substr").args([Expr::col(Column::Content), Expr::value(1), Expr::value(BEGINNING)]);
    query.column_as(Expr::expr(Expr::case(none, beginning).finally("")), "content")
}
