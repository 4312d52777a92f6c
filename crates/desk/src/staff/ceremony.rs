//! What the server must remember between the two steps of using a passkey: in the database, since the second step may
//! reach another server, under the digest of a secret that the browser holds in a cookie.

use http::{HeaderMap, HeaderValue};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::staff::session::{cookie, set_cookie};
use base::random::Random;
use storage::db::{Db, WriteTransaction};

const COOKIE: &str = "__Host-amwaj-ceremony";
/// How long a person may look for their finger, in milliseconds.
const VALID_MS: i64 = 5 * 60 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "staff_ceremony")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub digest: String,
    pub state: String,
    /// Unix milliseconds.
    pub expires_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Remembers a state, and returns the cookie by which the browser names it.
///
/// # Errors
/// When the database cannot be written.
pub(super) async fn begin(
    db: &Db,
    random: &Random,
    state: &impl Serialize,
    now_ms: i64,
) -> Result<HeaderValue, DbErr> {
    let secret = hex::encode(random.bytes::<32>());
    let write = db.begin_write().await?;
    Entity::delete_many().filter(Column::ExpiresAt.lte(now_ms)).exec(write.connection()).await?;
    let row = ActiveModel {
        digest: Set(digest(&secret)),
        state: Set(serde_json::to_string(state).map_err(|error| DbErr::Custom(error.to_string()))?),
        expires_at: Set(now_ms + VALID_MS),
    };
    Entity::insert(row).exec_without_returning(write.connection()).await?;
    write.commit().await?;
    Ok(set_cookie(COOKIE, &secret, VALID_MS / 1000))
}

/// The state that the browser's cookie names, once: nobody can answer the same challenge twice.
///
/// # Errors
/// When the database cannot be written.
pub(super) async fn end<S: DeserializeOwned>(
    write: &WriteTransaction,
    headers: &HeaderMap,
    now_ms: i64,
) -> Result<Option<S>, DbErr> {
    let Some(secret) = cookie(headers, COOKIE) else { return Ok(None) };
    let digest = digest(&secret);
    let row = Entity::find_by_id(digest.as_str()).one(write.connection()).await?;
    let taken = Entity::delete_by_id(digest).exec(write.connection()).await?.rows_affected;
    let state = row.filter(|row| taken == 1 && row.expires_at > now_ms).map(|row| row.state);
    Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
}

fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}
