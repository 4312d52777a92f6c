//! The revisions of a post's words. A save is one; of saves that belong to the same writing only the last is listed, and
//! the others go after a while, so that a minute of typing is one line and not thirty.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, QueryOrder, QuerySelect};

use crate::writing::Writer;
use crate::writing::changes::TextChange;
use crate::writing::row::{copy, text};
use crate::writing::words::AuthorWords;
use storage::db::WriteTransaction;

/// Saves of one author within this time are one writing.
const WRITING_MS: i64 = 10 * 60 * 1000;
/// Time that a superseded save is kept, for those who still write on it.
const SUPERSEDED_MS: i64 = 15 * 60 * 1000;

/// The origin of a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevisionKind {
    Written,
    Restored,
    /// Somebody else had changed the same place: kept beside the words.
    Aside,
}

impl RevisionKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Restored => "restored",
            Self::Aside => "aside",
        }
    }

    fn from_stored(text: &str) -> Self {
        [Self::Restored, Self::Aside].into_iter().find(|kind| kind.as_str() == text).unwrap_or(Self::Written)
    }
}

/// A version of the words.
#[derive(Clone, Debug)]
pub struct Revision {
    pub number: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// `None` for the command line.
    pub staff_id: Option<String>,
    pub by: Option<String>,
    pub kind: RevisionKind,
    /// The revision that its author had before them.
    pub based_on: i64,
    pub words: AuthorWords,
}

impl From<text::Model> for Revision {
    fn from(row: text::Model) -> Self {
        Revision {
            number: row.number,
            at: row.at,
            staff_id: row.staff_id,
            by: row.by_name,
            kind: RevisionKind::from_stored(&row.kind),
            based_on: row.based_on,
            words: serde_json::from_str(&row.words).unwrap_or_default(),
        }
    }
}

/// The revision with this number.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_revision(
    db: &impl ConnectionTrait,
    post_id: &str,
    number: i64,
) -> Result<Option<Revision>, DbErr> {
    text_numbered(db, post_id, number).await
}

/// The newest revisions, each with its change from the one before it; `None` for the oldest one.
///
/// # Errors
/// When the database cannot be read.
pub async fn list_revisions(
    db: &impl ConnectionTrait,
    post_id: &str,
    max: u64,
) -> Result<Vec<(Revision, Option<TextChange>)>, DbErr> {
    let rows = text::Entity::find()
        .filter(text::Column::PostId.eq(post_id))
        .filter(text::Column::Superseded.eq(false))
        .order_by_desc(text::Column::Number)
        .limit(max + 1)
        .all(db)
        .await?;
    let revisions: Vec<Revision> = rows.into_iter().map(Revision::from).collect();
    let before = |at: usize| revisions[at + 1..].iter().find(|earlier| earlier.kind != RevisionKind::Aside);
    let changes: Vec<_> = (0..revisions.len())
        .map(|at| before(at).map(|earlier| TextChange::between(&earlier.words, &revisions[at].words)))
        .collect();
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Ok(revisions.into_iter().zip(changes).take(max).collect())
}

/// The ids and names of those who saved since then.
///
/// # Errors
/// When the database cannot be read.
pub async fn writers_since(
    db: &impl ConnectionTrait,
    post_id: &str,
    since_ms: i64,
) -> Result<Vec<Writer>, DbErr> {
    let rows: Vec<(Option<String>, Option<String>)> = text::Entity::find()
        .select_only()
        .columns([text::Column::StaffId, text::Column::ByName])
        .filter(text::Column::PostId.eq(post_id))
        .filter(text::Column::At.gte(since_ms))
        .distinct()
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .filter_map(|(staff_id, name)| Some(Writer { staff_id: staff_id?, name: name? }))
        .collect())
}

pub(super) async fn text_numbered(
    db: &impl ConnectionTrait,
    post_id: &str,
    number: i64,
) -> Result<Option<Revision>, DbErr> {
    let found = text::Entity::find_by_id((post_id.to_owned(), number)).one(db).await?;
    Ok(found.map(Revision::from))
}

/// The words that somebody had before them who names this number: those, or the nearest earlier ones that are kept. An
/// older common version merges as well.
pub(super) async fn words_before(
    db: &impl ConnectionTrait,
    post_id: &str,
    number: i64,
) -> Result<Option<AuthorWords>, DbErr> {
    let not_aside = text::Column::Kind.ne(RevisionKind::Aside.as_str());
    let of_post = text::Entity::find().filter(text::Column::PostId.eq(post_id)).filter(not_aside);
    let earlier = of_post.clone().filter(text::Column::Number.lte(number));
    let earlier = earlier.order_by_desc(text::Column::Number).one(db).await?;
    let found = match earlier {
        Some(row) => Some(row),
        None => of_post.order_by_asc(text::Column::Number).one(db).await?,
    };
    Ok(found.map(|row| Revision::from(row).words))
}

/// When the present words of each post were saved, and by whom.
pub(super) async fn present_saves(
    db: &impl ConnectionTrait,
) -> Result<HashMap<String, (i64, Option<String>)>, DbErr> {
    let present: Vec<(String, i64)> = copy::Entity::find()
        .select_only()
        .columns([copy::Column::PostId, copy::Column::Number])
        .into_tuple()
        .all(db)
        .await?;
    let mut saves = HashMap::with_capacity(present.len());
    for some in present.chunks(200) {
        let of_these = some.iter().fold(Condition::any(), |any, (post_id, number)| {
            let this = Condition::all().add(text::Column::PostId.eq(post_id));
            any.add(this.add(text::Column::Number.eq(*number)))
        });
        let columns = [text::Column::PostId, text::Column::At, text::Column::ByName];
        let query = text::Entity::find().select_only().columns(columns).filter(of_these);
        let rows: Vec<(String, i64, Option<String>)> = query.into_tuple().all(db).await?;
        saves.extend(rows.into_iter().map(|(post_id, at, by)| (post_id, (at, by))));
    }
    Ok(saves)
}

/// A text to be stored.
pub(super) struct NewText<'a> {
    pub at: i64,
    /// Nobody for the command line.
    pub writer: Option<&'a Writer>,
    pub kind: RevisionKind,
    pub based_on: i64,
    /// When the writing began that it is a part of.
    pub began_at: i64,
    pub words: &'a AuthorWords,
}

/// Stores a text under the next number, and returns that.
pub(super) async fn insert_text(
    write: &WriteTransaction,
    post_id: &str,
    new: NewText<'_>,
) -> Result<i64, DbErr> {
    let db = write.connection();
    let newest: Option<i64> = text::Entity::find()
        .select_only()
        .column_as(text::Column::Number.max(), "newest")
        .filter(text::Column::PostId.eq(post_id))
        .into_tuple::<Option<i64>>()
        .one(db)
        .await?
        .flatten();
    let number = newest.unwrap_or(0) + 1;
    let row = text::ActiveModel {
        post_id: Set(post_id.to_owned()),
        number: Set(number),
        at: Set(new.at),
        began_at: Set(new.began_at),
        staff_id: Set(new.writer.map(|writer| writer.staff_id.clone())),
        by_name: Set(new.writer.map(|writer| writer.name.clone())),
        kind: Set(new.kind.as_str().to_owned()),
        based_on: Set(new.based_on),
        superseded: Set(false),
        words: Set(serde_json::to_string(new.words).expect("plain data")),
    };
    text::Entity::insert(row).exec_without_returning(db).await?;
    Ok(number)
}

/// When the writing began that a save by this author at this time belongs to. A save that it continues is superseded,
/// unless readers see that one; superseded ones of long ago go.
pub(super) async fn continue_writing(
    write: &WriteTransaction,
    present: &copy::Model,
    is_draft: bool,
    writer: &Writer,
    now_ms: i64,
) -> Result<i64, DbErr> {
    let db = write.connection();
    let of_post = || text::Column::PostId.eq(present.post_id.as_str());
    text::Entity::delete_many()
        .filter(of_post())
        .filter(text::Column::Superseded.eq(true))
        .filter(text::Column::At.lt(now_ms - SUPERSEDED_MS))
        .exec(db)
        .await?;
    let id = (present.post_id.clone(), present.number);
    let Some(last) = text::Entity::find_by_id(id).one(db).await? else { return Ok(now_ms) };
    let continues = last.staff_id.as_deref() == Some(&writer.staff_id)
        && last.kind == RevisionKind::Written.as_str()
        && now_ms - last.began_at < WRITING_MS;
    if !continues {
        return Ok(now_ms);
    }
    if is_draft || present.number != present.live_number {
        text::Entity::update_many()
            .col_expr(text::Column::Superseded, Expr::value(true))
            .filter(of_post())
            .filter(text::Column::Number.eq(present.number))
            .exec(db)
            .await?;
    }
    Ok(last.began_at)
}

/// Deletes all texts of a post.
pub(crate) async fn delete_texts(db: &impl ConnectionTrait, post_id: &str) -> Result<(), DbErr> {
    text::Entity::delete_many().filter(text::Column::PostId.eq(post_id)).exec(db).await?;
    copy::Entity::delete_by_id(post_id).exec(db).await.map(drop)
}
