//! The queries for posts that readers may see. Only [`visible`] decides which those are.
//!
//! Every query uses an index, so that many posts cost no more than few; the tests check the query plans.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, Iterable, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use crate::post::Post;
use crate::row::{Column, Entity, moved};

/// Characters of HTML that are read for a summary if there is no excerpt: enough for 100 of text.
const SUMMARY_SOURCE_CHARS: i32 = 8 << 10;

/// Posts that a reader may see at `now_ms`.
fn visible(now_ms: i64) -> Condition {
    Condition::all().add(Column::Draft.eq(false)).add(Column::PublishedAt.lte(now_ms))
}

/// Which date makes a post newer than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The date that readers see, as in the list (R37).
    #[default]
    Published,
    /// When it was first stored, as for the latest posts beside another one (R40).
    Created,
}

impl Order {
    /// The cursor that the posts after this one are asked for with.
    pub fn cursor(self, post: &Post) -> Cursor {
        let date_ms = match self {
            Order::Published => post.words.published_at,
            Order::Created => post.created_at,
        };
        Cursor { date_ms, id: post.id.clone() }
    }
}

/// A position in a list of posts, for keyset pagination: the date and the id of the last post that was read.
#[derive(Clone, Debug)]
pub struct Cursor {
    date_ms: i64,
    id: String,
}

/// Visible posts, newest first, `count` of them after the first `skip`. `original` and `pictures` stay empty and are
/// not read from the disk. Without `content` that stays empty too, but for the beginning that a card shows of a post
/// without an excerpt (R37).
///
/// # Errors
/// When the database cannot be read.
pub async fn list(
    db: &impl ConnectionTrait,
    now_ms: i64,
    order: Order,
    skip: u64,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    posts(db, list_query(now_ms, order, content).offset(skip).limit(count)).await
}

/// As [`list`], but the `count` posts after the cursor (keyset pagination). A long list is read in batches that way,
/// without skipping over its beginning again and again.
///
/// # Errors
/// When the database cannot be read.
pub async fn list_after(
    db: &impl ConnectionTrait,
    now_ms: i64,
    order: Order,
    after: &Cursor,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    posts(db, after_query(now_ms, order, after, content).limit(count)).await
}

/// The slugs of the newest `limit` visible posts, newest first, and when each appeared or was last changed.
///
/// # Errors
/// When the database cannot be read.
pub async fn slugs_with_dates(
    db: &impl ConnectionTrait,
    now_ms: i64,
    limit: u64,
) -> Result<Vec<(String, i64)>, DbErr> {
    let columns = [Column::Slug, Column::UpdatedAt, Column::PublishedAt];
    let query = Entity::find().select_only().columns(columns).filter(visible(now_ms));
    let query = query.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id).limit(limit);
    let rows: Vec<(String, i64, i64)> = query.into_tuple().all(db).await?;
    Ok(rows.into_iter().map(|(slug, updated, published)| (slug, Ord::max(updated, published))).collect())
}

/// Number of posts that readers may see.
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
    // Two queries: asked for both columns in one, SQLite scans every post.
    for column in [Column::Slug, Column::Id] {
        if let Some(found) = named_query(now_ms, column, name).one(db).await? {
            return Ok(Some(found.into()));
        }
    }
    Ok(None)
}

/// The present slug of the visible post that had this slug before.
///
/// # Errors
/// When the database cannot be read.
pub async fn moved_to(db: &impl ConnectionTrait, slug: &str, now_ms: i64) -> Result<Option<String>, DbErr> {
    let Some(moved) = moved::Entity::find_by_id(slug).one(db).await? else { return Ok(None) };
    let target = Entity::find_by_id(moved.post_id).filter(visible(now_ms));
    target.select_only().column(Column::Slug).into_tuple().one(db).await
}

/// As [`find_visible`], or else the visible post that had this slug before.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_visible_or_moved(
    db: &impl ConnectionTrait,
    name: &str,
    now_ms: i64,
) -> Result<Option<Post>, DbErr> {
    if let Some(post) = find_visible(db, name, now_ms).await? {
        return Ok(Some(post));
    }
    match moved_to(db, name, now_ms).await? {
        Some(slug) => find_visible(db, &slug, now_ms).await,
        None => Ok(None),
    }
}

async fn posts(db: &impl ConnectionTrait, query: Select<Entity>) -> Result<Vec<Post>, DbErr> {
    Ok(query.all(db).await?.into_iter().map(Post::from).collect())
}

fn list_query(now_ms: i64, order: Order, content: bool) -> Select<Entity> {
    let query = columns(content);
    let query = match order {
        Order::Published => query.filter(visible(now_ms)).order_by_desc(Column::PublishedAt),
        Order::Created => {
            // Adding 0 keeps SQLite from choosing the index of `published_at`: the one of `created_at` has the order.
            let appeared = Expr::col(Column::PublishedAt).add(0).lte(now_ms);
            query.filter(Column::Draft.eq(false)).filter(appeared).order_by_desc(Column::CreatedAt)
        }
    };
    query.order_by_desc(Column::Id)
}

fn after_query(now_ms: i64, order: Order, Cursor { date_ms, id }: &Cursor, content: bool) -> Select<Entity> {
    // `lte` is where the index is entered; the last filter sorts out posts with the very same date.
    let (query, column) = match order {
        Order::Published => (list_query(*date_ms, order, content), Column::PublishedAt),
        Order::Created => {
            (list_query(now_ms, order, content).filter(Column::CreatedAt.lte(*date_ms)), Column::CreatedAt)
        }
    };
    query.filter(Condition::any().add(column.lt(*date_ms)).add(Column::Id.lt(id.as_str())))
}

fn named_query(now_ms: i64, column: Column, name: &str) -> Select<Entity> {
    columns(true).filter(column.eq(name)).filter(visible(now_ms))
}

/// Selects what readers may get; without `content`, only its beginning for a post that has no excerpt.
fn columns(content: bool) -> Select<Entity> {
    let short = |column: &Column| !matches!(column, Column::Content | Column::Original | Column::Pictures);
    let query = Entity::find().select_only().columns(Column::iter().filter(short));
    let query = query.column_as(Expr::value(""), "original").column_as(Expr::value(""), "pictures");
    if content {
        return query.column(Column::Content);
    }
    let excerpt = Func::coalesce([Expr::col(Column::Excerpt), Expr::value("")]);
    let none = Expr::expr(Func::cust("trim").arg(excerpt)).eq("");
    let beginning = Func::cust("substr").args([
        Expr::col(Column::Content),
        Expr::value(1),
        Expr::value(SUMMARY_SOURCE_CHARS),
    ]);
    query.column_as(Expr::expr(Expr::case(none, beginning).finally("")), "content")
}

#[cfg(test)]
mod tests {
    use sea_orm::{DbBackend, QueryTrait as _, Statement};

    use super::*;
    use storage::db::{Database, Db};

    /// SQLite's plan for a query, one step a line.
    async fn plan(query: Select<Entity>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Database::Sqlite(folder.path().join("amwaj.db"))).await.unwrap();
        let mut explained: Statement = query.build(DbBackend::Sqlite);
        explained.sql.insert_str(0, "EXPLAIN QUERY PLAN ");
        let steps = db.reader().query_all_raw(explained).await.unwrap();
        let steps: Vec<String> = steps.iter().map(|step| step.try_get("", "detail").unwrap()).collect();
        steps.join("\n")
    }

    #[tokio::test]
    async fn every_query_for_readers_uses_an_index_alone() {
        let (published, created) = (Order::Published, Order::Created);
        let cursor = Cursor { date_ms: 4, id: "x".into() };
        let queries = [
            (list_query(5, published, false).limit(12), "INDEX post_published (draft=? AND published_at<?)"),
            (after_query(5, published, &cursor, true), "INDEX post_published (draft=? AND published_at<?)"),
            (list_query(5, created, false).limit(4), "INDEX post_created (draft=?)"),
            (after_query(5, created, &cursor, true), "INDEX post_created (draft=? AND created_at<?)"),
            (named_query(5, Column::Slug, "a"), "INDEX sqlite_autoindex_post_2 (slug=?)"),
            (named_query(5, Column::Id, "a"), "INDEX sqlite_autoindex_post_1 (id=?)"),
        ];
        for (query, index) in queries {
            let plan = plan(query).await;
            assert_eq!(plan, format!("SEARCH post USING {index}"));
        }
    }
}
