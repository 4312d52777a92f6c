//! What readers may see of the posts. That is decided here, in [`visible`], and nowhere else.
//!
//! Each question is answered from an index, however many posts there are; the tests hold the plans.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, Iterable, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use crate::post::Post;
use crate::row::{Column, Entity, moved};

/// How many characters of HTML a summary is made of where there is no excerpt: enough for 100 of text.
const BEGINNING: i32 = 8 << 10;

/// Posts that a reader may see at `now_ms`.
fn visible(now_ms: i64) -> Condition {
    Condition::all().add(Column::Draft.eq(false)).add(Column::PublishedAt.lte(now_ms))
}

/// What makes a post newer than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The day it is published on, as in the list (R37).
    #[default]
    Published,
    /// The moment it came into being, as beside a post (R40).
    Created,
}

impl Order {
    /// Where a post stands in it: what the posts behind it are asked for by.
    pub fn place(self, post: &Post) -> (i64, &str) {
        match self {
            Order::Published => (post.words.published_at, &post.id),
            Order::Created => (post.created_at, &post.id),
        }
    }
}

/// Readers' posts, newest first, `count` of them after the first `skip`. `original` and `pictures` stay empty
/// and are not read from the disk. Without `content`, so does that, but for the beginning that a card shows of
/// a post without an excerpt (R37).
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
    posts(db, listed(now_ms, order, content).offset(skip).limit(count)).await
}

/// As [`list`], but the `count` that follow the post at this place; from the first without one. So a long list is
/// walked without counting from its beginning again and again.
///
/// # Errors
/// When the database cannot be read.
pub async fn list_after(
    db: &impl ConnectionTrait,
    now_ms: i64,
    order: Order,
    after: Option<(i64, &str)>,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    posts(db, behind(now_ms, order, after, content).limit(count)).await
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
    // One after the other: asked for both at once, SQLite looks at every post.
    for column in [Column::Slug, Column::Id] {
        if let Some(found) = named(now_ms, column, name).one(db).await? {
            return Ok(Some(found.into()));
        }
    }
    Ok(None)
}

/// The slug that a moved post's readers should be sent to.
///
/// # Errors
/// When the database cannot be read.
pub async fn moved_to(db: &impl ConnectionTrait, slug: &str, now_ms: i64) -> Result<Option<String>, DbErr> {
    let Some(moved) = moved::Entity::find_by_id(slug).one(db).await? else { return Ok(None) };
    let target = Entity::find_by_id(moved.post_id).filter(visible(now_ms));
    target.select_only().column(Column::Slug).into_tuple().one(db).await
}

async fn posts(db: &impl ConnectionTrait, query: Select<Entity>) -> Result<Vec<Post>, DbErr> {
    Ok(query.all(db).await?.into_iter().map(Post::from).collect())
}

fn listed(now_ms: i64, order: Order, content: bool) -> Select<Entity> {
    let query = columns(content);
    let query = match order {
        Order::Published => query.filter(visible(now_ms)).order_by_desc(Column::PublishedAt),
        Order::Created => {
            // As a sum, so that the index of `published_at` does not look useful: the one of `created_at` has
            // the order.
            let appeared = Expr::col(Column::PublishedAt).add(0).lte(now_ms);
            query.filter(Column::Draft.eq(false)).filter(appeared).order_by_desc(Column::CreatedAt)
        }
    };
    query.order_by_desc(Column::Id)
}

fn behind(now_ms: i64, order: Order, after: Option<(i64, &str)>, content: bool) -> Select<Entity> {
    let Some((moment, id)) = after else { return listed(now_ms, order, content) };
    // The bound is where the index is entered; the rest sorts out posts of the very same moment.
    let (query, column) = match order {
        Order::Published => (listed(moment, order, content), Column::PublishedAt),
        Order::Created => {
            (listed(now_ms, order, content).filter(Column::CreatedAt.lte(moment)), Column::CreatedAt)
        }
    };
    query.filter(Condition::any().add(column.lt(moment)).add(Column::Id.lt(id)))
}

fn named(now_ms: i64, column: Column, name: &str) -> Select<Entity> {
    columns(true).filter(column.eq(name)).filter(visible(now_ms))
}

/// Without what readers never get, and without `content` but for the beginning of a post that has no excerpt.
fn columns(content: bool) -> Select<Entity> {
    let short = |column: &Column| !matches!(column, Column::Content | Column::Original | Column::Pictures);
    let query = Entity::find().select_only().columns(Column::iter().filter(short));
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

#[cfg(test)]
mod tests {
    use sea_orm::{DbBackend, QueryTrait as _, Statement};

    use super::*;
    use storage::db::Database;
    use storage::db::Db;

    /// How SQLite goes about a question, one step a line.
    async fn plan(query: Select<Entity>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&Database::Sqlite(folder.path().join("amwaj.db"))).await.unwrap();
        let mut asked: Statement = query.build(DbBackend::Sqlite);
        asked.sql.insert_str(0, "EXPLAIN QUERY PLAN ");
        let steps = db.reader().query_all_raw(asked).await.unwrap();
        let steps: Vec<String> = steps.iter().map(|step| step.try_get("", "detail").unwrap()).collect();
        steps.join("\n")
    }

    #[tokio::test]
    async fn however_many_posts_there_are_each_question_is_answered_from_an_index() {
        let (published, created) = (Order::Published, Order::Created);
        let questions = [
            (listed(5, published, false).limit(12), "INDEX post_published (draft=? AND published_at<?)"),
            (behind(5, published, Some((4, "x")), true), "INDEX post_published (draft=? AND published_at<?)"),
            (listed(5, created, false).limit(4), "INDEX post_created (draft=?)"),
            (behind(5, created, Some((4, "x")), true), "INDEX post_created (draft=? AND created_at<?)"),
            (named(5, Column::Slug, "a"), "INDEX sqlite_autoindex_post_2 (slug=?)"),
            (named(5, Column::Id, "a"), "INDEX sqlite_autoindex_post_1 (id=?)"),
        ];
        for (query, index) in questions {
            let plan = plan(query).await;
            assert_eq!(plan, format!("SEARCH post USING {index}"));
        }
    }
}
