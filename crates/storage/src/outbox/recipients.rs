//! Recipients of a lead mail, and whether each has it: one row for each recipient that was tried, so that a retry goes
//! to those who lack it and to nobody twice.

use std::collections::HashMap;

use lettre::Address;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, Query, SelectStatement};
use sea_orm::{Condition, QuerySelect};

use crate::db::{MAX_ROWS_PER_STATEMENT, WriteTransaction};
use crate::mail::RecipientAnswer;

/// Whether a recipient has a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum RecipientState {
    /// The mail server accepted it.
    #[sea_orm(string_value = "sent")]
    Sent,
    /// A retry may get past what was wrong.
    #[sea_orm(string_value = "waiting")]
    Waiting,
    /// The mail server refused it for good.
    #[sea_orm(string_value = "refused")]
    Refused,
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_recipient")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub lead_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub address: String,
    pub state: RecipientState,
    /// Attempts whose end is known.
    pub attempts: i32,
    /// The mail server's last response, or why there is none; `None` once the lead is erased.
    pub answer: Option<String>,
    /// When that was, in Unix milliseconds.
    pub at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The recipients of a lead's mail that were tried so far.
///
/// # Errors
/// When the database cannot be read.
pub async fn for_lead(db: &impl ConnectionTrait, lead_id: &str) -> Result<Vec<Model>, DbErr> {
    Entity::find().filter(Column::LeadId.eq(lead_id)).all(db).await
}

/// The rows to [`record`] for the answers about one lead's mail.
pub(super) fn rows<'a>(
    lead_id: &'a str,
    answers: &'a [RecipientAnswer],
    now: i64,
) -> impl Iterator<Item = ActiveModel> + 'a {
    answers.iter().map(move |RecipientAnswer { address, answer }| {
        let (state, text) = match answer {
            Ok(response) => (RecipientState::Sent, response.clone()),
            Err(failure) if failure.is_refusal => (RecipientState::Refused, failure.text_for_staff()),
            Err(failure) => (RecipientState::Waiting, failure.text_for_staff()),
        };
        ActiveModel {
            lead_id: Set(lead_id.to_owned()),
            address: Set(address.to_string()),
            state: Set(state),
            attempts: Set(1),
            answer: Set(Some(text)),
            at: Set(now),
        }
    })
}

/// Records the answers for recipients, each of whom is named once for each lead.
pub(super) async fn record(write: &WriteTransaction, rows: Vec<ActiveModel>) -> Result<(), DbErr> {
    let again = Expr::col((Entity, Column::Attempts)).add(1);
    let conflict = OnConflict::columns([Column::LeadId, Column::Address])
        .update_columns([Column::State, Column::Answer, Column::At])
        .value(Column::Attempts, again)
        // Another worker may have reached the recipient in the meantime, after this one's claim had ended.
        .action_and_where(Expr::col((Entity, Column::State)).ne(RecipientState::Sent))
        .to_owned();
    for some in rows.chunks(MAX_ROWS_PER_STATEMENT) {
        let insert = Entity::insert_many(some.to_vec()).on_conflict(conflict.clone());
        insert.exec_without_returning(write.connection()).await?;
    }
    Ok(())
}

/// The recipients of a lead's mail who lack it. None once the lead is erased: nothing is left to send.
///
/// # Errors
/// When the database cannot be read.
pub async fn lacking(db: &impl ConnectionTrait, lead_id: &str) -> Result<Vec<Model>, DbErr> {
    Entity::find().filter(Column::LeadId.eq(lead_id)).filter(is_lacking()).all(db).await
}

/// The ids of the leads whose mail a recipient lacks.
pub fn lacking_leads() -> SelectStatement {
    let mut select = Query::select();
    select.column(Column::LeadId).from(Entity).cond_where(is_lacking());
    select
}

fn is_lacking() -> Condition {
    Condition::all().add(Column::State.ne(RecipientState::Sent)).add(Column::Answer.is_not_null())
}

/// Lets the next attempt go to all recipients of a lead's mail who lack it, those who refused it too. Whether there are any.
pub(super) async fn ask_again(write: &WriteTransaction, lead_id: &str) -> Result<bool, DbErr> {
    let lacking = Entity::update_many()
        .col_expr(Column::State, Expr::value(RecipientState::Waiting))
        .filter(Column::LeadId.eq(lead_id))
        .filter(is_lacking());
    Ok(lacking.exec(write.connection()).await?.rows_affected > 0)
}

/// Forgets who has the mails of these leads: because they are about to be deleted, or owed once more.
///
/// # Errors
/// When the database cannot be written.
pub async fn delete(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let rows = Entity::delete_many().filter(Column::LeadId.is_in(lead_ids.iter().map(String::as_str)));
    rows.exec(write.connection()).await.map(drop)
}

/// Removes the mail servers' responses about these leads, which may name the visitor.
pub(super) async fn erase_answers(write: &WriteTransaction, lead_ids: &[String]) -> Result<(), DbErr> {
    let mut update = Query::update();
    update.table(Entity).value(Column::Answer, Option::<String>::None);
    update.and_where(Column::LeadId.is_in(lead_ids));
    write.connection().execute(&update).await.map(drop)
}

/// A recipient whose mails were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals {
    pub address: String,
    /// Number of mails.
    pub mails: u64,
    /// When the last one was, in Unix milliseconds.
    pub last_at: i64,
}

/// Which of these recipients refused mails since then (Unix milliseconds), in their order.
///
/// # Errors
/// When the database cannot be read.
pub async fn refusals_since(
    db: &impl ConnectionTrait,
    recipients: &[Address],
    since: i64,
) -> Result<Vec<Refusals>, DbErr> {
    let rows: Vec<(String, i64, i64)> = Entity::find()
        .select_only()
        .column(Column::Address)
        .column_as(Column::LeadId.count(), "mails")
        .column_as(Column::At.max(), "last_at")
        .filter(Column::State.eq(RecipientState::Refused))
        .filter(Column::At.gte(since))
        .group_by(Column::Address)
        .into_tuple()
        .all(db)
        .await?;
    let mut found: HashMap<String, (i64, i64)> =
        rows.into_iter().map(|(address, mails, last_at)| (address, (mails, last_at))).collect();
    let refusals = recipients.iter().filter_map(|recipient| {
        let (address, (mails, last_at)) = found.remove_entry(&recipient.to_string())?;
        Some(Refusals { address, mails: u64::try_from(mails).unwrap_or(0), last_at })
    });
    Ok(refusals.collect())
}
