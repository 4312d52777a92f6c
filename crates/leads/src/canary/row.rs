//! The `canary` table: one row for each of the last test requests, and the leads they became.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};

use crate::canary::{CanaryFailure, Stage};
use crate::queue::reference::Reference;
use crate::queue::row as lead;
use base::clock::duration_ms;
use storage::db::{Db, WriteTransaction};
use storage::outbox;
use storage::outbox::{Channel, timeline};

/// How many of each server's canaries are kept to look at.
const KEPT: u64 = 10;
/// After which time the canaries of a server that is no more are thrown away.
const OLD_MS: i64 = 7 * 24 * 3600 * 1000;

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
    /// When the mail server took its mail.
    pub arrived_at: Option<i64>,
    /// Where it stopped.
    pub stopped: Option<String>,
    pub problem: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Writes down that a canary with that secret is about to be sent. Returns its id.
pub(crate) async fn begin(db: &Db, secret: &str, node: &str, now: i64) -> Result<String, DbErr> {
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
pub(crate) async fn claim(db: &Db, secret: &str, now: i64) -> Result<bool, DbErr> {
    let fits = Condition::all()
        .add(Column::Id.eq(digest(secret)))
        .add(Column::Claimed.eq(false))
        .add(Column::SentAt.gte(now - duration_ms(crate::canary::PATIENCE)));
    // Anybody may send the header; only a secret that is one costs a turn to write.
    if Entity::find().filter(fits.clone()).one(db.reader()).await?.is_none() {
        return Ok(false);
    }
    let write = db.begin_write().await?;
    let claimed = Entity::update_many()
        .col_expr(Column::Claimed, Expr::value(true))
        .filter(fits)
        .exec(write.connection())
        .await?
        .rows_affected;
    write.commit().await?;
    Ok(claimed == 1)
}

/// The lead that a canary became; nothing where the lead of that reference is none.
pub(crate) async fn lead_of(db: &Db, reference: &Reference) -> Result<Option<String>, DbErr> {
    let found = lead::Entity::find()
        .select_only()
        .column(lead::Column::Id)
        .filter(lead::Column::Reference.eq(reference.as_str()))
        .filter(lead::Column::Canary.eq(true));
    found.into_tuple().one(db.reader()).await
}

/// How the mail of a canary stands.
pub(crate) async fn mail_of(db: &Db, lead_id: &str) -> Result<Option<outbox::row::Model>, DbErr> {
    outbox::row::Entity::find_by_id((lead_id.to_owned(), Channel::Mail)).one(db.reader()).await
}

/// Writes down how a canary ended, and throws away the old ones with their leads. The lead of one whose mail was
/// not taken goes at once, so that a mail server that is back is not met by a flock of old canaries.
pub(crate) async fn settle(
    db: &Db,
    id: &str,
    lead_id: Option<&str>,
    ended: &Result<(), CanaryFailure>,
    now: i64,
) -> Result<(), DbErr> {
    let write = db.begin_write().await?;
    let mut update = Entity::update_many().col_expr(Column::LeadId, Expr::value(lead_id));
    update = match ended {
        Ok(()) => update.col_expr(Column::ArrivedAt, Expr::value(now)),
        Err(trouble) => update
            .col_expr(Column::Stopped, Expr::value(trouble.stage.as_str()))
            .col_expr(Column::Problem, Expr::value(trouble.problem.as_str())),
    };
    update.filter(Column::Id.eq(id)).exec(write.connection()).await?;
    if let (Err(_), Some(lead_id)) = (ended, lead_id) {
        forget_leads(&write, vec![lead_id.to_owned()]).await?;
    }
    tidy(&write, id, now).await?;
    write.commit().await
}

async fn tidy(write: &WriteTransaction, id: &str, now: i64) -> Result<(), DbErr> {
    let Some(newest) = Entity::find_by_id(id).one(write.connection()).await? else {
        return Ok(());
    };
    let own = Entity::find().filter(Column::Node.eq(newest.node)).order_by_desc(Column::SentAt);
    let mut old = own.offset(KEPT).limit(1000).all(write.connection()).await?;
    let gone = Entity::find().filter(Column::SentAt.lt(now - OLD_MS)).limit(1000);
    old.extend(gone.all(write.connection()).await?);
    if old.is_empty() {
        return Ok(());
    }
    forget_leads(write, old.iter().filter_map(|row| row.lead_id.clone()).collect()).await?;
    let ids = old.into_iter().map(|row| row.id);
    Entity::delete_many().filter(Column::Id.is_in(ids)).exec(write.connection()).await.map(drop)
}

/// Deletes the leads of canaries with what hangs on them; never a visitor's.
async fn forget_leads(write: &WriteTransaction, ids: Vec<String>) -> Result<(), DbErr> {
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
    timeline::delete(write, &ids).await?;
    lead::Entity::delete_many().filter(lead::Column::Id.is_in(ids)).exec(write.connection()).await.map(drop)
}

/// The canaries that were sent since, newest first.
pub(crate) async fn since(db: &impl ConnectionTrait, since: i64) -> Result<Vec<Model>, DbErr> {
    Entity::find().filter(Column::SentAt.gte(since)).order_by_desc(Column::SentAt).limit(1000).all(db).await
}

impl Model {
    /// How it ended; nothing while it is under way.
    pub(crate) fn ended(&self) -> Option<Result<i64, CanaryFailure>> {
        if let Some(at) = self.arrived_at {
            return Some(Ok(at));
        }
        let stage = Stage::ALL.into_iter().find(|stage| Some(stage.as_str()) == self.stopped.as_deref())?;
        Some(Err(CanaryFailure { stage, problem: self.problem.clone().unwrap_or_default() }))
    }
}
