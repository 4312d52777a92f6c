//! What readers may see of the posts. That is decided here, in [`visible`], and nowhere else.
//!
//! Each question is answered from an index, however many posts there are; the tests hold the plans.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, Iterable, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use super::post::Post;
use super::row::{Column, Entity, moved};

/// How many characters of HTML a summary is made of where there is no excerpt: enough for 100 of text.
const BEGINNING: i32 = 8 << 10;

/// Posts that a reader may see at `now_ms`.
fn visible(now_ms: i64) -> Condition {
    Condition::all().add(Column::Draft.eq(false)).add(Column::PublishedAt.lte(now_ms))
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
    skip: u64,
    count: u64,
    content: bool,
) -> Result<Vec<Post>, DbErr> {
    posts(db, listed(now_ms, content).offset(skip).limit(count)).await
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
    posts(db, behind(now_ms, after, content).limit(count)).await
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
    posts(db, latest(now_ms).limit(count)).await
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

fn listed(now_ms: i64, content: bool) -> Select<Entity> {
    let query = columns(content).filter(visible(now_ms));
    query.order_by_desc(Column::PublishedAt).order_by_desc(Column::Id)
}

fn behind(now_ms: i64, after: Option<(i64, &str)>, content: bool) -> Select<Entity> {
    let Some((published_at, id)) = after else { return listed(now_ms, content) };
    // The bound is where the index is entered; the rest sorts out posts of the very same moment.
    let earlier = Condition::any().add(Column::PublishedAt.lt(published_at)).add(Column::Id.lt(id));
    listed(published_at, content).filter(earlier)
}

fn latest(now_ms: i64) -> Select<Entity> {
    // As a sum, so that the index of `published_at` does not look useful: the one of `created_at` has the order.
    let appeared = Expr::col(Column::PublishedAt).add(0).lte(now_ms);
    let query = columns(false).filter(Column::Draft.eq(false)).filter(appeared);
    query.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id)
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
    use crate::config::Database;
    use crate::db::Db;

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
        let questions = [
            (listed(5, false).limit(12), "INDEX post_published (draft=? AND published_at<?)"),
            (behind(5, Some((4, "x")), true), "INDEX post_published (draft=? AND published_at<?)"),
            (latest(5).limit(4), "INDEX post_created (draft=?)"),
            (named(5, Column::Slug, "a"), "INDEX sqlite_autoindex_post_2 (slug=?)"),
            (named(5, Column::Id, "a"), "INDEX sqlite_autoindex_post_1 (id=?)"),
        ];
        for (query, index) in questions {
            let plan = plan(query).await;
            assert_eq!(plan, format!("SEARCH post USING {index}"));
        }
    }
}
