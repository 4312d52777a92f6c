//! The `canary` table: one row for each of the last test requests, and the leads they became.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};

use crate::canary::health::{CanaryFailure, CanaryStage, TIMEOUT};
use crate::queue::row as lead;
use crate::reference::Reference;
use base::clock::duration_ms;
use storage::db::{Db, WriteTransaction};
use storage::outbox;
use storage::outbox::{Channel, recipients, timeline};

/// Canaries kept of each server.
const MAX_KEPT: u64 = 10;
/// Age at which the canaries of a server that is gone are deleted.
const MAX_AGE_MS: i64 = 7 * 24 * 3600 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "canary")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The server that sent it.
    pub node: String,
    pub sent_at: i64,
    /// Whether its secret was used; it counts once.
    pub claimed: bool,
    pub lead_id: Option<String>,
    /// When the mail server accepted its mail.
    pub arrived_at: Option<i64>,
    /// At which stage it failed.
    pub stopped: Option<String>,
    pub problem: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Stores that a canary with that secret is about to be sent. Returns its id.
pub(crate) async fn insert(db: &Db, secret: &str, node: &str, now: i64) -> Result<String, DbErr> {
    let id = digest(secret);
    let row = ActiveModel {
        id: Set(id.clone()),
        node: Set(node.to_owned()),
        sent_at: Set(now),
        claimed: Set(false),
        lead_id: Set(None),
        arrived_at: Set(None),
        stopped: Set(None),
        problem: Set(None),
    };
    let write = db.begin_write().await?;
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    write.commit().await?;
    Ok(id)
}

/// Whether a request with that secret is a canary that some server on this database has just sent. True once.
///
/// # Errors
/// When the database cannot be read or written.
pub(crate) async fn claim(db: &Db, secret: &str, now: i64) -> Result<bool, DbErr> {
    let condition = Condition::all()
        .add(Column::Id.eq(digest(secret)))
        .add(Column::Claimed.eq(false))
        .add(Column::SentAt.gte(now - duration_ms(TIMEOUT)));
    // Anybody may send the header; only a real secret costs a write transaction.
    if Entity::find().filter(condition.clone()).one(db.reader()).await?.is_none() {
        return Ok(false);
    }
    let write = db.begin_write().await?;
    let claimed = Entity::update_many()
        .col_expr(Column::Claimed, Expr::value(true))
        .filter(condition)
        .exec(write.connection())
        .await?
        .rows_affected;
    write.commit().await?;
    Ok(claimed == 1)
}

/// The id of the lead that a canary became; `None` if the lead of that reference is no canary.
pub(crate) async fn find_lead_id(db: &Db, reference: &Reference) -> Result<Option<String>, DbErr> {
    let found = lead::Entity::find()
        .select_only()
        .column(lead::Column::Id)
        .filter(lead::Column::Reference.eq(reference.as_str()))
        .filter(lead::Column::Canary.eq(true));
    found.into_tuple().one(db.reader()).await
}

/// The mail of a canary, in the outbox.
pub(crate) async fn find_mail(db: &Db, lead_id: &str) -> Result<Option<outbox::row::Model>, DbErr> {
    outbox::row::Entity::find_by_id((lead_id.to_owned(), Channel::Mail)).one(db.reader()).await
}

/// Stores how a canary ended, and deletes old canaries with their leads. The lead of one whose mail was not accepted is
/// deleted at once, so that a mail server that is back does not get a batch of old canaries.
pub(crate) async fn record_end(
    db: &Db,
    id: &str,
    lead_id: Option<&str>,
    result: &Result<(), CanaryFailure>,
    now: i64,
) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    let mut update = Entity::update_many().col_expr(Column::LeadId, Expr::value(lead_id));
    update = match result {
        Ok(()) => update.col_expr(Column::ArrivedAt, Expr::value(now)),
        Err(failure) => update
            .col_expr(Column::Stopped, Expr::value(failure.stage.as_str()))
            .col_expr(Column::Problem, Expr::value(failure.problem.as_str())),
    };
    update.filter(Column::Id.eq(id)).exec(write.connection()).await?;
    if let (Err(_), Some(lead_id)) = (result, lead_id) {
        delete_leads(&write, vec![lead_id.to_owned()]).await?;
    }
    delete_old(&write, id, now).await?;
    write.commit().await
}

async fn delete_old(write: &WriteTransaction, id: &str, now: i64) -> Result<(), DbErr> {
    let Some(newest) = Entity::find_by_id(id).one(write.connection()).await? else {
        return Ok(());
    };
    let of_node = Entity::find().filter(Column::Node.eq(newest.node)).order_by_desc(Column::SentAt);
    let mut old = of_node.offset(MAX_KEPT).limit(1000).all(write.connection()).await?;
    let expired = Entity::find().filter(Column::SentAt.lt(now - MAX_AGE_MS)).limit(1000);
    old.extend(expired.all(write.connection()).await?);
    if old.is_empty() {
        return Ok(());
    }
    delete_leads(write, old.iter().filter_map(|row| row.lead_id.clone()).collect()).await?;
    let ids = old.into_iter().map(|row| row.id);
    Entity::delete_many().filter(Column::Id.is_in(ids)).exec(write.connection()).await.map(drop)
}

/// Deletes the leads of canaries with their mails and timelines; never a visitor's.
async fn delete_leads(write: &WriteTransaction, ids: Vec<String>) -> Result<(), DbErr> {
    let canaries = lead::Entity::find()
        .select_only()
        .column(lead::Column::Id)
        .filter(lead::Column::Id.is_in(ids))
        .filter(lead::Column::Canary.eq(true));
    let ids: Vec<String> = canaries.into_tuple().all(write.connection()).await?;
    if ids.is_empty() {
        return Ok(());
    }
    let mails = outbox::row::Entity::delete_many().filter(outbox::row::Column::LeadId.is_in(ids.clone()));
    mails.exec(write.connection()).await?;
    recipients::delete(write, &ids).await?;
    timeline::delete(write, &ids).await?;
    lead::Entity::delete_many().filter(lead::Column::Id.is_in(ids)).exec(write.connection()).await.map(drop)
}

/// The canaries that were sent since then (Unix milliseconds), newest first.
pub(crate) async fn list_since(db: &impl ConnectionTrait, since: i64) -> Result<Vec<Model>, DbErr> {
    Entity::find().filter(Column::SentAt.gte(since)).order_by_desc(Column::SentAt).limit(1000).all(db).await
}

impl Model {
    /// The canary's result, with the time if its mail was accepted; `None` while it is in flight.
    pub(crate) fn result(&self) -> Option<Result<i64, CanaryFailure>> {
        if let Some(at) = self.arrived_at {
            return Some(Ok(at));
        }
        let stage =
            CanaryStage::ALL.into_iter().find(|stage| Some(stage.as_str()) == self.stopped.as_deref())?;
        Some(Err(CanaryFailure { stage, problem: self.problem.clone().unwrap_or_default() }))
    }
}
