//! Drafts: changes of the content that nobody sees until they go live together.

use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use crate::revisions::{FileChange, Told};
use storage::db::WriteTransaction;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "content_draft")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The secret in the address at which anybody can look at it.
    pub link: String,
    pub name: String,
    /// When and by whom; times are Unix milliseconds.
    pub begun: i64,
    pub by_name: String,
    /// When it goes live by itself, and who said so.
    pub goes_live_at: Option<i64>,
    pub timed_by: Option<String>,
    pub timed_by_name: Option<String>,
    /// Why it did not, in a sentence.
    pub problem: Option<String>,
    pub live_at: Option<i64>,
    pub put_aside_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Whether it can be changed, and looked at by its link.
    pub fn is_open(&self) -> bool {
        self.live_at.is_none() && self.put_aside_at.is_none()
    }
}

/// A change of a draft, with the file before and after it.
pub mod change {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "content_draft_change")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub draft_id: String,
        pub at: i64,
        pub staff_id: Option<String>,
        pub by_name: Option<String>,
        pub path: String,
        pub name: String,
        pub was: String,
        pub becomes: String,
        pub before: String,
        pub after: String,
        /// The path of a picture that came along, which `content_picture` has.
        pub picture: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Begins a draft.
///
/// # Errors
/// When the database cannot be written.
pub async fn create(write: &WriteTransaction, draft: Model) -> Result<(), DbErr> {
    Entity::insert(draft.into_active_model().reset_all())
        .exec_without_returning(write.connection())
        .await
        .map(drop)
}

/// A draft by its id.
///
/// # Errors
/// When the database cannot be read.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).one(db).await
}

/// A draft by the secret in its link.
///
/// # Errors
/// When the database cannot be read.
pub async fn find_by_link(db: &impl ConnectionTrait, link: &str) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::Link.eq(link)).one(db).await
}

/// Every draft that is not live, the latest first; those that were put aside too.
///
/// # Errors
/// When the database cannot be read.
pub async fn waiting(db: &impl ConnectionTrait) -> Result<Vec<Model>, DbErr> {
    Entity::find().filter(Column::LiveAt.is_null()).order_by_desc(Column::Begun).all(db).await
}

/// The open drafts whose time has come.
///
/// # Errors
/// When the database cannot be read.
pub async fn due(db: &impl ConnectionTrait, now: i64) -> Result<Vec<Model>, DbErr> {
    let due = Entity::find().filter(Column::GoesLiveAt.lte(now));
    let due = due.filter(Column::LiveAt.is_null()).filter(Column::PutAsideAt.is_null());
    due.order_by_asc(Column::GoesLiveAt).all(db).await
}

/// When a draft was changed last, or begun; Unix milliseconds.
///
/// # Errors
/// When the database cannot be read.
pub async fn changed_at(db: &impl ConnectionTrait, draft: &Model) -> Result<i64, DbErr> {
    let changes = change::Entity::find().filter(change::Column::DraftId.eq(draft.id.as_str()));
    let last = changes.select_only().column_as(change::Column::At.max(), "at").into_tuple().one(db).await?;
    Ok(last.flatten().unwrap_or(draft.begun))
}

/// A draft's changes, in the order in which they were made.
///
/// # Errors
/// When the database cannot be read.
pub async fn changes_of(db: &impl ConnectionTrait, id: &str) -> Result<Vec<change::Model>, DbErr> {
    let changes = change::Entity::find().filter(change::Column::DraftId.eq(id));
    changes.order_by_asc(change::Column::Id).all(db).await
}

/// Adds a change to a draft; its id.
///
/// # Errors
/// When the database cannot be written.
pub async fn add_change(
    write: &WriteTransaction,
    draft: &str,
    change: &FileChange,
    told: Told,
    at: i64,
) -> Result<i64, DbErr> {
    let row = change::ActiveModel {
        id: NotSet,
        draft_id: Set(draft.to_string()),
        at: Set(at),
        staff_id: Set(told.staff_id),
        by_name: Set(told.by_name),
        path: Set(change.path.clone()),
        name: Set(told.name),
        was: Set(told.was),
        becomes: Set(told.becomes),
        before: Set(change.before.clone()),
        after: Set(change.after.clone()),
        picture: Set(change.picture.as_ref().map(|picture| picture.path.clone())),
    };
    Ok(change::Entity::insert(row).exec(write.connection()).await?.last_insert_id)
}

/// Takes a change out of a draft.
///
/// # Errors
/// When the database cannot be written.
pub async fn remove_change(write: &WriteTransaction, id: i64) -> Result<(), DbErr> {
    change::Entity::delete_by_id(id).exec(write.connection()).await.map(drop)
}

/// A step in the life of a draft as a whole.
#[derive(Clone, Debug)]
pub enum DraftStep<'a> {
    /// It goes live by itself, as this person said.
    Timed {
        at: i64,
        staff_id: &'a str,
        name: &'a str,
    },
    /// Not at that time after all.
    NotTimed,
    /// It did not go live at its time.
    Stuck {
        problem: &'a str,
    },
    Live {
        at: i64,
    },
    PutAside {
        at: i64,
    },
    /// With a new link: whoever had the one from before may not be meant any more.
    TakenUp {
        link: &'a str,
    },
}

/// Notes what happens to a draft; false where another server or another tap was first and it is live.
///
/// # Errors
/// When the database cannot be written.
pub async fn note(write: &WriteTransaction, id: &str, step: DraftStep<'_>) -> Result<bool, DbErr> {
    let update = Entity::update_many().filter(Column::Id.eq(id)).filter(Column::LiveAt.is_null());
    let none = || Expr::value(None::<String>);
    let update = match step {
        DraftStep::Timed { at, staff_id, name } => update
            .col_expr(Column::GoesLiveAt, Expr::value(at))
            .col_expr(Column::TimedBy, Expr::value(staff_id))
            .col_expr(Column::TimedByName, Expr::value(name))
            .col_expr(Column::Problem, none()),
        DraftStep::NotTimed => update
            .col_expr(Column::GoesLiveAt, Expr::value(None::<i64>))
            .col_expr(Column::TimedBy, none())
            .col_expr(Column::TimedByName, none())
            .col_expr(Column::Problem, none()),
        DraftStep::Stuck { problem } => update.col_expr(Column::Problem, Expr::value(problem)),
        // If somebody puts a draft aside while it goes live, putting it aside wins.
        DraftStep::Live { at } => {
            update.col_expr(Column::LiveAt, Expr::value(at)).filter(Column::PutAsideAt.is_null())
        }
        DraftStep::PutAside { at } => update.col_expr(Column::PutAsideAt, Expr::value(at)),
        DraftStep::TakenUp { link } => update
            .col_expr(Column::PutAsideAt, Expr::value(None::<i64>))
            .col_expr(Column::Link, Expr::value(link)),
    };
    Ok(update.exec(write.connection()).await?.rows_affected == 1)
}
