//! Every change of the content that is known, and each file as the last of them left it. A revision holds the difference,
//! so that the text before any of them can be had again.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use diffy::{Patch, create_patch};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect};

use storage::db::WriteTransaction;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "content_revision")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// Nothing where the file was changed on a server's disk.
    pub staff_id: Option<String>,
    pub by_name: Option<String>,
    /// The file.
    pub path: String,
    /// What the piece is, what it said, and what it says.
    pub name: String,
    pub was: String,
    pub becomes: String,
    pub patch: String,
    /// The revision that took this one back.
    pub undone_by: Option<i64>,
    /// The piece's id, and the name of the draft that it came with.
    pub piece: Option<String>,
    pub draft: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A file of the content as it was last known.
pub mod file {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "content_file")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub path: String,
        pub text: String,
        pub base: String,
        pub revision: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Who changed a file, and what, as people read it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub staff_id: Option<String>,
    pub by_name: Option<String>,
    pub name: String,
    pub was: String,
    pub becomes: String,
    /// The piece's id, where it is one.
    pub piece: Option<String>,
    /// The name of the draft that it comes with.
    pub draft: Option<String>,
    /// The revision that it takes back.
    pub undoes: Option<i64>,
}

/// A picture that comes along with a change.
#[derive(Clone, Debug)]
pub struct BroughtPicture {
    /// In the content folder: `images/team-0123abcd.jpg`.
    pub path: String,
    pub bytes: Bytes,
    /// The addresses and bytes that pages show of it.
    pub served: Vec<(String, Bytes)>,
}

/// A file before and after a change.
#[derive(Clone, Debug)]
pub struct FileChange {
    pub path: String,
    pub before: String,
    pub after: String,
    /// The text of the program or the folder that the changes stand on; empty where the file itself is changed.
    pub base: String,
    pub picture: Option<BroughtPicture>,
}

/// Whether the file still is what a change was made of. Until the transaction ends, nobody else changes one.
///
/// # Errors
/// When the database cannot be used.
pub async fn is_present(write: &WriteTransaction, change: &FileChange) -> Result<bool, DbErr> {
    let db = write.connection();
    // On SQLite a transaction that writes is alone anyway.
    if db.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared("LOCK TABLE content_file IN EXCLUSIVE MODE").await?;
    }
    let known = file::Entity::find_by_id(&change.path).one(db).await?;
    Ok(known.is_none_or(|known| known.text == change.before))
}

/// Adds a revision; its id.
///
/// # Errors
/// When the database cannot be written.
pub async fn add(write: &WriteTransaction, change: &FileChange, told: Told, at: i64) -> Result<i64, DbErr> {
    let db = write.connection();
    let revision = ActiveModel {
        id: NotSet,
        at: Set(at),
        staff_id: Set(told.staff_id),
        by_name: Set(told.by_name),
        path: Set(change.path.clone()),
        name: Set(told.name),
        was: Set(told.was),
        becomes: Set(told.becomes),
        patch: Set(create_patch(&change.before, &change.after).to_string()),
        undone_by: Set(None),
        piece: Set(told.piece),
        draft: Set(told.draft),
    };
    let id = Entity::insert(revision).exec(db).await?.last_insert_id;
    if let Some(undone) = told.undoes {
        let by = Entity::update_many().col_expr(Column::UndoneBy, Expr::value(id));
        by.filter(Column::Id.eq(undone)).exec(db).await?;
    }
    let row = file::ActiveModel {
        path: Set(change.path.clone()),
        text: Set(change.after.clone()),
        base: Set(change.base.clone()),
        revision: Set(id),
    };
    let known = OnConflict::column(file::Column::Path)
        .update_columns([file::Column::Text, file::Column::Base, file::Column::Revision])
        .to_owned();
    file::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(id)
}

/// The revisions between two moments that nobody has taken back and that took nothing back, newest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn between(db: &impl ConnectionTrait, from: i64, until: i64) -> Result<Vec<Model>, DbErr> {
    let all = Entity::find().filter(Column::At.gte(from)).filter(Column::At.lt(until));
    let all = all.filter(Column::UndoneBy.is_null()).order_by_desc(Column::Id).all(db).await?;
    let undos = Entity::find().filter(Column::UndoneBy.is_in(all.iter().map(|row| row.id))).all(db).await?;
    let undos: HashSet<Option<i64>> = undos.into_iter().map(|row| row.undone_by).collect();
    Ok(all.into_iter().filter(|row| !undos.contains(&Some(row.id))).collect())
}

/// The text that each file had right before the revision `id`, or with it where `is_after`, of those that were changed since;
/// none where the differences do not lead there.
///
/// # Errors
/// When the database cannot be read.
pub async fn texts_at(
    db: &impl ConnectionTrait,
    id: i64,
    is_after: bool,
    present: &BTreeMap<String, String>,
) -> Result<Option<BTreeMap<String, String>>, DbErr> {
    let first = if is_after { id + 1 } else { id };
    let since = Entity::find().filter(Column::Id.gte(first)).order_by_desc(Column::Id).all(db).await?;
    let mut texts = BTreeMap::new();
    for later in since {
        let Some(text) = texts.get(&later.path).or_else(|| present.get(&later.path)) else { return Ok(None) };
        let Some(before) = before(&later, text) else { return Ok(None) };
        texts.insert(later.path, before);
    }
    Ok(Some(texts))
}

/// The text of a file before a revision that left it as `text`.
fn before(revision: &Model, text: &str) -> Option<String> {
    let patch = Patch::from_str(&revision.patch).ok()?;
    diffy::apply(text, &patch.reverse()).ok()
}

/// The latest revisions, newest first.
///
/// # Errors
/// When the database cannot be read.
pub async fn latest(db: &impl ConnectionTrait, count: u64) -> Result<Vec<Model>, DbErr> {
    Entity::find().order_by_desc(Column::Id).limit(count).all(db).await
}

/// The number of the latest revision; 0 without any.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    Ok(latest(db, 1).await?.first().map_or(0, |revision| revision.id))
}

/// The latest revision of a file.
///
/// # Errors
/// When the database cannot be read.
pub async fn latest_of(db: &impl ConnectionTrait, path: &str) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::Path.eq(path)).order_by_desc(Column::Id).one(db).await
}

/// A revision by its number.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, id: i64) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).one(db).await
}

/// The revision that `id` took back.
///
/// # Errors
/// When the database cannot be read.
pub async fn undone_by(db: &impl ConnectionTrait, id: i64) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::UndoneBy.eq(id)).one(db).await
}

/// Every file that was ever changed.
///
/// # Errors
/// When the database cannot be read.
pub async fn files(db: &impl ConnectionTrait) -> Result<Vec<file::Model>, DbErr> {
    file::Entity::find().order_by_asc(file::Column::Path).all(db).await
}

/// The text of a file before and after one of its revisions; nothing where the differences do not lead there.
///
/// # Errors
/// When the database cannot be read.
pub async fn texts_of(
    db: &impl ConnectionTrait,
    revision: &Model,
    present: &str,
) -> Result<Option<(String, String)>, DbErr> {
    let since = Entity::find()
        .filter(Column::Path.eq(&revision.path))
        .filter(Column::Id.gte(revision.id))
        .order_by_desc(Column::Id)
        .all(db)
        .await?;
    let mut text = present.to_string();
    for later in since {
        let Some(before) = before(&later, &text) else { return Ok(None) };
        if later.id == revision.id {
            return Ok(Some((before, text)));
        }
        text = before;
    }
    Ok(None)
}
