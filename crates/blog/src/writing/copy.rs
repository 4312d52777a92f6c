//! The working copy of a post: the words as they stand, whatever readers see.

use std::collections::{BTreeMap, HashMap};

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{IntoActiveModel as _, Iterable as _, QuerySelect as _};

use crate::post::{Post, StoredPicture};
use crate::row::Entity as Posts;
use crate::writing::revisions::{NewText, RevisionKind, insert_text, text_numbered};
use crate::writing::row::copy;
use crate::writing::words::{AuthorWords, pictures_of};
use storage::db::{Db, WriteTransaction};

/// A post as its authors have it before them.
#[derive(Clone, Debug)]
pub struct WorkingCopy {
    /// The stored post: public, scheduled, or a draft.
    pub post: Post,
    /// Number of the revision that the words are; 0 before the first save at the desk.
    pub number: i64,
    /// The revision that the post was made of.
    pub live_number: i64,
    pub words: AuthorWords,
    /// By the names that the text has for them.
    pub pictures: BTreeMap<String, StoredPicture>,
    /// Unix milliseconds.
    pub saved_at: i64,
    /// `None` for the command line.
    pub saved_by: Option<String>,
    /// Whether readers saw it before it became a draft again.
    pub taken_off: bool,
}

impl WorkingCopy {
    /// Whether the post has exactly these words.
    pub fn is_up_to_date(&self) -> bool {
        self.number == self.live_number
    }
}

/// A working copy's line in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    pub is_up_to_date: bool,
    pub taken_off: bool,
    pub mistakes: i64,
    pub saved_at: i64,
    pub saved_by: Option<String>,
}

/// The summaries of all working copies, by the ids of their posts.
///
/// # Errors
/// When the database cannot be read.
pub async fn all_summaries(db: &impl ConnectionTrait) -> Result<HashMap<String, Summary>, DbErr> {
    let mut saved = crate::writing::revisions::present_saves(db).await?;
    let rows = copy::Entity::find().all(db).await?;
    let summary = |row: copy::Model| {
        let (saved_at, saved_by) = saved.remove(&row.post_id)?;
        let summary = Summary {
            is_up_to_date: row.number == row.live_number,
            taken_off: row.taken_off,
            mistakes: row.mistakes,
            saved_at,
            saved_by,
        };
        Some((row.post_id, summary))
    };
    Ok(rows.into_iter().filter_map(summary).collect())
}

/// The working copy of the post with this id; `None` if there is no such post. A version that a command has published
/// in the meantime becomes a revision first.
///
/// # Errors
/// When the database cannot be used.
pub async fn open(db: &Db, id: &str) -> Result<Option<WorkingCopy>, DbErr> {
    let Some(post) = crate::store::with_id(db.reader(), id).await? else { return Ok(None) };
    let Some(row) = row(db.reader(), id).await? else { return Ok(Some(untouched(post))) };
    if row.live_digest == digest_of(&post) {
        return read(db.reader(), post, row).await.map(Some);
    }
    let write = db.begin_write().await?;
    let Some(post) = lock(&write, id).await? else { return Ok(None) };
    let row = ensure(&write, &post).await?;
    let copy = read(write.connection(), post, row).await?;
    write.commit().await?;
    Ok(Some(copy))
}

/// The number of a post's present revision; 0 without one.
///
/// # Errors
/// When the database cannot be read.
pub async fn present_number(db: &impl ConnectionTrait, id: &str) -> Result<i64, DbErr> {
    Ok(row(db, id).await?.map_or(0, |row| row.number))
}

fn untouched(post: Post) -> WorkingCopy {
    let pictures = pictures_of(&post);
    WorkingCopy {
        number: 0,
        live_number: 0,
        words: AuthorWords::of(&post, &pictures),
        pictures,
        saved_at: post.updated_at,
        saved_by: None,
        taken_off: false,
        post,
    }
}

async fn read(db: &impl ConnectionTrait, post: Post, row: copy::Model) -> Result<WorkingCopy, DbErr> {
    let text = text_numbered(db, &row.post_id, row.number).await?;
    let text =
        text.ok_or_else(|| DbErr::RecordNotFound(format!("text {} of {}", row.number, row.post_id)))?;
    Ok(WorkingCopy {
        post,
        number: row.number,
        live_number: row.live_number,
        words: text.words,
        pictures: pictures_in(&row),
        saved_at: text.at,
        saved_by: text.by,
        taken_off: row.taken_off,
    })
}

pub(super) fn pictures_in(row: &copy::Model) -> BTreeMap<String, StoredPicture> {
    serde_json::from_str(&row.pictures).unwrap_or_default()
}

pub(super) fn pictures_json(pictures: &BTreeMap<String, StoredPicture>) -> String {
    serde_json::to_string(pictures).expect("plain data")
}

/// Differs when somebody else than the desk has changed the post.
pub(super) fn digest_of(post: &Post) -> String {
    AuthorWords::of(post, &pictures_of(post)).digest()
}

pub(super) async fn row(db: &impl ConnectionTrait, id: &str) -> Result<Option<copy::Model>, DbErr> {
    copy::Entity::find_by_id(id).one(db).await
}

/// The post, which nobody else changes at the desk until the transaction ends.
///
/// # Errors
/// When the database cannot be used.
pub(super) async fn lock(write: &WriteTransaction, id: &str) -> Result<Option<Post>, DbErr> {
    // On SQLite a transaction that writes is alone anyway.
    let row = Posts::find_by_id(id).lock_exclusive().one(write.connection()).await?;
    Ok(row.map(Post::from))
}

/// The row of a post's working copy, made if missing, and updated with what a command has published since.
pub(super) async fn ensure(write: &WriteTransaction, post: &Post) -> Result<copy::Model, DbErr> {
    let (db, digest) = (write.connection(), digest_of(post));
    let known = row(db, &post.id).await?;
    if let Some(row) = known.as_ref().filter(|row| row.live_digest == digest) {
        return Ok(row.clone());
    }
    let pictures = pictures_of(post);
    let text = NewText {
        at: post.updated_at,
        writer: None,
        kind: RevisionKind::Written,
        based_on: known.as_ref().map_or(0, |row| row.number),
        began_at: post.updated_at,
        words: &AuthorWords::of(post, &pictures),
    };
    let number = insert_text(write, &post.id, text).await?;
    let row = match known {
        Some(row) => copy::Model {
            // Words that nobody has published yet stay before their authors.
            number: if row.number == row.live_number { number } else { row.number },
            live_number: number,
            live_digest: digest,
            pictures: pictures_json(&pictures_in(&row).into_iter().chain(pictures).collect()),
            ..row
        },
        None => copy::Model {
            post_id: post.id.clone(),
            number,
            live_number: number,
            live_digest: digest,
            taken_off: false,
            pictures: pictures_json(&pictures),
            mistakes: 0,
        },
    };
    store(write, &row).await?;
    Ok(row)
}

/// Writes the row of a working copy.
pub(super) async fn store(write: &WriteTransaction, row: &copy::Model) -> Result<(), DbErr> {
    let all = copy::Column::iter().filter(|column| !matches!(column, copy::Column::PostId));
    let over = OnConflict::column(copy::Column::PostId).update_columns(all).to_owned();
    let mut model = row.clone().into_active_model().reset_all();
    model.post_id = Set(row.post_id.clone());
    copy::Entity::insert(model).on_conflict(over).exec_without_returning(write.connection()).await.map(drop)
}
