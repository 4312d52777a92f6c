//! Every change of the content that is known, and each file as the last of them left it. A revision holds the difference,
//! so that the text before any of them can be had again.

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
    /// `None` if the file was changed on a server's disk.
    pub staff_id: Option<String>,
    pub by_name: Option<String>,
    /// The file.
    pub path: String,
    /// The piece's name, its text before, and its text since.
    pub name: String,
    pub was: String,
    pub becomes: String,
    pub patch: String,
    /// The revision that took this one back.
    pub undone_by: Option<i64>,
    /// The name of the draft that it came with.
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

/// The author and the content of a change, as people read them.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub staff_id: Option<String>,
    pub by_name: Option<String>,
    pub name: String,
    pub was: String,
    pub becomes: String,
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

/// Suffix of the name of a change that was taken back.
const PUT_BACK: &str = ", taken back";

impl Model {
    /// Whether it takes a change back. Whoever takes that back makes the change once more.
    pub fn is_undo(&self) -> bool {
        self.name.ends_with(PUT_BACK)
    }

    /// Name of the revision that takes this one back.
    pub fn name_of_undo(&self) -> String {
        match self.name.strip_suffix(PUT_BACK) {
            Some(first) => first.to_owned(),
            None => format!("{}{PUT_BACK}", self.name),
        }
    }
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

/// Every file that was ever changed.
///
/// # Errors
/// When the database cannot be read.
pub async fn files(db: &impl ConnectionTrait) -> Result<Vec<file::Model>, DbErr> {
    file::Entity::find().order_by_asc(file::Column::Path).all(db).await
}

/// The text of a file before and after one of its revisions; `None` if the differences do not lead there.
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
