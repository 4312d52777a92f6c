//! The audit log: who changed what, when. Rows are only added, in the transaction of the change itself; each row's
//! digest includes the one before, so that a row that is changed or taken out shows. It holds no data of a visitor but
//! the request's reference.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{DbBackend, QueryOrder, QuerySelect};
use sha2::{Digest as _, Sha256};

use crate::staff::who::Who;
use storage::db::WriteTransaction;

/// Rows read at a time.
const PAGE: u64 = 500;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_audit")]
pub struct Model {
    /// 1, 2, 3, … without a gap.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// `None` for the command line.
    pub staff_id: Option<String>,
    /// The person's name at that time.
    pub by_name: String,
    /// See [`AuditAction::as_str`].
    pub action: String,
    /// The object of the action: a reference, a person's name, a device, a post's address.
    pub subject: String,
    pub lead_id: Option<String>,
    /// Of one tap.
    pub key: Option<String>,
    pub digest: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A person's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditAction {
    /// A request's stage, by its word.
    Stage(&'static str),
    Calling,
    Note,
    Entered,
    Released,
    Dismissed,
    Retried,
    HandedOut,
    Exported,
    Erased,
    Invited,
    Joined,
    PasskeyAdded,
    PasskeyNamed,
    PasskeyRemoved,
    SignedIn,
    SignedInByMail,
    Confirmed,
    SignedOut,
    PersonEnded,
    PersonChanged,
    SettingsChanged,
    PostCreated,
    PostPublished,
    PostScheduled,
    PostTakenOff,
    PostPutBack,
    PostRestored,
    PostRenamed,
    ContentChanged,
    ContentPutBack,
    DraftBegun,
    DraftChanged,
    DraftLive,
    DraftTimed,
    DraftPutAside,
    DraftTakenUp,
    DatabaseRestored,
}

impl AuditAction {
    /// The word in the database; for what also stands in a request's timeline, the same as there.
    pub fn as_str(self) -> &'static str {
        match self {
            AuditAction::Stage(stage) => stage,
            AuditAction::Calling => "calling",
            AuditAction::Note => "note",
            AuditAction::Entered => "entered",
            AuditAction::Released => "released",
            AuditAction::Dismissed => "dismissed",
            AuditAction::Retried => "retried",
            AuditAction::HandedOut => "handed out",
            AuditAction::Exported => "exported",
            AuditAction::Erased => "erased",
            AuditAction::Invited => "invited",
            AuditAction::Joined => "joined",
            AuditAction::PasskeyAdded => "passkey added",
            AuditAction::PasskeyNamed => "passkey named",
            AuditAction::PasskeyRemoved => "passkey removed",
            AuditAction::SignedIn => "signed in",
            AuditAction::SignedInByMail => "signed in by mail",
            AuditAction::Confirmed => "confirmed",
            AuditAction::SignedOut => "signed out",
            AuditAction::PersonEnded => "person ended",
            AuditAction::PersonChanged => "person changed",
            AuditAction::SettingsChanged => "settings changed",
            AuditAction::PostCreated => "post created",
            AuditAction::PostPublished => "post published",
            AuditAction::PostScheduled => "post scheduled",
            AuditAction::PostTakenOff => "post taken off",
            AuditAction::PostPutBack => "post put back",
            AuditAction::PostRestored => "post restored",
            AuditAction::PostRenamed => "post renamed",
            AuditAction::ContentChanged => "content changed",
            AuditAction::ContentPutBack => "content put back",
            AuditAction::DraftBegun => "draft begun",
            AuditAction::DraftChanged => "draft changed",
            AuditAction::DraftLive => "draft live",
            AuditAction::DraftTimed => "draft timed",
            AuditAction::DraftPutAside => "draft put aside",
            AuditAction::DraftTakenUp => "draft taken up",
            AuditAction::DatabaseRestored => "database restored",
        }
    }
}

/// Author of an action; the command line has no id.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    pub staff_id: Option<&'a str>,
    pub name: &'a str,
}

impl<'a> Actor<'a> {
    pub fn of(who: &'a Who) -> Self {
        Actor { staff_id: Some(&who.member.id), name: &who.member.name }
    }
}

/// The person at the server's terminal.
pub const COMMAND_LINE: Actor<'static> = Actor { staff_id: None, name: "command line" };

/// A new row of the log.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub by: Actor<'a>,
    pub action: AuditAction,
    pub subject: &'a str,
    pub lead_id: Option<&'a str>,
    pub key: Option<&'a str>,
}

/// Adds a row.
///
/// # Errors
/// When the database cannot be written, or the key is taken.
pub async fn append(write: &WriteTransaction, entry: Entry<'_>, now_ms: i64) -> Result<(), DbErr> {
    let db = write.connection();
    // On SQLite a transaction that writes is alone anyway.
    if db.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared("LOCK TABLE staff_audit IN EXCLUSIVE MODE").await?;
    }
    let last = Entity::find().order_by_desc(Column::Id).one(db).await?;
    let (id, before) = last.map_or((1, String::new()), |last| (last.id + 1, last.digest));
    let mut row = Model {
        id,
        at: now_ms,
        staff_id: entry.by.staff_id.map(str::to_owned),
        by_name: entry.by.name.to_owned(),
        action: entry.action.as_str().to_owned(),
        subject: entry.subject.to_owned(),
        lead_id: entry.lead_id.map(str::to_owned),
        key: entry.key.map(str::to_owned),
        digest: String::new(),
    };
    row.digest = digest(&before, &row);
    Entity::insert(ActiveModel::from(row).reset_all()).exec_without_returning(db).await.map(drop)
}

/// The digest of a row and of all rows before it.
fn digest(before: &str, row: &Model) -> String {
    let parts =
        (&row.id, &row.at, &row.staff_id, &row.by_name, &row.action, &row.subject, &row.lead_id, &row.key);
    let json = serde_json::to_vec(&(before, parts)).expect("plain data");
    hex::encode(Sha256::digest(json))
}

/// The number of the newest row; 0 if the log is empty.
///
/// # Errors
/// When the database cannot be read.
pub async fn newest(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    Ok(Entity::find().order_by_desc(Column::Id).one(db).await?.map_or(0, |row| row.id))
}

/// Whether a tap with this key was counted already.
///
/// # Errors
/// When the database cannot be read.
pub async fn has_key(db: &impl ConnectionTrait, key: &str) -> Result<bool, DbErr> {
    Ok(Entity::find().filter(Column::Key.eq(key)).one(db).await?.is_some())
}

/// The subject of the tap with this key, if it was counted already.
///
/// # Errors
/// When the database cannot be read.
pub async fn subject_of_key(db: &impl ConnectionTrait, key: &str) -> Result<Option<String>, DbErr> {
    Ok(Entity::find().filter(Column::Key.eq(key)).one(db).await?.map(|row| row.subject))
}

/// Authors of a request's events: the row of the log that belongs to each event of its timeline.
#[derive(Debug, Default)]
pub struct Authors(HashMap<(String, i64, String), Author>);

/// Somebody who did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    pub staff_id: Option<String>,
    pub name: String,
}

impl Author {
    pub fn is(&self, who: &Who) -> bool {
        self.staff_id.as_deref() == Some(&who.member.id)
    }
}

impl Authors {
    /// # Errors
    /// When the database cannot be read.
    pub async fn of_leads(db: &impl ConnectionTrait, lead_ids: &[&str]) -> Result<Self, DbErr> {
        let rows = Entity::find().filter(Column::LeadId.is_in(lead_ids.iter().copied())).all(db).await?;
        let entry = |row: Model| {
            let author = Author { staff_id: row.staff_id, name: row.by_name };
            Some(((row.lead_id?, row.at, row.action), author))
        };
        Ok(Authors(rows.into_iter().filter_map(entry).collect()))
    }

    /// The person who caused the event of this kind at this time; `None` if it was nobody at the desk.
    pub fn of(&self, lead_id: &str, at: i64, kind: &str) -> Option<&Author> {
        self.0.get(&(lead_id.to_owned(), at, kind.to_owned()))
    }

    /// Like [`Authors::of`], once.
    pub fn take(&mut self, lead_id: &str, at: i64, kind: &str) -> Option<Author> {
        self.0.remove(&(lead_id.to_owned(), at, kind.to_owned()))
    }

    /// The remaining rows: when, what, and who did it.
    pub fn rest(self) -> impl Iterator<Item = (i64, String, Author)> {
        self.0.into_iter().map(|((_, at, kind), author)| (at, kind, author))
    }
}

/// Reads the log from its beginning, a page at a time, and finds out whether it is whole.
#[derive(Debug, Default)]
pub struct AuditReader {
    last: Option<Model>,
}

impl AuditReader {
    /// The next rows; empty at the end.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn next_page(&mut self, db: &impl ConnectionTrait) -> Result<Vec<AuditedRow>, DbErr> {
        let after = self.last.as_ref().map_or(0, |row| row.id);
        let rows =
            Entity::find().filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(PAGE).all(db).await?;
        let mut read = Vec::with_capacity(rows.len());
        for row in rows {
            let before = self.last.as_ref().map_or("", |last| last.digest.as_str());
            let follows = row.id == self.last.as_ref().map_or(0, |last| last.id) + 1;
            let intact = follows && row.digest == digest(before, &row);
            self.last = Some(row.clone());
            read.push(AuditedRow { row, intact });
        }
        Ok(read)
    }
}

/// A row, and whether it is as it was written and follows the one before.
#[derive(Clone, Debug)]
pub struct AuditedRow {
    pub row: Model,
    pub intact: bool,
}
